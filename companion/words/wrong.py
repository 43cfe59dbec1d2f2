"""Say in a sentence what is wrong with an input, in the language of the page.

The sentence names house rules by their labels, and games by their names.
"""

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
    """Return the message of an error as a sentence, with a capital letter and a full stop."""
    if isinstance(error, Unplayable):
        return _of_record(error)
    if isinstance(error, Impossible):
        return language.sentence_of(_named(error))
    return language.sentence_of(error)


def _of_record(error: Unplayable) -> str:
    if error.before is None:
        return _of_headers(error)
    stops = N_("The record stops at line %(line)s, tap %(tap)s (%(text)s): %(why)s")
    why = _why(error.fault, error.before.game)
    return gettext(stops, line=error.at, tap=error.n, text=error.text, why=why)


def _of_headers(error: Unplayable) -> str:
    """Return the sentence about a record of which no tap can be played.

    It says why if the error has a sentence in the language of the page.
    """
    if not isinstance(error.fault, Impossible):
        return gettext("The record cannot be read at line %(line)s.", line=error.at)
    # NOTE: %(why)s is a sentence with its full stop
    message = N_("The record cannot be read at line %(line)s: %(why)s")
    return gettext(message, line=error.at, why=sentence_of(error.fault))


def _why(fault: Exception | str, game: Game) -> str:
    """Return why a tap is not legal. Players are named by their seats: `Player 2`."""
    if isinstance(fault, Illegal):
        nameless = People(("",) * game.rules.seats, game.rules)
        return sentences.illegal(fault, nameless, game.hand.question)
    if isinstance(fault, Exception):
        return language.sentence_of(fault)
    return fault


def _named(error: Impossible) -> Impossible:
    """Return the same error, with the names of games and house rules as pages show them.

    For example, the value "catalan" becomes "Catalan truc".
    """
    values = dict(error.values)
    if "games" in values:
        values["games"] = "; ".join(map(games.name, variants.VARIANTS))
    if values.get("game") in variants.VARIANTS:
        game = str(values["game"])
        house = dict(_house(games.words(game), values))
        values["game"] = games.name(game)
        values.update(house)
    return Impossible(error.message, **values)


def _house(prose: Prose, values: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    rule = str(values.get("key", ""))
    for name, value in values.items():
        if name == "key":
            yield name, prose.house(rule, "")[0]
        elif name == "keys":
            keys = str(value).split(", ")
            yield name, ", ".join(prose.house(key, "")[0] for key in keys)
        elif name == "values":
            texts = str(value).split(", ")
            yield name, ", ".join(labels.quoted(prose.house(rule, text)[1]) for text in texts)
