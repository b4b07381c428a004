"""Why the coup went as it did: a reason for every draw, every stand, every natural and the result (TB-65).

It asks the rules and adds nothing to them; the words are in the catalogues of texts.
"""

from __future__ import annotations

from collections.abc import Iterator

from cutcard.games.baccarat.coup import (
    NATURAL,
    Coup,
    banker_draws,
    finished,
    player_draws,
    total,
    value,
    winner,
)
from cutcard.games.reason import Reason


def story(coup: Coup) -> tuple[Reason, ...]:
    """What can be said of the coup so far, in the order in which it happened."""
    return tuple(_reasons(coup))


def _reasons(coup: Coup) -> Iterator[Reason]:
    if len(coup.banker) < 2:
        return
    naturals = why_natural(coup)
    if naturals is not None:
        yield naturals
    else:
        yield why_player(coup)
        if len(coup.player) == 3 or not player_draws(total(coup.player)):
            yield why_banker(coup)
    if finished(coup):
        yield why_result(coup)


def why_natural(coup: Coup) -> Reason | None:
    """Which side's natural ended the coup, or None where there is none."""
    player, banker = total(coup.player[:2]), total(coup.banker[:2])
    facts = {"player": player, "banker": banker}
    match player >= NATURAL, banker >= NATURAL:
        case True, True:
            return Reason("baccarat.natural.both", facts)
        case True, False:
            return Reason("baccarat.natural.player", facts)
        case False, True:
            return Reason("baccarat.natural.banker", facts)
        case _:
            return None


def why_player(coup: Coup) -> Reason:
    """Why Player draws or stands, where nobody has a natural."""
    points = total(coup.player[:2])
    return Reason(f"baccarat.player.{'draws' if player_draws(points) else 'stands'}", {"total": points})


def why_banker(coup: Coup) -> Reason:
    """Why Banker draws or stands, once Player has drawn or stood."""
    points = total(coup.banker[:2])
    if len(coup.player) == 2:
        does = "draws" if banker_draws(points, None) else "stands"
        return Reason(f"baccarat.banker.{does}_after_stand", {"total": points})
    third = value(coup.player[2])
    does = "draws" if banker_draws(points, third) else "stands"
    when = "always" if points < 3 or points > 6 else "against"
    return Reason(f"baccarat.banker.{does}_{when}", {"total": points, "third": third})


def why_result(coup: Coup) -> Reason:
    """Who won a finished coup, and by which totals."""
    facts = {"player": total(coup.player), "banker": total(coup.banker)}
    return Reason(f"baccarat.result.{winner(coup)}", facts)
