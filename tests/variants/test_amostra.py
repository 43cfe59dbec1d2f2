"""Truco de amostra (RULES.md 24): truco gaudério with a card turned up. Seat 0 deals."""

import pytest

from companion import variants
from tests.playing import play, refused, taps, told
from tests.sequences import EVERY, FIRST, by_the_book, falls

GAME = "amostra"
PIECES = ("2", "4", "5", "11", "10")
REST = "1e 1b 7e 7o 3 2 1c/1o 12 11 10 7c/7b 6 5 4".split()


@pytest.mark.parametrize("rank", ["1", "2", "3", "4", "5", "6", "7", "10", "11", "12"])
@pytest.mark.parametrize("suit", "oceb")
def test_amostra_the_pieces_of_every_amostra_the_king_for_one_that_lies_face_up(rank, suit):
    strongest = [("12" if piece == rank else piece) + suit for piece in PIECES]
    found = variants.get(GAME).ranking({"muestra": rank + suit})
    assert ["/".join(group) for group in found] == strongest + REST


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
def test_amostra_it_is_told_as_truco_gauderio(line):
    def but_for_cards(state):
        return state | {
            "legal": [t for t in state["legal"] if not t.startswith(("muestra", "says"))]
        }

    done = line.split()
    for taken in range(len(done) + 1):
        here, there = (told(game, " ".join(done[:taken])) for game in (GAME, "gauderio"))
        assert but_for_cards(here) == but_for_cards(there)


def test_amostra_an_envido_reaches_thirty_seven_and_a_flor_forty_seven():
    assert told(GAME, "muestra=5c envido@1 yes@2 says@1=36 says@2=37 good@3")["score"] == [2, 0]
    assert refused(GAME, "envido@1 yes@2 says@1=38").reason == "value"
    assert told(GAME, "flor@1 contraflor@2 yes@1 says@1=46 says@2=47")["score"] == [6, 0]
    assert refused(GAME, "flor@1 contraflor@2 yes@1 says@1=48").reason == "value"


def test_amostra_the_amostra_is_noted_once_a_hand():
    assert "muestra=5c" in taps(play(GAME))
    assert refused(GAME, "muestra=5c muestra=6c")
    assert "muestra=6c" in taps(play(GAME, "muestra=5c won@1 won@1"))


@pytest.mark.parametrize("sequence", EVERY)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_amostra_the_first_trick_decides_and_three_ties_are_for_the_side_of_the_mao(
    sequence, seats
):
    assert falls(GAME, sequence, seats=seats) == by_the_book(FIRST, sequence, all_tied=1)


@pytest.mark.parametrize(("seats", "target"), [(2, 18), (4, 24), (6, 30)])
def test_amostra_two_play_to_eighteen_pairs_to_twenty_four_trios_to_thirty(seats, target):
    assert told(GAME, "hand@1", seats=seats, score=f"3-{target - 2}")["score"] == [3, target - 1]
    assert told(GAME, "hand@1", seats=seats, score=f"3-{target - 1}")["match_winner"] == 1
