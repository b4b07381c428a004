"""What a venue knows of patrons besides their chips: who is present, what is open, which notices wait."""
