"""Long lists a page at a time: opaque cursors, and the link to the next page. Knows no list.

A cursor says where the next page begins and which list it is of, filters included. It holds no secret and
grants nothing: whoever makes one up reads what they may read anyway.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Annotated, Any, Final, TypeVar
from urllib.parse import urlencode

import msgspec
from litestar import Response
from litestar.datastructures import ResponseHeader
from litestar.params import Parameter

from cutcard.games.reason import Refusal
from cutcard.server.http.edge import versioned
from cutcard.server.http.permissions import AnyRequest
from cutcard.server.http.refusals import Refused

CURSOR_CHARS_MAX: Final = 6_000  # a place among many tables names each of them
_UNPACKED_BYTES_MAX: Final = 256 * 1024  # a cursor comes from a stranger, and zeros unpack without end

T = TypeVar("T")

Cursor = Annotated[str | None, Parameter(max_length=CURSOR_CHARS_MAX)]

NEXT: Final = ResponseHeader(
    name="Link",
    documentation_only=True,
    description='The address of the next page, with `rel="next"`; missing on the last one.',
)


def write_cursor(of: tuple[Any, ...], position: object) -> str:
    """A place in a list; packed, since a place among many tables names each of them."""
    packed = zlib.compress(msgspec.json.encode((of, position)), 9)
    return urlsafe_b64encode(packed).decode().rstrip("=")


def read_cursor(cursor: str, of: tuple[Any, ...], kind: type[T]) -> T:
    """The place that a cursor of this very list names; refused where it is none."""
    try:
        packed = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        unpacking = zlib.decompressobj()
        written = unpacking.decompress(packed, _UNPACKED_BYTES_MAX)
        named, position = msgspec.json.decode(written, type=tuple[list[Any], msgspec.Raw])
        place: T = msgspec.json.decode(position, type=kind)
    except (ValueError, RecursionError, zlib.error) as wrong:
        raise Refused(Refusal("bad_cursor")) from wrong
    if named != list(of) or not unpacking.eof:
        raise Refused(Refusal("bad_cursor"))
    return place


def page(request: AnyRequest, rows: tuple[T, ...], cursor: str | None) -> Response[tuple[T, ...]]:
    """One page, with the address of the next where there is one."""
    if cursor is None:
        return Response(rows)
    asked = [(name, value) for name, value in request.query_params.multi_items() if name != "cursor"]
    address = f"{versioned(request.scope['path'])}?{urlencode([*asked, ('cursor', cursor)])}"
    return Response(rows, headers={"Link": f'<{address}>; rel="next"'})
