"""Before a tap, the page says who must act, who may look at the cards, and what a tie does."""

from __future__ import annotations

from itertools import product

import pytest

from companion import variants
from companion.board import announcements, question
from companion.board.announcements import Announcements
from companion.engine import Game, MatchLog, legal
from companion.engine.offering import bound_seats
from companion.words.people import People
from tests.playing import play
from tests.walking import walks

NO_TIES = "Equal cards: the first one wins"
NAMES = ("Anna", "Biel", "Carme", "Pep", "Elna", "Ferran", "Gemma", "Hug")


def announced(game: Game) -> Announcements:
    """Return the announcements of this game that are the same for every phone."""
    offers = legal(game)
    people = People(NAMES[: game.rules.seats], game.rules)
    asked = question.open_question(game, offers, people)
    return announcements.announce(
        MatchLog(game), offers, people, rows=(), news=(), lines=(), question=asked
    )


def lines(game: Game) -> list[str]:
    """Return the line on a player's phone that says who must act, and the text below it."""
    return lines_of(announced(game))


def lines_of(told: Announcements) -> list[str]:
    if told.question is not None and told.asks_in_line:
        return [told.question.line, told.question.small]
    return [told.turn, told.rule or told.trick]


def told_by_view(game: Game) -> list[str]:
    """Return what a player's phone announces, then the question as other screens show it.

    If no question is open, return only what a player's phone announces.
    """
    told = announced(game)
    asked = told.question
    shown = " ".join(lines_of(told))
    if asked is None:
        return [shown]
    if asked.felt is not None:
        shown = f"{shown} {asked.felt.who}"
    return [shown, f"{asked.line} {asked.small}"]


@pytest.mark.parametrize("variant", sorted(variants.VARIANTS))
def test_the_page_names_the_players_who_must_act_if_nobody_else_may_act(variant):
    bound = {step.game for step in walks(variant) if bound_seats(step.game, step.offers)}
    for game in sorted(bound, key=str)[:150]:
        # If everybody must agree, one player says yes for all, and the others may object.
        offers = legal(game)
        agreeing = [offer.tap.seat for offer in offers if offer.tap.word == "yes"]
        seats = agreeing or bound_seats(game, offers)
        for shown, seat in product(told_by_view(game), seats):
            assert NAMES[seat] in shown, (shown, game.hand)


@pytest.mark.parametrize(
    ("variant", "taps", "score", "shown"),
    [
        ("put", "won@1", "", ["Biel must choose: put or resign", ""]),
        ("mineiro", "", "11-11", ["Biel leads", "Nobody looks at their cards"]),
        ("paulista", "", "11-11", ["Biel leads", "Nobody looks at their cards"]),
        ("arriba-o-abajo", "yes@0", "29-20", ["Biel leads", NO_TIES]),
        ("arriba-o-abajo", "", "29-29", ["Biel leads", NO_TIES]),
        ("catalan", "", "11-11", ["Biel leads", "No calls in this hand"]),
        ("catalan", "", "11-9", ["Anna or Carme to decide", "then Biel leads"]),
        ("catalan", "won@2", "", ["Carme leads", "trick 2 of 3"]),
    ],
)
def test_a_rule_that_holds_for_one_hand_is_told_before_the_first_tap_of_that_hand(
    variant, taps, score, shown
):
    assert lines(play(variant, taps, score=score)) == shown


def test_a_question_to_everybody_names_only_the_player_who_may_agree_for_all():
    told = announced(play("french-free", "redeal@1", seats=4))
    assert told.question.who == "Everyone must agree: Anna answers for all, anyone may object."


def test_two_house_rules_decide_whether_players_may_look_at_their_cards():
    blind = "Nobody looks at their cards"
    assert lines(play("mineiro", score="10-10", rules="ladder=2-4-6-10-12"))[1] == blind
    assert lines(play("mineiro", score="11-11", rules="blind_at_11_11=off"))[1] != blind


def test_at_fortial_only_the_player_who_is_asked_may_look_at_the_cards():
    game = play("trut-deux-sevres", score="6/2-3/1")
    assert lines(game)[1] == "Only Anna may look at the cards"
    assert lines(play("trut-deux-sevres", "no@0", score="6/2-3/1"))[1] == (
        "Only Carme may look at the cards"
    )


def test_a_decision_shows_the_score_at_which_it_is_asked():
    """Fortial is asked at six longs, and the hand of eleven at eleven points.

    À tenir and à chanter are asked at two points, however many truts the side has.
    """
    for variant, score, figure in (
        ("trut-deux-sevres", "6/2-3/1", "6"),
        ("trut-gatine", "3/2-0/1", "2"),
        ("trut-gatine", "1/2-0/2", "2–2"),
        ("catalan", "11-9", "11"),
    ):
        game = play(variant, score=score)
        asked = question.open_question(game, legal(game), People(NAMES[:4], game.rules))
        assert asked is not None
        assert asked.felt is not None
        assert asked.felt.figure == figure


def test_only_players_who_must_say_a_number_are_told_to_tap_who_is_higher():
    game = play("argentine", "envido@3 yes@0")
    people = People(NAMES[:4], game.rules)
    view = question.open_question(game, legal(game), people)
    small = {seat: question.put_to(seat, view, people).small for seat in range(4)}
    says = set(view.asked)
    assert says
    assert {seat for seat in range(4) if small[seat] == "or tap who is higher"} == says


def test_what_hangs_on_a_decision_is_shown_instead_of_its_facts_and_of_who_is_waited_for():
    game = play("catalan", score="11-9")
    asked = question.open_question(game, legal(game), People(NAMES[:4], game.rules))
    assert len(asked.at_stake) == 2
    assert (asked.facts_at_stake, asked.waited_for) == ((), "")
    unknown = asked._replace(answers=())
    assert unknown.facts_at_stake == ("Biel leads, Anna is last to play.",)
    assert unknown.waited_for == ""
    assert unknown._replace(felt=None).facts_at_stake == ()
    assert unknown._replace(felt=None).waited_for == "Waiting for Anna or Carme"


def test_a_decision_does_not_say_who_decides_if_the_line_says_it():
    game = play("catalan", score="11-9")
    asked = question.open_question(game, legal(game), People(NAMES[:4], game.rules))
    assert asked.felt.who == "Anna or Carme to decide"
    assert asked.with_decider_in_line().felt == asked.felt._replace(who="")
    called = asked._replace(felt=None)
    assert called.with_decider_in_line() == called


@pytest.mark.parametrize(
    ("taps", "asked", "facts"),
    [
        ("says@3=27", {0, 2}, "Said: Pep 27."),
        ("says@3=27 says@0=30", {1}, "Said: Pep 27, Anna 30."),
    ],
)
def test_numbers_are_asked_of_those_who_may_still_say_one(taps, asked, facts):
    game = play("argentine", f"envido@3 yes@0 {taps}")
    view = question.open_question(game, legal(game), People(NAMES[:4], game.rules))
    assert set(view.asked) == asked
    assert view.facts == (facts,)
    assert view.call
