"""Records: one match as plain text, read and played bit by bit, replayed to what NOTATION.md says a replay answers.

What takes as long as somebody likes is an iterator: who drives it may give way to others between two steps, and stop.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from companion.engine.core import Game, Illegal, Rules
from companion.engine.hand import Ask
from companion.engine.log import MatchLog
from companion.engine.notation import Malformed, parse
from companion.engine.offering import legal
from companion.engine.play import start
from companion.engine.sentence import Impossible

HEADERS = ("Variant", "Seats", "Players", "Dealer", "Score", "Games", "Rules", "Date", "Place")
HEADER = re.compile(r'\[\s*(\w+)\s+"([^"]*)"\s*\]')
BEGINS = "[Variant"
UNCOMMENTED = re.compile(r'(?:[^;"]++|"[^"]*+"|"(?=[^"]*+$))*+')  # up to the first ; outside quotation marks
LONG = 60  # characters of what was written that an error shows
NO_RECORD = 'no record here: one begins with [Variant "…"]'
AT_ONCE = 64  # lines that are read between two steps
YEARS = range(1900, 2200)

Build = Callable[[str, int | None, dict[str, str]], Rules]
"""From a variant id, seats (None: the usual number) and house rules to Rules; raises ValueError."""

Answer = dict[str, Any]


class Unplayable(ValueError):
    """A record that goes wrong at this line: `name:LINE: …why…`; of a tap also which, and the match before it."""

    def __init__(
        self, name: str, at: int, fault: Exception | str, *, n: int = 0, text: str = "", before: MatchLog | None = None
    ) -> None:
        self.at, self.fault, self.n, self.text, self.before = at, fault, n, text[:LONG], before
        legal_now = (" ".join(state(before.game)["legal"]) or "undo") if before else ""
        why = f"tap {n} {self.text!r}: {fault}; legal: {legal_now}" if before else str(fault)
        super().__init__(f"{name}:{at}: {why}")


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
    return tuple(filter(None, reading(text)))


def reading(text: str, most: int | None = None) -> Iterator[Record | None]:
    """The records in a text, one after the other, None after every few lines of a long one.

    One with a fault comes as soon as that is found, and what else it says is passed over. Raises Impossible at one of
    more than `most` taps.
    """
    record: Record | None = None
    for number, raw in enumerate(text.splitlines(), start=1):
        if number % AT_ONCE == 0:
            yield None
        if record and record.fault and not raw.lstrip().startswith(BEGINS):
            continue
        line = UNCOMMENTED.match(raw)[0].strip()  # type: ignore[index] # it matches the empty text too
        if record is None or line.startswith(BEGINS):
            yield from _sound(record)
            record = Record(number) if line else None
        if record:
            _read_line(record, line, number, most)
            if record.fault:
                yield record
    yield from _sound(record)


def _sound(record: Record | None) -> Iterator[Record]:
    if record and not record.fault:
        yield record


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
        answer["kept"] = list(game.duel_points or (0,) * game.rules.sides)
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
    number = 0
    for number, record in enumerate(filter(None, reading(text)), start=1):
        yield from _replay(record, number, name, build, each=each)
    if not number:
        yield {"record": 1, "error": f"{name}:1: {NO_RECORD}"}


def playing(record: Record, name: str, build: Build) -> Iterator[MatchLog]:
    """The match before its first tap and after each; raises Unplayable at what is wrong first."""
    try:
        line = MatchLog(_start(record, build))
    except ValueError as fault:
        raise Unplayable(name, record.fault[1] if record.fault else record.line, fault) from fault
    yield line
    for n, (text, at) in enumerate(record.taps, start=1):
        try:
            line = line.tap(parse(text))
        except (Illegal, Malformed) as fault:
            raise Unplayable(name, at, fault, n=n, text=text, before=line) from fault
        yield line


def _read_line(record: Record, line: str, number: int, most: int | None) -> None:
    if not line.startswith("["):
        words = line.split()
        if most is not None and len(record.taps) + len(words) > most:
            raise Impossible("A match has at most %(most)s taps.", most=most)
        record.taps.extend((word, number) for word in words)
        return
    header = HEADER.fullmatch(line)
    if record.taps:
        fault = "a header after the first tap; the next record begins with [Variant …]"
    elif header is None:
        fault = f'{line[:LONG]!r} is not a header: one is written [Name "text"]'
    elif header[1] not in HEADERS:
        fault = f"unknown header {header[1]}: the possible ones are {', '.join(HEADERS)}"
    elif header[1] in record.headers:
        fault = f"the header {header[1]} stands twice"
    else:
        record.headers[header[1]] = (header[2], number)
        return
    record.fault = (fault, number)


def _replay(record: Record, number: int, name: str, build: Build, *, each: bool) -> Iterator[Answer]:
    n, line = 0, None
    try:
        for n, line in enumerate(playing(record, name, build)):
            if each or n == len(record.taps):
                yield _answer(record, number, n, line)
    except Unplayable as fault:
        yield _answer(record, number, n, line) | {"error": str(fault)}


def _answer(record: Record, number: int, n: int, line: MatchLog | None) -> Answer:
    who: Answer = {"record": number, "variant": record.header("Variant")}
    tap = {"tap": record.taps[n - 1][0], "n": n} if n else {}
    return who | tap | (state(line.game) if line else {})


def _start(record: Record, build: Build) -> Game:
    if record.fault:
        raise ValueError(record.fault[0])
    if "Variant" not in record.headers:
        raise ValueError('a record begins with [Variant "…"]')
    _check_date(record.header("Date"))
    seats = _whole(record, "Seats")
    rules = build(record.header("Variant"), seats, house(record.header("Rules")))
    _check_players(record.header("Players"), rules.seats)
    return start(rules, _whole(record, "Dealer") or 0, record.header("Score"), record.header("Games"))


def house(text: str) -> dict[str, str]:
    """House rules written `key=value key=value`; raises ValueError for a word that is not one, or a key given twice."""
    pairs = [word.partition("=") for word in text.split()]
    for key, equals, _ in pairs:
        if not equals:
            raise ValueError(f"{key[:LONG]!r} is not a house rule: one is written key=value")
    values: dict[str, str] = {}
    for key, _, value in pairs:
        if key in values:
            raise ValueError(f"the house rule {key[:LONG]} is given twice")
        values[key] = value
    return values


def _whole(record: Record, name: str) -> int | None:
    text = record.header(name)
    if name not in record.headers:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise ValueError(f"{name} {text[:LONG]!r} is not a whole number")
    return int(text)


def _check_date(text: str) -> None:
    """A date begins with its year; what does not is no date, and stands for nothing but itself."""
    if re.match("[0-9]{4}", text) and int(text[:4]) not in YEARS:
        raise ValueError(f"Date {text[:LONG]!r} is not in the years {YEARS[0]} to {YEARS[-1]}")


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
