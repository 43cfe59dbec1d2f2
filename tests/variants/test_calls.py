"""What every call is for if it is accepted, what a refusal pays, and who answers it."""

from __future__ import annotations

import pytest

from companion import variants
from tests.playing import play, refused, taps, told, words

IN_ANSWER = "in answer"
LATER = "later"
EITHER = (IN_ANSWER, LATER)
PARLETT = {"rules": "put_rules=parlett"}
MODERN = {"rules": "ladder=2-4-6-10-12"}
PROPOSED = {"rules": "refused_pays=proposed"}

# A game, its calls one after the other, what each is worth if accepted and refused, who answers
# each, and whether a raise comes in answer to the call before or once that was accepted.
LADDERS = [
    ("catalan", "truc@1 retruc@2", "2/1 3/2", "2 3", EITHER, {}),
    ("catalan", "won@1 truc@0", "2/1", "1", (LATER,), {"seats": 2}),
    ("espaseta", "truc@1 retruc@2", "2/1 3/2", "2 3", EITHER, {}),
    ("north-catalan", "truc@4 tres@3", "2/1 3/2", "1 0", (LATER,), {}),
    ("north-catalan", "truc@0 tres@3", "2/1 3/2", "13 02", (LATER,),
     {"seats": 4, "rules": "answers=either"}),
    ("doubling", "double@1 double@0 double@3 double@2", "2/1 4/2 8/4 16/8", "02 13 02 13",
     (LATER,), {}),
    ("argentine", "truco@1 retruco@2 vale-cuatro@3", "2/1 3/2 4/3", "02 13 02", EITHER, {}),
    ("argentine", "truco@1 won@1 retruco@0", "2/1 3/2", "02 13", (LATER,), {}),
    ("argentine", "truco@1 retruco@0 won@1 vale-cuatro@1", "2/1 3/2 4/3", "02 13 02", (LATER,), {}),
    ("venezuelan", "truco@1 retruco@2 vale-nueve@3 vale-juego@0", "3/1 6/3 9/6 game/9",
     "02 13 02 13", EITHER, {}),
    ("valencian", "truc@1 retruc@2 quatre-val@3 joc-fora@0", "2/1 3/2 4/3 game/4", "02 13 02 13",
     EITHER, {}),
    ("menorcan", "truc@1 retruc@2 val-nou@3 joc-fora@0", "3/1 6/3 9/6 game/9", "02 13 02 13",
     EITHER, {}),
    ("truc-y-flou", "truc@1 retruc@0 quatre@5 six@0 la-ronde@5", "2/1 3/2 4/3 6/4 game/6",
     "0 5 0 5 0", EITHER, {}),
    ("truc-y-flou", "truc@1", "2/1", "024", EITHER, {"rules": "answers=either"}),
    ("arriba-o-abajo", "truco@1 retruco@2", "3/1 6/3", "02 13", EITHER, {}),
    ("mineiro", "truco@1 seis@2 nove@3 doze@0", "3/1 6/3 9/6 12/9", "02 13 02 13", EITHER, {}),
    ("mineiro", "truco@1 seis@2 nove@3 doze@0", "4/2 6/4 10/6 12/10", "02 13 02 13", EITHER,
     MODERN),
    ("mineiro", "truco@0", "3/1", "1", EITHER, {"seats": 2}),
    ("mineiro", "truco@0", "3/1", "135", EITHER, {"seats": 6}),
    ("mineiro", "truco@7", "3/1", "0246", EITHER, {"seats": 8}),
    ("french", "two-more@1 two-more@0 won@1 two-more@1 two-more@0 won@0 two-more@0 two-more@1",
     "2/1 4/2 6/4 8/6 10/8 12/10", "0 1 0 1 1 0", (LATER,), {}),
    ("french", "two-more@1 mon-reste@0", "2/1 game/2", "0 1", (LATER,), {}),
    ("french", "mon-reste@1", "game/1", "0", (LATER,), {}),
    ("french-free", "raise@1=2 raise@0=1 raise@1=4 raise@0=5", "3/1 4/3 8/4 13/8", "0 1 0 1",
     (LATER,), {}),
    ("french-free", "raise@1=40 mon-reste@0", "41/1 game/41", "0 1", (LATER,), {"score": "0-0"}),
    ("french-free", "raise@1=3 raise@0=2", "4/4 6/6", "0 1", (LATER,), PROPOSED),
    ("french-free", "mon-reste@1", "game/1", "0", (LATER,), PROPOSED),
    ("trut", "trut@1", "3/1", "02", (LATER,), {}),
    ("trut", "trut@0", "3/1", "1", (LATER,), {"seats": 2}),
    ("trut-deux-sevres", "trut@1", "trut/1", "2", (LATER,), {}),
    ("trut-deux-sevres", "brelan@3", "trut/1", "2", (LATER,), {}),
    ("trut-deux-sevres", "trut@0", "trut/1", "1", (LATER,), {"seats": 2}),
    ("trut-gatine", "trut@3", "trut/1", "2", (LATER,), {}),
    ("trut-gatine", "brelan@3", "trut/1", "2", (LATER,), {}),
    ("trut-gatine", "suite@3", "trut/1", "2", (LATER,), {}),
    ("put", "put@0", "game/1", "1", (LATER,), {}),
    ("put", "put@1", "game/1", "0", (LATER,), {}),
    ("put", "won@0 put@1", "game/1", "0", (LATER,), {}),
    ("put", "won@0 put@0", "game/1", "1", (LATER,), PARLETT),
    ("put-original", "put@1", "game/1", "0", (LATER,), {}),
    ("put-original", "tied won@1 put@1", "game/1", "0", (LATER,), {}),
    ("put-original", "won@0 won@1 put@1", "game/1", "0", (LATER,), {}),
    ("put-pass", "put@3", "game/1", "2", (LATER,), {}),
    ("put-pass", "put@2", "game/1", "3", (LATER,), {}),
    ("put-pass", "won@2 put@3", "game/1", "2", (LATER,), {}),
]  # fmt: skip

AT_20_10 = {"score": "20-10"}


def envido(rest):
    """Return every chain of envido where a falta is for the rest."""
    return [
        ("envido@0", 2, 1, "envido real-envido falta-envido"),
        ("envido@0 envido@1", 4, 2, "real-envido falta-envido"),
        ("envido@0 real-envido@1", 5, 2, "falta-envido"),
        ("envido@0 envido@1 real-envido@0", 7, 4, "falta-envido"),
        ("envido@0 falta-envido@1", rest, 2, ""),
        ("envido@0 envido@1 falta-envido@0", rest, 4, ""),
        ("envido@0 real-envido@1 falta-envido@0", rest, 5, ""),
        ("envido@0 envido@1 real-envido@0 falta-envido@1", rest, 7, ""),
        ("real-envido@0", 3, 1, "falta-envido"),
        ("real-envido@0 falta-envido@1", rest, 3, ""),
        ("falta-envido@0", rest, 1, ""),
    ]


# A game, the bets one after the other, what the last is worth if accepted and refused, and what
# else may follow it.
BETS = [
    *(("argentine", *bet, {}) for bet in envido(30)),
    ("argentine", "envido@0 envido@1 envido@0", 6, 4, "envido real-envido falta-envido",
     {"rules": "envido_max=unlimited"}),
    *(("gauderio", *bet, {"rules": "flor=off"}) for bet in envido(24)),
    ("truc-y-flou", "embit@1", 2, 1, "flor torne la-falta", AT_20_10),
    ("truc-y-flou", "embit@1 torne@0", 4, 2, "flor la-falta", AT_20_10),
    ("truc-y-flou", "embit@1 la-falta@0", 5, 2, "flor", AT_20_10),
    ("truc-y-flou", "embit@1 torne@0 la-falta@5", 5, 4, "flor", AT_20_10),
    ("valencian", "envit@1", 2, 1, "torne la-falta", {}),
    ("valencian", "envit@1 torne@2", 4, 2, "la-falta", {}),
    ("valencian", "la-falta@1", 12, 1, "", {}),
    ("valencian", "envit@1 la-falta@2", 12, 2, "", {}),
    ("valencian", "envit@1 torne@2 la-falta@3", 12, 4, "", {}),
    ("venezuelan", "envido@0", 2, 1, "envido falta-envido flor", {}),
    ("venezuelan", "envido@0 envido@1", 4, 2, "envido falta-envido flor", {}),
    ("venezuelan", "envido@0 envido@1=5", 7, 2, "envido falta-envido flor", {}),
    ("venezuelan", "envido@0 envido@1=1", 3, 2, "envido falta-envido flor", {}),
    ("venezuelan", "envido@0 envido@1=5 envido@2", 9, 7, "envido falta-envido flor", {}),
    ("venezuelan", "envido@0 envido@1=5 envido@2=10", 17, 7, "envido falta-envido flor", {}),
    ("venezuelan", "envido@0 envido@3 envido@2 envido@1", 8, 6, "envido falta-envido flor", {}),
    ("venezuelan", "falta-envido@0", 24, 1, "flor", {}),
    ("venezuelan", "envido@0 falta-envido@1", 24, 2, "flor", {}),
    ("venezuelan", "envido@0 envido@1=5 falta-envido@0", 24, 7, "flor", {}),
]  # fmt: skip

# A last bet, the score, what it is for in the calling side's win and in the others', and the rules.
RESTS = [
    # In the first half either wins it; later it is 30 less the score of the other side.
    ("argentine", "falta-envido@0", "10-12", 20, 18, "falta=seed"),
    ("argentine", "falta-envido@0", "10-15", 15, 20, "falta=seed"),
    ("argentine", "falta-envido@0", "20-15", 15, 10, "falta=seed"),
    ("argentine", "falta-envido@0", "10-12", 18, 18, "falta=leader"),
    ("argentine", "falta-envido@0", "10-20", 10, 10, "falta=leader"),
    ("argentine", "falta-envido@0", "10-12", 3, 3, "falta=stage"),
    ("argentine", "falta-envido@0", "10-15", 15, 15, "falta=stage"),
    ("argentine", "falta-envido@0", "3-4", 8, 8, "falta=stage target=24"),
    ("mineiro", "falta-envido@0", "3-5", 9, 7, "envido=on"),
    ("mineiro", "falta-envido@0", "3-7", 5, 9, "envido=on"),
    ("mineiro", "falta-envido@0", "3-7", 21, 17, "envido=on target=24"),
    ("menorcan", "la-falta@0", "5-11", 13, 13, ""),
    ("menorcan", "la-falta@0", "13-20", 4, 4, ""),
    ("menorcan", "envit@0 jo-envit@1", "21-18", 3, 3, ""),
    ("menorcan", "envit@0", "3-23", 1, 1, ""),
    ("valencian", "la-falta@0", "5-3", 7, 7, ""),
    ("valencian", "la-falta@0", "3-5", 7, 7, ""),
    ("valencian", "la-falta@0", "11-11", 1, 1, ""),
    ("valencian", "la-falta@0", "3-12", 12, 12, ""),
    ("valencian", "la-falta@0", "20-13", 4, 4, ""),
    ("valencian", "la-falta@0", "5-3", 4, 4, "target=18"),
    ("valencian", "la-falta@0", "9-3", 9, 9, "target=18"),
    ("venezuelan", "falta-envido@0", "3-5", 19, 19, ""),
    ("venezuelan", "falta-envido@0", "13-5", 11, 11, ""),
    # What the leader lacks, and three for each flor.
    ("argentine", "flor@0 resto@1", "10-20", 16, 16, "flor=on"),
    ("argentine", "flor@0 no@1 flor@2 resto@3", "20-10", 19, 19, "flor=on"),
    ("argentine", "flor@0 contraflor@1 resto@2", "0-0", 39, 39, "flor=on"),
    ("argentine", "flor@0 resto@1", "29-28", 7, 7, "flor=on"),
    ("argentine", "flor@0 resto@1", "0-0", 30, 30, "flor=on target=24"),
    ("gauderio", "flor@0 resto@1", "10-13", 17, 17, ""),
    ("gauderio", "flor@0 resto@1", "10-13", 6, 6, "resto_value=3_per_flor"),
    ("mineiro", "flor@0 resto@1", "3-5", 13, 13, "flor=on"),
    ("truc-y-flou", "flor@0 resto@1", "10-5", 21, 21, ""),
    ("valencian", "flor@0 resto@1", "3-5", 25, 25, "flor=on"),
]


def in_one_game(how):
    """Return how the game is played, in a match of one game, so that its last score is kept."""
    return {**how, "rules": f"{how.get('rules', '')} best_of=1"}


def refuse(game, line, **how):
    """Return what is told once everybody who must answer this call has refused it."""
    word = told(game, line, **how)["open"]["word"]
    state = told(game, line, **how)
    while state["open"] is not None and state["open"]["word"] == word:
        line += f" no@{state['open']['answer'][0]}"
        state = told(game, line, **how)
    return state


def points_of(state, seat):
    return state["score"][seat % len(state["score"])]


def worth(text):
    return int(text) if text.isdigit() else text


def check_call(game, line, stake, yes, no, answer, **how):
    """Check the question after this line, its acceptance and its refusal."""
    state = told(game, line, **how)
    assert state["stake"] == stake, "a call that waits changes nothing yet"
    word, _, seat = line.split()[-1].partition("@")
    by = int(seat[0])
    assert state["open"] == {"word": word, "by": by, "yes": yes, "no": no, "answer": answer}
    assert told(game, f"{line} yes@{answer[-1]}", **how)["stake"] == yes
    declined = refuse(game, line, **how)
    assert points_of(declined, by) == points_of(state, by) + no
    assert declined["hand_winner"] == by % len(state["score"])


@pytest.mark.parametrize(("game", "taps", "values", "answers", "ways", "how"), LADDERS)
def test_each_step_of_a_ladder_is_worth_what_the_rules_say(game, taps, values, answers, ways, how):
    for way in ways:
        line = ""
        stake = told(game, **in_one_game(how))["stake"]
        steps = zip(values.split(), answers.split(), strict=True)
        for tap in taps.split():
            line = f"{line} {tap}".strip()
            if tap.startswith(("won", "tied")):
                continue
            value, answering = next(steps)
            yes, _, no = value.partition("/")
            answer = [int(seat) for seat in answering]
            check_call(game, line, stake, worth(yes), worth(no), answer, **in_one_game(how))
            stake = worth(yes)
            if way == LATER:
                line += f" yes@{answer[0]}"


@pytest.mark.parametrize(("game", "chain", "yes", "no", "follow", "how"), BETS)
def test_each_chain_of_bets_is_worth_what_the_rules_say(game, chain, yes, no, follow, how):
    how = in_one_game(how)
    state = told(game, chain, **how)
    question = state["open"]
    assert (question["yes"], question["no"]) == (yes, no)
    assert words(play(game, chain, **how)) == {"yes", "no", *follow.split()}
    assert points_of(refuse(game, chain, **how), question["by"]) == (
        points_of(state, question["by"]) + no
    )
    for seat in (2, 3):
        met = told(game, f"{chain} yes@{question['answer'][-1]} best@{seat}", **how)
        assert points_of(met, seat) == points_of(state, seat) + yes


@pytest.mark.parametrize(("game", "chain", "score", "mine", "theirs", "rules"), RESTS)
def test_the_last_bet_of_a_chain_is_worth_what_the_rules_say(
    game, chain, score, mine, theirs, rules
):
    how = {"score": score, "rules": f"{rules} best_of=1"}
    question = told(game, chain, **how)["open"]
    assert question["yes"] == mine
    before = [int(points) for points in score.split("-")]
    line = f"{chain} yes@{question['answer'][-1]}"
    assert play(game, f"{line} best@0", **how).score == (before[0] + mine, before[1])
    first = next(tap for tap in taps(play(game, line, **how)) if tap in ("best@1", "best@3"))
    assert play(game, f"{line} {first}", **how).score == (before[0], before[1] + theirs)


def games_with(key):
    return [game.id for game in variants.VARIANTS.values() if key in {o.key for o in game.options}]


@pytest.mark.parametrize("game", games_with("silent_accept"))
def test_playing_on_accepts_a_call_only_if_the_house_says_so(game):
    (call,) = words(play(game)) & {"truc", "truco"}
    accepted = play(game, f"{call}@1 yes@{told(game, f'{call}@1')['open']['answer'][0]} won@2")
    assert play(game, f"{call}@1 won@2", rules="silent_accept=on").score == accepted.score
    assert told(game, f"{call}@1 won@2", rules="silent_accept=on")["stake"] == accepted.hand.worth
    silent = refused(game, f"{call}@1 won@2", rules="silent_accept=off")
    assert silent.reason == "question"
    default = {"catalan": "on", "espaseta": "on"}.get(game, "off")
    assert variants.get(game).option("silent_accept").default == default
