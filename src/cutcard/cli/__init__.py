"""The command line: reads what was asked, calls the rooms below, prints. Decides nothing itself."""

from cutcard.cli.app import main

__all__ = ["main"]
