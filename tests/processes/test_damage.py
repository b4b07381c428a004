"""CR-3: a damaged data folder recovers to a whole commit, or is refused by name; it is not silently wrong."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from cutcard.adapters.database.sqlite_driver import FILE
from cutcard.cli.house.data_folder import reading
from cutcard.verification.folder import verify_folder
from tests.processes.damage import LOG, Damage, Found, damages, holds, started
from tests.processes.evening import Evening
from tests.soak import SEED, as_often

STEPS = 200


@pytest.fixture(params=["power cut", "closed"])
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, list[str]]:
    """A folder as a power cut leaves it, log and all, or as it lies after closing; and all it ever held."""
    played = Evening(tmp_path / "data", SEED)
    played.play(STEPS)
    if request.param == "power cut":
        played.copied(tmp_path / "left")
        played.close()
    else:
        played.close()
        played.copied(tmp_path / "left")
    assert (tmp_path / "left" / LOG).exists() == (request.param == "power cut")
    return tmp_path / "left", played.prefixes


def judged(found: Found, damage: Damage, prefixes: list[str]) -> str:
    """What came of it; an assertion where that is none of what may come."""
    what = f"seed {SEED}: {damage}"
    if found.refused is not None:
        assert len(found.refused.splitlines()) == 1, f"{what}: {found.refused!r} is not one line"
        return "refused"
    assert found.held in prefixes, f"{what}: the house starts, and the folder is not as it ever was"
    assert found.verified, f"{what}: a whole commit does not verify"
    return "recovered"


@pytest.mark.slow
def test_cr_3_cut_and_turned_bits_are_recovered_from_or_named(
    evening: tuple[Path, list[str]], tmp_path: Path
) -> None:
    folder, prefixes = evening
    came: dict[str, int] = {}
    for damage in damages(folder, Random(SEED), as_often(100, 1_000, usual=40)):
        found = started(folder, tmp_path / "damaged", damage)
        shutil.rmtree(tmp_path / "damaged")
        what = judged(found, damage, prefixes)
        came[what] = came.get(what, 0) + 1
    assert came["refused"] > 0, f"seed {SEED}: {came}"
    assert came["recovered"] > 0, f"seed {SEED}: {came}"


def test_the_log_cut_anywhere_gives_a_whole_commit(tmp_path: Path) -> None:
    played = Evening(tmp_path / "data", SEED)
    played.play(30)
    played.copied(tmp_path / "left")
    played.close()
    chance = Random(SEED)
    size = (tmp_path / "left" / LOG).stat().st_size
    for _ in range(as_often(10, 200)):
        damage = Damage(LOG, chance.randrange(size))
        found = started(tmp_path / "left", tmp_path / "damaged", damage)
        shutil.rmtree(tmp_path / "damaged")
        assert judged(found, damage, played.prefixes) == "recovered", f"seed {SEED}: {damage}"


def test_an_undamaged_folder_verifies(tmp_path: Path) -> None:
    played = Evening(tmp_path / "data", SEED)
    played.play(20)
    played.close()
    assert holds(tmp_path / "data")
    assert (tmp_path / "data" / FILE).exists()


def test_tb_60_a_folder_is_read_as_it_was_at_one_moment(tmp_path: Path) -> None:
    """A server that goes on writing while somebody verifies makes no record look wrong."""
    folder = tmp_path / "data"
    evening = Evening(folder, seed=11)
    evening.play(40)
    with reading(folder) as store:
        before = {stream: len(list(store.entries(stream))) for stream in store.streams()}
        evening.play(40)
        assert list(store.audit()) == []
        assert list(verify_folder(store)) == []
        assert {stream: len(list(store.entries(stream))) for stream in store.streams()} == before
    evening.close()
