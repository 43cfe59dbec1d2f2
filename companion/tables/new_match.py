"""Open a table. The engine checks everything before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from companion import variants
from companion.engine import Impossible, start
from companion.tables.models import Match, Seat
from companion.tables.names import clean_name, clean_stake
from companion.tables.store import open_session, writing
from companion.tables.trouble import retry_while_unavailable

Written = TypeVar("Written")

_NOTHING: Mapping[str, str] = {}
# How often a new code is drawn. Nearly always the first code is one that no other match has.
_TRIES = 20


def open_table(
    *,
    variant: str,
    seats: int | None = None,
    house: Mapping[str, str] = _NOTHING,
    names: Sequence[str] = (),
    dealer: int = 0,
    score: str = "",
    games: str = "",
    stake: str = "",
) -> Match:
    """Open a new match and return it.

    * `house`: the values of house rules, by key; all others have their defaults.
    * `names`: the names of the players, by seat. If a name is missing or blank, the seat has no
      name, and pages show the number of the seat instead.
    * `dealer`: the seat of the first dealer.
    * `score` and `games`: the points and the won games with which the match begins.
    * `stake`: what people play for, in a few words.

    Raises ValueError, with a message for the user, if the match cannot be played in this way.
    """
    facts, called = check_opening(
        variant=variant,
        seats=seats,
        house=house,
        names=names,
        dealer=dealer,
        score=score,
        games=games,
    )
    facts["stake"] = clean_stake(stake)
    return with_a_free_code(lambda: _write(facts, called))


def check_opening(
    *,
    variant: str,
    seats: int | None,
    house: Mapping[str, str],
    names: Sequence[str],
    dealer: int,
    score: str,
    games: str,
) -> tuple[dict[str, Any], list[str]]:
    """Check that a match can be played. Return the columns of its row, and the names of its seats.

    Raises ValueError, with a message for the user, if the match cannot be played in this way.
    """
    game = variants.get(variant)
    rules = game.rules(seats, house)
    score = score.strip()
    games = games.strip()
    begun = start(rules, dealer, score, games)
    games = "-".join(map(str, begun.games)) if games else ""
    text = " ".join(f"{key}={value}" for key, value in rules.house)
    facts = {
        "variant": variant,
        "seats": rules.seats,
        "house": text,
        "dealer": dealer,
        "score": score,
        "games": games,
    }
    return facts, _names_by_seat(names, rules.seats)


def _names_by_seat(names: Sequence[str], seats: int) -> list[str]:
    if len(names) > seats:
        raise Impossible(
            "There are %(names)s names for %(seats)s seats.", names=len(names), seats=seats
        )
    chosen = [clean_name(name) if name.strip() else "" for name in names]
    return [*chosen, *[""] * (seats - len(chosen))]


def with_a_free_code(write: Callable[[], Written]) -> Written:
    """Call `write` and return its result. `write` stores matches with new codes in the database.

    If one of these codes is already in use, call `write` again, so that it makes other codes.
    """
    for _ in range(_TRIES):
        try:
            return write()
        except IntegrityError:  # another match has the code
            continue
    raise RuntimeError("no free table code found")


@retry_while_unavailable
def _write(facts: Mapping[str, Any], names: Sequence[str]) -> Match:
    match = Match(**facts)
    with writing() as connection, open_session(connection) as session:
        add_match(session, match, names)
    return match


def add_match(session: Session, match: Match, names: Sequence[str]) -> None:
    """Write the rows of a match and of its seats. `names` are the names of the players, by seat."""
    session.add(match)
    session.flush()
    for number, name in enumerate(names):
        session.add(Seat(match_id=match.id, number=number, name=name))
    session.flush()
