"""The number of the socket's protocol, the one fact that server, clients and screens must agree on.

What is promised about it is written in ``docs/reference/compatibility.md``.
"""

from __future__ import annotations

from typing import Final

PROTOCOL: Final = 2  # 1 had the token in the address, and is refused
