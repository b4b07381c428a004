"""Commitment, contributions and draws: fixed by their definitions, and by nothing else (TB-62, TB-63)."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import islice, permutations

import pytest

from cutcard.cards import CARDS, WORD_BITS, Pack, pick
from cutcard.record import Drawing, commitment, contributions_hash, draw_cards
from cutcard.record.fairness import words

SECRET = bytes(range(32))


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert commitment(SECRET) == hashlib.sha256(SECRET).digest()


def test_contributions_cannot_be_cut_otherwise() -> None:
    cuts = [(), ("",), ("", ""), ("ab",), ("a", "b"), ("b", "a"), ("a", "b", ""), ("\x00\x00\x00\x01a",)]
    assert len({contributions_hash(texts) for texts in cuts}) == len(cuts)
    assert (
        contributions_hash(["é"])
        == hashlib.sha256(b"cutcard contributions\n" + b"\x00\x00\x00\x02" + "é".encode()).digest()
    )


def test_words_are_those_of_the_definition() -> None:
    mixed = contributions_hash(("one", "two"))
    blocks = [
        hmac.new(SECRET, mixed + (5).to_bytes(4, "big") + block.to_bytes(4, "big"), "sha256").digest()
        for block in range(2)
    ]
    due = [int.from_bytes((b"".join(blocks))[at : at + 2], "big") for at in range(0, 64, 2)]
    assert list(islice(words(SECRET, mixed, 5), 32)) == due


def test_a_known_round() -> None:
    """Kept, so that no change of ours can change what an old record means."""
    cards = draw_cards(SECRET, contributions_hash(("one", "two")), Pack.of_decks(8), 6)
    assert cards == KNOWN


KNOWN = (43, 16, 18, 11, 0, 13)


def test_a_whole_pack_can_be_drawn() -> None:
    for decks in (1, 8):
        pack = Pack.of_decks(decks)
        assert Counter(draw_cards(SECRET, bytes(32), pack, pack.size)) == Counter(dict.fromkeys(CARDS, decks))


def test_tb_63_a_draw_depends_on_the_cards_gone_and_on_nothing_else() -> None:
    """Whoever drew them and in whatever order: what remains decides."""
    pack = Pack.of_decks(1)
    after = {
        Drawing(SECRET, bytes(32), pack.without(gone), 4).next()[0] for gone in permutations((3, 17, 40))
    }
    assert len(after) == 1


def test_drawing_changes_nothing() -> None:
    drawing = Drawing(SECRET, bytes(32), Pack.of_decks(1))
    card, after = drawing.next()
    assert drawing.next() == (card, after)
    assert (drawing.draw, after.draw, after.pack.size) == (1, 2, 51)


def test_every_part_matters() -> None:
    pack = Pack.of_decks(8)
    rounds = [
        draw_cards(SECRET, bytes(32), pack, 20),
        draw_cards(SECRET[::-1], bytes(32), pack, 20),
        draw_cards(SECRET, bytes(31) + b"\x01", pack, 20),
    ]
    assert len(set(rounds)) == 3


@pytest.mark.slow
def test_rn_1_every_word_is_tried_for_every_n_to_416() -> None:
    """Of all 65,536 words each thing is named by equally many; every word is put to ``pick`` itself."""
    for things in range(1, 417):
        share = 1 << (WORD_BITS - (things - 1).bit_length())
        every = iter(range(things * share))
        assert Counter(pick(things, every) for _ in range(things * share)) == Counter(
            dict.fromkeys(range(things), share)
        )
        assert next(every, None) is None
        # The words that are left name nothing: after all of them comes the zero put behind.
        assert pick(things, iter([*range(things * share, 1 << WORD_BITS), 0])) == 0
