"""Sheets of RULES 11 to 18: ladders, caps, special hands, side bets, rankings."""

from __future__ import annotations

import pytest

from companion import variants
from companion.cheatsheets import Sheet, Topic, build
from companion.cheatsheets.ladders import bets, caps, rungs
from companion.cheatsheets.ranking import Card
from companion.cheatsheets.specials import specials
from companion.engine import MatchLog, Rules, legal, parse, play, start

BRAZILIAN = ["mineiro", "paulista"]


def rules(variant: str, seats: int = 4, **house: str) -> Rules:
    return variants.get(variant).rules(seats, house)


def sheet(variant: str, seats: int = 4, **house: str) -> Sheet:
    return build(variants.get(variant), rules(variant, seats, **house))


def topic(sheet: Sheet, wanted: str) -> Topic:
    return next(topic for topic in sheet.topics if topic.id == wanted)


def steps(rules: Rules) -> list[str]:
    return [f"{rung.word} {rung.yes} {rung.no}" for rung in rungs(rules)]


# The calls of the hand

LADDERS = {  # RULES 11, 14, 18, 22 to 24: call, worth if met, paid if refused
    "mineiro": ["truco 3 1", "seis 6 3", "nove 9 6", "doze 12 9"],
    "paulista": ["truco 3 1", "seis 6 3", "nove 9 6", "doze 12 9"],
    "espaseta": ["truc 2 1", "retruc 3 2"],
    "uruguayan": ["truco 2 1", "retruco 3 2", "vale-cuatro 4 3"],
    "gauderio": ["truco 2 1", "retruco 3 2", "vale-cuatro 4 3"],
    "amostra": ["truco 2 1", "retruco 3 2", "vale-cuatro 4 3"],
    "valencian": ["truc 2 1", "retruc 3 2", "quatre-val 4 3", "joc-fora game 4"],
    "venezuelan": ["truco 3 1", "retruco 6 3", "vale-nueve 9 6", "vale-juego game 9"],
    "menorcan": ["truc 3 1", "retruc 6 3", "val-nou 9 6", "joc-fora game 9"],
    "arriba-o-abajo": ["truco 3 1", "retruco 6 3"],
}
TABLES = [(variant, seats) for variant in LADDERS for seats in variants.get(variant).seats]


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_the_ladder(variant: str, seats: int) -> None:
    assert steps(rules(variant, seats)) == LADDERS[variant]
    first, *others = rungs(rules(variant, seats))
    assert (first.who, {rung.who for rung in others}) == ("either", {"taker"})


@pytest.mark.parametrize("variant", BRAZILIAN)
@pytest.mark.parametrize("scope", ["trick", "hand"])
def test_the_sheet_has_the_ladder_from_two_to_twelve(variant: str, scope: str) -> None:
    """RULES 11 (d): the words stay, a plain hand is worth 2."""
    played = rules(variant, ladder="2-4-6-10-12", truco_scope=scope)
    assert steps(played) == ["truco 4 2", "seis 6 4", "nove 10 6", "doze 12 10"]
    assert topic(sheet(variant, ladder="2-4-6-10-12"), "ladder").body[0].yes == "2"


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_either_opponent_answers_on_the_sheet_except_in_espaseta(variant: str, seats: int) -> None:
    answer = {2: "opponent", 4: "opponents"}.get(seats, "several")
    assert {rung.answer for rung in rungs(rules(variant, seats))} == {
        "next" if variant == "espaseta" else answer
    }


def test_flor_and_envido_come_before_an_answer() -> None:
    assert rungs(rules("uruguayan"))[0].replies == ("retruco", "envido", "flor")
    assert rungs(rules("valencian"))[0].replies == ("retruc", "envit")
    assert rungs(rules("mineiro"))[0].replies == ("seis",)


def test_in_truc_y_flou_the_last_to_play_answers_for_the_side() -> None:
    """RULES 21: unless the house lets any opponent answer."""
    assert {rung.answer for rung in rungs(rules("truc-y-flou", 6))} == {"last"}
    assert {rung.answer for rung in rungs(rules("truc-y-flou", 6, answers="either"))} == {"several"}
    assert steps(rules("truc-y-flou", 6)) == [
        "truc 2 1",
        "retruc 3 2",
        "quatre 4 3",
        "six 6 4",
        "la-ronde game 6",
    ]


# The cap


@pytest.mark.parametrize("variant", BRAZILIAN)
@pytest.mark.parametrize("seats", [2, 4, 6, 8])
def test_the_sheet_names_the_points_at_which_raises_are_capped(variant: str, seats: int) -> None:
    """RULES 11: a side with own score and what the call before is worth at 12 may not raise."""
    assert caps(rules(variant, seats)) == {"seis": 12 - 3, "nove": 12 - 6, "doze": 12 - 9}
    assert caps(rules(variant, seats, raise_cap="off")) == {}


def test_the_cap_moves_with_ladder_and_target_on_the_sheet() -> None:
    assert caps(rules("mineiro", ladder="2-4-6-10-12")) == {
        "seis": 12 - 4,
        "nove": 12 - 6,
        "doze": 12 - 10,
    }
    assert caps(rules("mineiro", target="15")) == {"seis": 15 - 3, "nove": 15 - 6, "doze": 15 - 9}


@pytest.mark.parametrize("variant", BRAZILIAN)
@pytest.mark.parametrize("ladder", ["1-3-6-9-12", "2-4-6-10-12"])
def test_the_cap_on_the_sheet_is_the_one_played(variant: str, ladder: str) -> None:
    """Opponents of the caller may raise one point below the cap, and not at it."""
    game = rules(variant, ladder=ladder)
    cap = caps(game)["seis"]
    for points, may in ((cap - 1, True), (cap, False)):
        called = play(start(game, score=f"{points}-0"), parse("truco@1"))
        assert ("seis" in {offer.tap.word for offer in legal(called)}) == may


@pytest.mark.parametrize("variant", sorted(variants.VARIANTS.keys() - BRAZILIAN))
def test_no_other_game_has_a_cap(variant: str) -> None:
    assert caps(variants.get(variant).rules()) == {}


def test_the_cap_is_printed_in_words() -> None:
    notes = [step.notes[-1] for step in topic(sheet("mineiro"), "ladder").body[1:]]
    assert notes[1:] == [f"not by a side with {points} or more" for points in (9, 6, 3)]
    assert "or more" not in notes[0]


# Eleven


@pytest.mark.parametrize("variant", BRAZILIAN)
@pytest.mark.parametrize("seats", [2, 4, 6, 8])
def test_brazilian_sheets_explain_eleven_and_eleven_all(variant: str, seats: int) -> None:
    """RULES 11: 3 if it is played, 1 for the others if not, no calls; 11-11 is for the game."""
    one, both = specials(rules(variant, seats))
    assert (one.at.points, both.at.points) == (11, 11)
    assert one.asked == "eleven"
    assert one.answer == "that_side"
    assert one.yes == 3
    assert one.no == 1
    assert one.calls is False
    assert (both.asked, both.yes, both.calls, both.decides) == ("", 1, False, True)


def test_the_ladder_to_twelve_by_twos_has_its_special_hand_at_ten() -> None:
    one, both = specials(rules("mineiro", ladder="2-4-6-10-12"))
    assert (one.at.points, one.yes, one.no) == (10, 4, 2)
    assert (both.at.points, both.yes, both.decides) == (10, 2, True)
    assert one.at(start(rules("mineiro", ladder="2-4-6-10-12"), score="11-3"))
    assert topic(sheet("mineiro", ladder="2-4-6-10-12"), "special").title == "At 10"


@pytest.mark.parametrize(
    ("ladder", "word"), [("1-3-6-9-12", "Mão de onze"), ("2-4-6-10-12", "Mão de dez")]
)
def test_the_special_hand_is_named_after_its_score(ladder: str, word: str) -> None:
    words = [pair.word for pair in topic(sheet("paulista", ladder=ladder), "words").body]
    assert [found for found in words if found in ("Mão de onze", "Mão de dez")] == [word]


@pytest.mark.parametrize(("blind", "says"), [("on", "nobody looks"), ("off", "like any other")])
def test_the_sheet_says_whether_eleven_all_is_played_blind(blind: str, says: str) -> None:
    special = topic(sheet("mineiro", blind_at_11_11=blind), "special")
    assert any(says in line for line in special.says)


# Side bets


def chains(rules: Rules) -> dict[str, str]:
    said: list[str] = []
    found = {}
    for bet in bets(rules):
        said = [*said[: bet.depth], bet.word]
        found[" ".join(said)] = f"{'falta' if bet.yes is None else bet.yes}/{bet.no}"
    return found


def test_the_valencian_sheet_has_envit_torne_and_la_falta() -> None:
    """RULES 18 and NOTATION: la falta refused pays the level before, 1 when it opens."""
    assert chains(rules("valencian")) == {
        "envit": "2/1",
        "envit torne": "4/2",
        "envit torne la-falta": "falta/4",
        "envit la-falta": "falta/2",
        "la-falta": "falta/1",
    }


def test_the_menorcan_sheet_has_envit_by_twos() -> None:
    """RULES 22."""
    found = chains(rules("menorcan"))
    assert found["envit"] == "2/1"
    assert found["envit jo-envit"] == "4/2"
    assert found["envit jo-envit dos-mes"] == "6/4"
    assert found["la-falta"] == "falta/1"
    assert found["envit la-falta"] == "falta/2"
    assert found["envit jo-envit dos-mes la-falta"] == "falta/6"


def test_the_venezuelan_sheet_has_the_free_envido() -> None:
    """RULES 18: 2/1, in answer two more (or any number), the falta over whatever was bet."""
    found = chains(rules("venezuelan"))
    assert found["envido"] == "2/1"
    assert found["envido envido"] == "4/2"
    assert found["envido envido falta-envido"] == "falta/4"
    assert found["falta-envido"] == "falta/1"


@pytest.mark.parametrize("variant", ["uruguayan", "gauderio", "amostra"])
def test_sheets_of_games_like_argentine_have_its_envido(variant: str) -> None:
    assert chains(rules(variant)) == chains(rules("argentine"))


# The cards


def card_text(card: Card) -> str:
    """Return a card as RULES writes it: `7`, or `7o` for one suit."""
    return card.rank + (card.suits[0] if len(card.suits) == 1 else "")


@pytest.mark.parametrize(
    ("variant", "house", "book"),
    [
        ("mineiro", {}, "4c 7h As 7d 3 2 Ac/Ah/Ad K J Q 7s/7c 6 5 4s/4h/4d"),
        ("mineiro", {"clean_deck": "on"}, "4c 7h As 7d 3 2 Ac/Ah/Ad K J Q"),
        ("paulista", {}, "3 2 A K J Q 7 6 5 4"),
        ("paulista", {"clean_deck": "on"}, "3 2 A K J Q"),
        ("espaseta", {}, "1e 1b 7e 7o 3 2 1o/1c 12 11 10 7c/7b 6 5 4"),
        ("uruguayan", {}, "1e 1b 7e 7o 3 2 1c/1o 12 11 10 7c/7b 6 5 4"),
        ("valencian", {}, "1e 1b 7e 7o 3 7c/7b 6 5 4"),
        ("venezuelan", {}, "1e 1b 7e 7o 3 2 1c/1o 12 11 10 7c/7b 6 5 4"),
        ("menorcan", {}, "11b 10o 1e 1b 7e 7o 3 2 1o/1c 7c/7b 6 5 4"),
        ("menorcan", {"deck": "26"}, "11b 10o 1e 1b 7e 7o 3 1o/1c 7c/7b 6 5 4"),
        (
            "arriba-o-abajo",
            {},
            "5o 11b 10o 1e 1b 7e 7o 3 2 1o/1c 12 11o/11c/11e 10c/10e/10b 7c/7b 6 5c/5e/5b 4",
        ),
    ],
)
def test_truco_sheets_have_the_order_of_cards_in_the_rules(
    variant: str, house: dict[str, str], book: str
) -> None:
    places = topic(sheet(variant, **house), "ranking").body
    drawn = ("/".join(map(card_text, place.cards)) for place in places)
    assert " ".join(drawn) == book


@pytest.mark.parametrize(
    ("variant", "house", "count"),
    [
        ("mineiro", {}, 40),
        ("mineiro", {"clean_deck": "on"}, 27),
        ("paulista", {"clean_deck": "on"}, 24),
        ("valencian", {}, 22),
        ("menorcan", {}, 30),
        ("menorcan", {"deck": "26"}, 26),
        ("arriba-o-abajo", {}, 40),
    ],
)
def test_truco_sheets_have_the_pack_in_the_rules(
    variant: str, house: dict[str, str], count: int
) -> None:
    """RULES 11, 13, 18, 22 and 23; the number is in the words too."""
    found = topic(sheet(variant, **house), "ranking")
    assert sum(len(card.suits) for place in found.body for card in place.cards) == count
    assert any(str(count) in line for line in found.says)


# The deal


@pytest.mark.parametrize(
    ("variant", "seats", "clean", "burns"),
    [
        ("mineiro", 4, "off", "3"),
        ("mineiro", 8, "on", "1"),
        ("paulista", 6, "on", "1"),
        ("paulista", 8, "off", "3"),
    ],
)
def test_the_sheet_says_how_often_the_packet_may_be_burnt(
    variant: str, seats: int, clean: str, burns: str
) -> None:
    """RULES 11 and 13: three times, or as often as the clean deck allows."""
    says = topic(sheet(variant, seats, clean_deck=clean), "deal").says
    assert any(f"t most {burns} burns a hand" in line for line in says)


def test_eight_players_with_the_clean_deck_read_that_nothing_is_burnt() -> None:
    says = topic(sheet("paulista", 8, clean_deck="on"), "deal").says
    assert any("none left to burn" in line for line in says)
    assert not any("vira" in line for line in says)


@pytest.mark.parametrize(
    ("seats", "says"), [(4, "to their partner"), (6, "of their choice"), (8, "partner opposite")]
)
def test_the_sheet_says_who_may_get_the_packet(seats: int, says: str) -> None:
    for variant in BRAZILIAN:
        assert any(says in line for line in topic(sheet(variant, seats), "deal").says)
        assert not any("passes" in line for line in topic(sheet(variant, 2), "deal").says)


# Pica pica


@pytest.mark.parametrize("variant", ["argentine", "uruguayan"])
@pytest.mark.parametrize("pica_pica", ["off", "always", "between"])
def test_pica_pica_is_explained_only_if_it_is_played(variant: str, pica_pica: str) -> None:
    six = sheet(variant, 6, pica_pica=pica_pica)
    assert any("1 against 4" in line for line in topic(six, "deal").says) == (pica_pica != "off")
    assert any("duel" in line for line in topic(six, "score").says) == (pica_pica != "off")
    assert any("at least 5 more" in line for line in topic(six, "deal").says) == (
        pica_pica == "between"
    )
    for wanted in ("deal", "score", "bets"):
        assert not any("duel" in line for line in topic(sheet(variant), wanted).says)


def test_the_sheet_says_who_may_call_envido_in_a_duel() -> None:
    """RULES 17: the last two to play are then both."""
    for pica_pica, last_two, both in (
        ("off", True, False),
        ("between", True, True),
        ("always", False, True),
    ):
        says = topic(sheet("argentine", 6, pica_pica=pica_pica), "bets").says
        assert any("player before the dealer" in line for line in says) == last_two
        assert any("duel" in line for line in says) == both


def test_a_round_of_duels_is_drawn_as_one_table() -> None:
    """Nobody sits out, and the deal passes only after all three duels."""
    chairs = topic(sheet("argentine", 6, pica_pica="always"), "deal").body.chairs
    assert [chair.order for chair in chairs] == [6, 1, 2, 3, 4, 5]
    assert [chair.roles for chair in chairs] == [
        ("deals",),
        ("leads", "deals next"),
        (),
        (),
        (),
        ("cuts",),
    ]


# What opens what


@pytest.mark.parametrize(
    ("variant", "score", "taps", "wanted"),
    [
        ("mineiro", "", "truco@1", "ladder"),
        ("mineiro", "", "truco@2 yes@1 tied", "raised"),
        ("mineiro", "11-4", "", "special"),
        ("mineiro", "11-11", "", "special"),
        ("mineiro", "10-4", "", ""),
        ("paulista", "", "vira=7", ""),
        ("espaseta", "4-11", "", "special"),
        ("valencian", "", "envit@1", "bets"),
        ("valencian", "", "envit@1 yes@2", "bets"),
        ("venezuelan", "", "truco@1 envido@0", "bets"),
    ],
)
def test_the_open_question_decides_the_topic_of_the_moment(
    variant: str, score: str, taps: str, wanted: str
) -> None:
    line = MatchLog(start(rules(variant), score=score))
    for text in taps.split():
        line = line.play(parse(text))
    assert sheet(variant).moment(line.game) == wanted


# What is not known


@pytest.mark.parametrize("variant", ["espaseta", "valencian", "venezuelan"])
def test_sheets_of_games_named_in_passing_say_what_is_not_known(variant: str) -> None:
    disputes = topic(sheet(variant), "sources").body.disputes
    assert any(dispute.about == "What is not known" for dispute in disputes)


def test_eight_valencians_are_told_that_the_pack_is_too_small() -> None:
    """RULES 18 lists eight players and 22 cards."""
    assert any("22" in line for line in topic(sheet("valencian", 8), "deal").says)
