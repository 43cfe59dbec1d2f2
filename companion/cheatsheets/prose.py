"""The words of a sheet, read from TOML: what all games share, and what one game says for itself.

A game's file is `<variant>.<language>.toml`; adding a game means adding one in English. What its taps, calls and
questions are called stands there too: see `lexicon`. A region, `ca_valencia`, says what differs from `ca`, by
its place or, for any text of this sheet (in `_common` of every sheet), as `[[instead]]` with `of` and `say`. Another
language may add what English has from the game itself: its `name`, `[presets]` for the names of ready-made house
rules, `[faces]` for the letters on its cards. With `like = "<variant>"` a file says only what is said otherwise
than in that game's file (a list of lines or rows as a whole); that game's name and sources it does not take over.
Anywhere a list of lines or rows stands, an entry may carry `when = "key=value other!=value"`: it is shown only
where the rules in play say so. Besides the house rules `seats` is a key, and `turned`: on, off or never, for a card
turned up in this hand. `{name}` in a line is filled with a fact of the rules in play, `{game}` with the game's word for
what is won at the target.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
SHARED = "_common"

Table = Mapping[str, Any]


class MissingSheet(LookupError):
    """No sheet of this game in this language."""

    def __init__(self, variant: str, lang: str) -> None:
        super().__init__(
            f"there is no cheat-sheet of {variant} in language {lang}: it would be {variant}.{lang}.toml"
        )


class _Facts(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "–"


@dataclass(frozen=True)
class Prose:
    """The words of one game at one table: `own` before `shared`, filtered and filled by the facts."""

    own: Table
    shared: Table
    facts: Mapping[str, str] = field(default_factory=dict)

    def name(self, usual: str) -> str:
        """What the game is called in this language: its usual name, unless the file has another."""
        return str(self.own.get("name", usual))

    def preset(self, name: str) -> str:
        """What a set of house rules is called in this language."""
        return self.word("presets", name, name)

    def title(self, topic: str) -> str:
        """What a topic is called, in its link and above it."""
        return self._fill(self._word("titles", topic))

    def phrase(self, key: str, **more: object) -> str:
        """A phrase that every sheet shares, filled with more facts than those of the rules."""
        words = {name: str(value) for name, value in more.items()}
        return self._word("phrases", key).format_map(_Facts({**self.facts, **words}))

    def word(self, table: str, key: str, default: str) -> str:
        """A word that may be missing: the name of a card, of a suit, of a call."""
        return str(self._find(table, key) or default)

    def lines(self, topic: str) -> tuple[str, ...]:
        """What is said about a topic, as far as it holds here."""
        return self._filled(self._topic(topic).get("say", ()))

    def rows(self, topic: str, key: str = "rows") -> tuple[dict[str, str], ...]:
        """A list of rows of a topic, as far as they hold here, each a small table of words."""
        return tuple(
            {name: self._fill(text) for name, text in entry.items() if name != "when"}
            for entry in self._holding(self._topic(topic).get(key, ()))
        )

    def flag(self, topic: str, key: str) -> bool:
        """Whether the game's own file says so."""
        return bool(self._topic(topic).get(key, False))

    def house(self, key: str, value: str) -> tuple[str, str]:
        """A house rule in words: what it is about, and what this value means."""
        words = {**self.shared["house"].get(key, {}), **self.own.get("house", {}).get(key, {})}
        return str(words.get("label", key)), str(words.get(value, value))

    @property
    def lead(self) -> str:
        """The game in one line."""
        lead = self.own["lead"]
        return " ".join(self._filled([lead] if isinstance(lead, str) else lead))

    def _topic(self, topic: str) -> Table:
        return dict(self.own.get(topic, {}))

    def _find(self, table: str, key: str) -> Any:
        return _in(self.own, table).get(key) or _in(self.shared, table).get(key)

    def _word(self, table: str, key: str) -> str:
        found = self._find(table, key)
        if found is None:
            raise KeyError(f"[{table}] has no word for {key}")
        return str(found)

    def _fill(self, text: str) -> str:
        return text.format_map(_Facts(self.facts))

    def _filled(self, entries: Iterable[Any]) -> tuple[str, ...]:
        return tuple(self._fill(entry["say"]) for entry in self._holding(entries))

    def _holding(self, entries: Iterable[Any]) -> Iterable[Table]:
        for entry in entries:
            line: Table = {"say": entry} if isinstance(entry, str) else entry
            if holds(line.get("when", ""), self.facts):
                yield line


def _in(words: Table, path: str) -> Table:
    """The table at a dotted path, empty where there is none."""
    for name in path.split("."):
        words = words.get(name, {})
    return words


def holds(condition: str, facts: Mapping[str, str]) -> bool:
    """Whether every `key=value` (or `key!=value`) of a condition is so."""
    return all((fact == value) is equal for fact, value, equal in terms(condition, facts))


def terms(condition: str, facts: Mapping[str, str]) -> tuple[tuple[str | None, str, bool], ...]:
    """The terms of a condition: what the fact is, what it is compared with, and whether they should be equal."""
    found = []
    for term in condition.split():
        key, _, value = term.partition("=")
        found.append((facts.get(key.rstrip("!")), value, not key.endswith("!")))
    return tuple(found)


@cache
def read(name: str, lang: str) -> Table:
    """The words of one file. With `like`, those of that game's file, with this file's words in their place.

    A language such as `ca_valencia` has its own words upon those of `ca`, where there are any. Raises MissingSheet
    when there is no such file.
    """
    own = _said(merged(*(_file(f"{name}.{code}") for code in _layers(lang))), _instead(name, lang))
    if not own:
        raise MissingSheet(name, lang)
    own.pop("instead", ())
    like = own.pop("like", "")
    return merged(_inherited(read(like, lang)), own) if like else own


@cache
def neutral(name: str) -> Table:
    """What a game calls out in every language, from `<name>.toml` upon that of the game it is like and of all games."""
    like = _file(f"{name}.en").get("like", SHARED)
    return merged(neutral(like) if name != SHARED else {}, _file(name))


def _layers(lang: str) -> tuple[str, ...]:
    """The languages whose words stand upon each other: `ca`, `ca_valencia`."""
    general = lang.partition("_")[0]
    return (lang,) if general == lang else (general, lang)


@cache
def _file(name: str) -> Table:
    try:
        return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}


def _instead(name: str, lang: str) -> Mapping[str, str]:
    """By the text of its language what a region says in every sheet, and in this one."""
    files = (_file(f"{part}.{lang}") for part in (SHARED, name))
    return {text["of"]: text["say"] for file in files for text in file.get("instead", ())}


def _said(words: Any, instead: Mapping[str, str]) -> Any:
    """The same words, each text that is said otherwise in its other form."""
    if isinstance(words, dict):
        return {key: _said(value, instead) for key, value in words.items()}
    if isinstance(words, list):
        return [_said(value, instead) for value in words]
    return instead.get(words, words)


def _inherited(other: Table) -> Table:
    """What a game like another takes over: not its name, nor the texts that game was written from."""
    sources = {key: rows for key, rows in other.get("sources", {}).items() if key != "rows"}
    return {key: words for key, words in other.items() if key != "name"} | {"sources": sources}


def merged(*tables: Table) -> dict[str, Any]:
    """The words of several tables, those of a later one in the place of an earlier one's, table by table."""
    words: dict[str, Any] = {}
    for table in tables:
        both = {
            key: merged(words[key], table[key]) for key in table if isinstance(words.get(key), dict)
        }
        words = {**words, **table, **both}
    return words


def load(variant: str, lang: str, facts: Mapping[str, str]) -> Prose:
    """The words of a game's sheet where these facts hold, in English where a language lacks it.

    MissingSheet when nobody has written it at all.
    """
    try:
        words = Prose(read(variant, lang), read(SHARED, lang))
    except MissingSheet:
        if lang == "en":
            raise
        return load(variant, "en", facts)
    return replace(words, facts={**facts, "game": words.phrase(won(facts.get("best_of", "1")))})


def won(best_of: int | str) -> str:
    """The phrase for what is won at the target: a game, or the match where that is one game."""
    return "only_game" if str(best_of) == "1" else "a_game"
