"""A house's own profiles and jurisdictions at a real server: from a folder, and uploaded (PF-01, PF-03)."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import Answered, Served, played, serving, socket
from tests.server.test_starting import tried

GUIDE = Path(__file__).parents[3] / "docs" / "guide" / "profiles.md"
CLI = [sys.executable, "-c", "from cutcard.cli import main; main()"]

SOLO = 'extends = "multihand-online"\nid = "solo"\n[rules]\ndecks = {decks}\n'
HOUSE_EDGE = (
    'extends = "punto-banco"\nid = "solo"\n'
    '[[specials.paytable]]\nbet = "{bet}"\nid = "{id}"\npays = {{ win = "8:1" }}\n'
)
LAW = 'id = "quiet-town"\nabout = "No turbo, rounds of six seconds."\nforbids = ["turbo"]\nround_s_min = 6\n'


def guide_example() -> str:
    found = re.search(r"```toml\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def post(served: Served, path: str, role: str = "operator", **body: Any) -> Answered:
    return served.http("POST", path, {"ask": served.ask_id(), **body}, served.token(role))


def read(served: Served, path: str, role: str = "auditor") -> Any:
    response = served.http("GET", path, token=served.token(role))
    assert response.status == 200, response
    return response.body


def why(answer: Answered) -> str:
    assert answer.status in (400, 409), answer
    return str(answer.body["refusal"]["text"])


def opened(served: Served, table: str, profile: str, mode: str = "internal", **more: Any) -> Answered:
    return post(served, "/api/house/tables", id=table, name=table, profile=profile, mode=mode, **more)


async def one_round(served: Served, offer: str) -> tuple[str, str]:
    """A private table of an offer after one round, and whose it is."""
    token = served.guest()["token"]
    async with socket(served, token) as terminal:
        table = str((await terminal.ask("join", table=offer))["result"]["table"])
        await played(terminal, table)
    return table, token


def opening_of(served: Served, table: str, token: str) -> dict[str, Any]:
    """The first event of round 1, as its file has it."""
    entries = served.http("GET", f"/api/rounds/{table}/1", token=token).body["entries"]
    public = next(entry["leaves"][0] for entry in entries if entry["tag"] == "round_opened")
    found: dict[str, Any] = json.loads(public["body"])
    return found


def par(folder: Path, edition: dict[str, Any]) -> dict[str, Any]:
    """The PAR sheet of a profile as the server tells it, by the command."""
    file = folder / f"{edition['id']}.toml"
    file.write_text(edition["toml"], encoding="utf-8")
    bet = ["par", str(file), "--bet", "insurance", "--json"]
    done = subprocess.run([*CLI, *bet], capture_output=True, text=True, check=True, timeout=120)
    sheet: dict[str, Any] = json.loads(done.stdout)
    return sheet


def named(edition: dict[str, Any]) -> tuple[Any, ...]:
    return edition["id"], edition["version"], edition["hash"]


def test_pf_01_an_uploaded_profile_is_versioned_played_and_named_on_every_record(
    served: Served, tmp_path: Path
) -> None:
    first = post(served, "/api/profiles", toml=SOLO.format(decks=4))
    assert first.status == 201, first
    body = {"ask": served.ask_id(), "toml": SOLO.format(decks=5)}
    again = [served.http("POST", "/api/profiles", body, served.token("operator")) for _ in range(2)]
    assert [answer.body["version"] for answer in (first, *again)] == [1, 2, 2], (
        "the same ask is one upload (TB-51)"
    )
    assert first.body["hash"] != again[0].body["hash"]
    other = served.http(
        "POST", "/api/profiles", {**body, "toml": SOLO.format(decks=6)}, served.token("operator")
    )
    assert other.body["refusal"]["code"] == "key_used_before"
    # The second is in force, and the first stays readable as it was.
    latest, old = read(served, "/api/profiles/solo"), read(served, "/api/profiles/solo/versions/1")
    assert (named(latest), latest["versions"]) == (named(again[0].body), [1, 2])
    assert (named(old), old["content"]["rules"]["decks"]) == (named(first.body), 4)
    assert ("solo", 2, False) in {
        (row["id"], row["version"], row["shipped"]) for row in read(served, "/api/profiles")
    }
    # Tables of the latest and of a named version; each round says which it was played by.
    for table, profile, edition, decks in (("new", "solo", latest, 5), ("old", "solo@1", old, 4)):
        offer = f"solo-{table}-{served.process.pid}"
        assert opened(served, offer, profile).status == 201
        private, token = asyncio.run(one_round(served, offer))
        begun = opening_of(served, private, token)
        assert (begun["profile"], begun["profile_version"], begun["profile_hash"]) == named(edition)
        assert begun["rules"]["decks"] == decks
    sheet = par(tmp_path, latest)
    assert (sheet["profile"], sheet["profile_version"], sheet["profile_hash"]) == named(latest)
    # Who did it, and what is new.
    deeds = [deed for deed in read(served, "/api/audit?by=operator") if deed["what"] == "profile_uploaded"]
    assert [deed["facts"]["version"] for deed in deeds if deed["facts"]["id"] == "solo"] == [2, 1]
    assert (deeds[0]["before"]["rules.decks"], deeds[0]["after"]["rules.decks"]) == (4, 5)


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        ("id = ", "this is no TOML"),
        (SOLO.format(decks=9), "decks cannot be 9"),
        (SOLO.format(decks=4) + 'moon = "full"\n', "there is no rule value called 'moon'"),
        (SOLO.format(decks=4) + "[specials]\nown = []\n", "no part of [specials] called 'own'"),
        (
            SOLO.format(decks=4) + "[policy]\nfork_wait = 9\n",
            "no part of [policy] called 'fork_wait'. Did you mean",
        ),
        (SOLO.format(decks=4) + '[look]\ncolour = "jade"\n', "no part of [look] called 'colour'"),
        (HOUSE_EDGE.format(bet="banker", id="mine"), "banker is paid by the rule values, as commission"),
        (HOUSE_EDGE.format(bet="tie", id="9:1"), "tie is paid by the rule values, as 8:1"),
        (HOUSE_EDGE.format(bet="super-6", id=""), "length >= 1"),
        ('extends = "punto-banco"\nid = "solo"\nspecials.paytables.banker = "six-half"', "banker is paid by"),
        (SOLO.format(decks=4).replace("multihand-online", "nowhere"), "no profile called 'nowhere'"),
        (SOLO.format(decks=4).replace('"solo"', '"live-seven"'), "live-seven is a profile that ships"),
        (SOLO.format(decks=4).replace('"solo"', '"../solo"'), "id '../solo' is not made of"),
        ("version = 77\n" + SOLO.format(decks=4), "version is 77, but the next one of solo here is"),
        (SOLO.format(decks=4) + "hit_on_timeout = true\n", "hit_on_timeout cannot be on in internal mode"),
    ],
)
def test_pf_02_an_upload_that_is_none_is_refused_in_one_line(served: Served, toml: str, says: str) -> None:
    before = read(served, "/api/profiles")
    response = post(served, "/api/profiles", toml=toml)
    assert says in why(response)
    assert "\n" not in why(response)
    assert read(served, "/api/profiles") == before


def test_an_unknown_profile_or_version_is_refused_as_such(served: Served) -> None:
    for path in ("profiles/moon", "profiles/live-seven/versions/1", "jurisdictions/moon"):
        response = served.http("GET", f"/api/{path}", token=served.token("auditor"))
        assert (response.status, response.body["refusal"]["code"]) == (404, "no_such_profile")
    assert read(served, "/api/profiles/live-seven")["content"]["rules"]["seats"] == 7
    for name in ("moon", "live-seven@1", "x.toml", "../live-seven"):
        assert "there is no profile called" in why(opened(served, "nowhere-table", name))


def test_pf_03_an_uploaded_jurisdiction_holds_at_a_table(served: Served) -> None:
    response = post(served, "/api/jurisdictions", toml=LAW)
    assert response.status == 201, response
    table = f"quiet-{served.process.pid}"
    lawful = opened(served, table, "punto-banco", "video", settings={"jurisdiction": "quiet-town"})
    assert lawful.status == 201, lawful  # it bets for 20 s, and a shared table has no turbo
    short = {"betting_s": 4, "last_bets_s": 1, "result_s": 1, "animation_s": 0}
    law_only = {"settings": {"jurisdiction": "quiet-town"}, "times": short}
    hasty = opened(served, f"{table}-2", "punto-banco", "video", **law_only)
    assert "quiet-town forbids rounds under 6 s" in why(hasty)
    turbo = opened(served, f"{table}-3", "multihand-online", settings={"jurisdiction": "quiet-town"})
    assert "quiet-town forbids turbo" in why(turbo)
    # The table has taken the jurisdiction with it, with version and hash.
    law = read(served, f"/api/house/tables/{table}/settings")["law"]
    assert (law["id"], law["version"], law["hash"]) == named(response.body)
    nowhere = opened(served, f"{table}-4", "punto-banco", "video", settings={"jurisdiction": "atlantis"})
    assert "there is no jurisdiction called 'atlantis'" in why(nowhere)


def test_a_folder_of_profiles_is_served_and_taken_up_again_where_it_has_changed(tmp_path: Path) -> None:
    folder, data = tmp_path / "own", tmp_path / "data"
    (folder / "jurisdictions").mkdir(parents=True)
    (folder / "salon-six.toml").write_text(guide_example(), encoding="utf-8")
    (folder / "solo.toml").write_text(SOLO.format(decks=6), encoding="utf-8")
    (folder / "solo-late.toml").write_text('extends = "solo"\nid = "solo-late"\n', encoding="utf-8")
    (folder / "jurisdictions" / "quiet-town.toml").write_text(LAW, encoding="utf-8")
    with serving(data, "--profiles", str(folder)) as first:
        auditors = first.passwords["auditor"]
        tables = {row["id"] for row in first.http("GET", "/api/tables").body}
        assert tables >= {"salon-six-live", "solo-internal", "solo-late-internal"}
        # The guide's pay table pays at the table: what the document promises.
        fields = first.http("GET", "/api/tables/salon-six-live").body["fields"]
        table = next(field["lines"] for field in fields if field["bet"] == "21-plus-3")
        assert "35:1" in json.dumps(table)
        assert "40:1" not in json.dumps(table)
        private, token = asyncio.run(one_round(first, "solo-late-internal"))
        was = read(first, "/api/profiles/solo-late")
        assert opening_of(first, private, token)["profile_hash"] == was["hash"]
        assert read(first, "/api/jurisdictions/quiet-town")["version"] == 1
        deeds = [deed for deed in read(first, "/api/audit") if deed["what"].endswith("_uploaded")]
        assert {(deed["facts"]["id"], deed["by"]) for deed in deeds} == {
            (name, "house") for name in ("salon-six", "solo", "solo-late", "quiet-town")
        }
    (folder / "solo.toml").write_text(SOLO.format(decks=5), encoding="utf-8")
    with serving(data, "--profiles", str(folder)) as second:
        second.passwords["auditor"] = auditors
        # What changed is a new version, also of what extends it; what did not is none.
        versions = {row["id"]: row["version"] for row in read(second, "/api/profiles") if not row["shipped"]}
        assert versions == {"salon-six": 1, "solo": 2, "solo-late": 2}
        kept = read(second, "/api/profiles/solo-late/versions/1")
        assert (kept["hash"], kept["content"]["rules"]["decks"]) == (was["hash"], 6)
        assert opening_of(second, private, token)["profile_version"] == 1
    # Without the folder everything that was taken up is still there.
    done = subprocess.run(
        [*CLI, "verify", str(data)], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("broken.toml", "id = ", "broken.toml"),
        (
            "odd.toml",
            'extends = "live-seven"\nid = "odd"\n[rules]\ndecks = 12\n',
            "odd.toml: decks cannot be",
        ),
        ("odd.toml", 'extends = "live-seven"\nid = "even"\n', "odd.toml: its id is 'even'"),
        ("odd.toml", 'extends = "odd"\nid = "odd"\n', "odd.toml: odd extends itself"),
        (
            "jurisdictions/far.toml",
            'id = "far"\nabout = "x"\nforbids = ["tea"]\n',
            "far.toml: there is no",
        ),
        ("notes.txt", "", "there is no profile in"),
    ],
)
def test_a_folder_with_a_file_that_is_none_is_refused_in_one_line(
    tmp_path: Path, name: str, text: str, says: str
) -> None:
    (tmp_path / "own" / "jurisdictions").mkdir(parents=True)
    (tmp_path / "own" / name).write_text(text, encoding="utf-8")
    done = tried("--data", str(tmp_path / "data"), "--port", "0", "--profiles", str(tmp_path / "own"))
    assert done.returncode == 2, done
    assert says in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
