"""A band shows the end of a hand until the next tap, and every played hand has a coin."""

from __future__ import annotations

import pytest

from companion.board import announcements, ring
from companion.engine import MatchLog, legal, parse
from companion.web.language import LANGUAGES, load, set_language
from companion.words.people import People
from companion.words.widths import wide
from tests.playing import play

NAMES = ("Anna", "Biel", "Carme", "Pep", "Elna", "Ferran")


def shown(variant: str, taps: str, **how) -> announcements.Announcements:
    line, people = played(variant, taps, **how)
    offers = legal(line.game)
    return announcements.announce(line, offers, people, rows=(), news=(), lines=(), question=None)


def played(variant: str, taps: str, **how) -> tuple[MatchLog, People]:
    game = play(variant, "", **how)
    line = MatchLog.of(game, map(parse, taps.split()))
    return line, People(NAMES[: game.rules.seats], game.rules)


def band(variant: str, taps: str, **how) -> tuple[str, str, str] | None:
    found = shown(variant, taps, **how).band
    return found and (found.title, found.gain, loosened(found.line))


def loosened(text: str) -> str:
    """Return the text with usual spaces in place of no-break spaces."""
    return text.replace("\u00a0", " ")


def coins(variant: str, taps: str, **how) -> list[dict[int, str]]:
    found = shown(variant, taps, **how).coins
    return [{gain.side: gain.gain for gain in coin.gains} for coin in found]


HAND = "truc@1 retruc@2 yes@3 won@1 tied"


@pytest.mark.parametrize(
    ("taps", "told"),
    [
        (f"{HAND}", ("Biel & Pep", "+3", "hand won after retruc · Carme leads · Biel deals")),
        (f"{HAND} won@2", None),
        (
            f"{HAND} won@2 undo",
            ("Biel & Pep", "+3", "hand won after retruc · Carme leads · Biel deals"),
        ),
        (f"hand@0 {HAND} undo", None),
        (
            "hand@0 hand@1 undo",
            ("Anna & Carme", "+1", "hand won, tricks not recorded · Carme leads · Biel deals"),
        ),
        (
            "hand@0 hand@1 undo redo",
            ("Biel & Pep", "+1", "hand won, tricks not recorded · Pep leads · Carme deals"),
        ),
    ],
)
def test_the_band_stays_until_the_next_tap_and_undo_brings_it_back(taps, told):
    assert band("catalan", taps) == told


def test_the_band_tells_a_special_rule_of_the_next_hand_instead_of_who_leads():
    title, gain, line = band("mineiro", "no@1", score="10-11")
    assert (title, gain) == ("Anna & Carme", "+1")
    assert line.endswith(" · Nobody looks at their cards · Biel deals")


@pytest.mark.parametrize(
    ("taps", "line"),
    [
        ("truc@1 no@2 truc@3 no@0", "truc refused · Pep leads · Carme deals"),
        (
            "truc@1 no@2 truc@3 no@0 truc@3 no@0",
            "truc refused · 3 refusals in a row · Anna leads · Pep deals",
        ),
        (
            "truc@1 no@2 truc@3 no@0 won@3 won@3",
            "hand won · 3 hands in a row · Anna leads · Pep deals",
        ),
        ("truc@1 no@2 won@0 won@2 truc@3 no@0", "truc refused · Anna leads · Pep deals"),
        ("truc@1 no@2 hand@0 truc@3 no@0", "truc refused · Anna leads · Pep deals"),
        (
            "hand@1 truc@3 no@0 hand@1",
            "hand won, tricks not recorded · 3 hands in a row · Anna leads",
        ),
        (
            "truc@1 no@2 hand@1 truc@3 no@0",
            "truc refused · 3 hands in a row · Anna leads · Pep deals",
        ),
    ],
)
def test_the_band_counts_hands_taken_in_a_row_by_one_side_from_the_third_hand_on(taps, line):
    assert band("catalan", taps)[2] == line


def test_a_streak_of_two_partners_does_not_count_hands_that_one_of_them_won_alone():
    alone_then_with_carme = "won@0 won@0 won@0 won@0"
    title, _, line = band("argentine", f"{alone_then_with_carme} won@0 won@0", seats=3)
    assert (title, line) == ("Anna & Biel", "hand won · Biel leads; Anna is alone · Anna deals")


@pytest.mark.parametrize(
    ("taps", "turn"),
    [("", "Biel leads; Anna is alone"), ("won@0", "Anna leads, alone")],
)
def test_the_sentence_about_who_leads_says_who_plays_alone(taps, turn):
    assert shown("argentine", taps, seats=3).turn == turn


def test_a_side_bet_has_a_band_and_is_in_the_coin_of_its_hand():
    told = ("Biel & Pep", "+2", "envido won · Biel leads")  # nobody deals: the hand goes on
    assert band("argentine", "envido@3 yes@0 best@1") == told
    three_hands = "won@0 won@0 " * 3  # a streak; neither a bet nor a correction belongs to it
    assert band("argentine", f"{three_hands} envido@3 yes@2 best@0")[2] == "envido won · Anna leads"
    assert band("argentine", f"{three_hands} truco@0 fix@0=1")[2] == "correction · Anna leads"
    wins = "truco@0 fix@0=27"  # the correction wins the game and drops the hand
    told = band("argentine", f"{three_hands} {wins}", rules="best_of=3")[2]
    assert told == "correction · Biel leads · Anna deals"
    assert coins("argentine", "envido@3 yes@0 best@1") == []
    assert coins("argentine", "envido@3 yes@0 best@1 hand@0") == [{1: "+2", 0: "+1"}]


def test_a_coin_names_every_reason_of_a_gain_and_leaves_out_a_side_that_gained_nothing():
    coin = shown("argentine", "envido@3 yes@0 best@1 truco@1 yes@2 won@1 won@1").coins[0]
    [gain] = coin.gains
    assert gain.said == "Biel & Pep +4: envido won\u00a0· hand won after truco"
    not_shown = "envido@3 yes@0 best@1 hand@0 unshown@1 truco@1 yes@2 hand@1"
    rules = "envido_shown=must_show"
    assert coins("argentine", not_shown, rules=rules) == [{1: "+2", 0: "+1"}, {0: "+2"}]


def test_a_coin_shows_the_glyphs_of_two_players_who_won_against_a_third_player():
    [gain] = shown("argentine", "hand@1", seats=3).coins[0].gains
    assert (gain.glyph, gain.others) == ("sword", ("cup",))


def test_the_hands_of_the_present_game_have_coins_and_undone_hands_have_none():
    taps = "hand@0 truc@2 no@3 won@1 won@1 hand@1 undo"
    assert coins("catalan", taps) == [{0: "+1"}, {0: "+1"}, {1: "+1"}]
    assert coins("catalan", "hand@0 fix@0=11 hand@1", rules="best_of=3") == [{1: "+1"}]
    assert len(coins("catalan", "hand@0 hand@1 " * 6)) == 8


def test_a_correction_has_a_coin_of_its_own_before_the_coin_of_its_hand():
    found = shown("catalan", "hand@1 fix@0=10 hand@1 fix@1=2 fix@1=-2 hand@0 fix@1=3").coins
    told = [(coin.corrects, *(gain.gain for gain in coin.gains)) for coin in found]
    assert told == [(False, "+1"), (True, "+10"), (False, "+1"), (False, "+1"), (True, "+3")]


def test_the_tricks_of_a_hand_stay_on_the_felt_until_the_first_tap_of_the_next_hand():
    line, people = played("catalan", HAND)
    assert [trick.name for trick in ring.faded_tricks(line, people)] == ["Biel", "tied"]
    assert ring.faded_tricks(line.play(parse("won@2")), people) == ()
    line, people = played("catalan", "won@1 truc@3 no@0")
    assert [trick.name for trick in ring.faded_tricks(line, people)] == ["Biel"]


def test_between_duels_the_band_says_which_duel_follows():
    rules = {"seats": 6, "rules": "pica_pica=always"}
    told = shown("uruguayan", "muestra=5c hand@1", **rules)
    assert told.turned is not None
    assert told.band.short == told.band.brief == "Duel 2 of 3"
    assert loosened(told.band.line) == "hand won, tricks not recorded · Duel 2 of 3"
    assert (told.band.leader, told.band.dealer) == ("Carme", "")  # the three duels are one deal


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_leads_and_who_deals_fit_in_one_line_of_the_band_on_the_narrowest_phone(app, language):
    with app.test_request_context():
        set_language(load(language))
        log, usual = played("catalan", "truc@1 no@2")
        names = ("Anna", "Juan Sebastián Gómez", "María del Carmen Ruiz", "Pep")
        people = People(names, usual.rules)
        leads = announcements._leads(log.game.hand, people.brief)
        told = announcements.band(log, people, leads, "")
        assert wide(told.follows) <= announcements.BAND_LINE
        assert told.leader == "M.\u00a0Ru."
        assert told.dealer == "J.\u00a0Gó."
        leads, _, deals = told.follows.partition("·")
        assert told.leader[:2] in leads
        assert told.dealer[:2] in deals


@pytest.mark.parametrize(
    ("most", "line"),
    [
        ("hand won, tricks not recorded", "hand won, tricks not recorded"),
        ("hand won, tricks not rec", "hand won…"),
        ("hand …", "hand…"),
    ],
)
def test_a_reason_in_the_band_that_is_too_long_keeps_its_first_words(most, line):
    assert announcements._cut("hand won, tricks not recorded", wide(most)) == line


@pytest.mark.parametrize(
    ("room", "line"),
    [("won · leads · deals", "won · leads · deals"), ("won · leads · deal", "won · leads")],
)
def test_a_long_band_says_who_deals_only_if_there_is_room(monkeypatch, room, line):
    monkeypatch.setattr(announcements, "LONG_BAND_LINE", wide(room))
    assert loosened(announcements._all("won", "", "leads", "deals")) == line


@pytest.mark.parametrize(
    ("room", "leads"),
    [
        ("Biel leads; Anna is alone", "Biel leads; Anna is alone"),
        ("Biel leads; Anna is alon", "Biel leads"),
    ],
)
def test_who_plays_alone_is_told_only_if_the_line_has_room(monkeypatch, room, leads):
    monkeypatch.setattr(announcements, "TURN_LINE", wide(room))
    assert shown("argentine", "", seats=3).turn == leads


def test_a_band_without_points_says_how_the_hand_ended_and_who_leads_next():
    found = shown("doubling", "tied tied tied").band
    assert (found.title, found.gain, found.side) == ("Nobody takes the hand", "", None)
    assert loosened(found.line) == loosened(found.follows) == "Carme leads · Biel deals"
    assert (found.leader, found.dealer) == ("Carme", "Biel")


def test_a_band_about_new_cards_from_the_same_dealer_does_not_say_who_deals():
    found = shown("trut-gatine", "yes@2 tied@2 tied@3 tied@0", score="0/2-0/1").band
    assert found.title == "Everything tied: new cards for everybody, from the same dealer"
    assert (found.line, found.leader, found.dealer) == ("Biel leads", "Biel", "")


@pytest.mark.parametrize(
    ("taps", "follows"),
    [
        ("envido@3 no@0", "Annabellena leads"),
        ("muestra=5c envido@3 no@0", "Annabe. leads"),  # the drawing of a card follows the line
    ],
)
def test_a_line_of_the_band_leaves_room_for_the_card_turned_up(monkeypatch, taps, follows):
    log, usual = played("uruguayan", taps)
    people = People(("Anna", "Annabellena", "Carme", "Pep"), usual.rules)
    leads = "Annabellena leads"
    monkeypatch.setattr(announcements, "BAND_LINE", wide(leads))
    assert loosened(announcements.band(log, people, leads, "").follows) == follows
