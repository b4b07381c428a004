"""``python -m cutcard``: the same as the command."""

from cutcard.cli import main

if __name__ == "__main__":
    main()
