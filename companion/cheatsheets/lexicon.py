"""Name the calls, taps and questions of a game for buttons, the log and cheat-sheets.

A word is an entry `[words.<word>]` in the TOML files that also hold the texts of the sheet (see
`prose`). The keys of the entry are the fields of `Word`. The entry is in `<game>.<language>.toml`,
or in `_common.<language>.toml` if several games have the word.

Some games call out their words in one language, whatever the language of the page. The words that
are called out are in `<game>.toml` or `_common.toml`. The files of each language then say what
these words mean.

If an entry lacks a key, the text comes from the table `[usual.decision]` for a decision, or
`[usual.call]` for any other word. If this table lacks the key too, the text comes from `[usual]`. A
call needs no entry at all: its label is made from its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from companion.cheatsheets.prose import SHARED, MissingSheet, Table, merged, neutral, read
from companion.engine import Question

GLOSSED = {"label": "means", "yes": "yes_means", "no": "no_means"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """The texts of one word. {name} is a player, {side} the names of a side, {call} this word.

    Buttons:

    * `label`: the text on a button, before a colon, and above the names of those who may tap the
      word.
    * `said`: the word within a sentence ("vale cuatro").
    * `own`: the text on a player's own button.
    * `full`: what players say aloud.
    * `pad`: the title above the values that may be tapped for another player.
    * `own_pad`: the title above the values that a player may tap for themselves.
    * `value_is`: what the values of the word are: "number", "card" or "player".

    Log:

    * `done`: the line of the tap.
    * `valued`: the line of a tap with a {value}.
    * `by_all`: the line if no player in particular made the tap.
    * `wrong`: the message if a value was refused.

    Questions:

    * `title`, `note`: the question, and a sentence below it. {order} in the note says who leads.
    * `ask`: the question to the players who make a decision.
    * `yes`, `no`: the answers; `accepted` and `refused` are their lines in the log.
    * `whether`: on a sheet, what is asked.
    * `why`: the reasons of a score.

    `means`, `yes_means` and `no_means` translate the label and the answers for readers of another
    language; otherwise they are empty.
    """

    label: str
    said: str
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
    ask: str = ""
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


@dataclass(frozen=True)
class Lexicon:
    """The words of one game in one language. An unknown game has the words that all games share."""

    variant: str
    lang: str

    def word(self, word: str) -> Word:
        """Return the texts of the word of a tap or a call."""
        return _word(self.variant, self.lang, word, "call")

    def decision(self, word: str) -> Word:
        """Return the texts of a decision, which is a question that is asked without a call."""
        return _word(self.variant, self.lang, word, "decision")

    def asked(self, question: Question) -> Word:
        """Return the texts of the call or the decision that asked this question."""
        if question.by is None:
            return self.decision(question.word)
        return self.word(question.word)

    def phrase(self, key: str) -> str:
        """Return a phrase of the game's sheet, with its placeholders not filled."""
        return str(_texts(self.variant, self.lang)["phrases"][key])

    def why(self, why: str, word: str) -> str:
        """Return in words why points were scored.

        `why` is the reason of an event. `word` is the call to which the event belongs, or "".
        """
        if word:
            reason = self.word(word).why.get(why)
            if reason:
                return reason
        return str(_texts(self.variant, self.lang)["why"].get(why, why))


def uncapped(text: str) -> str:
    """Return the text with its first letter in lower case, for use within a sentence."""
    return text[:1].lower() + text[1:]


@lru_cache(maxsize=4096)
def _word(variant: str, lang: str, word: str, kind: str) -> Word:
    """Return the texts of a word. `kind` is "call" or "decision".

    Some texts are the same on all pages, because players call them out in one language. Such a text
    replaces the text in the language of the page. If the two texts differ and are in different
    languages, the replaced text becomes the translation (`means`, `yes_means`, `no_means`).
    """
    neutral_texts = neutral(variant)
    called_out = _entry(neutral_texts, word, kind)
    # A game whose file names no language calls in one that no page has.
    is_abroad = neutral_texts.get("language") != lang.partition("_")[0]
    translates_answers = is_abroad and "yes" in called_out
    here = _entry(_texts(variant, lang), word, kind, abroad=translates_answers)
    means: dict[str, str] = {}
    if is_abroad:
        for key, meaning_key in GLOSSED.items():
            text = here.get(key)
            if text and text != called_out.get(key, text):
                means[meaning_key] = text
    return _make_word(word, {**here, **called_out, **means})


def _entry(table: Table, word: str, kind: str, *, abroad: bool = False) -> dict[str, Any]:
    """Return the texts of a word. If a word has no text of its own, use the usual text of its kind.

    Set `abroad` if players call out the answers in another language than that of the page. Some
    usual texts differ then.
    """
    usual = table.get("usual", {})
    of_kind = usual.get(kind, {})
    own = table.get("words", {}).get(word, {})
    if not isinstance(own, dict):
        own = {}  # the table also has `rows`, the words that a sheet explains
    if abroad:
        return merged(usual, of_kind, of_kind.get("abroad", {}), own)
    return merged(usual, of_kind, own)


def _make_word(word: str, found: dict[str, Any]) -> Word:
    label = found.get("label") or word.replace("-", " ").capitalize()
    fields: dict[str, Any] = {"label": label, "own": label, "full": label, "own_pad": label}
    fields |= found
    fields["said"] = uncapped(fields["label"])
    return Word(**{key: value for key, value in fields.items() if key in Word.__dataclass_fields__})


@lru_cache(maxsize=256)
def _texts(variant: str, lang: str) -> Table:
    """Return the texts that all games share and those of one game, in one language.

    If the game has no texts in this language, its texts are in English.
    """
    for code in (lang, "en"):
        with suppress(MissingSheet):
            return merged(read(SHARED, lang), read(variant, code))
    return read(SHARED, lang)
