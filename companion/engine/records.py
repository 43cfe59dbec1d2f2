"""Read and play records, which are matches as plain text (see NOTATION.md).

A text may be long, so an iterator reads its records. Between two steps the caller may do other
work, and may stop.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from companion.engine.core import Game, Illegal, Rules
from companion.engine.hand import Malformed, Question, parse
from companion.engine.offering import legal
from companion.engine.play import MatchLog, start
from companion.engine.sentence import Impossible

HEADERS = ("Variant", "Seats", "Players", "Dealer", "Score", "Games", "Rules", "Date", "Place")
HEADER = re.compile(r'\[\s*(\w+)\s+"([^"]*)"\s*\]')
BEGINS = "[Variant"
# A line up to the first ; outside quotation marks. A quotation mark without its pair is text.
UNCOMMENTED = re.compile(r'(?:[^;"]++|"[^"]*+"|"(?=[^"]*+$))*+')
LONG = 60  # characters of the text that an error quotes
NO_RECORD = 'no record here: one begins with [Variant "…"]'
AT_ONCE = 64  # lines that are read in one step
YEARS = range(1900, 2200)

BuildRules = Callable[[str, int | None, dict[str, str]], Rules]
"""A function that returns the rules of a game.

It gets the id of the variant, the number of seats (None for the usual number) and the house rules.
It raises ValueError if they are impossible.
"""

Answer = dict[str, Any]


class Unplayable(ValueError):
    """The error for a record that cannot be played. Its message is `name:LINE: …why…`.

    If a tap is wrong, `n` is its number, `text` its text, and `before` the match before that tap.
    """

    def __init__(
        self,
        name: str,
        at: int,
        fault: Exception | str,
        *,
        n: int = 0,
        text: str = "",
        before: MatchLog | None = None,
    ) -> None:
        self.at = at
        self.fault = fault
        self.n = n
        self.text = text[:LONG]
        self.before = before
        why = str(fault)
        if before is not None:
            legal_now = " ".join(state(before.game)["legal"]) or "undo"
            why = f"tap {n} {self.text!r}: {fault}; legal: {legal_now}"
        super().__init__(f"{name}:{at}: {why}")


@dataclass
class Record:
    """One record as it is written: its headers and its taps, each with the number of its line.

    `line` is the number of its first line. `fault` says what is wrong with the form of the record,
    and in which line; it is None if nothing is wrong.
    """

    line: int
    headers: dict[str, tuple[str, int]] = field(default_factory=dict)
    taps: list[tuple[str, int]] = field(default_factory=list)
    fault: tuple[str, int] | None = None

    def header(self, name: str, default: str = "") -> str:
        """Return the text of a header, or `default` if the record does not have it."""
        return self.headers.get(name, (default, 0))[0]


def read(text: str) -> tuple[Record, ...]:
    """Return all records in a text, including records with a `fault`."""
    return tuple(filter(None, reading(text)))


def reading(text: str, most: int | None = None) -> Iterator[Record | None]:
    """Yield the records in a text one by one, and None after every 64 lines.

    The None lets the caller do other work in between. A record with a fault is yielded as soon as
    the fault is found, and its other lines are skipped. Raises Impossible at a record with more
    than `most` taps.
    """
    record: Record | None = None
    for number, raw in enumerate(text.splitlines(), start=1):
        if number % AT_ONCE == 0:
            yield None
        if record and record.fault and not raw.lstrip().startswith(BEGINS):
            continue
        line = UNCOMMENTED.match(raw)[0].strip()  # type: ignore[index] # it matches an empty text
        if record is None or line.startswith(BEGINS):
            yield from _if_sound(record)
            record = Record(number) if line else None
        if record:
            _read_line(record, line, number, most)
            if record.fault:
                yield record
    yield from _if_sound(record)


def _if_sound(record: Record | None) -> Iterator[Record]:
    if record and not record.fault:
        yield record


def state(game: Game) -> Answer:
    """Return the facts about one state of a game that a replay prints: score, legal taps and more.

    NOTATION.md describes the keys.
    """
    hand = game.hand
    answer: Answer = {
        "score": list(game.score),
        "games": list(game.games),
        "dealer": hand.dealer,
        "leader": hand.leader,
        "stake": hand.worth,
        "cards": hand.cards,
        "tricks": list(hand.tricks),
        "open": _open_question(hand.question),
        "legal": _legal_taps(game),
    }
    if game.truts:
        answer["truts"] = list(game.truts)
    if hand.duel is not None:
        answer["kept"] = list(game.duel_points or (0,) * game.rules.accounts)
    if game.ended:
        answer["ended"] = True
    winners = {event.kind: event.side for event in game.events if event.kind != "points"}
    for kind, key in (("hand", "hand_winner"), ("game", "winner"), ("match", "match_winner")):
        if kind in winners:
            answer[key] = winners[kind]
    return answer


def replay_text(
    text: str, name: str, build_rules: BuildRules, *, each: bool = False
) -> Iterator[Answer]:
    """Yield a mapping for each record of `text`: the facts about its last state (see `state`).

    With `each`, yield a mapping for the start of each record and for the state after each tap. If a
    record cannot be played, its last mapping has the key `error`: `name:LINE: …why…`. `build_rules`
    returns the rules of a game, so that the engine need not know the games.
    """
    number = 0
    for number, record in enumerate(filter(None, reading(text)), start=1):
        yield from _replay(record, number, name, build_rules, each=each)
    if not number:
        yield {"record": 1, "error": f"{name}:1: {NO_RECORD}"}


def playing(record: Record, name: str, build_rules: BuildRules) -> Iterator[MatchLog]:
    """Yield the match of this record before its first tap and after each tap.

    `name` is the name of its file. Raises Unplayable at the first fault.
    """
    try:
        log = MatchLog(_start(record, build_rules))
    except ValueError as fault:
        at = record.fault[1] if record.fault else record.line
        raise Unplayable(name, at, fault) from fault
    yield log
    for n, (text, at) in enumerate(record.taps, start=1):
        try:
            log = log.play(parse(text))
        except (Illegal, Malformed) as fault:
            raise Unplayable(name, at, fault, n=n, text=text, before=log) from fault
        yield log


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
        fault = f"the header {header[1]} is given twice"
    else:
        record.headers[header[1]] = (header[2], number)
        return
    record.fault = (fault, number)


def _replay(
    record: Record, number: int, name: str, build_rules: BuildRules, *, each: bool
) -> Iterator[Answer]:
    n = 0
    log = None
    try:
        for n, log in enumerate(playing(record, name, build_rules)):
            if each or n == len(record.taps):
                yield _answer(record, number, n, log)
    except Unplayable as fault:
        yield _answer(record, number, n, log) | {"error": str(fault)}


def _answer(record: Record, number: int, n: int, log: MatchLog | None) -> Answer:
    answer: Answer = {"record": number, "variant": record.header("Variant")}
    if n:
        answer |= {"tap": record.taps[n - 1][0], "n": n}
    if log is not None:
        answer |= state(log.game)
    return answer


def _start(record: Record, build_rules: BuildRules) -> Game:
    if record.fault:
        raise ValueError(record.fault[0])
    if "Variant" not in record.headers:
        raise ValueError('a record begins with [Variant "…"]')
    _check_date(record.header("Date"))
    seats = _whole(record, "Seats")
    rules = build_rules(record.header("Variant"), seats, house(record.header("Rules")))
    _check_players(record.header("Players"), rules.seats)
    dealer = _whole(record, "Dealer") or 0
    return start(rules, dealer, record.header("Score"), record.header("Games"))


def house(text: str) -> dict[str, str]:
    """Return the house rules that are written as `key=value key=value`.

    Raises ValueError if a word has another form or a key is given twice.
    """
    values: dict[str, str] = {}
    pairs = [word.partition("=") for word in text.split()]
    for key, equals, _ in pairs:
        if not equals:
            raise ValueError(f"a house rule must be written as key=value, not {key[:LONG]!r}")
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
    """Raise ValueError if the date begins with a year before 1900 or after 2199.

    Text that does not begin with a year is allowed.
    """
    if re.match("[0-9]{4}", text) and int(text[:4]) not in YEARS:
        raise ValueError(f"Date {text[:LONG]!r} is not in the years {YEARS[0]} to {YEARS[-1]}")


def _check_players(text: str, seats: int) -> None:
    names = text.split(",")
    if text and len(names) != seats:
        raise ValueError(f"{len(names)} players are named for {seats} seats")


def _open_question(question: Question | None) -> Answer | None:
    if question is None:
        return None
    if question.by is None:
        return {"word": question.word, "answer": sorted(question.answer)}
    answers = sorted(question.answer)
    return {
        "word": question.word,
        "by": question.by,
        "yes": question.if_accepted,
        "no": question.if_refused,
        "answer": answers,
    }


def _legal_taps(game: Game) -> list[str]:
    taps: list[str] = []
    for offer in legal(game):
        taps.extend(map(str, offer.all_taps()))
    return sorted(taps)
