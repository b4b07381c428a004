"""What the house knows of patrons besides their chips: who is present, what they have open, what they are told."""
