"""A profile of one's own through the commands, beginning with the one that the guide shows (PF-01)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cutcard.cli import main
from cutcard.profiles import BadProfile, load, paytable

Bytes = pytest.CaptureFixture[bytes]

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "profiles.md"
STRAIGHT_FLUSH = "5h 7h 6h Td 4s"
"""Position 1 has five and six of hearts against the dealer's seven of hearts."""


def document(capture: Bytes, *words: str) -> Any:
    main([*words, "--json"])
    return json.loads(capture.readouterr().out)


def guide_example(folder: Path) -> str:
    """The first TOML block of the guide, as a file."""
    found = re.search(r"```toml\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return written(folder, "salon-six", found[1])


def written(folder: Path, name: str, text: str) -> str:
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def own_table(bet: str, name: str, straight_flush: str) -> str:
    pays = f'straight-flush = "{straight_flush}", three-of-a-kind = "33:1", straight = "10:1", flush = "5:1"'
    return f'[[specials.paytable]]\nbet = "{bet}"\nid = "{name}"\npays = {{ {pays} }}\n'


def test_pf_01_the_guides_example_pays_by_its_own_pay_table(tmp_path: Path, capsysbinary: Bytes) -> None:
    mine = guide_example(tmp_path)
    shown = document(capsysbinary, "profiles", mine)
    in_force = {bet["id"]: bet["paytable"] for bet in shown["bets"]}
    assert in_force["21-plus-3"] == "salon"
    assert in_force["player-pair"] == "25-12-6"
    sheet = document(capsysbinary, "par", mine, "--bet", "21-plus-3")
    assert sheet["paytable"] == "salon"
    assert f"{sheet['house_edge_float']:.4f}" == "0.0553"
    dealt = document(
        capsysbinary,
        *("deal", mine, "--cards", STRAIGHT_FLUSH, "--decisions", "hit stand", "--bet", "21-plus-3=100"),
    )
    assert special(dealt) == ("straight-flush", "35:1", 3500)
    played = document(
        capsysbinary,
        *("simulate", mine, "--rounds", "1000", "--seed", "7", "--threads", "1", "--bet", "21-plus-3"),
    )
    counted = played["bets"]["21-plus-3"]
    assert counted["exact_return_float"] == pytest.approx(sheet["return_float"])
    assert set(counted["outcomes"]) == {line["id"] for line in sheet["outcomes"]}


def special(dealt: Any) -> tuple[str, str, int]:
    found = next(outcome for outcome in dealt["outcomes"] if outcome["bet"] == "21-plus-3")
    return found["outcome"], found["pays"], found["net"]


@pytest.mark.parametrize("parent", ["multihand-etg", "live-seven", "american-live"])
def test_pf_01_an_own_pay_table_comes_before_what_the_parent_chose(tmp_path: Path, parent: str) -> None:
    head = f'extends = "{parent}"\nid = "mine"\n'
    alone = load(written(tmp_path, "mine", head + own_table("21-plus-3", "house", "36:1")))
    assert paytable(alone, "21-plus-3").id == "house"
    # A name beside it in the same file does not beat it either, unless it is the name of another own one.
    named = '[specials.paytables]\n21-plus-3 = "9-9-9-9"\n'
    both = load(written(tmp_path, "mine", head + named + own_table("21-plus-3", "house", "36:1")))
    assert paytable(both, "21-plus-3").id == "house"
    two = own_table("21-plus-3", "house", "36:1") + own_table("21-plus-3", "second", "37:1")
    chosen = load(written(tmp_path, "mine", head + named.replace("9-9-9-9", "second") + two))
    assert paytable(chosen, "21-plus-3").id == "second"
    # Another can still be asked for by name.
    assert paytable(alone, "21-plus-3", "9-9-9-9").id == "9-9-9-9"


def test_pf_01_what_a_file_says_comes_before_what_it_extends(tmp_path: Path, capsysbinary: Bytes) -> None:
    below = 'extends = "live-seven"\nid = "below"\n' + own_table("21-plus-3", "house", "36:1")
    written(tmp_path, "below", below)
    head = 'extends = "below"\nid = "above"\n'
    silent = written(tmp_path, "above", head)
    assert paytable(load(silent), "21-plus-3").id == "house"
    by_name = written(tmp_path, "above", head + '[specials.paytables]\n21-plus-3 = "9-9-9-9"\n')
    assert paytable(load(by_name), "21-plus-3").id == "9-9-9-9"
    anew = written(tmp_path, "above", head + own_table("21-plus-3", "house", "37:1"))
    words = ("--cards", STRAIGHT_FLUSH, "--decisions", "hit stand", "--bet", "21-plus-3=100")
    assert special(document(capsysbinary, "deal", anew, *words)) == ("straight-flush", "37:1", 3700)
    with pytest.raises(BadProfile, match=r"above\.toml: pay table 'x' of 21-plus-3 is given twice"):
        load(written(tmp_path, "above", head + 2 * own_table("21-plus-3", "x", "37:1")))
    with pytest.raises(BadProfile, match="a line that wins takes nothing away"):
        load(written(tmp_path, "above", head + own_table("21-plus-3", "x", "-1:1")))
    written(tmp_path, "below", below.replace("live-seven", "above"))
    with pytest.raises(BadProfile, match="above extends itself"):
        load(written(tmp_path, "above", head))


def test_a_profile_is_known_by_a_hash_of_what_it_says(tmp_path: Path, capsysbinary: Bytes) -> None:
    plain = 'extends = "live-seven"\nid = "mine"\n[rules]\ndecks = 6\n'
    same = '# another hand\nid = "mine"\nextends = "live-seven"\n[rules]\ndecks = 6\nseats = 7\n'
    mine, other = load(written(tmp_path, "a", plain)), load(written(tmp_path, "b", same))
    assert mine.hash == other.hash
    assert load(written(tmp_path, "c", plain.replace("6", "5"))).hash != mine.hash
    shown = document(capsysbinary, "profiles", written(tmp_path, "a", "version = 4\n" + plain))
    assert (shown["version"], shown["hash"]) == (4, mine.hash)
    sheet = document(capsysbinary, "par", written(tmp_path, "a", plain), "--bet", "top-3", "--decks", "8")
    assert (sheet["profile_version"], sheet["profile_hash"], sheet["decks"]) == (0, mine.hash, 8)
    with pytest.raises(BadProfile, match="version is a whole number from 0"):
        load(written(tmp_path, "a", 'version = "new"\n' + plain))
