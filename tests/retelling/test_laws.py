"""Every sentence and figure that retells a match is true, and all of them agree.

The test compares them with a second count of the same match (`recount`). It plays random matches
with corrections, misdeals and undone taps; some of the matches end with `resign` or `end`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from html import unescape
from itertools import chain

from hypothesis import given

from companion.engine.table_taps import FORMS
from companion.retelling import report, result, story
from companion.retelling.curve import course
from companion.retelling.replay import Replay
from companion.retelling.score_sheet import beginnings, score_lines
from companion.retelling.standing import match_figures
from companion.words.people import People
from tests import recount
from tests.engine.test_laws import at_every_table, seeds
from tests.random_matches import log_and_taps
from tests.recount import CORRECTIONS, Call, Match, Step

NAMES = ("Anna", "Biel", "Carme", "Dídac", "Emma", "Ferran", "Gal·la", "Hug")


@at_every_table
@given(seed=seeds)
def test_the_story_sheet_curve_and_picture_of_a_match_agree_with_a_second_count(
    variant, seats, seed
):
    log, _ = log_and_taps(variant, seats, seed, steps=50, undo=True)
    match = Replay.from_log(log)
    counted = recount.count(log)
    people = People(NAMES[:seats], match.rules)
    ends = ends_of(counted)
    check_lines_add_up(match, ends)
    check_all_agree(match, ends, people)
    sheet = report.points_sheet(match, people)
    for sentence in story.tell_story(match, people):
        check_sentence(sentence, STORIES, counted, people)
    for sentence in sheet.sentences:
        check_sentence(sentence, REPORTS, counted, people)
    told = [unescape(title) for title in re.findall("<title>(.*?)</title>", str(sheet.plot))]
    assert told == marks_of(counted, people)


def ends_of(counted: Match) -> list[str]:
    ends = ["-".join(standings[-1]) for standings, _ in recount.games(counted)]
    has_another_begun = counted.steps and recount.events(counted.steps[-1], "game")
    if has_another_begun and not counted.end.over:
        ends.append("-".join(recount.texts(counted.end)))
    return ends


def check_lines_add_up(match: Replay, ends: list[str]) -> None:
    """Check that the lines of the sheet add up, in each game, from its first score to its last."""
    begun = beginnings(match)
    assert len(begun) == len(ends)
    for game, end in enumerate(ends, start=1):
        here = begun[game - 1]
        for line in score_lines(match):
            if line.game == game:
                assert line.before == here
                here = here.after(line.gained)
                assert line.total == here
        assert here.text == end


def check_all_agree(match: Replay, ends: list[str], people: People) -> None:
    """Check that heading, sheet, curve and picture show the same score."""
    only_begun = beginnings(match)[-1].text == ends[-1]
    drawn = [game[-1].standing.text for game in course(match).games]
    assert drawn == ends or (only_begun and drawn == ends[:-1])
    figures = match_figures(match.end)
    picture = result.result_picture(match, people, "")
    assert sorted(side.score for side in picture.sides) == sorted(figures)
    if match.rules.best_of > 1 and any(match.end.games):
        assert figures == tuple(map(str, match.end.games))
    else:
        truts = tuple(text.partition("/")[0] for text in ends[-1].split("-"))
        assert figures in (tuple(ends[-1].split("-")), truts)
    if not only_begun:
        assert "-".join(report.points_sheet(match, people).lines[-1].total) == ends[-1]


def check_sentence(
    sentence: str, patterns: dict[str, Callable[..., bool]], counted: Match, people: People
) -> None:
    """Check that a sentence matches a known pattern and is true."""
    for pattern, is_true in patterns.items():
        found = re.fullmatch(pattern, sentence)
        if found:
            assert is_true(counted, people, *found.groups()), sentence
            return
    raise AssertionError(f"no pattern of this test fits the sentence: {sentence}")


def marks_of(counted: Match, people: People) -> list[str]:
    """Return the expected text of each call's mark on the curve."""
    fates = {"accepted": ", accepted", "refused": ", refused", "lapsed": ", cancelled"}
    marks = []
    for number, hand in enumerate(counted.hands, start=1):
        for call in hand.calls:
            said = people.words.word(call.word).said
            fate = fates.get(call.fate or "", "")
            marks.append(f"Hand {number}: {people.seat(call.seat)} called {said}{fate}")
    return marks


# These functions say whether a sentence of a story is true of a match; STORIES has their patterns.


def was_played_out(steps: list[Step]) -> bool:
    """Return whether a match has no corrections and was not ended by a tap such as `resign`."""
    words = [tap.word for _, tap, _ in steps]
    return words[-1] not in FORMS and not CORRECTIONS & set(words)


def was_last_game_played_out(counted: Match) -> bool:
    return was_played_out(recount.taps_of(counted, counted.steps[-1]))


def came_back(counted: Match, people: People, side: str, mine: str, others: str) -> bool:
    winner = counted.end.winner
    last_game = recount.games(counted)[-1][0]
    far = max(recount.lag(one, winner) for one in last_game)
    worst = [one for one in last_game if recount.lag(one, winner) == far]
    return (
        side == people.side(winner)
        and (mine, others) in [(one[winner], best_other(one, winner)) for one in worst]
        and far * 3 >= counted.start.rules.tally.target
        and was_last_game_played_out(counted)
    )


def best_other(standing: tuple[str, ...], account: int) -> str:
    others = [one for other, one in enumerate(standing) if other != account]
    return max(others, key=recount.height)


def got_nothing(counted: Match, people: People, side: str) -> bool:
    loser = 1 - counted.end.winner
    standings = chain.from_iterable(standings for standings, _ in recount.games(counted))
    had = {one[loser] for one in standings}
    is_true = side == people.side(loser) and had <= {"0", "0/0"}
    return is_true and was_played_out(counted.steps)


def was_level(counted: Match, people: People, score: str) -> bool:
    before = recount.texts(counted.hands[-1].steps[0][0])
    level = len({recount.height(one) for one in before}) == 1
    is_true = level and score == "–".join(before) and bool(counted.hands[-1].ending)
    return is_true and was_last_game_played_out(counted)


def took_in_a_row(counted: Match, people: People, side: str, hands: str) -> bool:
    winner = counted.end.winner
    return side == people.side(winner) and counted.sides[winner]["most.run"] == int(hands) >= 5


def was_never_behind(counted: Match, people: People, side: str) -> bool:
    winner = counted.end.winner
    for standings, _ in recount.games(counted):
        if any(recount.lag(one, winner) > 0 for one in standings):
            return False
    games = [after.games for _, _, after in counted.steps]
    led = all(won[winner] == max(won) for won in games)
    return led and side == people.side(winner) and was_played_out(counted.steps)


def calls_of(counted: Match) -> list[Call]:
    return list(chain.from_iterable(hand.calls for hand in counted.hands))


def called(counted: Match, people: People, name: str, calls: str, won: str) -> bool:
    seat = people.names.index(name)
    mine = [call for call in calls_of(counted) if call.seat == seat]
    answered = [call for call in mine if not call.bet and call.fate is not None]
    good = [call for call in answered if call.fate == "refused" or call.won]
    return len(answered) == int(calls) and len(good) == int(won) >= 3


def last_call(counted: Match, people: People, name: str, call: str, fate: str) -> bool:
    made = [one for one in counted.hands[-1].calls if not one.bet]
    last = [one for one in made if one.fate in ("accepted", "refused")][-1]
    said = people.words.word(last.word).said
    return (people.seat(last.seat), said, last.fate) == (name, call, fate)


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


# These functions do the same for sentences that describe the curve; REPORTS has their patterns.


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
