"""Every kind of event says of itself who hears of it and where it is shown; no list does beside it.

A new event that forgets one of these is found here, whatever it is called.
"""

from __future__ import annotations

from typing import get_args

import pytest

from cutcard.table import events as e
from cutcard.table.dealing.evolve import STORY
from cutcard.table.event import Event, News, ShownIn
from cutcard.table.evolve import CHANGES
from cutcard.texts.catalogue import catalogue

EVENTS: tuple[type[Event], ...] = get_args(e.AnyEvent)
WORDS = {ShownIn.STEPS: "screen.step_", ShownIn.RECORD: "record.", ShownIn.AUDIT: "deed."}
every_event = pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)


@every_event
def test_an_event_says_itself_who_hears_of_it(event: type[Event]) -> None:
    assert "news" in vars(event), "none is inherited: a new event would be forgotten"
    personal = "patron" in event.__struct_fields__
    assert personal if event.news is News.PATRON else not personal or event.news is News.EVERYBODY


@every_event
def test_an_event_changes_its_table_in_one_place(event: type[Event]) -> None:
    assert event in CHANGES


def test_nothing_that_is_no_event_changes_a_table() -> None:
    assert set(CHANGES) == set(EVENTS)


@every_event
@pytest.mark.parametrize("place", WORDS, ids=lambda place: place.name.lower())
def test_what_is_shown_from_the_record_has_words_for_it(event: type[Event], place: ShownIn) -> None:
    key = f"{WORDS[place]}{event.__struct_config__.tag}"
    assert (key in catalogue("en")) == (place in event.shown_in)


@every_event
def test_what_a_class_says_of_itself_is_not_on_record(event: type[Event]) -> None:
    assert not {"news", "shown_in", "in_story", "frames_story", "open_fields"} & set(event.__struct_fields__)


def test_the_story_of_a_round_is_dealt_on_in_one_place() -> None:
    assert set(STORY) == {event for event in EVENTS if event.in_story}
