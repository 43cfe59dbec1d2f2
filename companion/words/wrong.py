"""What is wrong with what was given, in the words of the page: house rules by their labels, games by their names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion import variants
from companion.cheatsheets.prose import Prose
from companion.engine import Game, Illegal, Impossible
from companion.engine.records import Unplayable
from companion.web import language
from companion.web.language import N_, gettext
from companion.words import games, labels, sentences
from companion.words.people import People


def sentence_of(error: Exception) -> str:
    """The sentence of an error, with a capital and a full stop."""
    if isinstance(error, Unplayable):
        return _of_record(error)
    return language.sentence_of(_named(error) if isinstance(error, Impossible) else error)


def _of_record(error: Unplayable) -> str:
    if error.before is None:
        return gettext("The record cannot be read at line %(line)s.", line=error.at)
    stops = N_("The record stops at line %(line)s, tap %(tap)s (%(text)s): %(why)s")
    return gettext(
        stops, line=error.at, tap=error.n, text=error.text, why=_why(error.fault, error.before.game)
    )


def _why(fault: Exception | str, game: Game) -> str:
    """Why a tap does not fit; the players of a record go by their seats."""
    if isinstance(fault, Illegal):
        return sentences.illegal(fault, People(("",) * game.rules.seats, game.rules), game.hand.ask)
    return language.sentence_of(fault) if isinstance(fault, Exception) else fault


def _named(error: Impossible) -> Impossible:
    """The same error with the names that a page has for its game, its house rules and their values."""
    values = dict(error.values)
    if "games" in values:
        values["games"] = ", ".join(map(games.name, variants.VARIANTS))
    if (game := values.get("game")) in variants.VARIANTS:
        values |= {"game": games.name(str(game))} | dict(_house(games.words(str(game)), values))
    return Impossible(error.message, **values)


def _house(prose: Prose, values: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    rule = str(values.get("key", ""))
    for name, value in values.items():
        if name == "key":
            yield name, prose.house(rule, "")[0]
        elif name == "keys":
            yield name, ", ".join(prose.house(key, "")[0] for key in str(value).split(", "))
        elif name == "values":
            yield (
                name,
                ", ".join(
                    labels.quoted(prose.house(rule, text)[1]) for text in str(value).split(", ")
                ),
            )
