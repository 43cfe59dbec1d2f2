"""A message with a number before a noun has a singular and a plural."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from companion.cheatsheets import prose
from tests.translations.test_catalogs import TRANSLATED, english, messages, said

COUNTED = re.compile(
    r"%\(num\)s (?!fois)\w"
)  # a number before a noun; “fois” is both singular and plural
# A number before a plural. A word such as "deals" after a name is a verb, so names are left out.
PLURAL = re.compile(
    r"%\((?!(?:name|dealer|leader|call|number)\))(\w+)\)[sd] (?:people|\w{3,}(?<!s)s)\b"
)
NEVER_ONE = {
    "longest": "a limit, far above one",
    "most": "a limit, far above one",
    "target": "nobody plays to one point",
    "seats": "nobody plays alone",
    "sides": "there are two or more",
    "owing": "the name of one person",
    "names": "shown if there are more names than seats",
    "numbers": "a list of numbers of players: “2 or 4”",
    "games": "the number of all games",
    "teams": "a tournament has four or more",
    "calls": "shown only for three or more",
    "often": "a share such as “1 of 10”",
    "taken": "a share",
    "won": "a share",
}


@pytest.mark.parametrize("code", TRANSLATED)
def test_singular_and_plural_of_a_counted_message_differ(code: str) -> None:
    of_numbers = [said(message) for message in messages(code) if len(english(message)) == 2]
    alike = [forms[0] for forms in of_numbers if len(set(forms)) == 1]
    assert [text for text in alike if COUNTED.search(text)] == []


def test_every_message_with_a_number_before_a_noun_has_a_singular() -> None:
    plain = [message.id for message in messages() if isinstance(message.id, str)]
    found = {text: {number[1] for number in PLURAL.finditer(text)} for text in plain}
    assert {text: numbers for text, numbers in found.items() if numbers - {*NEVER_ONE}} == {}
    assert {*NEVER_ONE} <= set().union(*found.values())


def test_no_text_of_a_game_puts_the_points_of_a_correction_before_a_noun() -> None:
    """A noun after a number needs a singular and a plural; a text of a game has one form only."""
    counted = []
    for file in sorted(Path(prose.__file__).parent.glob("*.toml")):
        words = tomllib.loads(file.read_text("utf-8")).get("words", {})
        words.pop("rows", None)
        for name, word in words.items():
            texts = [*map(str, word.values())]
            counted += [f"{file.name} {name}: {x}" for x in texts if re.search(r"\{points\} \w", x)]
    assert counted == []
