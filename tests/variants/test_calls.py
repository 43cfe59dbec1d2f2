"""Each call has the worth, the points for a refusal and the answering seats that `calls.txt` says.

`calls.txt` begins with an explanation of its lines.
"""

from __future__ import annotations

import pytest
from _pytest.mark.structures import ParameterSet

from companion import variants
from tests.playing import play, refused, state_of, taps, words
from tests.variants.lists import entries, how_played


def calls(*kinds: str) -> list[ParameterSet]:
    """Return the lines of `calls.txt` that are of these kinds, as parameters of a test.

    A line begins with its kind. Each match has only one game, so that the score can still be read
    after a call has won the game.
    """
    found = []
    for game, how, line in entries("calls.txt"):
        kind, _, text = line.partition(" ")
        if kind in kinds:
            fields = [field.strip() for field in text.split("|")]
            found.append(pytest.param(game, kind, *fields, how_played(f"{how} best_of=1")))
    return found


def refuse(game, line, **how):
    """Return the state after the taps in `line` and a no of all who must answer the last call."""
    word = state_of(game, line, **how)["open"]["word"]
    state = state_of(game, line, **how)
    while state["open"] is not None and state["open"]["word"] == word:
        line += f" no@{state['open']['answer'][0]}"
        state = state_of(game, line, **how)
    return state


def points_of(state, seat):
    return state["score"][seat % len(state["score"])]


def worth(text):
    return int(text) if text.isdigit() else text


def check_call(game, line, stake, yes, no, answer, **how):
    """Check what is asked, who must answer, and what a yes and a no to the last call are worth.

    `line` are the taps up to this call, `stake` is the worth of the hand before its answer.
    """
    state = state_of(game, line, **how)
    assert state["stake"] == stake, "a call changed the worth of the hand before its answer"
    word, _, seat = line.split()[-1].partition("@")
    by = int(seat[0])
    assert state["open"] == {"word": word, "by": by, "yes": yes, "no": no, "answer": answer}
    assert state_of(game, f"{line} yes@{answer[-1]}", **how)["stake"] == yes
    declined = refuse(game, line, **how)
    assert points_of(declined, by) == points_of(state, by) + no
    assert declined["hand_winner"] == by % len(state["score"])


@pytest.mark.parametrize(
    ("game", "kind", "taps", "values", "answers", "how"), calls("raises", "later")
)
def test_each_call_that_raises_the_hand_is_worth_what_the_rules_say(
    game, kind, taps, values, answers, how
):
    for are_accepted in {"raises": (False, True), "later": (True,)}[kind]:
        line = ""
        stake = state_of(game, **how)["stake"]
        steps = zip(values.split(), answers.split(), strict=True)
        for tap in taps.split():
            line = f"{line} {tap}".strip()
            if tap.startswith(("won", "tied")):
                continue
            value, answering = next(steps)
            yes, _, no = value.partition("/")
            answer = [int(seat) for seat in answering]
            check_call(game, line, stake, worth(yes), worth(no), answer, **how)
            stake = worth(yes)
            if are_accepted:
                line += f" yes@{answer[0]}"


@pytest.mark.parametrize(("game", "kind", "chain", "value", "follow", "how"), calls("bet"))
def test_a_side_bet_is_worth_what_the_rules_say_after_each_sequence_of_calls(
    game, kind, chain, value, follow, how
):
    yes, no = map(int, value.split("/"))
    state = state_of(game, chain, **how)
    question = state["open"]
    assert (question["yes"], question["no"]) == (yes, no)
    assert words(play(game, chain, **how)) == {"yes", "no", *follow.split()}
    assert points_of(refuse(game, chain, **how), question["by"]) == (
        points_of(state, question["by"]) + no
    )
    for seat in (2, 3):
        met = state_of(game, f"{chain} yes@{question['answer'][-1]} best@{seat}", **how)
        assert points_of(met, seat) == points_of(state, seat) + yes


@pytest.mark.parametrize(("game", "kind", "chain", "value", "how"), calls("rest"))
def test_a_falta_pays_each_side_what_the_rules_say(game, kind, chain, value, how):
    mine, theirs = map(int, value.split("/"))
    question = state_of(game, chain, **how)["open"]
    assert question["yes"] == mine
    before = [int(points) for points in how["score"].split("-")]
    line = f"{chain} yes@{question['answer'][-1]}"
    assert play(game, f"{line} best@0", **how).score == (before[0] + mine, before[1])
    first = next(tap for tap in taps(play(game, line, **how)) if tap in ("best@1", "best@3"))
    assert play(game, f"{line} {first}", **how).score == (before[0], before[1] + theirs)


def games_with(key):
    return [game.id for game in variants.VARIANTS.values() if key in {o.key for o in game.options}]


@pytest.mark.parametrize("game", games_with("silent_accept"))
def test_playing_on_accepts_a_call_only_if_the_house_rule_silent_accept_is_on(game):
    (call,) = words(play(game)) & {"truc", "truco"}
    accepted = play(game, f"{call}@1 yes@{state_of(game, f'{call}@1')['open']['answer'][0]} won@2")
    assert play(game, f"{call}@1 won@2", rules="silent_accept=on").score == accepted.score
    assert (
        state_of(game, f"{call}@1 won@2", rules="silent_accept=on")["stake"] == accepted.hand.worth
    )
    silent = refused(game, f"{call}@1 won@2", rules="silent_accept=off")
    assert silent.reason == "question"
    default = {"catalan": "on", "espaseta": "on"}.get(game, "off")
    assert variants.get(game).option("silent_accept").default == default
