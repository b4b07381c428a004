"""Who follows a table at which socket, and the texts that a telling has for several. Sends nothing."""

from __future__ import annotations

from collections.abc import Hashable

import msgspec

from cutcard.server.lines import Line


class Following(msgspec.Struct):
    """One socket at one table. ``number`` counts what it was told; hashes say which parts it has.

    ``chip`` is the one in hand at this terminal, by which its buttons are judged; 0 where it has not said.
    ``guest``: follows a private table as long as that is open to displays. ``late``: is told a delayed result
    only when its time is over; ``public`` is then the hash of what it was told last (MO-01).
    """

    line: Line
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
    """The texts that one telling of a table has for several followers."""

    public: str = ""
    late: str = ""
    roads: str = ""
    hands: dict[Hashable, str] = {}
    own: dict[Hashable, str] = {}
