"""``cutcard deal``: one round played from exactly these cards and decisions."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter

from cutcard.cards import Pack, parse_cards
from cutcard.cli.arguments import Changes, Json, ProfileName, amount, pairs, profile_with
from cutcard.cli.output import print_json, print_lines, print_table
from cutcard.cli.refusal import BadInput, check_input
from cutcard.cli.table import deal_baccarat, deal_blackjack
from cutcard.games import blackjack

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
        chosen = profile_with(profile, set_)
        dealt = parse_cards(cards)
        Pack.of_decks(chosen.rules.decks).without(dealt)
        bets = {name: amount(value, "--bet") for name, value in pairs(bet, "--bet").items()}
        if isinstance(chosen.rules, blackjack.Rules):
            main = 100 if stake is None else amount(stake, "--stake")
            wagers = deal_blackjack.Wagers.of(chosen.rules, positions, main, bets)
            document = deal_blackjack.play_round(chosen, chosen.rules, dealt, decisions.split(), wagers)
        elif stake is not None or decisions or positions != 1:
            raise BadInput("baccarat has no --stake, --decisions, --positions: use --bet player=100")
        else:
            document = deal_baccarat.play_coup(chosen, chosen.rules, dealt, bets)
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
