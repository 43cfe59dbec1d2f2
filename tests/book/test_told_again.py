"""What books and match pages tell, compared with a second count of the same matches (`recount`).

Random matches of every game: each figure, each line of the spreadsheet, and the truth of each
sentence. `make deep` plays more of them.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from itertools import chain

import pytest
from hypothesis import given, settings

from companion import book, variants
from companion.book.hand_lines import hand_lines
from companion.book.pages import book_lines, figure_sentences
from companion.book.sums import Sums, merged
from companion.book.tallying import tallied
from companion.engine.table_taps import FORMS
from companion.retelling import report
from companion.retelling.replay import Replay
from companion.retelling.story import tell_story
from companion.words.people import People
from tests.book import recount
from tests.book.recount import CORRECTIONS, Call, Match
from tests.book.walking import beginning, log_and_taps, text
from tests.engine.test_laws import every_table, seeds
from tests.playing import every_table as every_game

NAMES = ("Anna", "Biel", "Carme", "Dídac", "Emma", "Ferran", "Gal·la", "Hug")
TABLES = [(variants.get(name), seats) for name, seats in every_game()]
compared = Counter[str]()  # how many figures, lines and sentences these tests compared


@pytest.fixture
def engine() -> str:
    """What was counted is the same on both."""
    return "sqlite"


@every_table
@given(seed=seeds)
def test_figures_lines_and_sentences_of_a_match_agree_with_a_second_count(variant, seats, seed):
    log, _ = log_and_taps(variant, seats, seed, undo=seed % 2 == 1)
    counted = recount.count(log)
    told = Replay.from_log(log)
    compare_figures(tallied(told), Sums(counted.table, counted.sides, counted.seats))
    compare_lines(hand_lines(told), counted)
    people = People(NAMES[:seats], told.rules)
    for sentence in tell_story(told, people):
        check(sentence, STORIES, counted, people)
    for sentence in report.points_sheet(told, people).sentences:
        check(sentence, REPORTS, counted, people)


def compare_figures(told: Sums, counted: Sums) -> None:
    pairs = [(told.table, counted.table)]
    pairs += zip(told.sides, counted.sides, strict=True)
    pairs += zip(told.seats, counted.seats, strict=True)
    for mine, other in pairs:
        compared["figures"] += len(+mine)
        assert present(mine) == present(other)


def present(counts: Counter[str]) -> dict[str, int]:
    return {name: number for name, number in counts.items() if number}


def compare_lines(lines: list[list[object]], counted: Match) -> None:
    """The lines of a game add up to how it stood at its end, and each says how it stood then."""
    for number, (standings, _) in enumerate(recount.games(counted), start=1):
        here = [(0, 0)] * len(standings[0])
        mine = [line for line in lines if line[0] == number]
        compared["lines"] += len(mine)
        for _, _, account, points, truts, *_ in mine:
            here[account] = (here[account][0] + truts, here[account][1] + points)
        written = [f"{truts}/{points}" for truts, points in here]
        if "/" not in standings[-1][0]:
            written = [str(points) for _, points in here]
        assert tuple(written) == standings[-1]
        assert not mine or tuple(mine[-1][5]) == standings[-1]


def check(
    sentence: str, patterns: dict[str, Callable[..., bool]], counted: Match, people: People
) -> None:
    """Check that a sentence has a known pattern and is true."""
    for pattern, is_true in patterns.items():
        found = re.fullmatch(pattern, sentence)
        if found:
            compared["sentences"] += 1
            compared[pattern] += 1
            assert is_true(counted, people, *found.groups()), sentence
            return
    raise AssertionError(f"a sentence that nobody checks: {sentence}")


# Each pattern of a story, and whether it is true of a match.


def came_back(counted: Match, people: People, side: str, mine: str, others: str) -> bool:
    winner = counted.end.winner
    far = max(recount.lag(one, winner) for one in last_game(counted))
    worst = [one for one in last_game(counted) if recount.lag(one, winner) == far]
    return (
        side == people.side(winner)
        and (mine, others) in [(one[winner], best_other(one, winner)) for one in worst]
        and far * 3 >= counted.start.rules.tally.target
        and won_by_playing(counted)
    )


def last_game(counted: Match) -> list[tuple[str, ...]]:
    return recount.games(counted)[-1][0]


def best_other(standing: tuple[str, ...], account: int) -> str:
    others = [one for other, one in enumerate(standing) if other != account]
    return max(others, key=recount.height)


def won_by_playing(counted: Match) -> bool:
    return counted.steps[-1][1].word not in FORMS


def got_nothing(counted: Match, people: People, side: str) -> bool:
    loser = 1 - counted.end.winner
    standings = chain.from_iterable(standings for standings, _ in recount.games(counted))
    had = {one[loser] for one in standings}
    return side == people.side(loser) and had <= {"0", "0/0"}


def was_level(counted: Match, people: People, score: str) -> bool:
    before = recount.texts(counted.hands[-1].steps[0][0])
    level = len({recount.height(one) for one in before}) == 1
    return level and score == "–".join(before) and bool(counted.hands[-1].ending)


def took_in_a_row(counted: Match, people: People, side: str, hands: str) -> bool:
    winner = counted.end.winner
    return side == people.side(winner) and counted.sides[winner]["most.run"] == int(hands)


def was_never_behind(counted: Match, people: People, side: str) -> bool:
    winner = counted.end.winner
    for standings, _ in recount.games(counted):
        if any(recount.lag(one, winner) > 0 for one in standings):
            return False
    words = {tap.word for _, tap, _ in counted.steps}
    return side == people.side(winner) and not CORRECTIONS & words


def calls_of(counted: Match) -> list[Call]:
    return list(chain.from_iterable(hand.calls for hand in counted.hands))


def called(counted: Match, people: People, name: str, calls: str, won: str) -> bool:
    seat = people.names.index(name)
    mine = [call for call in calls_of(counted) if call.seat == seat]
    answered = [call for call in mine if not call.bet and call.fate is not None]
    good = [call for call in answered if call.fate == "refused" or call.won]
    return (len(answered), len(good)) == (int(calls), int(won))


def last_call(counted: Match, people: People, name: str, call: str, fate: str) -> bool:
    made = [one for one in counted.hands[-1].calls if not one.bet]
    last = [one for one in made if one.fate in ("accepted", "refused")][-1]
    said = people.words.word(last.word).said
    return (people.name(last.seat), said, last.fate) == (name, call, fate)


STORIES: dict[str, Callable[..., bool]] = {
    r"(.+) came back from (\S+)–(\S+) down to win\.": came_back,
    r"Not one point for (.+)\.": got_nothing,
    r"It was (\S+) before the last hand\.": was_level,
    r"(.+) took (\d+) hands in a row\.": took_in_a_row,
    r"(.+) (?:was|were) never behind\.": was_never_behind,
    r"(.+) called (\d+) times and won every time\.": (
        lambda counted, people, name, calls: called(counted, people, name, calls, calls)
    ),
    r"(.+) called (\d+) times and won (\d+) of them\.": called,
    r"In the last hand (.+) called (.+), and it was (accepted|refused)\.": last_call,
}


# Each pattern of the description of a score over time.


def led(counted: Match, people: People, hand: str, leaders: str, score: str) -> bool:
    after = recount.texts_after(counted.hands[int(hand) - 1].last)
    best = [account for account in range(len(after)) if recount.lag(after, account) == 0]
    return leaders == people.sides(tuple(best)) and score == "–".join(after)


def level(counted: Match, people: People, hand: str, score: str) -> bool:
    return led(counted, people, hand, people.sides(tuple(range(people.rules.accounts))), score)


def answers(counted: Match, people: People, answered: str, accepted: str) -> bool:
    fates = Counter(call.fate for call in calls_of(counted))
    both = fates["accepted"] + fates["refused"]
    return (int(answered), int(accepted)) == (both, fates["accepted"])


def cancelled(counted: Match, people: People, number: str) -> bool:
    fates = Counter(call.fate for call in calls_of(counted))
    return int(number) == fates["lapsed"]


REPORTS: dict[str, Callable[..., bool]] = {
    r"After hand (\d+) it was level, (\S+)\.": level,
    r"After hand (\d+) (.+) led, (\S+)\.": led,
    r"Calls answered: (\d+); accepted: (\d+)\.": answers,
    r"Calls cancelled: (\d+)\.": cancelled,
}


def test_a_book_of_random_matches_agrees_with_a_second_count(app):
    """Everything a page adds up: by person, by pair, against each other, by game, and debts."""
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
        compared["figures"] += 1
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
        compared["figures"] += len(+mine)
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
        compared["figures"] += 2
        assert (counts["matches.won"], counts["matches"]) == (won, decided)


def compare_debts(entries, matches) -> None:
    """Each known loser of a match of two sides owes a known winner once; the rest is apart."""
    balance = Counter[tuple[int, bool]]()  # by person, and whether the other is known
    for _, people, counted in matches:
        winner = counted.end.winner
        if winner is not None and counted.start.rules.accounts == 2:
            for owing, owed in zip(people[1 - winner :: 2], people[winner::2], strict=True):
                owe(balance, owing, owed, 1)
    assert any(balance.values())
    for account in book.accounts(entries):
        for debt in account.debts:
            compared["figures"] += 1
            owe(balance, debt.owing, debt.owed, -debt.times)
    assert not any(balance.values())


def owe(balance, owing: int, owed: int, times: int) -> None:
    if owing:
        balance[owing, owed != 0] -= times
    if owed:
        balance[owed, owing != 0] += times


SHARE = r"(\d+) of (\d+)"


def check_figures(sentences, counts: Counter[str], in_hands: str) -> None:
    """Check the shares and numbers of sentences about counts."""
    for sentence in sentences:
        pattern = pattern_of(sentence)
        compared["sentences"] += 1
        compared[pattern] += 1
        assert FIGURES[pattern](sentence, counts, in_hands), sentence


def pattern_of(sentence: str) -> str:
    return next(pattern for pattern in FIGURES if re.search(pattern, sentence))


def is_near(part: str, whole: str, hits: int, of: int) -> bool:
    """Whether this part tells the share: exactly for few cases, else to a twentieth."""
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
