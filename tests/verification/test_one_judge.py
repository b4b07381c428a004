"""One judge for a folder, a round's file and a patron's copy: what one finds, all find who can see it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from cutcard.cli import main
from cutcard.games.blackjack.options import Decision
from cutcard.profiles import Mode
from cutcard.record import decode_event, encode_round_file
from cutcard.table import events as e
from cutcard.verification.round_file import replay_round
from tests.interruptions.stage import Stage
from tests.record.replaying import changed, coup, every_file, private, seated, shared
from tests.rounds.played_table import AT
from tests.verification.forging import Recorded
from tests.verification.stories import CORRECTED, DOUBLED, played

ROUNDS: dict[str, Callable[[], Stage]] = {
    "a coup": coup,
    "a coup dealt by hand": lambda: coup(Mode.LIVE),
    "a private round": lambda: private(Decision.DOUBLE),
    "shared cards": shared,
    "seats": lambda: seated("5c 9d 5h 9c 6c Td 6h 8s Td 9h 2c"),
}


def with_every(story: Recorded, kind: type, change: Callable[[Any], Any]) -> Recorded:
    """Every event of this kind changed, and all sealed again."""
    for at, entry in enumerate(story.entries):
        event = decode_event(entry, e.AnyEvent)
        if isinstance(event, kind):
            story = story.with_event(story.stream, at, change(event))
    return story


@pytest.mark.parametrize("name", ROUNDS)
def test_rounds_that_name_other_rules_than_their_table_are_found(name: str) -> None:
    def six_to_five(event: e.RoundOpened) -> e.RoundOpened:
        other = {"blackjack_pays": "6:5"} if event.game == "blackjack" else {"tie_pays": "9:1"}
        return replace(event, rules={**event.rules, **other})

    stage = ROUNDS[name]()
    story = Recorded.of(stage.store, stage.name)
    assert story.holds()
    assert not with_every(story, e.RoundOpened, six_to_five).holds()


@pytest.mark.parametrize("name", ["a coup", "shared cards"])
def test_rounds_that_name_other_pay_tables_than_their_table_are_found(name: str) -> None:
    def ninety_nine(event: e.RoundOpened) -> e.RoundOpened:
        pays = {bet: dict.fromkeys(lines, "99:1") for bet, lines in event.paytables.items()}
        return replace(event, paytables=pays)

    stage = ROUNDS[name]()
    story = Recorded.of(stage.store, stage.name)
    assert not with_every(story, e.RoundOpened, ninety_nine).holds()


SEATED = (
    *("table live-seven", "patron ann 10000", "patron bob 10000", "sit ann 1", "sit bob 2", "open"),
    *("bet ann 1 main 1000", "bet bob 2 main 1000", "close", "card 5h", "card 5d", "card 6c", "card 6h"),
    *("card 6d", "face down", "double ann 1", "card 9c", "stand bob 2", "turn Th", "card 5s", "wait 31"),
)


class Forgery(NamedTuple):
    """A round, and a field of somebody's leaf that is forged; ``seen_by`` are the readers who find it."""

    lines: tuple[str, ...]
    tag: str
    patron: str
    field: str
    seen_by: tuple[str | None, ...]


FORGERIES: dict[str, Forgery] = {
    "a double cost 500 too much": Forgery(SEATED, "decided", "ann", "cost", (None, "ann")),
    "a bet behind cost 500 too much": Forgery(DOUBLED, "behind_followed", "bob", "cost", (None,)),
    "a corrected card handed back too much": Forgery(CORRECTED, "card_corrected", "ann", "returned", (None,)),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_money_that_does_not_follow_is_found_by_all_who_can_see_it(name: str) -> None:
    forgery = FORGERIES[name]

    def dearer(body: Any) -> None:
        body[forgery.field] += 500

    store = played(forgery.lines).store
    files = {file.patron: file for file in every_file(store) if file.copy_for != "everybody"}
    for reader in forgery.seen_by:
        assert replay_round(files[reader]).faults == ()
        assert replay_round(changed(files[reader], forgery.tag, dearer, forgery.patron)).faults != ()
    story = Recorded.of(store, AT)
    at = next(at for at, entry in enumerate(story.entries) if entry.tag == forgery.tag)
    event = decode_event(story.entries[at], e.AnyEvent)
    assert story.holds()
    assert not story.with_event(AT, at, with_more(event, forgery)).holds()


def with_more(event: Any, forgery: Forgery) -> Any:
    """The event of a whole record with the same forgery in it."""
    if not hasattr(event, "shares"):
        return replace(event, **{forgery.field: getattr(event, forgery.field) + 500})
    own = event.shares[forgery.patron]
    more = replace(own, **{forgery.field: getattr(own, forgery.field) + 500})
    return replace(event, shares={**event.shares, forgery.patron: more})


def test_what_a_copy_does_not_show_is_said_in_the_verdict() -> None:
    files = {file.patron: file for file in every_file(played(SEATED).store) if file.copy_for != "everybody"}
    house, own = replay_round(files[None]).unjudged, replay_round(files["ann"]).unjudged
    assert any("before the round" in what and "round_opened" in what for what in house)
    assert not any("others" in what for what in house)
    assert any("leaves of others" in what and "window" not in what for what in own)


def test_the_command_says_what_it_could_not_judge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (file,) = (file for file in every_file(played(SEATED).store) if file.patron == "ann")
    (tmp_path / "round.json").write_bytes(encode_round_file(file))
    main(["verify", str(tmp_path / "round.json")])
    assert "  not judged: what hangs on the table before the round" in capsys.readouterr().out
    main(["verify", str(tmp_path / "round.json"), "--json"])
    assert len(json.loads(capsys.readouterr().out)["not_judged"]) == 3


def test_the_same_list_judges_a_stake_that_went_to_nobody() -> None:
    """What a round took in it gives back or pays out: nothing stays in escrow."""
    story = Recorded.of(played(SEATED).store, AT)

    def less(event: e.RoundSettled) -> e.RoundSettled:
        shares = {who: replace(share, staked=share.staked - 100) for who, share in event.shares.items()}
        return replace(event, shares=shares)

    assert not with_every(story, e.RoundSettled, less).holds()
