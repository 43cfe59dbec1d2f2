"""The ladders a sheet shows are those of the rule book, found by making the calls."""

from __future__ import annotations

import pytest

from companion import variants
from companion.cheatsheets.ladders import bets, rungs
from companion.engine import Rules


def rules(variant: str, seats: int = 4, **house: str) -> Rules:
    return variants.get(variant).rules(seats, house)


def steps(rules: Rules) -> list[str]:
    """Return each call as the tables of RULES have it, for example `truc 2 1`."""
    return [f"{rung.word} {rung.yes} {rung.no}" for rung in rungs(rules)]


def chains(rules: Rules) -> dict[str, str]:
    """Return each chain by its initials, with its worth and what a refusal pays: EER 7/4."""
    said: list[str] = []
    found = {}
    for bet in bets(rules):
        said = [*said[: bet.depth], bet.word[0].upper()]
        found["".join(said)] = f"{'falta' if bet.yes is None else bet.yes}/{bet.no}"
    return found


@pytest.mark.parametrize("seats", [2, 4])
def test_the_sheet_has_truc_for_two_and_retruc_for_three(seats: int) -> None:
    assert steps(rules("catalan", seats)) == ["truc 2 1", "retruc 3 2"]


@pytest.mark.parametrize("seats", [2, 4])
def test_the_sheet_has_the_cube_up_to_sixteen(seats: int) -> None:
    assert steps(rules("doubling", seats)) == [
        "double 2 1",
        "double 4 2",
        "double 8 4",
        "double 16 8",
    ]


@pytest.mark.parametrize("seats", [2, 4, 6, 8])
@pytest.mark.parametrize("scope", ["hand", "trick"])
def test_the_sheet_has_truco_up_to_vale_cuatro(seats: int, scope: str) -> None:
    assert steps(rules("argentine", seats, truco_scope=scope)) == [
        "truco 2 1",
        "retruco 3 2",
        "vale-cuatro 4 3",
    ]


@pytest.mark.parametrize("variant", ["catalan", "doubling", "argentine"])
def test_the_sheet_says_that_anybody_calls_first_and_then_the_side_that_accepted(
    variant: str,
) -> None:
    """The side that said yes has the right to raise, in all three games."""
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
def test_the_sheet_says_who_answers_a_call(variant: str, seats: int, answer: str) -> None:
    assert {rung.answer for rung in rungs(rules(variant, seats))} == {answer}


def test_the_sheet_names_the_calls_that_may_replace_an_answer() -> None:
    """Retruc may answer truc, retruco or envido may answer truco; the cube has yes and no only."""
    assert rungs(rules("catalan"))[0].replies == ("retruc",)
    assert rungs(rules("argentine"))[0].replies == ("retruco", "envido")
    assert all(rung.replies == () for rung in rungs(rules("doubling")))


def test_the_sheet_has_every_chain_of_envido() -> None:
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


def test_the_sheet_lets_only_plain_envido_open_if_the_house_says_so() -> None:
    found = chains(rules("argentine", envido_openers="plain_only"))
    assert {chain[0] for chain in found} == {"E"}
    assert len(found) == 8


def test_a_chain_of_envido_without_limit_is_cut_on_the_sheet() -> None:
    """A chain without an end is shown up to a limit."""
    found = chains(rules("argentine", envido_max="unlimited"))
    assert found["EEE"] == "6/4"
    assert max(map(len, found)) <= 4


@pytest.mark.parametrize("variant", ["catalan", "doubling", "french", "trut", "put-pass"])
def test_sheets_of_games_without_side_bets_show_none(variant: str) -> None:
    assert bets(rules(variant)) == ()


@pytest.mark.parametrize("seats", [2, 4])
def test_the_sheet_has_two_more_up_to_twelve(seats: int) -> None:
    """RULES 2a: the first raise adds one, each later one two; a refusal pays the worth before."""
    assert steps(rules("french", seats)) == [
        "two-more 2 1",
        "two-more 4 2",
        "two-more 6 4",
        "two-more 8 6",
        "two-more 10 8",
        "two-more 12 10",
        "mon-reste game so_far",
    ]


@pytest.mark.parametrize("seats", [2, 4])
def test_the_sheet_says_that_either_side_may_raise_in_the_french_game(seats: int) -> None:
    """RULES 2a: either may raise, even twice running, as long as it is in another trick."""
    assert {rung.who for rung in rungs(rules("french", seats))} == {"either"}


@pytest.mark.parametrize("seats", [2, 4])
def test_the_sheet_says_if_sides_must_alternate(seats: int) -> None:
    first, *others, reste = rungs(rules("french", seats, alternate_raises="on"))
    assert first.who == "either"
    assert {rung.who for rung in others} == {"taker"}
    assert reste.who == "alternate"


def test_the_sheet_says_that_governors_answer() -> None:
    assert {rung.answer for rung in rungs(rules("french", 4))} == {"governors"}


@pytest.mark.parametrize("seats", [2, 4])
def test_the_sheet_has_a_raise_by_any_number(seats: int) -> None:
    """RULES 2c: a refusal pays the worth before, or what was proposed; for mon reste the former."""
    assert steps(rules("french-free", seats)) == ["raise more so_far", "mon-reste game so_far"]
    assert {rung.who for rung in rungs(rules("french-free", seats))} == {"alternate"}
    assert {rung.who for rung in rungs(rules("french-free", seats, alternate_raises="off"))} == {
        "either"
    }
    proposed = rungs(rules("french-free", seats, refused_pays="proposed"))
    assert [rung.no for rung in proposed] == ["proposed", "so_far"]


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(
    ("variant", "step", "also"),
    [
        ("trut", "trut 3 1", ()),
        ("trut-deux-sevres", "trut trut 1", ("brelan",)),
        ("trut-gatine", "trut trut 1", ("brelan", "suite")),
    ],
)
def test_the_sheet_says_that_anybody_may_call_the_one_trut(
    variant: str, seats: int, step: str, also: tuple[str, ...]
) -> None:
    """RULES 4: plain 1, refused 1, played 3; in the country a long, by any of its names."""
    (rung,) = rungs(rules(variant, seats))
    assert f"{rung.word} {rung.yes} {rung.no}" == step
    assert (rung.also, rung.before, rung.who, rung.replies) == (also, 1, "either", ())


@pytest.mark.parametrize(
    ("variant", "house", "answer"),
    [
        ("trut", {}, "one_yes"),
        ("trut", {"trut_refuse_needs": "one"}, "opponents"),
        ("trut-deux-sevres", {}, "in_turn"),
        ("trut-gatine", {}, "in_turn"),
    ],
)
def test_the_sheet_says_who_accepts_a_trut(
    variant: str, house: dict[str, str], answer: str
) -> None:
    assert [rung.answer for rung in rungs(rules(variant, 4, **house))] == [answer]
    assert [rung.answer for rung in rungs(rules(variant, 2, **house))] == ["opponent"]


PUTS = [("put", 2), ("put-original", 2), ("put-pass", 4), ("put-many", 3), ("put-many", 8)]


@pytest.mark.parametrize(("variant", "seats"), PUTS)
def test_the_sheet_says_that_a_put_is_for_the_game_and_a_refusal_pays_one(
    variant: str, seats: int
) -> None:
    assert steps(rules(variant, seats)) == ["put game 1"]


@pytest.mark.parametrize(
    ("variant", "house", "who"),
    [
        ("put", {}, "eldest_later"),
        ("put", {"put_rules": "parlett"}, "leader"),
        ("put", {"put_rules": "original"}, "leader"),
        ("put-original", {}, "leader"),
        ("put-pass", {}, "eldest_later"),
        ("put-pass", {"pass_roles": "free"}, "eldest_later"),
        ("put-pass", {"put_rules": "original"}, "leader"),
        ("put-many", {}, "leader"),
    ],
)
def test_the_sheet_says_who_may_put(variant: str, house: dict[str, str], who: str) -> None:
    """RULES 7 to 10: Hoyle's non-dealer after the first trick, else whoever is about to lead."""
    seats = variants.get(variant).seats[0]
    assert [rung.who for rung in rungs(rules(variant, seats, **house))] == [who]


@pytest.mark.parametrize(("variant", "seats"), PUTS)
def test_the_sheet_says_who_answers_a_put(variant: str, seats: int) -> None:
    """With four players only one opponent has cards; with many all answer in turn."""
    assert [rung.answer for rung in rungs(rules(variant, seats))] == [
        "each" if variant == "put-many" else "opponent"
    ]
