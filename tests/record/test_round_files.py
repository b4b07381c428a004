"""A round's file: what each reader gets, and two verifiers that share no code and agree about it."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from cutcard.cards import Pack
from cutcard.record import (
    BadRecord,
    RoundFile,
    RoundRecord,
    contributions_hash,
    draw_cards,
    encode_round_file,
    read_round_file,
    round_entries,
)
from cutcard.verification import verify_round
from tests.house.checkout import ROOT
from tests.record.rounds import (
    PATRONS,
    AnyEvent,
    BetsClosed,
    BetsShare,
    CardBurned,
    CardDealt,
    CardTurned,
    Contributed,
    FaceDownDealt,
    Noted,
    RoundOpened,
    RoundRevealed,
    RoundSettled,
    SettledShare,
    Writer,
    one_round,
    round_events,
    written_stream,
)

Events = list[AnyEvent]


def independent() -> Callable[[str], str | None]:
    """The other verifier, which is no part of the package."""
    spec = importlib.util.spec_from_file_location("verify_round", ROOT / "docs/verifier/verify_round.py")
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    main: Callable[[str], str | None] = module.main
    return main


THEIRS = independent()


def both(document: bytes, folder: Path) -> bool:
    """What both verifiers say, which has to be the same."""
    path = folder / "round.json"
    path.write_bytes(document)
    try:
        ours = verify_round(read_round_file(document)).holds
    except BadRecord:
        ours = False
    theirs = THEIRS(str(path)) is None
    assert ours == theirs, f"ours {ours}, theirs {THEIRS(str(path))}"
    return ours


def copies(record: RoundRecord) -> list[RoundFile]:
    return [record.for_auditor(), record.for_everybody(), *(record.for_patron(patron) for patron in PATRONS)]


def test_both_verifiers_find_good_rounds_good(tmp_path: Path) -> None:
    for seed in range(20):
        for file in copies(one_round(seed)):
            assert both(encode_round_file(file), tmp_path), f"seed {seed}"


def test_a_file_is_read_as_it_was_written() -> None:
    for file in copies(one_round(1)):
        assert read_round_file(encode_round_file(file)) == file


def test_both_verifiers_find_damage(tmp_path: Path) -> None:
    for seed in range(150):
        chance = Random(seed)
        document = json.loads(encode_round_file(chance.choice(copies(one_round(seed % 7)))))
        before = json.dumps(document)
        damage(chance, document)
        assert json.dumps(document) != before, f"seed {seed} did nothing"
        assert not both(json.dumps(document).encode(), tmp_path), f"seed {seed}"


def damage(chance: Random, document: dict[str, Any]) -> None:
    entries = document["entries"]
    at = chance.randrange(len(entries))
    leaves = entries[at]["leaves"]
    leaf = chance.choice(leaves)
    match chance.randrange(9):
        case 0:
            name = chance.choice(("number", "at_ms", "wall_ms"))
            entries[at][name] += 1
        case 1:
            entries[at]["tag"] += "x"
        case 2 if "body" in leaf:
            leaf["body"] = leaf["body"].replace(":", ": ", 1)
        case 2:
            leaf["hash"] = leaf["hash"][::-1]
        case 3:
            entries.pop(at)
        case 4:
            entries.insert(at, entries[chance.randrange(len(entries))])
        case 5:
            leaves.append({"hash": "0" * 64})
        case 6:
            leaves.remove(leaf)
        case 7:
            document["stream"] += "x"
        case _:
            document["previous"] = "1" * 64


def resealed(events: Events, number: int = 7) -> RoundRecord:
    """A round by somebody who can seal: the chain holds, and only its story can be wrong."""
    writer = Writer(Random(1))
    for event in events:
        writer.write(0 if isinstance(event, Noted) else number, event)
    return RoundRecord.of(writer.entries)


def without(kind: type, events: Events) -> Events:
    return [event for event in events if not isinstance(event, kind)]


def instead(kind: type, change: Callable[[Any], Any], events: Events) -> Events:
    """The first event of this kind is changed."""
    at = next(place for place, event in enumerate(events) if isinstance(event, kind))
    return [*events[:at], change(events[at]), *events[at + 1 :]]


def put(**fields: object) -> Callable[[Any], Any]:
    return lambda event: msgspec.structs.replace(event, **fields)


def paid_more(event: RoundSettled) -> RoundSettled:
    share = event.shares["basil"]
    line = msgspec.structs.replace(share.lines[0], returned=share.lines[0].returned + 1)
    share = SettledShare(share.staked, share.returned + 1, (line, *share.lines[1:]))
    return RoundSettled({**event.shares, "basil": share})


def summed_wrong(event: RoundSettled) -> RoundSettled:
    share = msgspec.structs.replace(event.shares["basil"], returned=event.shares["basil"].returned + 1)
    return RoundSettled({**event.shares, "basil": share})


def forgotten(event: RoundSettled) -> RoundSettled:
    return RoundSettled({patron: share for patron, share in event.shares.items() if patron != "basil"})


def staked_less(event: BetsClosed) -> BetsClosed:
    wager = event.shares["basil"].wagers[0]
    less = msgspec.structs.replace(wager, stake=wager.stake - 1)
    shares = {**event.shares, "basil": BetsShare((less, *event.shares["basil"].wagers[1:]))}
    return BetsClosed(event.contributions, event.texts, shares)


def other_card(event: CardDealt) -> CardDealt:
    return CardDealt((event.card + 1) % 52, event.draw)


LIES: dict[str, tuple[str, Callable[[Events], Events]]] = {
    "no beginning": ("record.no_beginning", lambda events: events[1:]),
    "no secret": ("record.round_is_open", lambda events: events[:-1]),
    "no result": ("record.round_is_open", lambda events: without(RoundSettled, events)),
    "another round": ("record.other_round", lambda events: instead(RoundOpened, put(round=8), events)),
    "two results": ("record.twice", lambda events: [*events, events[-2]]),
    "another secret": (
        "record.other_secret",
        lambda events: instead(RoundRevealed, put(secret="ab" * 32), events),
    ),
    "other texts": ("record.other_contributions", lambda events: instead(BetsClosed, put(texts=()), events)),
    "a text left out": (
        "record.contribution_left_out",
        lambda events: instead(BetsClosed, put(texts=(), contributions=contributions_hash(()).hex()), events),
    ),
    "another card": ("record.other_card", lambda events: instead(CardDealt, other_card, events)),
    "another burnt card": (
        "record.other_unseen",
        lambda events: instead(RoundRevealed, lambda event: put(unseen=(*event.unseen, 3))(event), events),
    ),
    "a skipped draw": ("record.draw_out_of_order", lambda events: without(CardBurned, events)),
    "a card too early": (
        "record.card_before_bets_closed",
        lambda events: [events[0], CardDealt(1, 1), *events[1:]],
    ),
    "a turn of nothing": ("record.nothing_to_turn", lambda events: [*events[:5], CardTurned(1), *events[5:]]),
    "a wrong payout": ("record.line_paid_wrong", lambda events: instead(RoundSettled, paid_more, events)),
    "a wrong sum": ("record.lines_do_not_add_up", lambda events: instead(RoundSettled, summed_wrong, events)),
    "a wrong stake": ("record.stakes_differ", lambda events: instead(BetsClosed, staked_less, events)),
    "no result for one": ("record.not_settled", lambda events: instead(RoundSettled, forgotten, events)),
    "a card that is none": ("record.unreadable", lambda events: instead(CardDealt, put(card=52), events)),
    "a pack of few": ("record.unreadable", lambda events: instead(RoundOpened, put(pack=(1,)), events)),
}


@pytest.mark.parametrize("lie", LIES)
def test_both_verifiers_find_lies_in_a_chain_that_holds(lie: str, tmp_path: Path) -> None:
    key, lie_of = LIES[lie]
    record = resealed(lie_of(round_events(Random(5), 7)))
    verdict = verify_round(record.for_auditor())
    assert verdict.fault is not None
    assert verdict.fault.key == key
    # Those whom a lie about money does not concern cannot see it; the others do.
    for file in (record.for_auditor(), record.for_patron("basil"), record.for_patron("amber")):
        holds = both(encode_round_file(file), tmp_path)
        assert file.patron == "amber" or not holds


def test_a_turned_card_is_held_against_the_draw(tmp_path: Path) -> None:
    for seed in range(20):
        events = round_events(Random(seed), 7)
        if any(isinstance(event, CardTurned) for event in events):
            turned = instead(CardTurned, lambda event: CardTurned((event.card + 1) % 52), events)
            assert not both(encode_round_file(resealed(turned).for_everybody()), tmp_path)


def test_cards_from_a_croupier_are_held_against_the_pack(tmp_path: Path) -> None:
    opening = RoundOpened(7, "", Pack.of_decks(1).counts)
    closing = BetsClosed("", (), {})
    for cards, holds in (((1, 2, 3), True), ((1, 2, 1), False)):
        dealt = [CardDealt(card, draw) for draw, card in enumerate(cards, 1)]
        record = resealed([opening, closing, *dealt, FaceDownDealt(4), RoundSettled({})])
        assert both(encode_round_file(record.for_everybody()), tmp_path) == holds


def test_more_cards_than_the_pack_are_a_fault(tmp_path: Path) -> None:
    secret, mixed, pack = bytes(32), contributions_hash(()), Pack((1, 1) + (0,) * 50, 2)
    opening = round_opening(secret, pack)
    dealt = [CardDealt(card, draw) for draw, card in enumerate(draw_cards(secret, mixed, pack, 2), 1)]
    closing = BetsClosed(mixed.hex(), (), {})
    end: Events = [RoundSettled({}), RoundRevealed(secret.hex(), ())]
    assert both(encode_round_file(resealed([opening, closing, *dealt, *end]).for_everybody()), tmp_path)
    more = resealed([opening, closing, *dealt, CardDealt(0, 3), *end])
    assert not both(encode_round_file(more.for_everybody()), tmp_path)


def round_opening(secret: bytes, pack: Pack) -> RoundOpened:
    from cutcard.record import commitment

    return RoundOpened(7, commitment(secret).hex(), pack.counts)


def test_tb_61_a_patrons_copy_names_nobody_else() -> None:
    for seed in range(10):
        record = one_round(seed)
        for patron in PATRONS:
            document = encode_round_file(record.for_patron(patron)).decode()
            for entry in record.entries:
                for owner, body in entry.private:
                    # The texts that count are everybody's; whose they are is not.
                    shown = json.dumps(body.decode(), ensure_ascii=False)[1:-1] in document
                    assert shown == (owner == patron), (seed, entry.tag)
                assert entry.salt.hex() not in document
            assert not any(name in document for name in PATRONS if name != patron)


def test_a_hash_cannot_be_guessed_from_what_a_patron_knows() -> None:
    """Two leaves that say the same have different hashes, and no copy shows the salt of a leaf it hides."""
    shares = {patron: BetsShare(()) for patron in PATRONS}
    record = resealed([BetsClosed("", (), shares)])
    leaves = record.for_everybody().entries[0].leaves
    assert len({leaf.digest() for leaf in leaves}) == 4
    assert [leaf.salt is None for leaf in leaves] == [False, True, True, True]


def test_what_happened_between_is_only_a_hash_in_a_patrons_copy() -> None:
    record = one_round(3)
    between = [at for at, entry in enumerate(record.entries) if entry.round == 0]
    assert between
    for at in between:
        assert record.for_patron("amber").entries[at].leaves[0].body is None
        assert record.for_auditor().entries[at].leaves[0].body is not None


def test_a_round_is_found_in_its_stream() -> None:
    stream = written_stream(6)
    for number in (1, 2, 3):
        before, entries = round_entries(iter(stream), number)
        assert (entries[0].tag, entries[-1].tag) == ("round_opened", "round_revealed")
        assert verify_round(RoundRecord.of(entries, before).for_patron("amber")).holds
    assert round_entries(iter(stream), 9)[1] == ()


@pytest.mark.parametrize(
    "document",
    [b"", b"{", b"[]", b"{}", b"\xff", b'{"format":2}', b"null", b"[" * 5000],
    ids=repr,
)
def test_what_is_no_record_is_refused(document: bytes) -> None:
    with pytest.raises(BadRecord, match="not the record of a round"):
        read_round_file(document)


@pytest.mark.parametrize(
    "leaf",
    [{}, {"body": "{}"}, {"hash": "0" * 63}, {"hash": "0" * 64, "patron": "amber"}, {"salt": "0" * 32}],
    ids=repr,
)
def test_a_leaf_is_whole_or_bare(leaf: dict[str, str]) -> None:
    document = json.loads(encode_round_file(one_round(1).for_everybody()))
    document["entries"][0]["leaves"][0] = leaf
    with pytest.raises(BadRecord):
        read_round_file(json.dumps(document).encode())


def test_the_other_verifier_is_short_and_needs_only_the_standard_library() -> None:
    import ast
    import sys

    source = (ROOT / "docs/verifier/verify_round.py").read_text()
    assert len(source.splitlines()) <= 150
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = (
                [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else [alias.name for alias in node.names]
            )
            assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


def test_the_last_contribution_of_a_patron_counts() -> None:
    events = round_events(Random(5), 7)
    given = [event for event in events if isinstance(event, Contributed)]
    assert [contribution.patron for contribution in given] == ["amber", "amber", "basil"]
    assert verify_round(resealed(events).for_patron("amber")).holds
