"""Show the cheat-sheet of a table in its present state, or of a game that somebody may play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for

from companion import tables, variants
from companion.cheatsheets import Noted, Sheet, build_sheet, noted, steps
from companion.engine import Game, Rules
from companion.engine.option import UnknownHouseRule
from companion.engine.variant import Variant
from companion.web import language
from companion.web.forms import number
from companion.web.guests import require_onlooker, table_at
from companion.web.language import either
from companion.words.wrong import sentence_of

bp = Blueprint("sheets", __name__)


@dataclass(frozen=True, slots=True)
class SheetPage:
    """The page of a cheat-sheet.

    * `back`: the address of the table to go back to, or "".
    * `asks`: the parameters that name this game and its house rules in an address (see `asks_for`).
    """

    sheet: Sheet
    asks: Mapping[str, Any]
    back: str = ""

    @property
    def others(self) -> str:
        """Return the other numbers of players for this game, as “2, 6 or 8”, or "" if none."""
        others = sorted({*variants.get(self.sheet.variant).seats} - {self.sheet.seats})
        if not others:
            return ""
        return either(*others)


@bp.get("/t/<code>/sheet")
def show_table_sheet(code: str) -> str:
    """Show the sheet of this table's rules.

    It is open at the topic `?topic=`. Without this parameter, it is open at the topic that matters
    most at this moment.
    """
    table = table_at(code)
    require_onlooker(table)
    match = table.match
    game = tables.state(match).log.game
    rules = tables.rules(match)
    sheet = sheet_of(variants.get(match.variant), rules, noted(game))
    asks = asks_for(rules, table.address)
    back = url_for("table.show_table", code=table.address)
    return _render(SheetPage(_opened(sheet, game), asks, back))


@bp.get("/games/<variant>/sheet")
def show_game_sheet(variant: str) -> str:
    """Show the sheet of a game under the rules that the address names, without a table."""
    rules = rules_asked_for(variant)
    sheet = sheet_of(variants.get(variant), rules)
    return _render(SheetPage(_opened(sheet), asks_for(rules)))


def rules_asked_for(variant: str) -> Rules:
    """Return the rules that the address names: `?seats=` and `?rules=key=value key=value`.

    Answers 404 if there is no such game, and 400 if the game cannot be played by these rules.
    """
    try:
        known_variant = variants.get(variant)
    except variants.UnknownVariant as unknown:
        abort(404, sentence_of(unknown))
    try:
        seats = _seats(request.args.get("seats", ""))
        return known_variant.rules(seats, _house(request.args.get("rules", "")))
    except UnknownHouseRule as wrong:
        abort(400, sentence_of(wrong))


def asks_for(rules: Rules, table: str = "") -> dict[str, Any]:
    """Return the parameters that name these rules in an address. `rules_asked_for` reads them.

    `table` is the code of the table to which the reader may go back.
    """
    return {
        "variant": rules.variant,
        "seats": rules.seats,
        "rules": _house_to_name(rules) or None,
        "table": table or None,
    }


@lru_cache(maxsize=256)
def _house_to_name(rules: Rules) -> str:
    """Return the house rules that differ from the usual ones, as text for an address."""
    variant = variants.get(rules.variant)
    house = dict(rules.house)
    named = []
    for key, value in house.items():
        others = {other: house[other] for other in house if other != key}
        if variant.complete(others, rules.seats)[key] != value:
            named.append(f"{key}={value}")
    return " ".join(named)


def sheet_of(variant: Variant, rules: Rules, turned: Noted = ()) -> Sheet:
    """Return the sheet in the language of the page.

    `turned` is the card turned up in the hand in play (see `cheatsheets.noted`). Building the first
    sheet under these rules takes long, so other requests are answered meanwhile.
    """
    lang = language.code()
    tables.run_in_steps(steps(variant, rules, lang))
    return build_sheet(variant, rules, lang, turned)


def _render(page: SheetPage) -> str:
    return render_template("sheets/sheet.html", page=page, sheet=page.sheet)


def _opened(sheet: Sheet, game: Game | None = None) -> Sheet:
    topic = request.args.get("topic", "")
    if not topic and game:
        topic = sheet.moment(game)
    return sheet.opened(topic)


def _seats(text: str) -> int | None:
    if not text:
        return None
    count = number(text, 100)
    if count is None:
        raise UnknownHouseRule(
            "The number of players must be a number, not “%(text)s”", text=text[:20]
        )
    return count


def _house(text: str) -> dict[str, str]:
    pairs = [pair.partition("=") for pair in text.split()]
    for key, equals, value in pairs:
        if not (key and equals and value):
            pair = (key + equals + value)[:60]
            raise UnknownHouseRule(
                "a house rule must be written as key=value, not “%(text)s”", text=pair
            )
    return {key: value for key, _, value in pairs}
