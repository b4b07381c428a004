"""Commitment, contributions and the cards they fix: a round's draws from its secret alone.

The center publishes the hash of a fresh secret before betting opens, patrons add texts until no more bets,
and the secret is revealed after the round. Each draw is a number of its own under the secret, so a card can
be known without the order of a shoe ever existing. Where the secret comes from, and who holds it, is not
known here (TB-62, TB-63).

    commitment      SHA-256(secret)
    contributions   SHA-256("cutcard contributions" ‖ newline ‖ for each text: length as 4 bytes ‖ UTF-8)
    draw i          words of 16 bits, most significant byte first, from HMAC-SHA256(secret, contributions ‖
                    i as 4 bytes ‖ block as 4 bytes), blocks 0, 1, 2 …; draws are counted from 1
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final

import msgspec

from cutcard.cards import Pack, pick

SECRET_BYTES: Final = 32  # as long as the hash that commits to it: no secret can be found from it by trial
CONTRIBUTIONS_DOMAIN: Final = b"cutcard contributions\n"


def commitment(secret: bytes) -> bytes:
    """What is published of a secret before betting opens."""
    return sha256(secret).digest()


def contributions_hash(texts: Iterable[str]) -> bytes:
    """The hash of the patrons' texts in the order in which they count, published at no more bets."""
    whole = sha256(CONTRIBUTIONS_DOMAIN)
    for text in texts:
        body = text.encode()
        whole.update(len(body).to_bytes(4, "big") + body)
    return whole.digest()


def random_block(secret: bytes, contributions: bytes, draw: int, block: int) -> bytes:
    """The random bytes of one block of a draw."""
    return hmac.digest(secret, contributions + draw.to_bytes(4, "big") + block.to_bytes(4, "big"), "sha256")


def words(secret: bytes, contributions: bytes, draw: int) -> Iterator[int]:
    """The random words of one draw, as many as are asked for."""
    block = 0
    while True:
        found = random_block(secret, contributions, draw, block)
        for place in range(0, len(found), 2):
            yield found[place] << 8 | found[place + 1]
        block += 1


class Drawing(msgspec.Struct, frozen=True):
    """What remains of the pack, and the number of the draw that comes next."""

    secret: bytes
    contributions: bytes
    pack: Pack
    draw: int = 1

    def next(self) -> tuple[int, Drawing]:
        """The next card, each remaining one equally likely, and the drawing after it."""
        card = self.pack.at(pick(self.pack.size, words(self.secret, self.contributions, self.draw)))
        after = Drawing(self.secret, self.contributions, self.pack.without((card,)), self.draw + 1)
        return card, after


def draw_cards(secret: bytes, contributions: bytes, pack: Pack, cards: int) -> tuple[int, ...]:
    """The first so many cards of a round."""
    drawing = Drawing(secret, contributions, pack)
    found = []
    for _ in range(cards):
        card, drawing = drawing.next()
        found.append(card)
    return tuple(found)
