"""A bundle of evidence holds what was asked, is made again byte by byte, and says where it is not."""

from __future__ import annotations

import json
import shlex
import sys
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
import pytest

from cutcard import __version__
from cutcard.adapters.origin import dependencies_origin, program_origin
from cutcard.analysis.evidence import BadArchive, differences, pack_files, unpack_files
from cutcard.analysis.evidence.archive import BYTES_MAX, FILES_MAX
from cutcard.analysis.evidence.examples_baccarat import EXAMPLES as COUPS
from cutcard.analysis.evidence.examples_blackjack import EXAMPLES as HANDS
from cutcard.analysis.evidence.resolved import profile_toml
from cutcard.analysis.evidence.shown_rules import ShownRule, shown_rule, shown_rules
from cutcard.cli import main
from cutcard.cli.numbers.evidence import deal_played
from cutcard.profiles import load, profile_ids
from cutcard.profiles.values import json_value

Bytes = pytest.CaptureFixture[bytes]
QUICK = ("--rounds", "20000", "--decks", "7", "--set", "tie_pays=9:1", "both_sides=false")

OWN = """
id = "own"
extends = "punto-banco"
version = 3

[rules]
decks = 6
penetration = "19/20"
burn = 3

[specials]
offers = ["koi-7"]
enabled = ["koi-7"]

[[specials.paytable]]
bet = "koi-7"
id = "a \\\\ \\"quoted\\" one"
pays = { three-card-seven = "41:1" }
"""


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("profiles") / "mine.toml"
    file.write_text(OWN)
    return file


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory, mine: Path) -> Path:
    out = tmp_path_factory.mktemp("evidence") / "bundle.zip"
    main(["evidence", str(mine), *QUICK, "--threads", "1", "--out", str(out)])
    return out


def left(*words: str) -> int:
    try:
        main(list(words))
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


def test_the_bundle_is_made_again_on_other_threads(bundle: Path, capsysbinary: Bytes) -> None:
    assert left("evidence", "--check", str(bundle), "--threads", "2") == 0
    assert capsysbinary.readouterr().out.decode().endswith("made again, byte by byte the same\n")


@pytest.mark.long
@pytest.mark.parametrize("profile", ["mine", "american-live"])
def test_a_long_run_is_the_same_on_any_number_of_threads(profile: str, mine: Path, tmp_path: Path) -> None:
    """Of several chunks, which threads take as they come; of both games."""
    out = tmp_path / "bundle.zip"
    name = str(mine) if profile == "mine" else profile
    main(["evidence", name, "--rounds", "5000000", "--threads", "1", "--out", str(out)])
    assert left("evidence", "--check", str(out), "--threads", "3") == 0


def test_its_own_command_makes_it_again(
    bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = unpack_files(bundle.read_bytes())
    command = next(
        line for line in files["README.md"].decode().splitlines() if line.startswith("    cutcard")
    )
    monkeypatch.chdir(tmp_path)
    for name, content in files.items():
        if "/" not in name:
            Path(name).write_bytes(content)
    main(shlex.split(command)[1:])
    assert Path("bundle.zip").read_bytes() == bundle.read_bytes()


def test_what_is_in_it(bundle: Path) -> None:
    files = unpack_files(bundle.read_bytes())
    document = {name: json.loads(content) for name, content in files.items() if name.endswith(".json")}
    assert document["definition.json"]["rules"]["decks"] == 7
    assert document["definition.json"]["rules"]["tie_pays"] == "9:1"
    assert document["definition.json"]["profile_version"] == 3
    assert document["sheets/par.json"]["definition"] == document["definition.json"]["definition"]
    assert {f"sheets/par.{kind}" for kind in ("json", "xlsx", "html", "pdf")} <= files.keys()
    (run,) = document["simulated.json"]["runs"]
    assert set(run["main"]) == {"player", "banker", "tie"}
    assert all(abs(bet["z_float"]) < 5 for bet in (*run["main"].values(), *run["bets"].values()))
    assert run["main"]["tie"]["exact_return_float"] == pytest.approx(
        next(bet["return_float"] for bet in document["sheets/par.json"]["main"] if bet["bet"] == "tie")
    )
    assert document["origin/program.json"]["sources"]["record/fairness.py"]
    assert {"numpy", "msgspec"} <= document["origin/dependencies.json"]["dependencies"].keys()
    assert set(document["definition.json"]["rules"]) == {
        entry["rule"] for entry in document["rounds/index.json"]
    }


def test_the_command_of_a_round_gives_its_result(
    bundle: Path, capsysbinary: Bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("profile.toml").write_bytes(unpack_files(bundle.read_bytes())["profile.toml"])
    shown = json.loads(unpack_files(bundle.read_bytes())["rounds/tie_pays.json"])
    (coup,) = shown["rounds"]
    main([*shlex.split(coup["command"])[1:], "--json"])
    assert json.loads(capsysbinary.readouterr().out) == coup["result"]
    others = {other["value"]: other["result"]["outcomes"][0]["net"] for other in coup["by_other_values"]}
    assert (coup["result"]["outcomes"][0]["net"], others["8:1"]) == (900, 800)


def test_a_bundle_that_was_changed_is_found(bundle: Path, tmp_path: Path, capsysbinary: Bytes) -> None:
    files = unpack_files(bundle.read_bytes())
    files["simulated.json"] = files["simulated.json"].replace(b'"seed": 1', b'"seed": 2')
    changed = tmp_path / "changed.zip"
    changed.write_bytes(pack_files(files))
    assert left("evidence", "--check", str(changed), "--json") == 1
    document = json.loads(capsysbinary.readouterr().out)
    assert not document["same"]
    assert document["differences"] == ['simulated.json differs from line 2: "seed": 2, is now "seed": 1,']


def test_differences_name_every_file() -> None:
    assert differences({"a": b"1", "b": b"\xff", "c": b""}, {"b": b"\xfe", "c": b"", "d": b""}) == [
        "a is in the bundle and was not made again",
        "b differs",
        "d was made again and is not in the bundle",
    ]


def spoiled(archive: bytes, where: Path, *, drop: str = "", put: tuple[str, bytes] | None = None) -> bytes:
    """The archive without a file, or with another one, its manifest as it was."""
    (where / "in").write_bytes(archive)
    with ZipFile(where / "in") as source, ZipFile(where / "out", "w") as target:
        for entry in source.infolist():
            if entry.filename != drop:
                target.writestr(entry, source.read(entry))
        if put:
            target.writestr(*put)
    return (where / "out").read_bytes()


def test_an_archive_that_is_none_of_ours_is_refused(tmp_path: Path) -> None:
    archive = pack_files({"a": b"1", "b": b"2"})
    for wrong, why in (
        (b"no archive", "no archive that can be read"),
        (archive[:-30], "no archive that can be read"),
        (archive.replace(b"1", b"3", 1), "no archive that can be read|not what its MANIFEST"),
        (spoiled(archive, tmp_path, drop="MANIFEST.json"), "it has no MANIFEST.json"),
        (spoiled(archive, tmp_path, drop="b"), "b is in its MANIFEST.json and not there"),
        (spoiled(archive, tmp_path, put=("c", b"")), "c is not in its MANIFEST.json"),
        (spoiled(archive, tmp_path, drop="a", put=("a", b"4")), "a is not what its MANIFEST.json says"),
    ):
        with pytest.raises(BadArchive, match=why):
            unpack_files(wrong)


def test_a_damaged_archive_is_refused_and_nothing_else_happens() -> None:
    seed = 20_261_119
    chance, archive, refusals = Random(seed), pack_files({"a": b"1" * 50, "b": b"{}"}), 0
    for _ in range(1_000):
        damaged = bytearray(archive)
        damaged[chance.randrange(len(damaged))] ^= chance.randrange(1, 256)
        try:
            unpack_files(bytes(damaged[: chance.choice((None, chance.randrange(len(damaged))))]))
        except BadArchive:
            refusals += 1
    assert refusals > 500, f"seed {seed}"


@pytest.mark.parametrize("kind", ["too many", "too large", "twice"])
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_an_archive_with_more_than_a_bundle_can_hold_is_refused(
    kind: str,
) -> None:
    held = BytesIO()
    with ZipFile(held, "w", ZIP_DEFLATED) as target:
        match kind:
            case "too many":
                for number in range(FILES_MAX + 1):
                    target.writestr(str(number), b"")
            case "too large":
                target.writestr("a", b"1")
            case _:
                target.writestr("a", b"1")
                target.writestr("a", b"2")
    with pytest.raises(BadArchive, match="larger than any bundle" if "too" in kind else "holds a file twice"):
        unpack_files(held.getvalue() if kind != "too large" else claiming(held.getvalue(), BYTES_MAX + 1))


def claiming(archive: bytes, size: int) -> bytes:
    """The archive, whose directory says that its only file is so large."""
    at = archive.index(b"PK\x01\x02") + 24
    return archive[:at] + size.to_bytes(4, "little") + archive[at + 4 :]


def refused(capsysbinary: Bytes, *words: str) -> str:
    assert left("evidence", *words) == 2
    printed = capsysbinary.readouterr()
    assert printed.out == b""
    return printed.err.decode()


def test_what_cannot_be_made_is_refused_and_nothing_is_written(capsysbinary: Bytes, tmp_path: Path) -> None:
    out = str(tmp_path / "bundle.zip")
    assert "name a profile and --out" in refused(capsysbinary, "punto-banco")
    assert "name a profile and --out" in refused(capsysbinary, "--out", out)
    assert "Did you mean" in refused(capsysbinary, "punto-bancoo", "--out", out)
    assert "--rounds is 1 to" in refused(capsysbinary, "punto-banco", "--out", out, "--rounds", "0")
    assert "--seed is 0 to" in refused(capsysbinary, "punto-banco", "--out", out, "--seed", "-1")
    assert "--threads is 1 to 256" in refused(capsysbinary, "punto-banco", "--out", out, "--threads", "0")
    assert "decks cannot be 9" in refused(capsysbinary, "punto-banco", "--out", out, "--decks", "9")
    assert "there is no folder" in refused(
        capsysbinary, "punto-banco", "--out", str(tmp_path / "no" / "b.zip")
    )
    for more in (("punto-banco",), ("--rounds", "5"), ("--set", "decks=6"), ("--force",), ("--seed", "0")):
        assert "--check takes a bundle and --threads alone" in refused(capsysbinary, *more, "--check", out)
    words = ("punto-banco", "--out", out, "--decks", "6", "--set", "decks=7")
    assert "--decks 6 contradicts --set decks=7" in refused(capsysbinary, *words)
    assert "No such file" in refused(capsysbinary, "--check", out)
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_stays_unless_forced(capsysbinary: Bytes, mine: Path, tmp_path: Path) -> None:
    there = tmp_path / "bundle.zip"
    there.write_bytes(b"mine")
    assert "exists already: --force replaces it" in refused(capsysbinary, str(mine), "--out", str(there))
    assert there.read_bytes() == b"mine"
    assert left("evidence", str(mine), "--rounds", "10", "--force", "--out", str(there), "--json") == 0
    document = json.loads(capsysbinary.readouterr().out)
    assert (document["bytes"], document["sha256"]) == (
        there.stat().st_size,
        sha256(there.read_bytes()).hexdigest(),
    )
    assert set(document["files"]) == set(unpack_files(there.read_bytes()))


def test_a_bundle_with_a_bad_request_is_refused(capsysbinary: Bytes, bundle: Path, tmp_path: Path) -> None:
    files = unpack_files(bundle.read_bytes())
    bad = tmp_path / "bad.zip"
    for request, why in (
        (b"{", "its request.json cannot be read"),
        (b'{"profile": "moon", "changes": [], "rounds": 1, "seed": 1}', "there is no profile moon here"),
        (b'{"profile": "koi-bacc", "changes": ["decks"], "rounds": 1, "seed": 1}', "name=value"),
        (b'{"profile": "koi-bacc", "changes": [], "rounds": 0, "seed": 1}', "--rounds is 1 to"),
    ):
        bad.write_bytes(pack_files({**files, "request.json": request}))
        assert why in refused(capsysbinary, "--check", str(bad))


def test_a_resolved_profile_is_the_same_profile(mine: Path, tmp_path: Path) -> None:
    file = tmp_path / "resolved.toml"
    for name in (*profile_ids(), str(mine)):
        file.write_text(profile_toml(load(name)), encoding="utf-8")
        assert load(str(file)) == load(name)


def shown_of(name: str, **changes: object) -> dict[str, ShownRule]:
    return {shown.rule: shown for shown in shown_rules(load(name, changes), deal_played)}


@pytest.mark.parametrize("name", profile_ids())
def test_every_rule_value_is_shown_or_has_a_reason(name: str) -> None:
    profile = load(name)
    for rule, shown in shown_of(name).items():
        assert shown.value == json_value(getattr(profile.rules, rule))
        assert bool(shown.rounds) != bool(shown.reason)
        for each in shown.rounds:
            assert all(result != each.result for _, result in each.others)


@pytest.mark.parametrize("name", ["american-live", "multihand-online"])
def test_every_shown_round_is_what_its_command_prints(name: str, capsysbinary: Bytes) -> None:
    for shown in shown_of(name).values():
        for each in shown.rounds:
            code = left("deal", name, *each.played.arguments("blackjack"), "--json")
            printed = capsysbinary.readouterr()
            if "refused" in each.result:
                assert (code, printed.out) == (2, b"")
                assert each.result["refused"] in printed.err.decode()
            else:
                assert msgspec.json.decode(printed.out) == msgspec.to_builtins(each.result)


# What no round of these cards can show in a profile, each with its reason: shoes, clocks, other patrons; and
# values that cannot come to bear beside others.
SHOELESS = {"shuffle", "penetration"}
NEVER = {
    "multihand-etg": {"late_blackjack_returns", "resplit_aces", "charlie_beats_blackjack"},
    "multihand-online": {"late_blackjack_returns", "charlie_beats_blackjack"},
    "live-seven": {"resplit_aces", "positions"},
    "american-live": {"resplit_aces", "positions", "insurance_with_blackjack", "charlie_beats_blackjack"},
}


@pytest.mark.parametrize("name", profile_ids())
def test_what_is_not_shown_is_known(name: str) -> None:
    apart = {"bets_behind", "hit_on_timeout"} | NEVER[name] if name in NEVER else {"burn"}
    assert {rule for rule, shown in shown_of(name).items() if not shown.rounds} == SHOELESS | apart


LATE: dict[str, object] = {"checks_under_ten": False}
OTHER_HOUSES: tuple[dict[str, object], ...] = (
    {"second_card": "none", "late_blackjack_returns": "nothing", "charlie": 5, "decks": 3},
    {"second_card": "none", "late_blackjack_returns": "original-only", "charlie": 7, "decks": 2},
    {**LATE, "late_blackjack_returns": "doubles", "charlie": 11, "max_split_depth": 3, "decks": 4},
    {**LATE, "charlie": 12, "double_on": "9-11", "double_after_split": "no", "max_hands": 3},
    {**LATE, "charlie": 9, "double_on": "10-11", "double_after_split": "any", "decks": 5},
    {**LATE, "charlie": 6, "surrender": "early-ace", "special_without_main": 2, "decks": 6},
    {**LATE, "charlie": 8, "decks": 7, "special_without_main": 1},
    {"checks_under_ace": False, "late_blackjack_returns": "nothing", "decks": 1},
)


@pytest.mark.parametrize("changes", OTHER_HOUSES, ids=str)
def test_values_that_no_shipped_profile_has_are_shown(changes: dict[str, object]) -> None:
    found = shown_of("multihand-online", **changes)
    assert {rule for rule in changes if not found[rule].rounds} <= {"second_card"}, "it has one other value"


def test_every_listed_round_shows_something() -> None:
    """In some profile, by some values: else it would be listed for nothing."""
    houses = [shown_of(name) for name in profile_ids()]
    houses += [shown_of("multihand-online", **changes) for changes in OTHER_HOUSES]
    for name, rule, values in (("punto-banco", "decks", range(1, 7)), ("live-seven", "seats", range(2, 7))):
        houses += [{rule: shown_rule(load(name, {rule: value}), rule, deal_played)} for value in values]
    shown = [(rule, rounds) for house in houses for rule, rounds in house.items()]
    useful = {(rule, each.about) for rule, rounds in shown for each in rounds.rounds}
    listed = {(rule, each.about) for rules in (HANDS, COUPS) for rule in rules for each in rules[rule]}
    assert listed - useful == set()


def test_the_origin_names_no_place_on_this_machine() -> None:
    document = json.dumps([program_origin(), dependencies_origin()])
    assert str(Path(sys.prefix)) not in document
    assert str(Path.home()) not in document or Path.home() == Path("/")
    assert program_origin() == program_origin()


def test_without_git_nothing_is_said_of_a_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = program_origin()["sources"]
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program_origin() == {
        "version": __version__,
        "revision": None,
        "changed": None,
        "sources": sources,
    }
