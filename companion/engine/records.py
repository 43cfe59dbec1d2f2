"""Records: one match as plain text, replayed to what NOTATION.md says a replay answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from companion.engine.core import Game, Illegal, Rules
from companion.engine.hand import Ask
from companion.engine.log import Line
from companion.engine.notation import Malformed, parse
from companion.engine.offering import legal
from companion.engine.play import start

HEADERS = ("Variant", "Seats", "Players", "Dealer", "Score", "Games", "Rules", "Date", "Place")
HEADER = re.compile(r'\[\s*(\w+)\s+"([^"]*)"\s*\]')

Build = Callable[[str, int | None, dict[str, str]], Rules]
"""From a variant id, seats (None: the usual number) and house rules to Rules; raises ValueError."""

Answer = dict[str, Any]


@dataclass
class Record:
    """One record as written: its headers and its taps, each with its line number."""

    line: int
    headers: dict[str, tuple[str, int]] = field(default_factory=dict)
    taps: list[tuple[str, int]] = field(default_factory=list)
    fault: tuple[str, int] | None = None

    def header(self, name: str, default: str = "") -> str:
        """A header's text."""
        return self.headers.get(name, (default, 0))[0]


def read(text: str) -> tuple[Record, ...]:
    """The records in a text, faults noted in each; none where the text holds none."""
    records: list[Record] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = _without_comment(raw).strip()
        if not records or line.startswith("[Variant"):
            if not line:
                continue
            records.append(Record(number))
        _read_line(records[-1], line, number)
    return tuple(records)


def state(game: Game) -> Answer:
    """What a replay answers of a game, without the keys that speak of the record and the tap."""
    hand = game.hand
    answer: Answer = {
        "score": list(game.score),
        "games": list(game.games),
        "dealer": hand.dealer,
        "leader": hand.leader,
        "stake": hand.stake,
        "cards": hand.cards,
        "tricks": list(hand.tricks),
        "open": _open(hand.ask),
        "legal": sorted(str(tap) for offer in legal(game) for tap in offer.taps()),
    }
    if game.truts:
        answer["truts"] = list(game.truts)
    if hand.duel is not None:
        answer["kept"] = list(game.kept or (0,) * game.rules.sides)
    if game.ended:
        answer["ended"] = True
    ended = {event.kind: event.side for event in game.events if event.kind != "points"}
    keys = (("hand", "hand_winner"), ("game", "winner"), ("match", "match_winner"))
    return answer | {key: ended[kind] for kind, key in keys if kind in ended}


def replay_text(text: str, name: str, build: Build, *, each: bool = False) -> Iterator[Answer]:
    """One answer per record of `text` (with `each` one per tap, and first one for the start).

    A record that goes wrong ends with an answer that has the key `error`: `name:LINE: …why…`. `build`
    turns a variant id, seats and house rules into Rules, so that the engine need not know the games.
    """
    records = read(text)
    if not records:
        yield {"record": 1, "error": f'{name}:1: no record here: one begins with [Variant "…"]'}
    for number, record in enumerate(records, start=1):
        yield from _replay(record, number, name, build, each=each)


def _without_comment(line: str) -> str:
    """The line up to the first `;` outside quotation marks."""
    return re.match(r'(?:[^;"]|"[^"]*"|"(?=[^"]*$))*', line)[0]  # type: ignore[index] # matches the empty text too


def _read_line(record: Record, line: str, number: int) -> None:
    if not line.startswith("["):
        record.taps.extend((word, number) for word in line.split())
        return
    header = HEADER.fullmatch(line)
    if record.taps:
        fault = "a header after the first tap; the next record begins with [Variant …]"
    elif header is None:
        fault = f'{line[:60]!r} is not a header: one is written [Name "text"]'
    elif header[1] not in HEADERS:
        fault = f"unknown header {header[1]}: the possible ones are {', '.join(HEADERS)}"
    elif header[1] in record.headers:
        fault = f"the header {header[1]} stands twice"
    else:
        record.headers[header[1]] = (header[2], number)
        return
    record.fault = record.fault or (fault, number)


def _replay(record: Record, number: int, name: str, build: Build, *, each: bool) -> Iterator[Answer]:
    who: Answer = {"record": number, "variant": record.header("Variant")}
    try:
        line = Line(_start(record, build))
    except ValueError as fault:
        at = record.fault[1] if record.fault else record.line
        yield who | {"error": f"{name}:{at}: {fault}"}
        return
    last: Answer = {}
    for n, (text, at) in enumerate(record.taps, start=1):
        if each:
            yield who | last | state(line.game)
        try:
            line = line.tap(parse(text))
        except (Illegal, Malformed) as fault:
            error = f"{name}:{at}: tap {n} {text!r}: {fault}; legal: {' '.join(state(line.game)['legal']) or 'undo'}"
            yield who | last | state(line.game) | {"error": error}
            return
        last = {"tap": text, "n": n}
    yield who | last | state(line.game)


def _start(record: Record, build: Build) -> Game:
    if record.fault:
        raise ValueError(record.fault[0])
    if "Variant" not in record.headers:
        raise ValueError('a record begins with [Variant "…"]')
    seats = _whole(record, "Seats")
    rules = build(record.header("Variant"), seats, house(record.header("Rules")))
    _check_players(record.header("Players"), rules.seats)
    return start(rules, _whole(record, "Dealer") or 0, record.header("Score"), record.header("Games"))


def house(text: str) -> dict[str, str]:
    """House rules written `key=value key=value`; raises ValueError for a word that is not one, or a key given twice."""
    pairs = [word.partition("=") for word in text.split()]
    for key, equals, _ in pairs:
        if not equals:
            raise ValueError(f"{key!r} is not a house rule: one is written key=value")
    keys = [key for key, _, _ in pairs]
    twice = next((key for key in keys if keys.count(key) > 1), None)
    if twice is not None:
        raise ValueError(f"the house rule {twice} is given twice")
    return {key: value for key, _, value in pairs}


def _whole(record: Record, name: str) -> int | None:
    text = record.header(name)
    if name not in record.headers:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise ValueError(f"{name} {text!r} is not a whole number")
    return int(text)


def _check_players(text: str, seats: int) -> None:
    names = text.split(",")
    if text and len(names) != seats:
        raise ValueError(f"{len(names)} players are named for {seats} seats")


def _open(ask: Ask | None) -> Answer | None:
    if ask is None:
        return None
    if ask.by is None:
        return {"word": ask.word, "answer": sorted(ask.answer)}
    return {"word": ask.word, "by": ask.by, "yes": ask.yes, "no": ask.no, "answer": sorted(ask.answer)}
