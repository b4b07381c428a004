"""Guests who came, did nothing and are gone for good: their accounts are forgotten. Of money it moves none.

A guest has no password, so once their session is over nobody can be that guest any more. What is on record
stays: that they were given play money, which lies in their purse. So everything verifies as before.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from cutcard.server.http.accounts import PERSON, Person
from cutcard.venue.patrons.private_tables import private_name
from cutcard.venue.ports import Document
from cutcard.venue.venue import Venue

if TYPE_CHECKING:
    from cutcard.server.runtime import House

AT_ONCE: Final = 500
"""So many in one transaction, so that tables need not wait for thousands."""


async def forget_guests(house: House) -> int:
    """Forget every guest who is gone and has done nothing; how many they were."""
    gone, count = house.people.gone_guests(), 0
    for start in range(0, len(gone), AT_ONCE):
        some = gone[start : start + AT_ONCE]
        forgotten = await house.call(partial(_forgotten, house, some))
        for person in forgotten:
            house.people.forget(person)
        count += len(forgotten)
    return count


def _forgotten(house: House, guests: Sequence[Person], _: object) -> list[Person]:
    """Those of them who have done nothing, their accounts deleted. On the venue's thread."""
    given = house.config.play_money
    idle = [guest for guest in guests if did_nothing(house.venue, guest.id, guest.given or given)]
    if idle:
        house.venue.write([Document(PERSON, guest.id, None) for guest in idle])
    return idle


def did_nothing(venue: Venue, who: str, given: int) -> bool:
    """Whether a guest's purse is as it was given, and nothing at any table or in any notice is theirs."""
    purse = venue.book.purse(who)
    untouched = venue.book.balance(purse) == given and venue.book.amount_held(purse) == 0
    own = any(private_name(offer, who) in venue.tables for offer in venue.offers.values())
    return untouched and not own and not venue.open_tables.of(who) and not venue.notices.of(who)
