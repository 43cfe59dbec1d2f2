"""The words of a game: what its calls, taps and questions are called on buttons, in the log and on its sheet.

A word is an entry `[words.<word>]` in the files beside the prose; the keys are the fields of `Word`. Its texts are
in `<game>.<language>.toml`, or in `_common.<language>.toml` when several games have the word. What is called out
at the table whatever the language of the page is stands once, in `<game>.toml` (or `_common.toml`); the text of the
page's language is then what it means. A key that is missing is taken from `[usual]`, in a question from
`[usual.call]` or `[usual.decision]` before that; a call needs no entry at all: its label is its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from companion.cheatsheets.prose import SHARED, MissingSheet, Table, merged, neutral, read
from companion.engine import Ask

GLOSSED = {"label": "means", "yes": "yes_means", "no": "no_means"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """One word. In sentences {name} is a player, {side} the names of a side, {call} this word.

    `label` stands on its button, before a colon, and above the names of those who may tap it; `own` on one's own
    button; `full` is what is said aloud. `done` is its line in the log, `valued` the same where the tap has a {value},
    `by_all` where no player in particular made it. `pad` and `own_pad` stand above the values of somebody else's tap
    and of one's own; `value_is` tells what they are. `wrong` is why a value was refused.

    `title` and `note` put a question, {order} in the note says who leads; `yes` and `no` are its answers, `accepted`
    and `refused` their lines in the log, and on a sheet `whether` says what is asked. `why` are reasons of a score.
    `means`, `yes_means` and `no_means` are what label and answers mean to readers of another language, else empty.
    """

    label: str
    own: str
    full: str
    done: str
    valued: str = ""
    by_all: str = ""
    pad: str
    own_pad: str
    value_is: str = "number"
    wrong: str
    title: str
    note: str = ""
    yes: str
    no: str
    accepted: str
    refused: str
    whether: str = ""
    why: Mapping[str, str] = field(default_factory=dict)
    means: str = ""
    yes_means: str = ""
    no_means: str = ""

    @property
    def said(self) -> str:
        """The word within a sentence: vale cuatro."""
        return uncapped(self.label)


@dataclass(frozen=True)
class Lexicon:
    """The words of one game in one language; those of every game where there is no such game."""

    variant: str
    lang: str

    def word(self, word: str) -> Word:
        """A tap or a call."""
        return _word(self.variant, self.lang, word, "call")

    def decision(self, word: str) -> Word:
        """A question nobody called for."""
        return _word(self.variant, self.lang, word, "decision")

    def asked(self, ask: Ask) -> Word:
        """What a question is about: the call that somebody made, or a decision."""
        return self.word(ask.word) if ask.by is not None else self.decision(ask.word)

    def phrase(self, key: str) -> str:
        """A phrase of the game's sheet, as it is written there."""
        return str(self._text("phrases", key))

    def why(self, why: str, word: str) -> str:
        """The reason of a score, about a call where there is a `word`."""
        return (word and self.word(word).why.get(why)) or str(self._text("why", why, why))

    def _text(self, table: str, key: str, otherwise: str | None = None) -> Any:
        """The game's own, or what all games share; KeyError where neither has it and nothing stands in for it."""
        for words in (_own(self.variant, self.lang), read(SHARED, self.lang)):
            if key in words.get(table, {}):
                return words[table][key]
        if otherwise is None:
            raise KeyError(key)
        return otherwise


def uncapped(text: str) -> str:
    """The text without its capital, as it stands within a sentence."""
    return text[:1].lower() + text[1:]


@lru_cache(maxsize=4096)
def _word(variant: str, lang: str, word: str, kind: str) -> Word:
    here, own = _texts(variant, lang), neutral(variant)
    called = _entry(own, word, kind)
    abroad = own.get("language", lang) != lang.partition("_")[0]
    said = _entry(here, word, kind, abroad=abroad and "yes" in called)
    glossed = (
        key
        for key in GLOSSED
        if abroad and said.get(key) and said[key] != called.get(key, said[key])
    )
    means = {GLOSSED[key]: said[key] for key in glossed}
    return _made(word, {**said, **called, **means})


def _entry(table: Table, word: str, kind: str, *, abroad: bool = False) -> dict[str, Any]:
    """What a table has for a word: its entry, upon what is usual for its kind."""
    usual = table.get("usual", {})
    of_kind = usual.get(kind, {})
    return merged(
        usual,
        of_kind,
        of_kind.get("abroad", {}) if abroad else {},
        table.get("words", {}).get(word, {}),
    )


def _made(word: str, found: dict[str, Any]) -> Word:
    label = found.get("label") or word.replace("-", " ").capitalize()
    fields: dict[str, Any] = {"label": label, "own": label, "full": label, "own_pad": label} | found
    return Word(**{key: value for key, value in fields.items() if key in Word.__dataclass_fields__})


def _texts(variant: str, lang: str) -> Table:
    """The tables of a game in one language upon those all games share."""
    return merged(read(SHARED, lang), _own(variant, lang))


def _own(variant: str, lang: str) -> Table:
    for code in (lang, "en"):
        try:
            return read(variant, code)
        except MissingSheet:
            continue
    return {}
