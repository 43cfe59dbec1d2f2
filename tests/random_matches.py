"""Make random matches of any game, as logs and as records."""

from __future__ import annotations

import random
from contextlib import suppress

from companion.engine import REDO, UNDO, Game, Illegal, MatchLog
from companion.engine.variant import Variant
from tests.engine.test_laws import any_tap, begin, table_tap


def log_and_taps(variant: Variant, seats: int, seed: int, *, steps: int = 35, undo: bool = False):
    """Return the log of a random match, and its taps.

    The match has at most `steps` taps, of which some are corrections or other taps that every game
    has. If `undo` is set, some of these taps are followed by `undo` and `redo`, beyond `steps`.
    """
    dice = random.Random(seed)
    log = MatchLog(begin(variant, seats, dice))
    taps = []
    for _ in range(steps):
        if log.game.over:
            break
        tap = table_tap(log.game, dice) if dice.random() < 0.15 else any_tap(log.game, dice)
        with suppress(Illegal):
            log = log.play(tap)
            taps.append(tap)
            for more in (UNDO, REDO) if undo and dice.random() < 0.3 else ():
                log = log.play(more)
                taps.append(more)
    return log, taps


def text(variant: Variant, first: Game, taps, *, names: str = "", date: str = "") -> str:
    house = " ".join(f"{key}={value}" for key, value in first.rules.house)
    games = "-".join(map(str, first.games))
    headers = {
        "Variant": variant.id,
        "Seats": first.rules.seats,
        "Players": names,
        "Date": date,
        "Dealer": first.dealer,
    }
    headers |= {"Score": first.score_text, "Games": games, "Rules": house}
    lines = [f'[{name} "{value}"]' for name, value in headers.items() if value != ""]
    return "\n".join([*lines, "", " ".join(map(str, taps)), ""])


def beginning(log: MatchLog) -> Game:
    while log.past is not None:
        log = log.past
    return log.game
