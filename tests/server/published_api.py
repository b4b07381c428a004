"""The routes as they were published under ``/api/v1``, and what of them a later description has lost.

``python -m tests.server.published_api`` writes ``docs/reference/api-v1.openapi.json`` anew, so that what was
added is promised from then on; where anything was lost it says what, and writes nothing.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from tests.server.running import serving

PUBLISHED: Final = Path(__file__).parents[2] / "docs/reference/api-v1.openapi.json"
UNDER: Final = "/api/v1/"
WORDS: Final = frozenset({"description", "summary", "title", "example", "examples", "deprecated", "headers"})
"""What may be said in other words."""

Document = Mapping[str, Any]


def promise_of(document: Document) -> dict[str, Any]:
    """What of a description is promised: the routes under the version and their shapes, without words."""
    paths = {path: item for path, item in document["paths"].items() if path.startswith(UNDER)}
    kept = {"paths": paths, "components": {"schemas": document["components"]["schemas"]}}
    bare: dict[str, Any] = _bare(kept, named=False)
    return {"openapi": document["openapi"], **bare}


def _bare(part: Any, *, named: bool) -> Any:
    """Without words; ``named`` are things by names of their own, such as a field called title."""
    if isinstance(part, list):
        return [_bare(each, named=False) for each in part]
    if not isinstance(part, dict):
        return part
    return {
        key: _bare(value, named=key in ("properties", "schemas", "paths"))
        for key, value in part.items()
        if named or key not in WORDS
    }


def lost(then: Document, now: Document) -> list[str]:
    """Everything that programs could rely on and no longer can."""
    compared = _Compared(then, now)
    return [line for path in then["paths"] for line in compared.path(path)]


class _Compared:
    """Two descriptions side by side."""

    def __init__(self, then: Document, now: Document) -> None:
        self._then, self._now = then, now

    def path(self, path: str) -> Iterator[str]:
        item = self._now["paths"].get(path)
        if item is None:
            yield f"{path} is gone"
            return
        for verb, operation in self._then["paths"][path].items():
            at = f"{verb.upper()} {path}"
            if verb in item:
                yield from self._operation(operation, item[verb], at)
            else:
                yield f"{at} is gone"

    def _operation(self, then: Document, now: Document, at: str) -> Iterator[str]:
        before, after = (
            {(parameter["in"], parameter["name"]): parameter for parameter in op["parameters"]}
            for op in (then, now)
        )
        for key, parameter in after.items():
            if parameter.get("required") and not before.get(key, {}).get("required"):
                yield f"{at} must have {key[1]}"
        for key, parameter in before.items():
            if key in after:
                yield from self._shape(
                    parameter["schema"], after[key]["schema"], f"{at} {key[1]}", asked=True
                )
            else:
                yield f"{at} {key[1]} is gone"
        body, bodies = then.get("requestBody", {}), now.get("requestBody", {})
        if bodies.get("required") and not body.get("required"):
            yield f"{at} must have a body"
        yield from self._contents(body, bodies, f"{at} body", asked=True)
        for status, response in then["responses"].items():
            if status.startswith("2"):
                other = now["responses"].get(status)
                if other is None:
                    yield f"{at} answers {status} no more"
                else:
                    yield from self._contents(response, other, f"{at} {status}", asked=False)

    def _contents(self, then: Document, now: Document, at: str, *, asked: bool) -> Iterator[str]:
        for kind, content in then.get("content", {}).items():
            other = now.get("content", {}).get(kind)
            if other is None:
                yield f"{at} is {kind} no more"
            else:
                yield from self._shape(content.get("schema", {}), other.get("schema", {}), at, asked=asked)

    def _shape(
        self, then: Document, now: Document, at: str, *, asked: bool, within: tuple[str, ...] = ()
    ) -> Iterator[str]:
        name = then.get("$ref", "")
        if name and name in within:
            return
        within = (*within, name) if name else within
        then, now = _resolved(then, self._then), _resolved(now, self._now)
        variants = _variants(then)
        if len(variants) > 1 or len(_variants(now)) > 1:
            for each in variants:
                tried = [
                    list(self._shape(each, other, at, asked=asked, within=within)) for other in _variants(now)
                ]
                yield from [] if [] in tried else min(tried, key=len)
            return
        yield from _of_its_own(then, now, at, asked=asked)
        for field, shape in then.get("properties", {}).items():
            other = now.get("properties", {}).get(field)
            if other is None:
                yield f"{at}.{field} is gone"
            else:
                yield from self._shape(shape, other, f"{at}.{field}", asked=asked, within=within)
        for inner in ("items", "additionalProperties"):
            if isinstance(then.get(inner), dict):
                there = now.get(inner)
                other = there if isinstance(there, dict) else {}
                yield from self._shape(then[inner], other, f"{at}[]", asked=asked, within=within)


def _resolved(shape: Document, document: Document) -> Document:
    while "$ref" in shape:
        shape = document["components"]["schemas"][shape["$ref"].rsplit("/", 1)[1]]
    return shape


def _variants(shape: Document) -> Sequence[Document]:
    return shape.get("oneOf") or shape.get("anyOf") or [shape]


def _types(shape: Document) -> set[str]:
    kind = shape.get("type", ())
    return {kind} if isinstance(kind, str) else set(kind)


def _of_its_own(then: Document, now: Document, at: str, *, asked: bool) -> Iterator[str]:
    """What a shape has lost that is not in its fields."""
    before, after = _types(then), _types(now)
    if before and not (before <= after if asked else before >= after and after):
        yield f"{at} is {sorted(after)}, and was {sorted(before)}"
    needed, given = set(now.get("required", ())), set(then.get("required", ()))
    if asked:
        yield from (f"{at}.{field} must be given" for field in sorted(needed - given))
        if "enum" in then and "enum" in now:
            yield from (
                f"{at} may be {value!r} no more" for value in then["enum"] if value not in now["enum"]
            )
    else:
        gone = set(then.get("properties", ())) - set(now.get("properties", ()))
        yield from (f"{at}.{field} may be left out" for field in sorted(given - needed - gone))


def served_promise() -> dict[str, Any]:
    """What is promised by the description that a server gives of itself today."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "data", "--no-dealers") as served:
        return promise_of(served.http("GET", "/api/openapi.json").body)


def main() -> int:
    now = served_promise()
    gone = lost(json.loads(PUBLISHED.read_text()), now) if PUBLISHED.exists() else []
    if gone:
        sys.stderr.write("".join(f"{line}\n" for line in gone))
        return 1
    PUBLISHED.write_text(json.dumps(now, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
