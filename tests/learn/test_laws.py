"""What newcomers are told agrees with what the engine computes, in every state of random matches.

`make test` reads a few matches of each game in one language. `make deep` reads many more matches,
in all languages. These tests do not use `facts`: they play each outcome again, tap by tap.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from flask import Flask
from hypothesis import settings

from companion import variants
from companion.board import announcements, outcomes, question
from companion.engine import Game, MatchLog, Offer, Tap, legal, payments, play
from companion.learn import clauses, counts
from companion.learn import sentences as told
from companion.learn.sentences import NewcomersLine, explain, tricks_needed
from companion.web import language
from companion.web.language import LANGUAGES, gettext, ngettext
from companion.words import labels, sentences
from companion.words.people import People
from tests.walking import Step, rules_of, walk, walks

DEEP = settings.get_current_profile_name() == "deep"
GAMES = sorted(variants.VARIANTS)
NAMES = ("Anna", "Biel", "Carme", "Pep", "Maria", "Ona", "Quim", "Rosa")
CASES = [*product(GAMES, LANGUAGES)]
BY_TURNS = [(game, [*LANGUAGES][turn % len(LANGUAGES)]) for turn, game in enumerate(GAMES)]
MATCHES = 2  # of each game, with various numbers of players and house rules
# What a player reads whose turn it is.
TO_YOU = ("You lead", "You lead now.", "You decide.", "Only you may act now.")


def states(game: str) -> Iterator[MatchLog]:
    """Yield the log of a match after each tap, for matches that are played at random.

    A log has only the last tap and the state before this tap.
    """
    steps = few_walks(game)
    if DEEP:
        steps = iter(walks(game))
    for step in steps:
        yield MatchLog(step.after, step.tap, past=MatchLog(step.game))


def few_walks(game: str) -> Iterator[Step]:
    """Yield the steps of MATCHES random matches, at most 20 taps of each."""
    chance = Random(game)
    some = [*rules_of(game)]
    for rules in chance.sample(some, min(MATCHES, len(some))):
        yield from walk(rules, "", chance, taps=20)


@pytest.mark.parametrize(("game", "code"), CASES if DEEP else BY_TURNS)
def test_a_newcomer_is_told_what_the_engine_computes(app: Flask, game: str, code: str) -> None:
    with app.test_request_context():
        language.set_language(language.load(code))
        turns = 0
        for log in states(game):
            people = People(NAMES[: log.game.rules.seats], log.game.rules)
            seats = (*range(log.game.rules.seats), None)
            for _ in range(3 if DEEP else 1):
                turns += 1
                check_line(log, seats[turns % len(seats)], people)


def check_line(log: MatchLog, seat: int | None, people: People) -> None:
    """Check what the phone in this seat explains: payments, who may act, calls and answers.

    `seat` is None for a phone that watches.
    """
    game = log.game
    line = explain(log, seat, people)
    if line is None:
        assert game.over
        return
    assert line.kind in counts.KINDS
    assert line.full
    assert line.short
    check_payment(log, line, people)
    if game.over:
        return
    check_who_may_act(log, line, seat, people)
    check_calls(game, line, seat, people)
    asked = game.hand.question
    if asked is not None:
        check_no(game, line, seat, people)
        check_yes(game, line, seat, people)
    else:
        check_tricks(game, line, seat, people)
        check_needed(game)
        check_fold(game, line, seat, people)


# Who may act.
def check_who_may_act(log: MatchLog, line: NewcomersLine, seat: int | None, people: People) -> None:
    """Check that the phone names every player who may act, or says “you” if this is its reader."""
    text = shown(log, line, seat, people)
    for other in may_act(log.game):
        if other != seat:
            assert people.brief.seat(other) in text
        else:
            assert any(words in text for words in said_to_reader(log, seat, people))


def shown(log: MatchLog, line: NewcomersLine, seat: int | None, people: People) -> str:
    """Return what the reader's phone shows: the title, the full sentence, and the answers."""
    told_to_all = announced(log, seat, people)
    title = line.turn or told_to_all.turn
    if told_to_all.asks_in_line and told_to_all.question is not None:
        title = told_to_all.question.line
    elif told_to_all.question is not None and told_to_all.question.felt is not None:
        title = told_to_all.question.felt.who or told_to_all.turn
    answers = [f"{answer.label}: {answer.text}" for answer in line.answers]
    return "\n".join((title, line.full, *answers))


def announced(log: MatchLog, seat: int | None, people: People) -> announcements.Announcements:
    """Return the announcements for the reader in this seat."""
    offers = legal(log.game)
    asked = question.open_question(log.game, offers, people)
    if asked is not None and seat is not None:
        asked = question.put_to(seat, asked, people)
    return announcements.announce(log, offers, people, rows=(), news=(), lines=(), question=asked)


def said_to_reader(log: MatchLog, seat: int | None, people: People) -> Iterator[str]:
    """Yield the sentences that may tell the reader that it is their turn."""
    yield from map(gettext, TO_YOU)
    yield gettext("You must choose: %(choices)s", choices="").strip()
    offers = legal(log.game)
    asked = question.open_question(log.game, offers, people)
    if asked is not None and asked.own_line:
        yield asked.own_line
    if asked is None or asked.felt is None or seat is None:
        return
    own = question.put_to(seat, asked, people)
    if own.felt.who != asked.felt.who:
        yield own.felt.who


def may_act(game: Game) -> set[int]:
    """Return the seats that may answer the open question.

    Without a question, these are the seats that must act, or else the leader's seat.
    """
    offers = legal(game)
    asked = [offer for offer in offers if offer.group == "answer"]
    acting = {offer.tap.seat for offer in asked if offer.tap.seat is not None}
    if game.hand.question is not None:
        return acting & set(game.hand.question.answer)
    return only_they_act(game) or {game.hand.leader}


def only_they_act(game: Game) -> set[int]:
    """Return the seats that may act, or an empty set if every player may act."""
    everyone = set(range(game.rules.seats)) - game.hand.out
    offers = [offer for offer in legal(game) if not game.rules.part(offer.part).looks_back]
    seats = {offer.tap.seat for offer in offers}
    return seats if None not in seats and seats < everyone else set()


# What is paid.
def clause(after: Game, seat: int | None, people: People) -> str:
    """Return the clause about what the last tap paid or won. The explanation must contain it."""
    for event in after.events:
        if event.kind == "game":
            return won_clause(after, event.side, seat, people)
    first = payments(after.events)[0]
    what = str(first.event.points or 0)
    if first.event.truts:
        what = labels.truts(abs(first.event.truts), people.rules)
    return side_clause(clauses.WE_GET, clauses.THEY_GET, first.accounts, what, seat, people)


def won_clause(after: Game, side: int, seat: int | None, people: People) -> str:
    what = people.game
    if people.rules.best_of > 1 and any(event.kind == "match" for event in after.events):
        what = gettext("the match")
    return side_clause(clauses.WE_WIN, clauses.THEY_WIN, (side,), what, seat, people)


def side_clause(
    ours: tuple[str, str],
    theirs: str,
    accounts: tuple[int, ...],
    what: str,
    seat: int | None,
    people: People,
) -> str:
    """Return the clause which says that the players of `accounts` get or win `what`.

    `ours` is used if the reader in `seat` is one of these players. `theirs` is used if they are
    several opponents of the reader in a game with two accounts. Otherwise return `what` alone.
    """
    rules = people.rules
    players = sum(len(rules.seats_of(account)) for account in accounts)
    if seat is not None and rules.account(seat) in accounts:
        return ngettext(*ours, players, what=what)
    if seat is not None and rules.accounts == 2 and players > 1:
        return gettext(theirs, what=what)
    return what


def pays(after: Game | None) -> bool:
    """Return whether the last tap paid something or won a game."""
    return after is not None and (bool(payments(after.events)) or wins_a_game(after))


def wins_a_game(after: Game) -> bool:
    """Return whether the last tap won a game."""
    return any(event.kind == "game" for event in after.events)


def check_payment(log: MatchLog, line: NewcomersLine, people: People) -> None:
    """Check that the explanation gives the reason of the last payment, if no question is open."""
    paid = payments(log.game.events)
    if paid and log.game.hand.question is None:
        assert sentences.reason(paid[-1].event, people.brief) in line.full


# Answers.
def said_by_all(game: Game, word: str) -> Game | None:
    """Return the game after everybody who is asked has said `word`, None if somebody cannot."""
    asked = game.hand.question
    now = game
    while now.hand.question is not None and not (now is not game and now.events):
        current = now.hand.question
        if asked is None or (current.part, current.word) != (asked.part, asked.word):
            return now
        said = answer_taps(now, word)
        if not said:
            return None
        now = play(now, said[0])
    return now


def answer_taps(game: Game, word: str) -> list[Tap]:
    """Return the legal taps with this word, then the legal taps for which it is an older word."""
    offers = [offer for offer in legal(game) if not game.rules.part(offer.part).looks_back]
    said = [offer.tap for offer in offers if offer.tap.word == word]
    return said + [offer.tap for offer in offers if word in offer.also]


def says_numbers(game: Game) -> bool:
    """Return whether players now say their numbers of a side bet."""
    return any(tap_of_bet(game, offer) for offer in legal(game))


def tap_of_bet(game: Game, offer: Offer) -> bool:
    return offer.group == "declare" and not game.rules.part(offer.part).looks_back


def answer_of(line: NewcomersLine, label: str) -> str:
    """Return the explanation of the key with this label, "" if it has none."""
    for answer in line.answers:
        if answer.label in (label, gettext("%(answer)s (all of them)", answer=label)):
            return answer.text
    return ""


def check_no(game: Game, line: NewcomersLine, seat: int | None, people: People) -> None:
    """Check that the explanation says under "no" what a refusal pays.

    If it says “(all of them)”, check that the question is still open after a single no.
    """
    after = said_by_all(game, "no")
    if after is None or says_numbers(game):
        return
    label = people.words.asked(game.hand.question).no
    if pays(after):
        assert clause(after, seat, people) in answer_of(line, label)
    of_all = gettext("%(answer)s (all of them)", answer=label)
    if any(answer.label == of_all for answer in line.answers):
        once = play(game, answer_taps(game, "no")[0])
        assert once.hand.question is not None


def check_yes(game: Game, line: NewcomersLine, seat: int | None, people: People) -> None:
    """Check that the explanation says under "yes" what a yes leads to.

    A yes leads to a payment, to a side bet, to another worth of the hand, or to playing the hand.
    """
    if says_numbers(game):
        check_bet(game, [answer.text for answer in line.answers], people)
        return
    after = said_by_all(game, "yes")
    if after is None:
        return
    label = people.words.asked(game.hand.question).yes
    text = answer_of(line, label)
    if pays(after):
        assert clause(after, seat, people) in text
    elif says_numbers(after):
        check_bet(after, [text], people)
    elif is_decision_to_play(game, after):
        check_decision(game, after, text, seat, people)
    elif after.hand.worth != game.hand.worth:
        worth = after.hand.worth
        sentence = outcomes.HAND_WORTH[outcomes.kind(worth, people.rules)]
        assert gettext(sentence, worth=people.worth(worth)) in text


def is_decision_to_play(game: Game, agreed: Game) -> bool:
    """Return whether the open question is a decision to play, asked without a call.

    A yes to such a question means that the hand is played, and a no pays points. `agreed` is the
    game after a yes.
    """
    is_open = agreed.hand.question is not None
    return game.hand.asker is None and not is_open and pays(said_by_all(game, "no"))


def check_bet(game: Game, texts: list[str], people: People) -> None:
    """Check that these texts say how many points a side wins with the higher number."""
    for offer in legal(game):
        after = play(game, offer.tap) if offer.tap.word == "best" else None
        if after is None or not payments(after.events):
            continue
        told_all = "; ".join(texts)
        amount = str(payments(after.events)[0].event.points)
        wins = wins_a_game(after) and (people.game in told_all or gettext("the match") in told_all)
        assert amount in told_all or wins


def check_decision(game: Game, agreed: Game, text: str, seat: int | None, people: People) -> None:
    """Check that the text says what playing the hand pays if it is won, and if it is lost."""
    mine = game.hand.question.answer[0]
    theirs = game.rules.after(mine)  # the next seat is an opponent's
    ends = [play(agreed, Tap("hand", winner)) for winner in (mine, theirs)]
    if all(wins_a_game(end) for end in ends):
        sentence = outcomes.HAND_WORTH["game"]
        assert gettext(sentence, worth=people.game) in text
        return
    for end in ends:
        assert clause(end, seat, people) in text


# Calls.
def check_calls(game: Game, line: NewcomersLine, seat: int | None, people: People) -> None:
    """Check the worth of each call that the line explains.

    If no question is open, also check that these are the calls that the reader may make.
    """
    if seat is None or seat in game.hand.out:
        return
    offers = [offer for offer in legal(game) if is_call(offer)]
    every = {people.words.word(offer.tap.word).label for offer in offers}
    own = [offer for offer in offers if offer.tap.seat == seat]
    mine = {people.words.word(offer.tap.word).label: offer for offer in own}
    if game.hand.question is None and seat in (only_they_act(game) or {seat}):
        assert {answer.label for answer in line.answers} & every == set(mine)
    for label, offer in mine.items():
        text = answer_of(line, label)
        if text:
            check_call(game, offer, text, seat, people)


def is_call(offer: Offer) -> bool:
    is_ladder = offer.group in ("call", "answer") and offer.tap.word != "yes"
    return is_ladder and offer.if_accepted is not None and offer.tap.seat is not None


def check_call(game: Game, offer: Offer, text: str, seat: int, people: People) -> None:
    """Check that the text has the worth of a call, and what the call pays if it is refused."""
    assert people.worth(offer.if_accepted) in text
    called = play(game, offer.tap)
    asked = called.hand.question
    if asked is None or asked.by is None:
        return
    refused = said_by_all(called, "no")
    if pays(refused):
        assert clause(refused, seat, people) in text


# Tricks.
def check_tricks(game: Game, line: NewcomersLine, seat: int | None, people: People) -> None:
    """Check what the line says about each result of the trick.

    The line must say what is paid, or that another trick follows.
    """
    results: dict[int | None, Game] = {}
    for offer in legal(game):
        if offer.group == "trick":
            results.setdefault(side_of_trick(game, offer.tap), play(game, offer.tap))
    told_of = {answer.label: answer.text for answer in line.answers}
    if line.kind == "must" or not any(after.events for after in results.values()):
        return
    check_whoever(game, line, results, people)
    for side, after in results.items():
        expected = gettext(told.ANOTHER)
        if pays(after):
            expected = clause(after, seat, people)
        elif after.events:
            continue
        labels_of_side = [*names_of(game, side, seat, people)]
        if side is not None and not told_of.keys() & set(labels_of_side):
            labels_of_side = [gettext(told.ANYONE_ELSE)]
        assert any(expected in told_of.get(label, "") for label in labels_of_side)


def check_whoever(
    game: Game, line: NewcomersLine, results: dict[int | None, Game], people: People
) -> None:
    """Check that a sentence with "Whoever takes this trick" is true for every side."""
    wins = {wins_a_game(after) for side, after in results.items() if side is not None}
    if gettext("Whoever takes this trick wins %(what)s.", what=people.game) in line.full:
        assert wins == {True}
    worth = game.hand.worth
    if gettext("Whoever takes this trick wins the hand: %(worth)s.", worth=worth) in line.full:
        assert wins == {False}
        for side, after in results.items():
            if side is not None:
                assert [paid.event.points for paid in payments(after.events)] == [worth]


def names_of(game: Game, side: int | None, seat: int | None, people: People) -> Iterator[str]:
    """Yield the labels by which an explanation may name a result of the trick.

    In this result `side` takes the trick. If `side` is None, the trick is tied.
    """
    if side is None:
        yield gettext(told.A_TIE)
        yield gettext(told.THEY_OR_TIE)
        for other in set(game.hand.sides):
            names = people.brief.sides(people.rules.accounts_of(game.hand, other))
            yield ngettext(*told.TAKES_OR_TIE, len(game.hand.seats_of(other)), side=names)
        yield ngettext(*told.WE_OR_TIE, 1)
        yield ngettext(*told.WE_OR_TIE, 2)
        return
    players = len(game.hand.seats_of(side))
    if seat is not None and seat not in game.hand.out and game.hand.side(seat) == side:
        yield ngettext(*told.WE_TAKE, players)
        yield ngettext(*told.WE_OR_TIE, players)
        return
    yield gettext(told.THEY_TAKE)
    yield gettext(told.THEY_OR_TIE)
    names = people.brief.sides(people.rules.accounts_of(game.hand, side))
    yield ngettext(*told.TAKES, players, side=names)
    yield ngettext(*told.TAKES_OR_TIE, players, side=names)


def side_of_trick(game: Game, tap: Tap) -> int | None:
    """Return the side that takes the trick with this tap, None if the trick is tied."""
    if tap.word == "tied":
        return None
    return game.hand.side(tap.seat)


def check_needed(game: Game) -> None:
    """Check that the hand ends when who leads now has won `tricks_needed` more tricks."""
    leader = game.hand.leader
    needed = tricks_needed(game, leader)
    now = game
    for number in range(1, needed + 1):
        now = play(now, Tap("won", leader))
        ends = any(event.kind in ("hand", "game") for event in now.events)
        assert ends == (number == needed)


def check_fold(game: Game, line: NewcomersLine, seat: int | None, people: People) -> None:
    """Check that the explanation says under "fold" what folding pays, if it pays anything.

    This is checked only if some player must either fold or call.
    """
    if line.kind != "must":
        return
    for offer in legal(game):
        if offer.tap.word == "fold":
            after = play(game, offer.tap)
            text = answer_of(line, people.words.word("fold").own)
            assert not pays(after) or clause(after, seat, people) in text
