"""Truco uruguayo (RULES.md 15): Argentine truco with flor and a muestra. Seat 0 deals."""

from itertools import product

import pytest

from tests.playing import play, refused, taps, told, words

GAME = "uruguayan"


def named(game, *names):
    return {t for t in taps(game) if t.partition("@")[0].partition("=")[0] in names}


# The muestra


def test_uruguayan_the_muestra_is_noted_once_a_hand_and_changes_nothing_else():
    assert len(named(play(GAME), "muestra")) == 40
    assert not named(play(GAME, "muestra=5c"), "muestra")
    assert len(named(play(GAME, "muestra=5c won@1 won@1"), "muestra")) == 40
    before = told(GAME)
    after = told(GAME, "muestra=5c")
    gone = set(before["legal"]) - set(after["legal"])
    assert gone == {tap for tap in before["legal"] if tap.startswith("muestra")}
    assert after | {"legal": []} == before | {"legal": []}


@pytest.mark.parametrize("card", ["8c", "5", "5h", "13o", "Kc", "0o"])
def test_uruguayan_an_unknown_card_is_illegal(card):
    assert refused(GAME, f"muestra={card}").reason == "value"


def test_uruguayan_noting_the_muestra_needs_no_seat_and_waits_for_an_open_call():
    assert refused(GAME, "muestra@0=5c").reason == "seat"
    assert refused(GAME, "truco@1 muestra=5c").reason == "question"


# Numbers


def test_uruguayan_an_envido_number_is_from_0_to_37():
    game = play(GAME, "envido@0 yes@1")
    assert named(game, "says") == {f"says@{seat}={n}" for seat, n in product(range(4), range(38))}
    assert refused(GAME, "envido@0 yes@1 says@1=38").reason == "value"
    assert told(GAME, "envido@0 yes@1 says@1=36 says@2=37 good@3")["score"] == [2, 0]


def test_uruguayan_a_flor_number_is_from_20_to_47():
    game = play(GAME, "flor@1 contraflor@2 yes@1")
    assert named(game, "says") == {f"says@{seat}={n}" for seat, n in product((1, 2), range(20, 48))}
    assert refused(GAME, "flor@1 contraflor@2 yes@1 says@1=48").reason == "value"
    assert told(GAME, "flor@1 contraflor@2 yes@1 says@1=46 says@2=47")["score"] == [6, 0]


# Flor is on, the rest is Argentine


def test_uruguayan_flor_is_part_of_the_game_unless_the_house_leaves_it_out():
    assert "flor" in words(play(GAME))
    assert "pido-flor" in words(play(GAME, "won@1 won@1"))
    assert "flor" not in words(play(GAME, rules="flor=off"))
    assert told(GAME, "flor@1 no@2 flor@3 no@0")["score"] == [0, 6]
    assert told(GAME, "flor@1 resto@2 no@1")["score"] == [4, 0]


@pytest.mark.parametrize(
    "line",
    [
        "truco@1 retruco@2 vale-cuatro@3 yes@0 won@1 tied",
        "truco@1 envido@0 real-envido@3 no@2 no@0 envido@1 yes@2 best@2",
        "falta-envido@0 yes@1 best@1",
        "flor@1 achico@2 flor@3 no@0 won@1 truco@3 yes@2 fold@3",
        "envido@0 flor@3 contraflor@0 resto@1 yes@0 best@3",
        "won@1 tied pido-flor@0=3 yes@3 tied tied tied",
    ],
)
@pytest.mark.parametrize(
    "rules", ["flor=on", "flor=on truco_scope=trick falta=stage resto_value=3_per_flor"]
)
def test_uruguayan_is_told_as_the_argentine_game_with_flor_apart_from_the_muestra(line, rules):
    def but_for_cards(state):
        return state | {
            "legal": [t for t in state["legal"] if not t.startswith(("muestra", "says"))]
        }

    done = line.split()
    for taken in range(len(done) + 1):
        here = told(GAME, " ".join(done[:taken]), rules=rules)
        there = told("argentine", " ".join(done[:taken]), rules=rules)
        assert but_for_cards(here) == but_for_cards(there)


def test_uruguayan_only_the_last_two_call_envido_whatever_the_number_of_players():
    assert named(play(GAME, seats=2), "envido") == {"envido@0", "envido@1"}
    assert named(play(GAME), "envido") == {"envido@0", "envido@3"}
    assert named(play(GAME, seats=6), "envido") == {"envido@0", "envido@5"}
    assert named(play(GAME, seats=8, dealer=3), "envido") == {"envido@2", "envido@3"}
    assert len(named(play(GAME, rules="envido_callers=anyone"), "envido")) == 4


def test_uruguayan_envido_has_no_limit_if_the_house_says_so():
    line = "envido@0 envido@1 envido@0 envido@3 real-envido@2"
    assert told(GAME, line, rules="envido_max=unlimited")["open"]["yes"] == 11
    assert refused(GAME, "envido@0 envido@1 envido@0").reason == "question"
