"""What newcomers are told agrees with what the engine computes, in every state of random walks.

`make test` reads one language a game and a part of the walks, `make deep` all of them. The
outcomes are played here again, tap by tap, and not taken from `facts`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, cycle, product
from random import Random

import pytest
from flask import Flask
from hypothesis import settings

from companion import variants
from companion.engine import Game, MatchLog, Tap, legal, payments, play
from companion.learn import clauses, counts
from companion.learn.facts import facts_of
from companion.learn.sentences import NewcomersLine, explain, tricks_needed
from companion.web import language
from companion.web.language import LANGUAGES, gettext
from companion.words import labels
from companion.words.people import People
from tests.walking import Step, rules_of, walk, walks

DEEP = settings.get_current_profile_name() == "deep"
GAMES = sorted(variants.VARIANTS)
NAMES = ("Anna", "Biel", "Carme", "Pep", "Maria", "Ona", "Quim", "Rosa")
CASES = [*product(GAMES, LANGUAGES)]
BY_TURNS = [(game, [*LANGUAGES][turn % len(LANGUAGES)]) for turn, game in enumerate(GAMES)]
SEATS = (0, 1, None)  # the readers; None watches
MATCHES = 2  # of each game, with various numbers of players and house rules


def states(game: str) -> Iterator[MatchLog]:
    """Yield states of the walks that are not the end of a match, each with the tap that made it."""
    steps = few_walks(game)
    if DEEP:
        steps = iter(walks(game))
    for step in steps:
        if not step.after.over:
            yield log_of(step)


def few_walks(game: str) -> Iterator[Step]:
    """Yield the steps of some short matches."""
    chance = Random(game)
    some = [*rules_of(game)]
    for rules in chance.sample(some, min(MATCHES, len(some))):
        yield from walk(rules, "", chance, taps=20)


def log_of(step: Step) -> MatchLog:
    return MatchLog(step.after, step.tap, past=MatchLog(step.game))


def taps_of(game: Game) -> list[Tap]:
    """Return every tap that is legal now."""
    return [*chain.from_iterable(offer.all_taps() for offer in legal(game))]


def said_by_all(game: Game, word: str) -> Game | None:
    """Return the game after everybody who is asked said yes or no, None if somebody cannot."""
    asked = game.hand.question
    now = game
    while now.hand.question is not None and not (now is not game and now.events):
        question = now.hand.question
        if asked is None or (question.part, question.word) != (asked.part, asked.word):
            return now
        said = [tap for tap in taps_of(now) if tap.word == word]
        said += [offer.tap for offer in legal(now) if word in offer.also]
        if not said:
            return None
        now = play(now, said[0])
    return now


def paid_clause(after: Game, seat: int | None, people: People) -> str:
    """Return what the clause about the first payment must say to this seat."""
    first = payments(after.events)[0]
    mine = seat is not None and people.rules.account(seat) in first.accounts
    what = str(first.event.points or 0)
    if first.event.truts:
        what = labels.truts(abs(first.event.truts), people.rules)
    if mine:
        return gettext(clauses.WE_GET, what=what)
    return what


def text_of(line: NewcomersLine, label: str) -> str:
    """Return what this key leads to."""
    return next(answer.text for answer in line.answers if answer.label == label)


@pytest.mark.parametrize(("game", "code"), CASES if DEEP else BY_TURNS)
def test_a_newcomer_is_told_what_the_engine_computes(app: Flask, game: str, code: str) -> None:
    with app.test_request_context():
        language.set_language(language.load(code))
        turns = cycle(SEATS)
        for log in states(game):
            people = People(NAMES[: log.game.rules.seats], log.game.rules)
            seat = next(turns)
            check_line(log, seat, people)
            if DEEP:
                check_line(log, next(turns), people)
                check_line(log, next(turns), people)


def check_line(log: MatchLog, seat: int | None, people: People) -> None:
    line = explain(log, seat, people)
    assert line is not None
    assert line.kind in counts.KINDS
    assert line.full
    assert line.short
    check_who_may_act(log.game)
    question = log.game.hand.question
    if question is not None and question.by is not None:
        check_refusal(log.game, line, seat, people)
        check_acceptance(log.game, line, people)
    elif question is None:
        check_tricks(log.game, line, seat, people)
        check_needed(log.game)


def check_who_may_act(game: Game) -> None:
    """Check the seats that may act, and those that may make each call."""
    facts = facts_of(MatchLog(game))
    taps = taps_of(game)
    assert set(facts.acting) >= {tap.seat for tap in taps if tap.seat is not None}
    if all(tap.seat is not None for tap in taps):
        assert set(facts.acting) == {tap.seat for tap in taps}
    for call in facts.calls:
        assert set(call.seats) == {tap.seat for tap in taps if tap.word == call.word}
    if game.hand.question is not None:
        assert set(facts.asked.answer) <= set(facts.acting) | set(game.hand.question.answer)


def check_refusal(game: Game, line: NewcomersLine, seat: int | None, people: People) -> None:
    after = said_by_all(game, "no")
    declares = any(offer.group == "declare" for offer in legal(game))
    if after is None or declares or not payments(after.events):
        return
    text = text_of(line, people.words.asked(game.hand.question).no)
    if not any(event.kind == "game" for event in after.events):
        assert paid_clause(after, seat, people) in text


def check_acceptance(game: Game, line: NewcomersLine, people: People) -> None:
    after = said_by_all(game, "yes")
    if after is None or after.events or after.hand.worth == game.hand.worth:
        return
    if not isinstance(after.hand.worth, int):
        return  # the sentence says a trut or the game in its own words
    text = text_of(line, people.words.asked(game.hand.question).yes)
    assert people.worth(after.hand.worth) in text


def check_tricks(game: Game, line: NewcomersLine, seat: int | None, people: People) -> None:
    """Check each result of a trick that is told: whether the hand ends, and what is paid."""
    told = [answer.text for answer in line.answers]
    follows = gettext("another trick follows")
    if not game.hand.tricks or not any(offer.group == "trick" for offer in legal(game)):
        return
    results = {}
    for offer in legal(game):
        if offer.group == "trick":
            results.setdefault(side_of_trick(game, offer.tap), play(game, offer.tap))
    goes_on = sum(not after.events for after in results.values())
    assert told.count(follows) == goes_on
    for after in results.values():
        if payments(after.events) and not any(event.kind == "game" for event in after.events):
            assert any(paid_clause(after, seat, people) in text for text in told)


def side_of_trick(game: Game, tap: Tap) -> int | None:
    """Return the side that takes the trick with this tap, None for a tied one."""
    if tap.word == "tied":
        return None
    return game.hand.side(tap.seat)


def check_needed(game: Game) -> None:
    """Check that so many tricks in a row end the hand, and that one less does not."""
    leader = game.hand.leader
    needed = tricks_needed(game, leader)
    now = game
    for number in range(1, needed + 1):
        now = play(now, Tap("won", leader))
        ends = any(event.kind in ("hand", "game") for event in now.events)
        assert ends == (number == needed)
