"""What fills the venue's ports: stores, clocks, chance, fakes of them. Knows no rule and no event."""
