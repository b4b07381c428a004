"""Which part of Cutcard brings a module that is missed: parts are installed only where they are asked for."""

from __future__ import annotations

from typing import Final

PARTS: Final = {
    **dict.fromkeys(("llvmlite", "numba", "numpy", "typst", "xlsxwriter"), "math"),
    **dict.fromkeys(("alembic", "argon2", "h11", "litestar", "prometheus_client", "psycopg"), "serve"),
    **dict.fromkeys(("sqlalchemy", "structlog", "uvicorn", "uvloop", "websockets"), "serve"),
    **dict.fromkeys(("dask", "distributed"), "cluster"),
    "pyarrow": "parquet",
    "cupy": "gpu",
}
"""The extra of `pyproject.toml` to install, by the module that it brings."""


class PartMissing(ImportError):
    """What was asked for needs a part that is not installed; the text says which, in one line."""


def missing_part(wrong: ImportError) -> str | None:
    """What to install for the module that is not there; None where no part of Cutcard brings it."""
    if isinstance(wrong, PartMissing):
        return str(wrong)
    # A verb that cannot be imported is told as an import that failed for another.
    missing = wrong.__cause__ if isinstance(wrong.__cause__, ModuleNotFoundError) else wrong
    module = (missing.name or "").partition(".")[0]
    part = PARTS.get(module)
    return part and f"this needs a part that is not installed, {module}: pip install 'cutcard[{part}]'"
