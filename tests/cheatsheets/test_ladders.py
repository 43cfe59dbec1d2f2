"""The ladders and bets a sheet shows are those of the rule book, found by making the calls."""

from __future__ import annotations

import pytest

from companion import variants
from companion.cheatsheets.ladders import bets, caps, rungs
from companion.engine import Rules, legal, parse, play, start
from tests.cheatsheets.sheets import rules

BRAZILIAN = ["mineiro", "paulista"]


def house_of(text: str) -> dict[str, str]:
    return dict(rule.split("=") for rule in text.split())


# Each call, what it is worth if accepted and what a refusal pays; who calls first, and who raises.
PUT = "put game 1"
TRUCO = "truco 2 1, retruco 3 2, vale-cuatro 4 3"
MINEIRO = "truco 3 1, seis 6 3, nove 9 6, doze 12 9"
BY_TWOS = "truco 4 2, seis 6 4, nove 10 6, doze 12 10"
TWO_MORE = ", ".join(f"two-more {met} {max(1, met - 2)}" for met in range(2, 13, 2))
FRENCH = f"{TWO_MORE}, mon-reste game so_far"
FREE = "raise more so_far, mon-reste game so_far"
BID = "raise more proposed, mon-reste game so_far"
FLOU = "truc 2 1, retruc 3 2, quatre 4 3, six 6 4, la-ronde game 6"
LADDERS = [
    ("amostra", "", TRUCO, "either taker"),
    ("argentine", "", TRUCO, "either taker"),
    ("argentine", "truco_scope=trick", TRUCO, "either taker"),
    ("arriba-o-abajo", "", "truco 3 1, retruco 6 3", "either taker"),
    ("catalan", "", "truc 2 1, retruc 3 2", "either taker"),
    ("doubling", "", "double 2 1, double 4 2, double 8 4, double 16 8", "either taker"),
    ("espaseta", "", "truc 2 1, retruc 3 2", "either taker"),
    ("french", "", FRENCH, "either either"),
    ("french", "alternate_raises=on", FRENCH, "either taker alternate"),
    ("french-free", "", FREE, "alternate"),
    ("french-free", "alternate_raises=off", FREE, "either"),
    ("french-free", "refused_pays=proposed", BID, "alternate"),
    ("gauderio", "", TRUCO, "either taker"),
    ("menorcan", "", "truc 3 1, retruc 6 3, val-nou 9 6, joc-fora game 9", "either taker"),
    ("mineiro", "", MINEIRO, "either taker"),
    ("mineiro", "ladder=2-4-6-10-12 truco_scope=hand", BY_TWOS, "either taker"),
    ("north-catalan", "", "truc 2 1, tres 3 2", "either taker"),
    ("paulista", "", MINEIRO, "either taker"),
    ("paulista", "ladder=2-4-6-10-12", BY_TWOS, "either taker"),
    ("put", "", PUT, "eldest_later"),
    ("put", "put_rules=parlett", PUT, "leader"),
    ("put", "put_rules=original", PUT, "leader"),
    ("put-many", "", PUT, "leader"),
    ("put-original", "", PUT, "leader"),
    ("put-pass", "", PUT, "eldest_later"),
    ("put-pass", "pass_roles=free", PUT, "eldest_later"),
    ("put-pass", "put_rules=original", PUT, "leader"),
    ("truc-y-flou", "", FLOU, "either taker"),
    ("trut", "", "trut 3 1", "either"),
    ("trut-deux-sevres", "", "trut trut 1", "either"),
    ("trut-gatine", "", "trut trut 1", "either"),
    ("uruguayan", "", TRUCO, "either taker"),
    ("valencian", "", "truc 2 1, retruc 3 2, quatre-val 4 3, joc-fora game 4", "either taker"),
    ("venezuelan", "", "truco 3 1, retruco 6 3, vale-nueve 9 6, vale-juego game 9", "either taker"),
]


@pytest.mark.parametrize(("variant", "house", "steps", "who"), LADDERS)
def test_the_sheet_has_the_ladder_of_the_rules_and_says_who_calls(
    variant: str, house: str, steps: str, who: str
) -> None:
    for seats in variants.get(variant).seats:
        found = rungs(rules(variant, seats, **house_of(house)))
        assert ", ".join(f"{rung.word} {rung.yes} {rung.no}" for rung in found) == steps
        assert list(dict.fromkeys(rung.who for rung in found)) == list(dict.fromkeys(who.split()))


def test_the_ladder_of_every_game_is_tested() -> None:
    assert {variant for variant, *_ in LADDERS} == set(variants.VARIANTS)


@pytest.mark.parametrize(
    ("variant", "house", "answers"),
    [
        ("argentine", "", "2 opponent, 3 several, 4 opponents, 6 several, 8 several"),
        ("catalan", "", "2 opponent, 4 next"),
        ("doubling", "", "2 opponent, 4 opponents"),
        ("espaseta", "", "4 next"),
        ("french", "", "4 governors"),
        ("mineiro", "", "2 opponent, 4 opponents, 6 several, 8 several"),
        ("north-catalan", "", "2 opponent, 4 captain, 6 captain"),
        ("north-catalan", "answers=either", "4 opponents"),
        ("put", "", "2 opponent"),
        ("put-many", "", "3 each, 8 each"),
        ("put-pass", "", "4 opponent"),
        ("truc-y-flou", "", "6 last"),
        ("truc-y-flou", "answers=either", "6 several"),
        ("trut", "", "2 opponent, 4 one_yes"),
        ("trut", "trut_refuse_needs=one", "2 opponent, 4 opponents"),
        ("trut-deux-sevres", "", "2 opponent, 4 in_turn"),
        ("trut-gatine", "", "2 opponent, 4 in_turn"),
    ],
)
def test_the_sheet_says_who_answers_a_call(variant: str, house: str, answers: str) -> None:
    for pair in answers.split(", "):
        seats, answer = pair.split()
        found = rungs(rules(variant, int(seats), **house_of(house)))
        assert {rung.answer for rung in found} == {answer}


@pytest.mark.parametrize(
    ("variant", "replies"),
    [
        ("argentine", ("retruco", "envido")),
        ("catalan", ("retruc",)),
        ("doubling", ()),
        ("mineiro", ("seis",)),
        ("uruguayan", ("retruco", "envido", "flor")),
        ("valencian", ("retruc", "envit")),
    ],
)
def test_the_sheet_names_the_calls_that_may_replace_an_answer(
    variant: str, replies: tuple[str, ...]
) -> None:
    assert rungs(rules(variant))[0].replies == replies


@pytest.mark.parametrize(
    ("variant", "also"),
    [("trut", ()), ("trut-deux-sevres", ("brelan",)), ("trut-gatine", ("brelan", "suite"))],
)
def test_the_sheet_has_the_one_trut_under_each_of_its_names(
    variant: str, also: tuple[str, ...]
) -> None:
    (rung,) = rungs(rules(variant))
    assert (rung.also, rung.before, rung.replies) == (also, 1, ())


# Side bets


def chains(rules: Rules) -> str:
    """Return each chain by its words, with its worth and what a refusal pays."""
    said: list[str] = []
    found = []
    for bet in bets(rules):
        said = [*said[: bet.depth], bet.word]
        found.append(f"{' '.join(said)} {'falta' if bet.yes is None else bet.yes}/{bet.no}")
    return ", ".join(sorted(found))


# RULES 14: every chain with its worth if met and if refused.
PLAIN = (
    "envido 2/1, envido envido 4/2, envido envido falta-envido falta/4, "
    "envido envido real-envido 7/4, envido envido real-envido falta-envido falta/7, "
    "envido falta-envido falta/2, envido real-envido 5/2, "
    "envido real-envido falta-envido falta/5"
)
ENVIDO = f"{PLAIN}, falta-envido falta/1, real-envido 3/1, real-envido falta-envido falta/3"
CHAINS = [
    *((game, {}, ENVIDO) for game in ("argentine", "uruguayan", "gauderio", "amostra")),
    ("argentine", {"envido_openers": "plain_only"}, PLAIN),
    # RULES 18 and NOTATION: la falta refused pays the level before, 1 if it opens.
    (
        "valencian",
        {},
        "envit 2/1, envit la-falta falta/2, envit torne 4/2, "
        "envit torne la-falta falta/4, la-falta falta/1",
    ),
    (
        "menorcan",
        {},
        "dos-mes 6/1, dos-mes la-falta falta/6, envit 2/1, envit dos-mes 6/2, "
        "envit dos-mes la-falta falta/6, envit jo-envit 4/2, envit jo-envit dos-mes 6/4, "
        "envit jo-envit dos-mes la-falta falta/6, envit jo-envit la-falta falta/4, "
        "envit la-falta falta/2, jo-envit 4/1, jo-envit dos-mes 6/4, "
        "jo-envit dos-mes la-falta falta/6, jo-envit la-falta falta/4, la-falta falta/1",
    ),
    *((game, {}, "") for game in ("catalan", "doubling", "french", "trut", "put-pass")),
]


@pytest.mark.parametrize(("variant", "house", "found"), CHAINS)
def test_the_sheet_has_every_chain_of_bets(variant: str, house: dict[str, str], found: str) -> None:
    assert chains(rules(variant, **house)) == found


@pytest.mark.parametrize(
    ("variant", "house"), [("argentine", {"envido_max": "unlimited"}), ("venezuelan", {})]
)
def test_a_chain_of_envido_without_limit_is_shortened_on_the_sheet(
    variant: str, house: dict[str, str]
) -> None:
    found = chains(rules(variant, **house)).split(", ")
    for chain in ("envido envido envido 6/4", "envido envido falta-envido falta/4"):
        assert chain in found
    assert max(len(chain.split()) - 1 for chain in found) <= 4


# The cap


@pytest.mark.parametrize("variant", BRAZILIAN)
@pytest.mark.parametrize(
    ("house", "cap"),
    [
        ("", {"seis": 12 - 3, "nove": 12 - 6, "doze": 12 - 9}),
        ("raise_cap=off", {}),
        ("ladder=2-4-6-10-12", {"seis": 12 - 4, "nove": 12 - 6, "doze": 12 - 10}),
        ("target=15", {"seis": 15 - 3, "nove": 15 - 6, "doze": 15 - 9}),
    ],
)
def test_the_sheet_names_the_points_at_which_raises_are_capped(
    variant: str, house: str, cap: dict[str, int]
) -> None:
    """RULES 11: a side with own score and what the call before is worth at 12 may not raise."""
    for seats in variants.get(variant).seats:
        game = rules(variant, seats, **house_of(house))
        assert caps(game) == cap
    for points in (cap["seis"] - 1, cap["seis"]) if cap else ():
        called = play(start(game, score=f"{points}-0"), parse("truco@1"))
        may = points < cap["seis"]
        assert ("seis" in {offer.tap.word for offer in legal(called)}) == may


@pytest.mark.parametrize("variant", sorted(variants.VARIANTS.keys() - BRAZILIAN))
def test_games_without_a_cap_show_none_on_the_sheet(variant: str) -> None:
    assert caps(rules(variant)) == {}
