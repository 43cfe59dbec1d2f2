"""Read the texts of a sheet from TOML files: those that all games share, and those of one game.

A game's file is `<variant>.<language>.toml`. A new game needs such a file in English. The file also
names the game's taps, calls and questions: see `lexicon`.

* The file of a region, such as `ca_valencia`, holds the texts that differ from those of `ca`. Such
  a text has the same key as in `ca`, or it is in an entry `[[instead]]`. There `say` replaces the
  text `of` on the sheet of this game. An entry in `_common` replaces the text on the sheets of all
  games.
* The file of another language may have entries that the English file does not need: the `name` of
  the game, `[presets]` for the names of its presets, `[faces]` for the letters on its cards.
* A file with `like = "<variant>"` holds only what differs from the file of that variant. It takes
  over all other texts, except the name and the sources. A list of lines or rows is replaced as a
  whole.
* In a list of lines or rows, an entry may have a condition, `when = "key=value other!=value"`. The
  entry is shown only if the condition is true under the rules in play. The keys are the house
  rules, `seats`, and `turned`: whether a card is turned up in this hand (on, off or never).
* In a row of `[signals]`, `drawn` names the drawings of the sign: two if the sign can be made in
  two ways. Only the English file has `drawn`. The row at the same index in the file of another
  language is shown with the same drawings.
* `{name}` in a line is replaced by the fact of this name about the rules in play. `{game}` is
  replaced by the game's word for what is won at the target.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
SHARED = "_common"

Table = Mapping[str, Any]


class MissingSheet(LookupError):
    """The error if this game has no sheet in this language."""

    def __init__(self, variant: str, lang: str) -> None:
        file = f"{variant}.{lang}.toml"
        super().__init__(
            f"there is no cheat-sheet of {variant} in language {lang}: it would be {file}"
        )


class _Facts(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "–"


@dataclass(frozen=True)
class Prose:
    """The texts of a game under the rules of one table.

    `own` are the texts of the game, `shared` those of all games. A text in `own` replaces one in
    `shared`. Facts about the rules decide which lines are shown, and fill their placeholders.
    """

    own: Table
    shared: Table
    facts: Mapping[str, str] = field(default_factory=dict)

    def name(self, usual: str) -> str:
        """Return the game's name in this language, or `usual` if its texts do not have the name."""
        return str(self.own.get("name", usual))

    def preset(self, name: str) -> str:
        """Return the name of a preset in this language."""
        return self.word("presets", name, name)

    def title(self, topic: str) -> str:
        """Return the title of a topic."""
        return self._fill(self._word("titles", topic))

    def phrase(self, key: str, **more: object) -> str:
        """Return the phrase with this key, its placeholders filled from `facts` and `more`."""
        words = {name: str(value) for name, value in more.items()}
        return self._word("phrases", key).format_map(_Facts({**self.facts, **words}))

    def word(self, table: str, key: str, default: str) -> str:
        """Return the word for this key in a TOML table, or the default if it is missing."""
        return str(self._find(table, key) or default)

    def lines(self, topic: str) -> tuple[str, ...]:
        """Return the lines of a topic that hold under the rules in play."""
        return self._filled(self._topic(topic).get("say", ()))

    def rows(self, topic: str, key: str = "rows") -> tuple[dict[str, str], ...]:
        """Return the rows of a topic that are true under the rules in play, as dicts of texts."""
        rows = []
        for entry in self._holding(self._topic(topic).get(key, ())):
            texts = {name: text for name, text in entry.items() if name != "when"}
            rows.append({name: self._fill(text) for name, text in texts.items()})
        return tuple(rows)

    def flag(self, topic: str, key: str) -> bool:
        """Return whether the TOML file of this game sets this key of a topic to true."""
        return bool(self._topic(topic).get(key, False))

    def house(self, key: str, value: str) -> tuple[str, str]:
        """Return a house rule in words: its subject, and the meaning of this value."""
        words = {**self.shared["house"].get(key, {}), **self.own.get("house", {}).get(key, {})}
        return str(words.get("label", key)), str(words.get(value, value))

    @property
    def lead(self) -> str:
        """The sentence that describes the game in one line."""
        lead = self.own["lead"]
        entries = [lead] if isinstance(lead, str) else lead
        return " ".join(self._filled(entries))

    def _topic(self, topic: str) -> Table:
        return dict(self.own.get(topic, {}))

    def _find(self, table: str, key: str) -> Any:
        return _table_at(self.own, table).get(key) or _table_at(self.shared, table).get(key)

    def _word(self, table: str, key: str) -> str:
        found = self._find(table, key)
        if found is None:
            raise KeyError(f"[{table}] has no word for {key}")
        return str(found)

    def _fill(self, text: str) -> str:
        return text.format_map(_Facts(self.facts))

    def _filled(self, entries: Iterable[Any]) -> tuple[str, ...]:
        return tuple(self._fill(entry["say"]) for entry in self._holding(entries))

    def _holding(self, entries: Iterable[Any]) -> Iterator[Table]:
        for entry in entries:
            line: Table = {"say": entry} if isinstance(entry, str) else entry
            if holds(line.get("when", ""), self.facts):
                yield line


def _table_at(words: Table, path: str) -> Table:
    """Return the TOML table at a dotted path, or an empty one if there is none."""
    for name in path.split("."):
        words = words.get(name, {})
    return words


def holds(condition: str, facts: Mapping[str, str]) -> bool:
    """Return whether every `key=value` and `key!=value` of a condition is true."""
    return all((fact == value) is equal for fact, value, equal in terms(condition, facts))


def terms(condition: str, facts: Mapping[str, str]) -> tuple[tuple[str | None, str, bool], ...]:
    """Return the terms of a condition: the fact, the value, and whether they should be equal.

    For example, under the facts {"seats": "4"} the condition "seats!=2" has the one term
    ("4", "2", False).
    """
    found = []
    for term in condition.split():
        key, _, value = term.partition("=")
        found.append((facts.get(key.rstrip("!")), value, not key.endswith("!")))
    return tuple(found)


@cache
def read(name: str, lang: str) -> Table:
    """Return the texts of a game in one language, or those of all games if `name` is `_common`.

    If the file says `like = "<variant>"`, the texts of that variant are taken over. Texts of this
    file replace them. In the same way the texts of `ca_valencia` replace those of `ca`.

    Raises MissingSheet if there is no such file.
    """
    files = (_file(f"{name}.{code}") for code in _layers(lang))
    own = _with_instead(merged(*files), _instead(name, lang))
    if not own:
        raise MissingSheet(name, lang)
    own.pop("instead", ())
    like = own.pop("like", "")
    if not like:
        return dict(own)
    return merged(_inherited(read(like, lang)), own)


@cache
def neutral(name: str) -> Table:
    """Return the texts that a game calls out in the same words in every language (`<name>.toml`).

    If the game's English file says `like = "<variant>"`, a missing text is taken from that variant.
    Otherwise it is taken from `_common.toml`, the file that all games share.
    """
    if name == SHARED:
        return merged(_file(name))
    like = _file(f"{name}.en").get("like", SHARED)
    return merged(neutral(like), _file(name))


def _layers(lang: str) -> tuple[str, ...]:
    """Return the languages whose texts are merged, for example ("ca", "ca_valencia")."""
    general = lang.partition("_")[0]
    if general == lang:
        return (lang,)
    return (general, lang)


@cache
def _file(name: str) -> Table:
    try:
        return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}


def _instead(name: str, lang: str) -> Mapping[str, str]:
    """Return the texts that a region replaces in this sheet or in all sheets.

    Each key is a text of the language, such as `ca`. Its value is the text that the region, such as
    `ca_valencia`, has instead.
    """
    replaced: dict[str, str] = {}
    for part in (SHARED, name):
        for text in _file(f"{part}.{lang}").get("instead", ()):
            replaced[text["of"]] = text["say"]
    return replaced


def _with_instead(words: Any, instead: Mapping[str, str]) -> Any:
    """Return the same texts, with every text that is a key of `instead` replaced by its value."""
    if isinstance(words, dict):
        return {key: _with_instead(value, instead) for key, value in words.items()}
    if isinstance(words, list):
        return [_with_instead(value, instead) for value in words]
    return instead.get(words, words)


def _inherited(other: Table) -> Table:
    """Return the texts that a game takes over from a similar game: all but its name and sources."""
    inherited = {key: words for key, words in other.items() if key != "name"}
    sources = {key: rows for key, rows in other.get("sources", {}).items() if key != "rows"}
    return inherited | {"sources": sources}


def merged(*tables: Table) -> dict[str, Any]:
    """Return several TOML tables as one. Later entries win. Tables inside them are merged too."""
    words: dict[str, Any] = {}
    for table in tables:
        for key, value in table.items():
            if isinstance(words.get(key), dict):
                words[key] = merged(words[key], value)
            else:
                words[key] = value
    return words


def load(variant: str, lang: str, facts: Mapping[str, str]) -> Prose:
    """Return the texts of a game's cheat-sheet.

    `facts` about the rules decide which of these texts are shown, and fill their placeholders.

    If the sheet does not exist in this language, return the English texts. Raises MissingSheet if
    there is no sheet in English either.
    """
    try:
        words = Prose(read(variant, lang), read(SHARED, lang))
    except MissingSheet:
        if lang == "en":
            raise
        return load(variant, "en", facts)
    game = words.phrase(won(facts.get("best_of", "1")))
    return replace(words, facts={**facts, "game": game})


def won(best_of: int | str) -> str:
    """Return the key of the phrase for what is won at the target.

    It is "only_game" if the match is one game, otherwise "a_game".
    """
    return "only_game" if str(best_of) == "1" else "a_game"
