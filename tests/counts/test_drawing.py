"""Cards are drawn without bias: counted, not sampled (RN-1)."""

from __future__ import annotations

from collections import Counter

import pytest

from cutcard.cards import WORD_BITS, OutOfBits, pick


def test_every_thing_is_picked_by_equally_many_words_for_every_n_to_416() -> None:
    """Of all 16-bit words, each of n things is named by the same number; the others are thrown away."""
    words = range(1 << WORD_BITS)
    for things in range(1, 417):
        bits = (things - 1).bit_length()
        share = 1 << (WORD_BITS - bits)
        # The leading bits alone decide, so one word for each pattern of them stands for its whole share.
        patterns = Counter(_picked(things, word) for word in words[::share])
        assert patterns.pop(None, 0) == (1 << bits) - things
        assert patterns == Counter(range(things))


def test_the_other_bits_of_a_word_do_not_matter() -> None:
    for things in (1, 2, 13, 51, 52, 415, 416):
        share = 1 << (WORD_BITS - (things - 1).bit_length())
        for word in range(0, 1 << WORD_BITS, 997):
            assert _picked(things, word) == _picked(things, word - word % share)


def test_fewer_than_half_of_the_words_are_thrown_away() -> None:
    for things in range(1, 417):
        assert 2 * things > 1 << (things - 1).bit_length() >= things


def test_a_word_that_names_nothing_is_passed_over() -> None:
    assert pick(3, iter([0xFFFF, 0xC000, 0x8000])) == 2


def test_no_words_left_is_an_error_not_a_guess() -> None:
    with pytest.raises(OutOfBits):
        pick(3, iter([0xFFFF]))


@pytest.mark.parametrize("things", [0, -1, (1 << WORD_BITS) + 1])
def test_nothing_can_be_picked_from_nothing_or_from_too_much(things: int) -> None:
    with pytest.raises(ValueError, match="one can pick among"):
        pick(things, iter([0]))


def _picked(things: int, word: int) -> int | None:
    try:
        return pick(things, iter([word]))
    except OutOfBits:
        return None
