"""The page of the Python API is what the docstrings say; whether they say it well is for readers."""

from __future__ import annotations

from tests.house.python_reference import PAGE, functions, page


def test_the_page_is_what_the_docstrings_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python3 run.py docs writes the page anew"


def test_every_option_of_a_function_is_on_the_page() -> None:
    text = page()
    for function in functions():
        assert f"## cutcard.{function.__name__}\n" in text
        assert ">>> import cutcard" in (function.__doc__ or "")
