"""What a venue knows of patrons besides their chips: who is present, what is open, what they are told."""
