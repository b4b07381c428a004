"""What does not change during a round: a table's line in the lobby, layout, pay tables, help (GUI-22)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cutcard.games import baccarat
from cutcard.games.baccarat import Winner
from cutcard.games.blackjack.rules import in_force
from cutcard.games.blackjack.wagers import MAIN
from cutcard.games.reason import Reason
from cutcard.money import PUSH
from cutcard.profiles import Mode, catalogue_of
from cutcard.profiles.profile import Grade, Speed, win_lasts_s
from cutcard.profiles.values import json_value as shown_value
from cutcard.profiles.values import names
from cutcard.table.betting.decide import in_bet_all
from cutcard.table.betting.stakes import first_rack, racks, stake_range
from cutcard.table.pit.disputes import dispute_reasons
from cutcard.table.seating.patrons import options
from cutcard.table.settings import (
    BEHIND,
    Settings,
    blackjack_rules,
    fields,
    has_behind,
    has_deal_button,
    has_disputes,
    is_shared,
    limits_of,
    paytables,
    seat_count,
)
from cutcard.table.state import Table
from cutcard.table.tempo import speeds
from cutcard.texts import bet_about, bet_name, line_name, profile_name, say, text
from cutcard.views.messages.betting import ChipView, LimitsView, RackView
from cutcard.views.messages.tables import FieldView, LobbyTable, TableInfo, WinView
from cutcard.views.phase import phase_name

RESULTS_IN_LOBBY = 12  # what a tile has room for


def title(settings: Settings, language: str) -> str:
    """What the game is called; with one position it is plain Blackjack (GUI-20)."""
    profile = settings.profile
    if profile.game == "blackjack" and not seat_count(settings) and positions(settings) == 1:
        return text("table.title.blackjack", language=language)
    if profile.game == "blackjack" and not is_shared(settings) and Mode.VIDEO in profile.table.modes:
        # The profile is named after the cards that everybody shares; at a private table nobody does.
        return text("table.title.multihand", language=language)
    return profile_name(profile.id, language)


def positions(settings: Settings) -> int:
    """How many positions one patron may play."""
    rules = blackjack_rules(settings)
    return 1 if rules is None else rules.positions


def info(settings: Settings, language: str = "en", since: int = 0) -> TableInfo:
    """All that a terminal needs to lay a table out; its settings hold ``since`` a round."""
    profile = settings.profile
    plate = [limits_of(settings, bet) for bet in _plate_bets(settings)]
    return TableInfo(
        id=settings.id,
        name=settings.name,
        profile=profile.id,
        title=title(settings, language),
        game=profile.game,
        mode=settings.mode.value,
        theme=profile.look.theme,
        currency=settings.currency,
        denominations=settings.denominations,
        chips=settings.chips,
        positions=positions(settings),
        seats=seat_count(settings),
        shared=is_shared(settings),
        fields=tuple(_field(settings, at, bet, language) for at, bet in fields(settings)),
        rules=_rules(settings),
        times=_times(settings),
        features=_features(settings),
        speeds=speeds(settings),
        wins=_wins(settings),
        reserve_ms=1000 * settings.reserve_s,
        dispute_reasons=dispute_reasons(settings),
        dealer_results=settings.dealer_results,
        own_results=settings.own_results,
        video=settings.video,
        racks=tuple(
            RackView(rack.denomination, tuple(ChipView(chip.amount, chip.useful) for chip in rack.chips))
            for rack in racks(settings)
        ),
        denomination=first_rack(settings).denomination,
        settings_since=since,
        stake_min=min(limits.stake_min for limits in plate),
        stake_max=max(limits.stake_max for limits in plate),
    )


def _plate_bets(settings: Settings) -> tuple[str, ...]:
    """The bets whose limits stand on the table's plate: whoever plays has one of them."""
    return (Winner.PLAYER, Winner.BANKER) if settings.profile.game == "baccarat" else (MAIN,)


def _rules(settings: Settings) -> dict[str, object]:
    """The rule values as they read beside each other."""
    rules = blackjack_rules(settings)
    read = settings.profile.rules if rules is None else in_force(rules)
    return {name: shown_value(getattr(read, name)) for name in names(type(read))}


def _field(settings: Settings, position: int, bet: str, language: str) -> FieldView:
    limits, force = limits_of(settings, bet), stake_range(settings, bet)
    game = settings.profile.game
    plain = bet in (MAIN, BEHIND)
    declared = None if plain else catalogue_of(game)[bet]
    return FieldView(
        position=position,
        bet=bet,
        title=bet_name(bet, language),
        about=bet_about(bet, language),
        limits=LimitsView(
            limits.stake_min, limits.stake_max, limits.payout_max, force.least, force.most, force.by_payout
        ),
        needs=None if declared is None else declared.needs,
        in_bet_all=bet in in_bet_all(settings, position),
        lines=() if plain else _lines(settings, bet, language),
        note=_note(settings, bet, language),
        colour=baccarat.hi_ti_colours(settings.profile.specials.enabled).get(bet),
        group=declared.group if declared is not None else "main" if bet == MAIN else "behind",
        side="" if declared is None else declared.side,
    )


def _note(settings: Settings, bet: str, language: str) -> str:
    """What a cloth says beside the odds of a main bet: the lines that are paid less, or pushed (BA-05)."""
    if bet not in baccarat.MAIN_BETS:
        return ""
    pays = paytables(settings)[bet].pays
    *exceptions, _ = [line.id for line in catalogue_of("baccarat")[bet].lines if line.id in pays]
    said = (
        Reason(
            "felt.pushes" if pays[line] == PUSH else "felt.pays",
            {"line": f"@felt.{bet}.{line}", "odds": str(pays[line])},
        )
        for line in exceptions
    )
    return ", ".join(say(reason, language) for reason in said)


def _lines(settings: Settings, bet: str, language: str) -> tuple[Mapping[str, str], ...]:
    table = paytables(settings)[bet]
    game = settings.profile.game
    lines = [line.id for line in catalogue_of(game)[bet].lines if line.id in table.pays]
    return tuple(
        {"id": line, "title": line_name(bet, line, language), "pays": str(table.pays[line])} for line in lines
    )


def _times(settings: Settings) -> dict[str, int]:
    times = settings.profile.table
    return {
        name: getattr(times, name)
        for name in names(type(times))
        if name.endswith("_s") and isinstance(getattr(times, name), int)
    }


def _wins(settings: Settings) -> tuple[WinView, ...]:
    """How wins are celebrated, from the least grade up."""
    table = settings.profile.table
    least = {Grade.REGULAR: 0, Grade.NICE: table.nice_win_from, Grade.BIG: table.big_win_from}
    return tuple(WinView(grade, least[grade], 1000 * win_lasts_s(table, grade)) for grade in Grade)


def _features(settings: Settings) -> dict[str, bool]:
    table = settings.profile.table
    beads = settings.mode is Mode.VIDEO if settings.bead_plate is None else settings.bead_plate
    return {
        "deal_button": has_deal_button(settings),
        "keep_bets_on": "keep_bets" in options(settings),
        "speed": Speed.FAST in speeds(settings),
        "turbo": Speed.TURBO in speeds(settings),
        "autoplay": table.autoplay,
        "rebet": table.rebet,
        "dispute": has_disputes(settings),
        "advice": settings.advice,
        "roads": settings.roads,
        "bead_plate": beads,
        "naturals": settings.naturals,
        "double_sideways": settings.double_sideways,
        "specials_panel": settings.specials_panel,
        "bet_all_specials_only": settings.bet_all_specials_only,
        "behind": has_behind(settings),
    }


def lobby_row(settings: Settings, table: Table | None, language: str = "en") -> LobbyTable:
    """A table, or the offer of one, as a line of the lobby."""
    seats = seat_count(settings)
    free = tuple(seat for seat in range(1, seats + 1) if table is None or seat not in table.seating.seats)
    return LobbyTable(
        id=settings.id,
        name=settings.name,
        profile=settings.profile.id,
        title=title(settings, language),
        game=settings.profile.game,
        mode=settings.mode.value,
        theme=settings.profile.look.theme,
        currency=settings.currency,
        stake_min=settings.main.stake_min,
        stake_max=settings.main.stake_max,
        players=0 if table is None else len(table.patrons.places) - len(table.patrons.gone),
        seats_free=len(free) if seats else None,
        private=settings.mode is Mode.INTERNAL,
        phase="betting" if table is None else phase_name(table),
        results=() if table is None else tuple(table.past.results[-RESULTS_IN_LOBBY:]),
        free_seats=free,
    )


def help_page(settings: Settings, language: str = "en") -> dict[str, Any]:
    """The rules in force, in plain values; returns are added by whoever has counted them."""
    shown = info(settings, language)
    return {
        "title": shown.title,
        "single_hand": settings.profile.game == "blackjack"
        and not seat_count(settings)
        and positions(settings) == 1,
        "rules": shown.rules,
        "fields": shown.fields,
        "times": shown.times,
        "texts": [text(key, language=language) for key in _help_texts(settings)],
    }


def _help_texts(settings: Settings) -> Iterator[str]:
    """What help explains beside the rules; the payout limit only where a field has one (BJ-07)."""
    yield from ("help.payback", "help.independent", "help.malfunction")
    if any(limits_of(settings, bet).payout_max for _, bet in fields(settings)):
        yield "help.payout"
        if settings.profile.game == "blackjack":
            yield "help.payout_hands"
