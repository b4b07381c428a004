"""PAR sheets as spreadsheet, page and print. Counts nothing: a sheet comes in, a file goes out.

The same sheet gives the same bytes, however often and wherever it is written.
"""

from cutcard.reports.html import write_html
from cutcard.reports.pdf import write_pdf
from cutcard.reports.xlsx import write_xlsx

__all__ = ["write_html", "write_pdf", "write_xlsx"]
