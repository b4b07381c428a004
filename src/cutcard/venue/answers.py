"""The answer each key was given, so that a repeated request has one effect and the same answer (TB-51).

A key stands for what was asked under it. Used again for something else it is refused: neither the old answer
nor a new effect would be right.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from typing import Any, Final

import msgspec

from cutcard.games.reason import Refusal
from cutcard.venue.ports import Answered, Store
from cutcard.venue.requests import Reply, Request, Result

ANSWERS_KEPT: Final = 1 << 16  # a yes that is forgotten here is read from the store; a no is judged anew
CONTENT_BYTES: Final = 16  # 128 bits: no two requests meet by chance, and every kept answer has one
FILLED_IN: Final = ("name", "by")
"""What the house itself puts into a command: who is on duty, what somebody is called. It may be another when
the same request comes again."""


class Known(msgspec.Struct, frozen=True, gc=False):
    """An answer as it is kept, with a hash of what was asked; answers of earlier versions have none."""

    key: str
    refusal: Refusal | None = None
    result: dict[str, int | str] = {}
    content: str = ""


def _plain(value: object) -> str:
    assert isinstance(value, Fraction | frozenset), f"{type(value)} is no part of what is asked"
    return str(value) if isinstance(value, Fraction) else str(sorted(map(str, value)))


_encode: Final = msgspec.msgpack.Encoder(enc_hook=_plain).encode


@cache
def _asked_fields(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field for field in kind.__struct_fields__ if field not in FILLED_IN)


def content_of(request: Request) -> str:
    """A hash of what is asked, the same whenever the same is asked again."""
    command = request.command
    content = request.said or [getattr(command, field) for field in _asked_fields(type(command))]
    whole = _encode((request.table, command.__struct_config__.tag, content))
    return blake2b(whole, digest_size=CONTENT_BYTES).hexdigest()


def content_of_words(*words: object) -> str:
    """A hash of what is asked in words rather than by a command: of an account, an upload, an offer."""
    return blake2b(_encode(words), digest_size=CONTENT_BYTES).hexdigest()


def answered(key: str, content: str, result: Result) -> Answered:
    """A yes as the store keeps it, for what is decided outside a step."""
    return Answered(key, msgspec.json.encode(Known(key, None, dict(result), content)))


class Answers:
    """The latest answers in memory, refusals among them; every yes is in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._latest: OrderedDict[str, Known] = OrderedDict()

    def known(self, request: Request) -> Reply | None:
        """What this request was answered before; a refusal where its key was used for something else."""
        return self.under(request.key, lambda: content_of(request))

    def under(self, key: str, content: Callable[[], str]) -> Reply | None:
        """The answer that was given under a key; a refusal where it was given to another content."""
        known = self._latest.get(key)
        if known is None:
            written = self._store.answer(key)
            if written is None:
                return None
            known = msgspec.json.decode(written, type=Known)
        if known.content and known.content != content():
            return Reply(key, Refusal("key_used_before"))
        return Reply(known.key, known.refusal, known.result)

    def keep(self, request: Request, reply: Reply) -> Answered:
        """Remember an answer; the value under which the store keeps it, should it be a yes."""
        known = Known(reply.key, reply.refusal, dict(reply.result), content_of(request))
        self._latest[request.key] = known
        while len(self._latest) > ANSWERS_KEPT:
            self._latest.popitem(last=False)
        return Answered(request.key, msgspec.json.encode(known))

    def forget(self, keys: Iterable[str]) -> None:
        """What was decided in a step that does not count may be decided anew; older answers stay."""
        for key in keys:
            self._latest.pop(key, None)
