"""Every message that a server sends to a terminal, and what each consists of. No field for a hidden card."""
