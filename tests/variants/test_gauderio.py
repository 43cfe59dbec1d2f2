"""Truco gaudério (RULES.md 24). Seat 0 deals unless a test says otherwise; seat 1 is mão."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import variants
from tests.playing import begin, play, refused, told, words
from tests.reckoning import best_of_three, walked

GAME = "gauderio"
ADDS = {"envido": 2, "real-envido": 3}


def envido(chain, score, target):
    """Return what an envido is for, and what refusing its last call pays, as players count."""
    before = sum(ADDS.get(word, 0) for word in chain[:-1]) or 1
    return (
        target - max(score) if chain[-1] == "falta-envido" else sum(map(ADDS.get, chain))
    ), before


def may_follow(chain):
    """Return the next calls: at most two envidos, then a real envido, then the falta."""
    ranks = [("envido", "real-envido", "falta-envido").index(word) for word in chain]
    return (
        ranks == sorted(ranks)
        and chain.count("envido") <= 2
        and all(ranks.count(rank) < 2 for rank in (1, 2))
    )


def chains(chain=()):
    """Yield every chain that players may say."""
    yield chain
    for word in (*ADDS, "falta-envido"):
        if may_follow((*chain, word)):
            yield from chains((*chain, word))


def tapped(chain, by=0):
    return [f"{word}@{(by, 1 - by)[number % 2]}" for number, word in enumerate(chain)]


# What is bet


@pytest.mark.parametrize(("seats", "score"), [(4, (0, 0)), (4, (13, 7)), (2, (3, 10)), (6, (5, 5))])
def test_gauderio_every_chain_of_envido_is_worth_what_a_player_counts(seats, score):
    for chain in chains():
        how = {"seats": seats, "score": f"{score[0]}-{score[1]}"}
        offered = words(play(GAME, " ".join(tapped(chain)), **how)) & {*ADDS, "falta-envido"}
        assert offered == {word for word in (*ADDS, "falta-envido") if may_follow((*chain, word))}
        if chain:
            question = told(GAME, " ".join(tapped(chain)), **how)["open"]
            assert (question["yes"], question["no"]) == envido(
                chain, score, 18 if seats == 2 else 24
            )


def test_gauderio_any_player_calls_envido():
    assert {told(GAME, f"envido@{seat}")["open"]["by"] for seat in range(4)} == {0, 1, 2, 3}
    assert refused(GAME, "envido@1", rules="envido_callers=last_two").reason == "elsewhere"


def test_gauderio_the_resto_is_what_the_leader_lacks_and_the_flors():
    assert told(GAME, "flor@1 resto@2", score="10-13")["open"]["yes"] == 24 - 13 + 6
    assert (
        told(GAME, "flor@1 resto@2", score="10-13", rules="resto_value=3_per_flor")["open"]["yes"]
        == 6
    )


def test_gauderio_flor_is_part_of_the_game_unless_the_house_leaves_it_out():
    assert "flor" in words(play(GAME))
    assert "flor" not in words(play(GAME, rules="flor=off"))


# The end


def test_gauderio_a_handicap_of_two_players_cannot_win_the_game():
    with pytest.raises(ValueError, match="from 0 to 17"):
        variants.get(GAME).rules(2, {"handicap": "0-18"})


# A referee of its own

STAKES = {"truco": (2, 1), "retruco": (3, 2), "vale-cuatro": (4, 3)}


class Referee:
    """A hand without flor, counted from its taps alone, without the engine."""

    def __init__(self, seats, dealer, score):
        self.seats = seats
        self.mao = (dealer + 1) % seats
        self.score = list(score)
        self.target = 18 if seats == 2 else 24
        self.worth = 1
        self.bets = []
        self.chain = []
        self.tricks = ""
        self.numbers = {}
        self.over = False

    def sees(self, tap):
        """Count one tap."""
        word = tap.word
        side = (tap.seat or 0) % 2
        if word in STAKES:
            self.bets = [*(bet for bet in self.bets if bet[0] not in STAKES), (word, side)]
        elif word in (*ADDS, "falta-envido"):
            self.bets = [*(bet for bet in self.bets if bet[0] in STAKES), (word, side)]
            self.chain.append(word)
        elif word in ("yes", "no"):
            self.answered(met=word == "yes")
        elif word in ("says", "good", "best"):
            self.numbered(word, tap.seat, tap.value)
        elif word in ("won", "tied"):
            self.tricks += "T" if word == "tied" else "AB"[side]
            winner = best_of_three(self.tricks, self.mao % 2)
            if winner is not None:
                self.pays(winner, self.worth, ends=True)
        else:
            self.pays(side if word == "hand" else 1 - side, self.worth, ends=True)

    def answered(self, *, met):
        word, side = self.bets.pop()
        worth, declined = STAKES.get(word) or envido(self.chain, self.score, self.target)
        if word in STAKES and met:
            self.worth = worth
        elif not met:
            self.pays(side, declined, ends=word in STAKES)

    def numbered(self, word, seat, value):
        """Note a number; the bet ends if nobody of the side behind is left to speak."""
        if word != "says":
            self.pays(
                seat % 2 if word == "best" else 1 - seat % 2,
                envido(self.chain, self.score, self.target)[0],
            )
            return
        self.numbers[seat] = int(value)
        best = max(self.numbers, key=self.numbers.get)
        if all(other in self.numbers for other in range(1 - best % 2, self.seats, 2)):
            self.pays(best % 2, envido(self.chain, self.score, self.target)[0])

    def pays(self, side, points, *, ends=False):
        self.score[side] += points
        self.over = ends or max(self.score) >= self.target


@given(
    seats=st.sampled_from((2, 4, 6)),
    seed=st.integers(0, 2**32),
    lead=st.tuples(*[st.integers(0, 17)] * 2),
)
def test_gauderio_random_games_score_as_an_independent_referee_counts(seats, seed, lead):
    game = begin(GAME, seats=seats, rules="flor=off", score=f"{lead[0]}-{lead[1]}")
    dealer = 0
    referee = Referee(seats, 0, lead)
    for tap, after in walked(game, seed):
        referee.sees(tap)
        if max(referee.score) >= referee.target:
            assert after.winner == max((0, 1), key=referee.score.__getitem__)
            return
        assert list(after.score) == referee.score
        if referee.over:
            dealer = (dealer + 1) % seats
            referee = Referee(seats, dealer, referee.score)
