"""``cutcard.sweep``: a profile under every combination of some rule values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cutcard.analysis.asking import Watch, silent
from cutcard.analysis.public.question import Changes, Pays, ProfileName, profile_of, public, with_written_pays
from cutcard.analysis.sweep import Sweep
from cutcard.analysis.sweep import sweep as combinations


@public
def sweep(
    profile: ProfileName,
    *,
    over: Mapping[str, Sequence[object]],
    bet: str | None = None,
    pays: Pays = (),
    decks: int | None = None,
    set: Changes | None = None,  # noqa: A002  # the option's name
    charts: bool = False,
    spread: bool = False,
    workers: int | None = None,
    watch: Watch = silent,
) -> Sweep:
    """House edge under every combination of rule values, and what the profile's own chart costs there.

    ``bet`` is a bet of the game instead of the game itself; ``charts`` adds the return of each row's own best
    chart, ``spread`` variance, standard deviation and hit rate of the main game. ``workers`` is how many
    processes count, ``watch`` is told how many of how many answers are there.

    >>> import cutcard
    >>> found = cutcard.sweep("american-live", over={"decks": [6, 8]}, bet="perfect-pairs")
    >>> [(row.values["decks"], row.figures.returned) for row in found.rows]
    [(6, Fraction(292, 311)), (8, Fraction(398, 415))]
    """
    chosen = with_written_pays(profile_of(profile, set, decks), bet, pays)
    wanted = {name: [values] if isinstance(values, str) else values for name, values in over.items()}
    return combinations(chosen, wanted, bet=bet, charts=charts, spread=spread, workers=workers, watch=watch)
