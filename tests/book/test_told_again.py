"""Compare the figures of books with a second count of the same matches (`recount`).

The matches are random, of every game. Their figures and spreadsheet lines must be the same in both
counts. `make deep` plays more matches.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import chain

import pytest
from hypothesis import given, settings

from companion import book
from companion.book.hand_lines import hand_lines
from companion.book.pages import book_lines, figure_sentences
from companion.book.sums import Sums, merged
from companion.book.tallying import tally
from companion.engine import MatchLog, parse
from companion.retelling.replay import Replay
from tests import recount
from tests.book.conftest import half_as_many
from tests.engine.test_laws import TABLES, at_every_table, seeds
from tests.playing import begin
from tests.random_matches import beginning, log_and_taps, text
from tests.recount import Match

NAMES = ("Anna", "Biel", "Carme", "Dídac", "Emma", "Ferran", "Gal·la", "Hug")


@pytest.fixture
def engine() -> str:
    """Run these tests on SQLite only, because counts do not depend on the database."""
    return "sqlite"


@at_every_table
@half_as_many
@given(seed=seeds)
def test_figures_and_spreadsheet_lines_of_a_match_agree_with_a_second_count(variant, seats, seed):
    log, _ = log_and_taps(variant, seats, seed, undo=seed % 2 == 1)
    compare(log)


# Matches in which something was once counted wrongly, or is easily counted wrongly.
COUNTED = [
    ("catalan", "truc@1 yes@2 won@0 won@2", {}),  # a call that is lost
    ("catalan", "truc@1 retruc@2 no@3", {}),  # a call as an answer accepts the one before
    ("catalan", "truc@0 won@0 won@2", {}),  # playing on accepts, too
    ("catalan", "won@1 won@3 truc@1 yes@2 won@1 won@3", {}),
    ("catalan", "truc@1 yes@2 hand@1", {}),  # a call in a hand recorded by one touch
    ("catalan", "truc@1 yes@2 won@1 void", {}),  # a void hand decides no call
    ("catalan", "no@0", {"score": "11-3"}),
    ("catalan", "won@1 won@3 won@2 won@0 won@1 won@1 won@3 won@3", {}),  # two hands in a row
    ("catalan", "won@0 won@0 hand@1 won@0 won@0", {}),
    (
        "catalan",
        "hand@0 won@0 won@0 hand@0",
        {},
    ),  # was counted as a run of 2 and as 1 of 1 hands won
    ("catalan", "truc@1 no@2 undo yes@2 won@1 won@3", {}),
    ("catalan", "truc@1 no@2 undo redo", {}),
    ("catalan", "hand@1 undo won@1 won@3", {}),
    ("argentine", "envido@3 no@0", {}),
    ("argentine", "truco@3 envido@0 no@1 yes@0 won@1 won@1", {}),  # el envido va primero
    ("argentine", "envido@3 yes@0 best@1", {"score": "0-29"}),  # a bet that wins the game
    ("argentine", "flor@1 contraflor@2 yes@3 best@1", {"rules": "flor=on"}),
    ("trut", "trut@1 no@2 no@0", {}),
    ("trut", "trut@1 yes@0 won@1 won@1", {"seats": 2}),
]


@pytest.mark.parametrize(("variant", "taps", "how"), COUNTED)
def test_matches_that_were_once_counted_wrongly_agree_with_a_second_count(variant, taps, how):
    compare(MatchLog.of(begin(variant, **how), map(parse, taps.split())))


def compare(log: MatchLog) -> None:
    """Check the figures and the spreadsheet lines of a match against those that `recount` finds."""
    counted = recount.count(log)
    told = Replay.from_log(log)
    compare_figures(tally(told), Sums(counted.table, counted.sides, counted.seats))
    compare_lines(hand_lines(told), counted)


def compare_figures(told: Sums, counted: Sums) -> None:
    pairs = [(told.table, counted.table)]
    pairs += zip(told.sides, counted.sides, strict=True)
    pairs += zip(told.seats, counted.seats, strict=True)
    for mine, other in pairs:
        assert present(mine) == present(other)


def present(counts: Counter[str]) -> dict[str, int]:
    return {name: number for name, number in counts.items() if number}


def compare_lines(lines: list[list[object]], counted: Match) -> None:
    """Check the spreadsheet lines of a match against the scores that `recount.games` finds.

    In each game the gains of all lines add up to the last score, and the last line has that score.
    """
    for number, (standings, _) in enumerate(recount.games(counted), start=1):
        here = [(0, 0)] * len(standings[0])
        mine = [line for line in lines if line[0] == number]
        for _, _, account, points, truts, *_ in mine:
            here[account] = (here[account][0] + truts, here[account][1] + points)
        written = [f"{truts}/{points}" for truts, points in here]
        if "/" not in standings[-1][0]:
            written = [str(points) for _, points in here]
        assert tuple(written) == standings[-1]
        assert not mine or tuple(mine[-1][5]) == standings[-1]


def test_a_book_of_random_matches_agrees_with_a_second_count(app):
    """The debts are compared, and the totals by person, pair, opponent and game."""
    dice = random.Random(20261126)
    made = book.open_book("Divendres", NAMES)
    matches = []
    records = []
    for number in range(3 * settings().max_examples):
        variant, seats = dice.choice(TABLES)
        log, taps = log_and_taps(variant, seats, dice.randrange(2**32))
        people = tuple(dice.sample(range(len(NAMES) + 1), seats))
        names = ",".join("?" if person == 0 else NAMES[person - 1] for person in people)
        date = f"2026-11-20T21:{number // 60:02}:{number % 60:02}+00:00"
        records.append(text(variant, beginning(log), taps, names=names, date=date))
        matches.append((variant.id, people, recount.count(log)))
    book.keep_records(made, "\n".join(records), "records")
    for number in range(1, len(matches) + 1):
        book.set_stake(made, number, "coffee")
    whole = book.overview(book.by_token(made.keep_token).book)
    compare_totals(whole.totals, matches)
    for game in whole.games:
        compare_totals(whole.by_game.of(game), [one for one in matches if one[0] == game])
    compare_debts(whole.entries, matches)
    for line in book_lines.standing_lines(whole.entries, dict(enumerate(NAMES, start=1))):
        counts = counts_of(matches, line.number)
        assert (line.won.hits, line.won.of) == (counts["matches.won"], counts["matches"])


def counts_of(matches, person: int) -> Counter[str]:
    parts = []
    for _, people, counted in matches:
        if person in people:
            seat = people.index(person)
            parts += [counted.seats[seat], counted.sides[counted.start.rules.account(seat)]]
    return merged(parts)


def compare_totals(told, matches) -> None:
    table = merged(chain.from_iterable((one.table, *one.seats) for _, _, one in matches))
    assert present(told.table) == present(table)
    check_figures(figure_sentences.of_many(told.table), table, "heard")
    check_figures(figure_sentences.of_basis(told.table), table, "heard")
    for person, counts in told.people.items():
        mine = counts_of(matches, person)
        assert present(counts) == present(mine)
        name = NAMES[person - 1]
        check_figures(figure_sentences.of_one(name, counts, ()), mine, "called-in")
    for (one, other), counts in told.versus.items():
        won = 0
        decided = 0
        for _, people, counted in matches:
            account = counted.start.rules.account
            if one in people and other in people and counted.end.winner is not None:
                mine = account(people.index(one))
                if mine != account(people.index(other)):
                    decided += 1
                    won += counted.end.winner == mine
        assert (counts["matches.won"], counts["matches"]) == (won, decided)


def compare_debts(entries, matches) -> None:
    """Check the open debts of a book: in each match, each loser owes one winner a stake.

    Debts between two known people and debts with an unknown player are compared separately.
    """
    balance = Counter[tuple[int, bool]]()  # by person, and whether the other is known
    for _, people, counted in matches:
        winner = counted.end.winner
        if winner is not None and counted.start.rules.accounts == 2:
            for owing, owed in zip(people[1 - winner :: 2], people[winner::2], strict=True):
                owe(balance, owing, owed, 1)
    assert any(balance.values())
    for one in book.open_debts(entries):
        for debt in one.debts:
            owe(balance, debt.owing, debt.owed, -debt.times)
    assert not any(balance.values())


def owe(balance, owing: int, owed: int, times: int) -> None:
    if owing:
        balance[owing, owed != 0] -= times
    if owed:
        balance[owed, owing != 0] += times


SHARE = r"(\d+) of (\d+)"


def check_figures(sentences, counts: Counter[str], in_hands: str) -> None:
    """Check the shares and numbers in the sentences of a page against these counts.

    The counts of hands with a call have names that begin with `in_hands`. It is "heard" if the page
    shows everybody, "called-in" if it shows one player.
    """
    for sentence in sentences:
        pattern = pattern_of(sentence)
        assert FIGURES[pattern](sentence, counts, in_hands), sentence


def pattern_of(sentence: str) -> str:
    return next(pattern for pattern in FIGURES if re.search(pattern, sentence))


def is_near(part: str, whole: str, hits: int, of: int) -> bool:
    """Return whether a sentence that says "`part` of `whole`" gives the share `hits` of `of`.

    Up to ten cases the numbers must be exact. With more cases they may differ a little.
    """
    if of <= 10 or hits in (0, of):
        return (int(part), int(whole)) == (hits, of)
    told = int(part) / int(whole)
    return abs(told - hits / of) < 0.056 and (0 < told < 1 or told == hits / of)


def most_called(sentence: str, counts: Counter[str], in_hands: str) -> bool:
    cases = "hands-with" if in_hands == "heard" else "dealt-with"
    made = {name: number for name, number in counts.items() if name.startswith(f"{in_hands}.")}
    most = max(made.values())
    part, whole = re.search(SHARE, sentence).groups()
    for name in [name for name, number in made.items() if number == most]:
        _, ladder, word = name.split(".")
        if not is_near(part, whole, most, counts[f"{cases}.{ladder}"]):
            continue
        won = re.search(rf"wins {SHARE}", sentence)
        settled = counts[f"settled.{ladder}.{word}"]
        if won is None and (in_hands == "heard" or not settled):
            return True
        if won is not None and is_near(*won.groups(), counts[f"won.{ladder}.{word}"], settled):
            return True
    return False


def answered(sentence: str, counts: Counter[str], in_hands: str) -> bool:
    asked = {name: number for name, number in counts.items() if name.startswith("answered.")}
    most = max(asked.values())
    part, whole = re.search(SHARE, sentence).groups()
    ladders = [name.split(".")[1] for name, number in asked.items() if number == most]
    return any(is_near(part, whole, counts[f"taken.{ladder}"], most) for ladder in ladders)


def number_of(*names: str):
    def is_true(sentence: str, counts: Counter[str], in_hands: str) -> bool:
        return int(re.search(r"\d+", sentence)[0]) == sum(counts[name] for name in names)

    return is_true


FIGURES = {
    r" calls .+ in ": most_called,
    r"^Most called: ": most_called,
    r"accepts or raises in ": answered,
    r"^Of these, ": number_of("matches.unfinished"),
    r"^\d+ points? w": number_of("points.short"),
    r"^\d+ truts? w": number_of("truts.short"),
    r"^The score was corrected ": number_of("corrections"),
}
