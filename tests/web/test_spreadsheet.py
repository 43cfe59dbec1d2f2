"""A CSV file never makes a spreadsheet run a text as a formula."""

from __future__ import annotations

import csv
import io

import pytest

from companion.web.spreadsheet import to_csv


@pytest.mark.parametrize("text", ["=1+1", "+34 600", "-7 cards", "@Biel", "\t=1", "\r=1"])
def test_text_that_looks_like_a_formula_is_marked_as_text_in_csv(text):
    assert next(csv.reader(io.StringIO(to_csv([[text]]), newline=""))) == [f"'{text}"]


def test_ordinary_text_and_negative_numbers_are_unchanged_in_csv():
    assert to_csv([["Anna & Biel", -3, ""]]) == "Anna & Biel,-3,\r\n"
