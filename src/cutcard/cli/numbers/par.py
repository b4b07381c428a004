"""``cutcard par``: the PAR sheet of a bet, or of a profile's main game and all its bets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from cutcard.analysis.public.par import par as par_sheet
from cutcard.cli.arguments import Changes, Decks, Json, Pays, ProfileName, Removed, pairs
from cutcard.cli.numbers.strategy_given import print_strategy
from cutcard.cli.output import print_facts, print_json, print_lines, print_table
from cutcard.cli.output_file import refuse_unwritable
from cutcard.cli.progress import working
from cutcard.cli.refusal import BadInput, check_input
from cutcard.exact.sheet import Sheet

EFFECTS = "Also how much the return changes when a card of each rank is gone."
POSITIONS = "Also how two positions to so many of one patron vary together."
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
    positions: Annotated[int | None, Parameter(help=POSITIONS)] = None,
    effects: Annotated[bool, Parameter(negative="", help=EFFECTS)] = False,
    xlsx: Annotated[Path | None, Parameter(help="Write a spreadsheet with live formulas.")] = None,
    html: Annotated[Path | None, Parameter(help="Write a printable web page.")] = None,
    pdf: Annotated[Path | None, Parameter(help="Write a printable document.")] = None,
    json: Json = False,
) -> None:
    """Exact return, house edge, hit rate and variance."""
    with check_input():
        files = {"xlsx": xlsx, "html": html, "pdf": pdf}
        refuse_unwritable({f"--{kind}": path for kind, path in files.items()})
        with working("counting"):
            answer = par_sheet(
                profile,
                bet=bet,
                paytable=paytable,
                pays=pays,
                decks=decks,
                set=pairs(set_, "--set"),
                remove=remove,
                strategy=strategy,
                positions=positions,
                effects=effects,
            )
        _write(answer.sheet, files)
        document = answer.to_dict()
    (print_json if json else _print_for_people)(document)


def _edition_line(document: dict[str, Any]) -> str:
    version, content_hash = document["profile_version"], document["profile_hash"]
    return f"profile {document['profile']}, {f'version {version}, ' if version else ''}hash {content_hash}"


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
        _print_positions(main)
        print_strategy(main)
        main = []
    rows = [(bet["bet"], bet["paytable"], *_figures(bet).values()) for bet in (*main, *document["bets"])]
    if rows:
        columns = ("bet", "pay table", "return", "house edge", "hit rate", "standard deviation")
        print_table("Bets" if not main else title, columns, rows)
    stamp = f"version {document['version']}, definition {document['definition'][:16]}"
    print_lines([*document["notes"], _edition_line(document), stamp])


def _print_positions(main: dict[str, Any]) -> None:
    rows = [
        (row["positions"], f"{row['variance_float']:.6f}", f"{row['standard_deviation_float']:.4f}")
        for row in main.get("positions", ())
    ]
    if rows:
        columns = ("positions", "variance", "standard deviation")
        print_table("A unit on each of several positions, in one round", columns, rows)
