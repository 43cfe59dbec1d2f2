"""Games written as a player would tell them: `play("catalan", "truc@1 yes@2 won@1 won@3").score == (0, 2)`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from companion import variants
from companion.engine import Game, Illegal, MatchLog, legal, parse, start
from companion.engine.records import house, state

WAYS_SHOWN: dict[str, set[str]] = defaultdict(set)  # by game, the ways to end that some transcript has played


def ways(game: Game) -> set[str]:
    """How the last tap ended a hand or a game, in a word: `hand played`, `hand nobody`, `game bet` …"""
    ended = {event.kind for event in game.events} & {"hand", "game"}
    why = next((event.why for event in reversed(game.events) if event.kind == "points"), "nobody")
    return {f"{kind} {why}" for kind in ended}


def begin(
    variant: str, *, seats: int | None = None, dealer: int = 0, score: str = "", games: str = "", rules: str = ""
):
    """A match of that game before its first tap."""
    return start(variants.build(variant, seats, house(rules)), dealer, score, games)


def play(variant: str, taps: str = "", **how: Any) -> Game:
    """The game after these taps, undo and redo obeyed."""
    line = MatchLog.of(begin(variant, **how), map(parse, taps.split()))
    for played in way_here(line):
        WAYS_SHOWN[variant] |= ways(played)
    return line.game


def way_here(line: MatchLog) -> Iterator[Game]:
    """Every game on the way to this line that counts."""
    here: MatchLog | None = line
    while here is not None:
        yield here.game
        here = here.past


def told(variant: str, taps: str = "", **how: Any) -> dict[str, Any]:
    """What `companion replay` answers after these taps."""
    return state(play(variant, taps, **how))


def refused(variant: str, taps: str, **how: Any) -> Illegal:
    """The refusal of the last of these taps, all others being legal."""
    *before, last = taps.split()
    line = MatchLog.of(begin(variant, **how), map(parse, before))
    with pytest.raises(Illegal) as caught:
        line.tap(parse(last))
    return caught.value


def words(game: Game) -> set[str]:
    """The words that are legal now."""
    return {offer.act.word for offer in legal(game)}


def taps(game: Game) -> set[str]:
    """Every tap that is legal now, as text."""
    return {str(tap) for offer in legal(game) for tap in offer.taps()}


def there_and_back(variant: str, line: str, **how: Any) -> None:
    """Undo takes back every one of these taps, one by one, and redo puts them all back."""
    done = line.split()
    for taken in range(1, len(done) + 1):
        undone = " ".join([*done, *["undo"] * taken])
        assert play(variant, undone, **how) == play(variant, " ".join(done[:-taken]), **how)
        assert play(variant, undone + " redo" * taken, **how) == play(variant, line, **how)
