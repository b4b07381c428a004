"""``cutcard.design``: which odds give a bet a house edge within a range."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.analysis.design import LIMIT, Design, DesignQuestion, design_bet
from cutcard.analysis.edge_range import parse_decks, parse_edge
from cutcard.analysis.public.question import Changes, Pays, ProfileName, profile_of, public, written_pays
from cutcard.profiles.own_bets import with_named_bet


@public
def design(
    profile: ProfileName,
    bet: str,
    *,
    edge: str,
    line: str | None = None,
    decks: int | str | Sequence[int] = (),
    paytable: str | None = None,
    pays: Pays = (),
    limit: int = LIMIT,
    set: Changes | None = None,  # noqa: A002  # the option's name
) -> Design:
    """Which odds give a bet a house edge within a range, such as ``"4..5%"``.

    With ``line`` the odds of that line alone, else whole pay tables of round numbers, ``limit`` at most. Both
    begin with the pay table of the profile, or that of ``paytable`` and ``pays``. ``decks`` is for how many
    decks the edge must lie in the range: ``6``, ``"1..8"``, ``[1, 6]``; the profile's own number if left out.

    >>> import cutcard
    >>> found = cutcard.design("american-live", "21-plus-3", edge="4..5%", line="straight-flush")
    >>> found.rows[0].table.id, found.rows[0].sheet.house_edge
    ('100-49-25-10-5', Fraction(16496, 372255))
    """
    chosen = profile_of(profile, set)
    question = DesignQuestion(
        edge=parse_edge(edge), decks=parse_decks(decks, chosen.rules.decks), line=line, limit=limit
    )
    chosen, bet = with_named_bet(chosen, bet)
    return design_bet(chosen, bet, question, paytable, written_pays(pays))
