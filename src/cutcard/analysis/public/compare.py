"""``cutcard.compare``: two sets of rules, what differs between them, and what each difference is worth."""

from __future__ import annotations

from cutcard.analysis.asking import Watch, silent
from cutcard.analysis.comparison import Comparison
from cutcard.analysis.comparison import compare as held_together
from cutcard.analysis.public.question import Changes, ProfileName, profile_of, public


@public
def compare(
    a: ProfileName,
    b: ProfileName | None = None,
    *,
    set_a: Changes | None = None,
    set_b: Changes | None = None,
    set: Changes | None = None,  # noqa: A002  # the option's name
    workers: int | None = None,
    watch: Watch = silent,
) -> Comparison:
    """What differs between two sets of rules, and what each difference is worth in the house edge.

    Without ``b`` the profile is held against itself; ``set_b`` or ``set`` changes rule values of B, ``set_a``
    of A. ``workers`` is how many processes count, ``watch`` is told how many of how many answers are there.

    >>> import cutcard
    >>> found = cutcard.compare("punto-banco", "punto-banco-no-commission")
    >>> [(each.difference, each.a, each.b) for each in found.differences]
    [('banker_pays', 'commission', 'six-half')]
    >>> [round(each.together, 6) for each in found.together if each.bet == "banker"]
    [0.004002]
    """
    mine = profile_of(a, set_a)
    other = profile_of(a if b is None else b, {**(set_b or {}), **(set or {})})
    return held_together(mine, other, workers=workers, watch=watch)
