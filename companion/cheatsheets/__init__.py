"""Cheat-sheets: what players want to look up about a game, under the house rules of their table.

Facts (ranking, ladder, ties, special scores, seating, house rules) are found by asking the variant
and playing its engine, so that sheet and rules cannot disagree. The texts beside them are in one
TOML file for each game and language (see `prose`).
"""

from companion.cheatsheets.prose import MissingSheet
from companion.cheatsheets.sheet import TOPICS, Sheet, Topic, build_sheet, facts, steps
from companion.cheatsheets.turning import Noted, noted

__all__ = [
    "TOPICS",
    "MissingSheet",
    "Noted",
    "Sheet",
    "Topic",
    "build_sheet",
    "facts",
    "noted",
    "steps",
]
