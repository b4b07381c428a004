"""Fields of events that a forger may change without the judge finding it every time, and why that is so."""

from __future__ import annotations

from typing import Final

AUDIT: Final = "a name for the audit: who was signed in then is known where people sign in, not at the table"
WORDS: Final = "words for people, from which nothing follows"
CHOICE: Final = "the patron's own choice, free at any time; what follows from it is judged where it is used"
OPEN: Final = "judged when bets close; what was changed again before, or went back with a void, was no wager"
COUNTED: Final = "what people counted in an old shoe: no record of cards says what lay in it unseen"

JUDGED_ELSEWHERE: Final[dict[str, str]] = {
    **dict.fromkeys(
        (
            *("TableOpened.by", "SettingsChanged.by", "TableClosed.by", "RoundVoided.by", "CardCorrected.by"),
            *("ShoeChanged.by", "CutCardSeen.by", "DisputeClosed.by", "SupervisorCalled.by", "Paused.by"),
            *("Resumed.by", "CorrectionProposed.by", "CorrectionMade.by"),
        ),
        AUDIT,
    ),
    **dict.fromkeys(
        (
            *("RoundVoided.reason", "CardCorrected.why", "DisputeClosed.reason", "SupervisorCalled.reason"),
            *("Paused.reason", "CorrectionProposed.why", "Disputed.about", "Joined.name", "OptionSet.why"),
        ),
        WORDS,
    ),
    **dict.fromkeys(
        (
            *("BehindRefused.refused", "BehindSet.double_along", "BehindSet.split_along"),
            *("OptionSet.on", "SpeedSet.speed"),
        ),
        CHOICE,
    ),
    **dict.fromkeys(("BetsChanged.chips", "BetsChanged.chips.stake"), OPEN),
    "BetsChanged.how": "the name of the button; which chips lie after it is judged, however they came there",
    **dict.fromkeys(("ShoeChanged.missing", "ShoeChanged.extra"), COUNTED),
    "FaceDownDealt.read": "whether a reader saw the card: of real cards only the reader knows it",
    "ForkDecided.automatic": "for who is silent the house hits or stands, as the patron may: neither costs",
    "ForkDealt.gone": "a card of the same moment came before or after; the one drawn is judged either way",
}
"""By event and field, with the fields of what it holds after further dots."""

REAL_CARDS: Final = ("CardDealt.card", "CardBurned.card", "CardTurned.card")
"""A random card follows from the round's secret. A real one was seen by people: where another face changes no
result and leaves the shoe possible, the record alone cannot tell."""
