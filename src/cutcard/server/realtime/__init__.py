"""Sockets: connections, what terminals ask over them, and the news they are sent. No rule is known here."""
