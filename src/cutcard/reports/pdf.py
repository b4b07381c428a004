"""A PAR sheet as a printed document of A4 pages. Knows no number: it prints the contents.

The layout is in ``sheet.typ``. Only fonts that come with the typesetter are used, and no date
is written, so the same sheet gives the same bytes on every machine.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Final

import msgspec

from cutcard.exact.sheet import Sheet
from cutcard.reports import charts
from cutcard.reports.contents import (
    DEVIATION_HEADS,
    DEVIATIONS,
    GAIN_HEADS,
    GAINS,
    GLANCE,
    LONG_RUN,
    LONG_RUN_HEADS,
    POSITIONS,
    POSITIONS_HEADS,
    contents,
)

FONT: Final = "Libertinus Serif"


def write_pdf(sheet: Sheet, path: Path) -> None:
    """Write the sheet as a PDF, tagged for screen readers."""
    import typst

    layout = (resources.files("cutcard.reports") / "sheet.typ").read_bytes()
    document = {
        "sheet": contents(sheet, charts.on_paper(FONT)),
        "glance": GLANCE,
        "gains": GAINS,
        "gain_heads": GAIN_HEADS,
        "long_run": LONG_RUN,
        "long_run_heads": LONG_RUN_HEADS,
        "positions": POSITIONS,
        "positions_heads": POSITIONS_HEADS,
        "deviations": DEVIATIONS,
        "deviation_heads": DEVIATION_HEADS,
        "font": FONT,
        "colours": charts.LIGHT,
        "codes": charts.CODE_FILLS,
        "code_ink": charts.CODE_INK,
    }
    given = {"told": msgspec.json.encode(document).decode()}
    printed = typst.compile(layout, sys_inputs=given, ignore_system_fonts=True, pdf_standards=["ua-1"])
    assert isinstance(printed, bytes)
    path.write_bytes(printed)
