"""Who follows a table at which socket, and the texts that a message has for several. Sends nothing."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

import msgspec

from cutcard.server.realtime.connection import Connection

COUNTS_MS: Final = 500  # they change with every bet: sent each time, a table would hear of little else
COUNTS_CROWD_MS: Final = 1_000  # each message goes to all of them
COUNTS_CROWD: Final = 100  # from so many followers on
FOLLOWERS_A_MS: Final = 4
"""What one patron does is the least of the news for the others, and sending to a crowd holds up everybody's
answers: the more followers there are, the less often they get it."""


class Following(msgspec.Struct):
    """One socket at one table. ``number`` counts what was sent to it; hashes say which parts it has.

    ``chip`` is the one in hand at this terminal, by which its buttons are judged; 0 where it has not said.
    ``guest``: follows a private table as long as that is open to displays. ``late``: is sent a delayed result
    only when its time is over; ``public`` is then the hash of what it was sent last (MO-01).
    """

    connection: Connection
    patron: str | None
    number: int = 0
    chip: int = 0
    hands: int = 0
    own: int = 0
    deals: bool = False
    croupier: int = 0
    guest: bool = False
    late: bool = False
    public: int = 0

    def public_part(self, shared: Shared) -> str:
        """What everybody sees; a terminal that cards are held back from does not even hear that one came."""
        if not (self.late and shared.late):
            return f',"public":{shared.public}' if shared.public else ""
        known = hash(shared.late)
        if known == self.public:
            return ""
        self.public = known
        return f',"public":{shared.late}'


class Shared(msgspec.Struct):
    """The texts that one message of a table has for several followers."""

    public: str = ""
    late: str = ""
    roads: str = ""
    hands: dict[Hashable, str] = {}
    own: dict[Hashable, str] = {}


def counts_every_ms(followers: int) -> int:
    """The least time between two messages, to so many, of how many have wagered or finished."""
    least = COUNTS_MS if followers < COUNTS_CROWD else COUNTS_CROWD_MS
    return max(least, followers // FOLLOWERS_A_MS)
