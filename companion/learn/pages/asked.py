"""Read from the address of a page which game and house rules the page is about."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import request, url_for

from companion import variants
from companion.cheatsheets import Noted, Sheet
from companion.engine import Rules
from companion.engine.variant import Variant
from companion.pages.sheets import asks_for, rules_asked_for, sheet_of

ADDRESS = re.compile(r"[\w-]{1,60}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Asked:
    """The rules that a page is about, and the code of the table from which its reader came.

    The code is "" if the reader came from no table. The code is only used in links; the page does
    not look up the table.
    """

    rules: Rules
    table: str

    @property
    def variant(self) -> Variant:
        """Return the game of these rules."""
        return variants.get(self.rules.variant)

    @property
    def back(self) -> str:
        """Return the address of the cheat-sheet, to which the page has a link back.

        This is the sheet of the table, or that of the game if the reader came from no table.
        """
        if self.table:
            return url_for("sheets.show_table_sheet", code=self.table)
        return url_for("sheets.show_game_sheet", **self.parameters)

    def sheet(self, noted: Noted = ()) -> Sheet:
        """Return the cheat-sheet of this game in the language of the page.

        If `noted` names the card turned up, the sheet shows the ranking of the hand in play.
        """
        return sheet_of(self.variant, self.rules, noted)

    def address(self, endpoint: str, more: Mapping[str, Any] | None = None) -> str:
        """Return the address of a page about the same rules, with more parameters if given."""
        return url_for(endpoint, **{**self.parameters, **(more or {})})

    @property
    def parameters(self) -> dict[str, Any]:
        """Return the parameters that name these rules and the table in an address."""
        return asks_for(self.rules, self.table)


def asked(variant: str) -> Asked:
    """Return the rules in the address of this request. Answer 404 or 400 if they are unknown."""
    table = request.args.get("table", "")
    return Asked(rules_asked_for(variant), table if ADDRESS.fullmatch(table) else "")
