"""A result is the same to the last byte whether it was just counted or is read again."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from cutcard.exact.cache import remember


class Counted(msgspec.Struct, frozen=True):
    """A figure that a sum of nothing makes a whole number of."""

    bound: float


@pytest.mark.parametrize("kept", [True, False], ids=["kept", "nowhere to keep it"])
def test_a_result_is_written_alike_before_and_after(
    kept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path if kept else Path("/dev/null/none")
    monkeypatch.setenv("CUTCARD_CACHE", str(place))
    done: list[int] = []

    def work() -> Counted:
        done.append(1)
        return Counted(sum([]))

    texts = [msgspec.json.encode(remember(Counted, "key", work)) for _ in range(2)]
    assert texts == [b'{"bound":0.0}'] * 2
    assert len(done) == (1 if kept else 2)


def test_what_was_kept_and_is_damaged_is_counted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path))
    remember(Counted, "key", lambda: Counted(1.5))
    (file,) = tmp_path.iterdir()
    file.write_bytes(b"{")
    assert remember(Counted, "key", lambda: Counted(2.5)) == Counted(2.5)
    assert file.read_bytes() == b'{"bound":2.5}'
