"""What croupiers and supervisors do: shoes, misread cards, disputes, voids."""
