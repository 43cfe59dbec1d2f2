"""The ladders a sheet shows are those of the rule book, found by making the calls."""

from __future__ import annotations

import pytest

from companion import variants
from companion.cheatsheets.ladders import bets, rungs
from companion.engine import Rules


def rules(variant: str, seats: int = 4, **house: str) -> Rules:
    return variants.get(variant).rules(seats, house)


def steps(rules: Rules) -> list[str]:
    """Each call as the rule book's tables have it: `truc 2 1`."""
    return [f"{rung.word} {rung.yes} {rung.no}" for rung in rungs(rules)]


def chains(rules: Rules) -> dict[str, str]:
    """Each chain by its initials, with what it is worth if met and if refused: EER 7/4."""
    said: list[str] = []
    found = {}
    for bet in bets(rules):
        said = [*said[: bet.depth], bet.word[0].upper()]
        found["".join(said)] = f"{'falta' if bet.yes is None else bet.yes}/{bet.no}"
    return found


@pytest.mark.parametrize("seats", [2, 4])
def test_truc_goes_to_two_and_retruc_to_three(seats: int) -> None:
    assert steps(rules("catalan", seats)) == ["truc 2 1", "retruc 3 2"]


@pytest.mark.parametrize("seats", [2, 4])
def test_the_cube_doubles_to_sixteen(seats: int) -> None:
    assert steps(rules("doubling", seats)) == ["double 2 1", "double 4 2", "double 8 4", "double 16 8"]


@pytest.mark.parametrize("seats", [2, 4, 6, 8])
@pytest.mark.parametrize("scope", ["hand", "trick"])
def test_truco_goes_to_four(seats: int, scope: str) -> None:
    assert steps(rules("argentine", seats, truco_scope=scope)) == ["truco 2 1", "retruco 3 2", "vale-cuatro 4 3"]


@pytest.mark.parametrize("variant", ["catalan", "doubling", "argentine"])
def test_the_first_call_is_anybodys_the_next_the_acceptors(variant: str) -> None:
    """Ownership: whoever said yes holds the right to raise, in all three games."""
    first, *others = rungs(rules(variant))
    assert first.who == "either"
    assert {rung.who for rung in others} == {"taker"}


@pytest.mark.parametrize(
    ("variant", "seats", "answer"),
    [
        ("catalan", 2, "opponent"),
        ("catalan", 4, "next"),
        ("doubling", 4, "opponents"),
        ("argentine", 4, "opponents"),
        ("argentine", 6, "several"),
    ],
)
def test_who_answers(variant: str, seats: int, answer: str) -> None:
    assert {rung.answer for rung in rungs(rules(variant, seats))} == {answer}


def test_what_may_be_called_instead_of_an_answer() -> None:
    """Truc may be met with retruc, truco with retruco or with envido, the cube with nothing but yes or no."""
    assert rungs(rules("catalan"))[0].replies == ("retruc",)
    assert rungs(rules("argentine"))[0].replies == ("retruco", "envido")
    assert all(rung.replies == () for rung in rungs(rules("doubling")))


def test_the_chains_of_envido() -> None:
    """RULES 14: every chain with its worth if met and if refused."""
    assert chains(rules("argentine")) == {
        "E": "2/1",
        "EE": "4/2",
        "EER": "7/4",
        "EERF": "falta/7",
        "EEF": "falta/4",
        "ER": "5/2",
        "ERF": "falta/5",
        "EF": "falta/2",
        "R": "3/1",
        "RF": "falta/3",
        "F": "falta/1",
    }


def test_only_plain_envido_opens() -> None:
    found = chains(rules("argentine", envido_openers="plain_only"))
    assert {chain[0] for chain in found} == {"E"}
    assert len(found) == 8


def test_envido_without_limit_is_cut_somewhere() -> None:
    """A chain that never ends is shown as far as anybody reads it."""
    found = chains(rules("argentine", envido_max="unlimited"))
    assert found["EEE"] == "6/4"
    assert max(map(len, found)) <= 4


@pytest.mark.parametrize("variant", ["catalan", "doubling"])
def test_games_without_side_bets_have_none(variant: str) -> None:
    assert bets(rules(variant)) == ()
