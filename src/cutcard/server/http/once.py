"""What is asked over HTTP under an id, done once: accounts, uploads, offers, duty, calls (TB-51).

Answers are kept where the venue keeps those to commands, with a hash of what was asked. So an id is that of a
single ask, whether that is a command or not, and whether it came over HTTP or a socket.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec

from cutcard.games.reason import Refusal
from cutcard.server.http.permissions import AnyRequest, house_of, person_of
from cutcard.server.http.refusals import Refused
from cutcard.server.realtime.commands import RequestId
from cutcard.server.runtime import House, or_refuse
from cutcard.venue.answers import answered, content_of_words
from cutcard.venue.ports import Document

UPLOAD_ASKED: Final = "upload-asked"
OFFER_ASKED: Final = "offer-asked"
"""Where earlier versions kept what was asked of them; they are still read, and nothing is added to them."""

USED_BEFORE: Final = Refusal("key_used_before")

T = TypeVar("T", bound=msgspec.Struct)


class PerhapsAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing to say but perhaps an id: asked again under it, it has no further effect."""

    ask: RequestId | None = None


MaybeAsked = PerhapsAsked | None


class Deed(msgspec.Struct, frozen=True):
    """What is answered, what is written with the answer, and what else is kept beside it."""

    answer: Any
    documents: Sequence[Document] = ()
    kept: Mapping[str, str] = {}


class Under(msgspec.Struct, frozen=True):
    """One ask: under which id of whom, and the hash of what it says."""

    key: str
    content: str


def under(request: AnyRequest, ask: str | None, *words: object) -> Under | None:
    """An ask by its id and what it says; None where it has no id."""
    return None if ask is None else Under(f"{person_of(request).id}:{ask}", content_of_words(*words))


def _known(house: House, ask: Under | None) -> Mapping[str, int | str] | None:
    """What was answered to this ask before. On the venue's thread."""
    reply = None if ask is None else house.venue.answers.under(ask.key, lambda: ask.content)
    return None if reply is None else or_refuse(reply).result


async def previous_answer(request: AnyRequest, ask: Under | None) -> Mapping[str, int | str] | None:
    """What was answered to this ask before, with what was kept beside it."""
    if ask is None:
        return None
    house = house_of(request)
    return await house.call(lambda _: _known(house, ask))


def read(shape: type[T], known: Mapping[str, int | str]) -> T:
    """An answer as it was given."""
    return msgspec.json.decode(str(known["answer"]), type=shape)


async def once(
    request: AnyRequest,
    ask: Under | None,
    shape: type[T],
    work: Callable[[], Deed],
    *,
    after: Callable[[], object] = lambda: None,
    earlier: Callable[[str, str], T | None] | None = None,
) -> T:
    """The answer that the ask was given before, or else what the work comes to, durable with its answer.

    ``work`` and ``after`` run on the venue's thread. ``after`` makes the memory what the store says, also
    where it was written before and the word of that was lost. ``earlier`` reads the answer of an earlier
    version, by where and how that kept the ask; None where that was another one.
    """
    house = house_of(request)

    def take(_: object) -> T:
        known = _known(house, ask)
        answer = _earlier_answer(house, ask, earlier) if known is None else read(shape, known)
        if answer is None:
            deed = work()
            answer = deed.answer
            result = {"answer": msgspec.json.encode(answer).decode(), **deed.kept}
            house.venue.write(deed.documents, [] if ask is None else [answered(ask.key, ask.content, result)])
        after()
        return answer

    return await house.call(take)


def _earlier_answer(
    house: House, ask: Under | None, earlier: Callable[[str, str], T | None] | None
) -> T | None:
    """What an earlier version answered to this ask; a refusal where it was asked something else under it."""
    if ask is None:
        return None
    for kind in (OFFER_ASKED, UPLOAD_ASKED):
        said = house.venue.store.document(kind, ask.key)
        if said is not None:
            answer = None if earlier is None else earlier(kind, said.decode())
            if answer is None:
                raise Refused(USED_BEFORE)
            return answer
    return None
