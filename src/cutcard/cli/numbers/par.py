"""``cutcard par``: the PAR sheet of a bet, or of a profile's main game and all its bets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from cutcard.cards import parse_cards
from cutcard.cli.arguments import (
    Changes,
    Decks,
    Json,
    Pays,
    ProfileName,
    Removed,
    profile_with,
    with_written_pays,
)
from cutcard.cli.numbers.strategy_given import (
    given_plan,
    print_strategy,
    spread_document,
    strategy_figures,
    with_strategy,
)
from cutcard.cli.output import exactly, print_facts, print_json, print_lines, print_table
from cutcard.cli.output_file import refuse_unwritable
from cutcard.cli.progress import working
from cutcard.cli.refusal import BadInput, check_input
from cutcard.exact import par as exact
from cutcard.exact.bets.counted import TooFewCards
from cutcard.exact.long_run import long_runs, volatility_index
from cutcard.exact.sheet import BetSheet, MainSheet, Row, Sheet
from cutcard.profiles import Profile, catalogue_of
from cutcard.profiles.own_bets import with_named_bet
from cutcard.sim.strategy_file import BadStrategy
from cutcard.specials import NoSuchBet, unknown

EFFECTS = "Also how much the return changes when a card of each rank is gone."
STRATEGY = (
    "A strategy file (CSV): also what it returns exactly, and what each deviation from the chart costs."
)


def par(
    profile: ProfileName,
    /,
    *,
    bet: Annotated[
        str | None, Parameter(help="One bet of the game, or a `.toml` file that declares one.")
    ] = None,
    paytable: Annotated[str | None, Parameter(help="Another of the bet's pay tables.")] = None,
    pays: Pays = (),
    decks: Decks = None,
    set_: Changes = (),
    remove: Removed = "",
    strategy: Annotated[Path | None, Parameter(help=STRATEGY)] = None,
    effects: Annotated[bool, Parameter(negative="", help=EFFECTS)] = False,
    xlsx: Annotated[Path | None, Parameter(help="Write a spreadsheet with live formulas.")] = None,
    html: Annotated[Path | None, Parameter(help="Write a printable web page.")] = None,
    pdf: Annotated[Path | None, Parameter(help="Write a printable document.")] = None,
    json: Json = False,
) -> None:
    """Exact return, house edge, hit rate and variance."""
    with check_input(TooFewCards, BadStrategy):
        chosen = profile_with(profile, set_, decks)
        if bet is not None:
            chosen, bet = with_named_bet(chosen, bet)
        gone = parse_cards(remove)
        _refuse_together(bet, strategy, paytable)
        plan = given_plan(chosen, strategy)
        if pays:
            chosen, paytable = with_written_pays(chosen, bet, pays, paytable), None
        files = {"xlsx": xlsx, "html": html, "pdf": pdf}
        refuse_unwritable({f"--{kind}": path for kind, path in files.items()})
        sheet = _sheet(chosen, bet, paytable, gone)
        if plan is not None and strategy is not None:
            sheet = with_strategy(sheet, chosen, gone, plan, strategy)
        if effects:
            changes = _effects(chosen, bet, paytable, gone)
            sheet = msgspec.structs.replace(sheet, effects=changes)
        document = sheet_document(sheet) if bet is None else _bet_document(sheet)
        _write(sheet, files)
    (print_json if json else _print_for_people)(document)


def _refuse_together(bet: str | None, strategy: Path | None, paytable: str | None) -> None:
    if strategy is not None and bet is not None:
        raise BadInput("--strategy goes with the main game: leave --bet out")
    if paytable is not None and bet is None:
        raise BadInput("--paytable goes with --bet")


def sheet_document(sheet: Sheet) -> dict[str, Any]:
    """The sheet of a profile as it is printed: whatever figure stands here stands in every other format."""
    return {
        "profile": sheet.profile,
        "decks": sheet.decks,
        "main": _main(sheet),
        "bets": [
            {"profile": sheet.profile, **bet_document(each), **_beside_main(sheet, each)}
            for each in sheet.bets
        ],
        "rules": sheet.rules,
        "version": sheet.version,
        "definition": sheet.definition,
        "notes": list(sheet.notes),
        **_edition(sheet),
    }


def _bet_document(sheet: Sheet) -> dict[str, Any]:
    """The sheet of one bet as it is printed."""
    return {"profile": sheet.profile, **bet_document(sheet.bets[0]), **_edition(sheet)}


def _sheet(profile: Profile, bet: str | None, table: str | None, gone: tuple[int, ...]) -> Sheet:
    if bet in ("main", "behind"):
        raise BadInput(f"the sheet of {bet} is that of the main game: leave --bet out")
    with working("counting"):
        if bet is None:
            return exact.sheet(profile, gone)
        try:
            return exact.sheet_of_bet(profile, bet, table, gone)
        except NoSuchBet:
            others = (exact.INSURANCE,) if profile.game == "blackjack" else ()
            there = (*others, *(each.id for each in catalogue_of(profile.game)))
            raise BadInput(unknown("bet", bet, there)) from None


def _edition(sheet: Sheet) -> dict[str, Any]:
    """Which edition of the profile this is the sheet of, before ``--set`` and ``--decks``; what is gone."""
    return {
        "profile_version": sheet.profile_version,
        "profile_hash": sheet.profile_hash,
        **({"removed": list(sheet.removed)} if sheet.removed else {}),
        **({"effects": dict(sheet.effects)} if sheet.effects else {}),
    }


def _edition_line(document: dict[str, Any]) -> str:
    version, content_hash = document["profile_version"], document["profile_hash"]
    return f"profile {document['profile']}, {f'version {version}, ' if version else ''}hash {content_hash}"


def _main(sheet: Sheet) -> dict[str, Any] | list[dict[str, Any]]:
    main, completed = sheet.main, sheet.completion_returned
    if main is None:
        return [{"profile": sheet.profile, **bet_document(bet)} for bet in sheet.main_bets]
    return {
        "return_float": main.returned,
        "house_edge_float": 1 - main.returned,
        "method": main.method,
        "error_bound_float": main.error_bound,
        **chart_returns(main),
        **_spread_figures(main),
        **({} if sheet.strategy is None else {"strategy": strategy_figures(sheet.strategy)}),
        **({} if completed is None else {"completion_return_float": completed}),
    }


def chart_returns(main: MainSheet) -> dict[str, float]:
    """What the chart returns: as it is printed, and whatever it says of insurance."""
    return {
        "chart_return_float": main.chart_returned,
        "chart_return_without_insurance_float": main.chart_returned_uninsured,
        "chart_return_with_insurance_float": main.chart_returned_insured,
    }


def _spread_figures(main: MainSheet) -> dict[str, Any]:
    """How rounds come out around the return: best play's under the plain names, the chart's under its own."""
    if main.spread is None:
        return {}
    runs = [
        {
            "rounds": run.rounds,
            "return_low_float": run.low,
            "return_high_float": run.high,
            "ahead_float": run.ahead,
            "ahead_bound_float": run.bound,
        }
        for run in long_runs(main.spread.best, main.returned)
    ]
    return {
        **spread_document(main.spread.best),
        "volatility_index_float": volatility_index(main.spread.best),
        "long_run": runs,
        "chart": spread_document(main.spread.chart),
    }


def bet_document(sheet: BetSheet) -> dict[str, Any]:
    """A bet as it is printed: exact numbers as text, a float beside each."""
    return {
        "bet": sheet.bet,
        "decks": sheet.decks,
        "paytable": sheet.paytable,
        "outcomes": [
            {"id": row.id, **exactly("probability", sheet.probability(row)), "pays": str(row.pays)}
            for row in best_first(sheet.rows)
        ],
        **exactly("return", sheet.returned),
        **exactly("house_edge", sheet.house_edge),
        **exactly("hit_rate", sheet.hit_rate),
        "variance_float": float(sheet.variance),
        "standard_deviation_float": sheet.standard_deviation,
    }


def _beside_main(sheet: Sheet, bet: BetSheet) -> dict[str, float | None]:
    """How a bet hangs together with blackjack's main game."""
    if bet.bet not in sheet.main_covariances:
        return {}
    covariance, together = sheet.main_covariances[bet.bet], sheet.variance_with_main(bet)
    return {"main_covariance_float": covariance, "variance_with_main_float": together}


def best_first(rows: Sequence[Row]) -> list[Row]:
    """The rows by what they pay. Lines are declared as they are tried: a win with six before any win."""
    return sorted(rows, key=lambda row: row.pays.ratio, reverse=True)


def _effects(profile: Profile, bet: str | None, table: str | None, gone: tuple[int, ...]) -> dict[str, float]:
    if bet is None and profile.game == "baccarat":
        raise BadInput("--effects needs --bet at baccarat: player, banker, tie or a special bet")
    with working("counting the pack without a card of each rank"):
        return exact.effects(profile, bet, table, gone)


def _write(sheet: Sheet, wanted: dict[str, Path | None]) -> None:
    if not any(wanted.values()):
        return
    from cutcard.reports import write_html, write_pdf, write_xlsx

    writers = {"xlsx": write_xlsx, "html": write_html, "pdf": write_pdf}
    with working("writing"):
        for kind, path in wanted.items():
            if path is not None:
                try:
                    writers[kind](sheet, path)
                except OSError as wrong:
                    raise BadInput(f"--{kind} {path} cannot be written: {wrong.strerror}") from None


def _print_for_people(document: dict[str, Any]) -> None:
    if "bet" in document:
        _print_bet(document)
    else:
        _print_profile(document)
    if "effects" in document:
        rows = [(name, f"{change:+.6%}") for name, change in document["effects"].items()]
        print_table("When one card is gone", ("rank", "return"), rows)


def _print_bet(document: dict[str, Any]) -> None:
    rows = [
        (outcome["id"], outcome["pays"], f"{outcome['probability_float']:.8%}", outcome["probability"])
        for outcome in document["outcomes"]
    ]
    title = f"{document['bet']}, pay table {document['paytable']}, {document['decks']} decks"
    print_table(title, ("outcome", "pays", "probability", "exactly"), rows)
    print_facts("In all", _figures(document))
    print_lines([_edition_line(document)])


def _figures(document: dict[str, Any]) -> dict[str, object]:
    return {
        "return": f"{document['return_float']:.6%}",
        "house edge": f"{document['house_edge_float']:.6%}",
        "hit rate": f"{document['hit_rate_float']:.4%}",
        "standard deviation": f"{document['standard_deviation_float']:.4f}",
    }


def _print_profile(document: dict[str, Any]) -> None:
    title = f"{document['profile']}, {document['decks']} decks"
    main = document["main"]
    if isinstance(main, dict):
        facts = {
            "return, best play": f"{main['return_float']:.6%}",
            "house edge": f"{main['house_edge_float']:.6%}",
            "return, chart": f"{main['chart_return_float']:.6%}",
            "hit rate": f"{main['hit_rate_float']:.4%}",
            "standard deviation": f"{main['standard_deviation_float']:.4f}",
            "method": main["method"],
        }
        if "completion_return_float" in main:
            facts["return, finished by the house"] = f"{main['completion_return_float']:.6%}"
        print_facts(title, facts)
        print_strategy(main)
        main = []
    rows = [(bet["bet"], bet["paytable"], *_figures(bet).values()) for bet in (*main, *document["bets"])]
    if rows:
        columns = ("bet", "pay table", "return", "house edge", "hit rate", "standard deviation")
        print_table("Bets" if not main else title, columns, rows)
    stamp = f"version {document['version']}, definition {document['definition'][:16]}"
    print_lines([*document["notes"], _edition_line(document), stamp])
