"""``cutcard deal``: one round played from exactly these cards and decisions."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter

from cutcard.analysis.public.deal import deal as played_round
from cutcard.cli.arguments import Changes, Json, ProfileName, amount, pairs
from cutcard.cli.output import print_json, print_lines, print_table
from cutcard.cli.refusal import check_input

Bets = Annotated[
    tuple[str, ...],
    Parameter(
        name="--bet",
        consume_multiple=True,
        negative="",
        help="Further bets as BET=AMOUNT or BET@POSITION=AMOUNT; without a position, on the first.",
    ),
]


def deal(
    profile: ProfileName,
    /,
    *,
    cards: str,
    decisions: str = "",
    positions: int = 1,
    stake: str | None = None,
    bet: Bets = (),
    set_: Changes = (),
    json: Json = False,
) -> None:
    """Play one round from exactly these cards.

    Parameters
    ----------
    cards
        The cards, such as "As Td 9h".
    decisions
        The decisions, in the order in which the rules ask: insure, decline or surrender for each
        position where an ace shows; then hit, stand, double, split, surrender.
    positions
        How many positions or seats play.
    stake
        The main bet of every position, in minor units (100 unless given). Not for baccarat.
    """
    with check_input():
        bets = {name: amount(value, "--bet") for name, value in pairs(bet, "--bet").items()}
        round_ = played_round(
            profile,
            cards=cards,
            decisions=decisions,
            positions=positions,
            stake=None if stake is None else amount(stake, "--stake"),
            bet=bets,
            set=pairs(set_, "--set"),
        )
    document = round_.to_dict()
    (print_json if json else _print_for_people)(document)


def _print_for_people(document: dict[str, Any]) -> None:
    if "hands" in document:
        _print_hands(document)
    else:
        sides = [(side, document[side]) for side in ("player", "banker")]
        rows = [(side, " ".join(hand["cards"]), hand["total"]) for side, hand in sides]
        print_table(f"Winner: {document['winner']}", ("side", "cards", "total"), rows)
    columns = ("bet", "position", "branch", "outcome", "pays", "net", "why")
    if document["outcomes"]:
        print_table(
            "Outcomes", columns, [[outcome[name] for name in columns] for outcome in document["outcomes"]]
        )
    print_lines(document["story"])


def _print_hands(document: dict[str, Any]) -> None:
    dealer = document["dealer"]
    shown = " ".join(dealer["cards"] + ["??"] * dealer["face_down"])
    rows = [
        (
            f"position {hand['position']}" + (f", hand {hand['branch'] + 1}" if hand["branch"] else ""),
            " ".join(hand["cards"]),
            f"soft {hand['total']}" if hand["soft"] else hand["total"],
            hand["status"],
        )
        for hand in document["hands"]
    ]
    total = "" if len(dealer["cards"]) == 1 else dealer["total"]
    print_table("Hands", ("", "cards", "total", ""), [("dealer", shown, total, ""), *rows])
