"""A server with time limits of two or three seconds, and otherwise as it is. It judges nothing."""

from __future__ import annotations

import sys

from cutcard.cli.output import print_lines
from cutcard.server.config import Config
from cutcard.server.serving import serve

HEADER_S, BODY_S, UNREAD_S = 2.0, 3.0, 2.5


def ready(url: str) -> None:
    print_lines([f"Cutcard serves at {url}/"])
    sys.stdout.flush()


def main(data: str) -> None:
    config = Config(port=0, data=data, header_s=HEADER_S, body_s=BODY_S, unread_s=UNREAD_S)
    serve(config, ready)


if __name__ == "__main__":
    main(sys.argv[sys.argv.index("--data") + 1])
