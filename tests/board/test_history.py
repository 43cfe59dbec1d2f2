"""Each line of the log says what was done, what it led to, and the new score."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import update

from companion import tables, variants
from companion.board import history, logged_hands
from companion.engine import MatchLog, parse, start
from companion.tables import LogRow
from companion.tables.models import TapRow, now
from companion.tables.process_state import process_state
from companion.tables.store import writing
from companion.web.language import LANGUAGES, load, set_language
from companion.words.people import People
from companion.words.widths import broken
from tests.playing import begin

NAMES = ("Anna", "Biel", "Carme", "Pep", "Quim", "Rosa")
TIE = "A tied trick decides the hand"


def undo_labels(log: MatchLog, people: People) -> tuple[str, ...]:
    """Return the text of the undo key, on a usual phone and on a narrow phone."""
    widths = (history.WORD, history.NARROW_WORD)
    return tuple(history.undo_label(log, people, most) for most in widths)


def log_of(variant: str, taps: str, **how: Any) -> tuple[MatchLog, tuple[LogRow, ...], People]:
    """Return the log after these taps, its rows, and the people who play."""
    log = MatchLog(begin(variant, **how))
    rows: list[LogRow] = []
    for tap in map(parse, taps.split()):
        question = log.game.hand.question
        log = log.play(tap)
        game = log.game
        row = LogRow(
            len(rows) + 1, tap, now(), "", None, "", game.score_text, game.events, question=question
        )
        rows.append(row)
    return log, tuple(rows), People(NAMES[: log.game.rules.seats], log.game.rules)


def said(line: history.LogLine) -> tuple[str, str, list[str]]:
    return line.text, line.score, [news.text for news in line.news]


@pytest.fixture
def log_lines(phone, open_match):
    """Return a function that plays taps and returns the lines of the log, the newest first.

    Each line is a tuple: the text about a tap, the score after the tap, and the texts that say what
    the tap led to.
    """

    def played(game, taps, *, seats=None, score="", rules="", dealer=0):
        house = dict(rule.split("=") for rule in f"best_of=3 {rules}".split())
        count = seats or {"french": 4, "put-many": 3}.get(game) or None
        match = open_match(game, seats=count, score=score, house=house, dealer=dealer)
        host = phone(link=f"/h/{match.host_token}", at=match)
        host.play(taps)
        state = tables.state(match)
        people = People(NAMES[: match.seats], tables.rules(match))
        return list(map(said, history.lines(state, people)))

    return played


@pytest.mark.parametrize(
    ("game", "score", "taps", "final"),
    [
        ("argentine", "10-29", "hand@1", "10-30"),
        ("argentine", "10-28", "truco@1 envido@0 yes@1 best@1", "10-30"),
        ("put-many", "1-4-2", "put@1 no@2 no@0", "1-5-2"),
        ("trut-deux-sevres", "2/1-6/1", "trut@1 yes@2 won@1 won@1", "2/0-7/1"),
        ("catalan", "5-10", "resign@0", "5-10"),
        ("argentine", "5-10", "fix@1=20", "5-30"),
    ],
)
def test_the_log_line_of_the_tap_that_won_a_game_shows_the_final_score(
    log_lines, game, score, taps, final
):
    assert log_lines(game, taps, score=score)[0][1] == final


def test_the_log_tells_the_points_of_a_side_bet_in_the_middle_of_a_hand(log_lines):
    assert log_lines("argentine", "envido@3 no@0")[0][1:] == ("0-1", ["Biel & Pep: envido refused"])


def test_the_score_in_the_log_begins_at_zero_after_a_game_was_won(log_lines):
    lines = log_lines("argentine", "hand@1 hand@1 undo undo", score="10-29")
    assert [score for _, score, _ in lines] == ["10-29", "0-0", "0-1", "10-30"]


def test_a_log_of_an_older_release_shows_the_final_score_of_a_game(open_match, phone):
    """An older release did not store the last score of a game, so the taps are played again."""
    match = open_match("argentine", score="10-29", house={"best_of": "3"})
    phone(link=f"/h/{match.host_token}", at=match).play("hand@1")
    with writing() as connection:
        events = (
            '[{"kind":"points","side":1,"points":1,"why":"short"},'
            '{"kind":"hand","side":1},{"kind":"game","side":1}]'
        )
        connection.execute(update(TapRow).values(events_json=events))
    process_state().states.drop(match.id)
    assert tables.state(match).rows[0].result == "10-30"


def test_the_hands_page_shows_the_final_score_of_a_game_that_was_won(open_match, phone):
    match = open_match("argentine", score="10-29", house={"best_of": "3"})
    host = phone(link=f"/h/{match.host_token}", at=match)
    host.play("hand@1")
    page = host.client.get(f"/t/{match.code}/calls").text
    assert '<b class="result">10–30</b>' in page


@pytest.mark.parametrize(
    ("game", "taps", "says"),
    [
        ("catalan", "won@0 tied won@1", True),
        ("mineiro", "won@2 truco@3 yes@0 tied yes", True),
        ("catalan", "won@1 won@0 won@1", False),
        ("trut", "hand@1", False),
    ],
)
def test_the_log_says_if_a_tie_decided_a_hand(log_lines, game, taps, says):
    assert (TIE in log_lines(game, taps)[0][2]) == says


def test_the_log_says_if_new_cards_are_dealt_because_every_trick_was_tied(log_lines):
    for score, line in (
        ("0/2-0/1", "yes@2 tied@2 tied@3 tied@0"),
        ("0/2-0/2", "no@1 tied@2 tied@3 tied@0"),
    ):
        assert log_lines("trut-gatine", line, score=score)[0][2] == [
            "Everything tied: new cards for everybody, from the same dealer"
        ]
    assert log_lines("trut-gatine", "tied@2 tied@3 tied@0")[0][2] == ["Nobody takes the hand"]


@pytest.mark.parametrize("game", ["mineiro", "paulista"])
def test_the_log_says_whether_an_equal_card_was_played_before_the_call(log_lines, game):
    before = log_lines(game, "won@2 truco@3 yes@0 tied yes")[0]
    assert before[0] == "An equal card was already on the table when the call was made"
    after = log_lines(game, "won@2 truco@3 yes@0 tied no")[0]
    assert after[0] == "No equal card was on the table when the call was made"


@pytest.mark.parametrize("game", ["argentine", "uruguayan", "venezuelan", "mineiro", "paulista"])
def test_the_log_says_whether_a_void_duel_is_played_again_or_left_out(log_lines, game):
    how = {"seats": 6, "rules": "pica_pica=always"}
    assert log_lines(game, "void", **how)[0][0] == "The hand is void: it is played again"
    assert log_lines(game, "void=pass", **how)[0][0] == "The hand is void: on to the next"
    assert log_lines(game, "void", seats=6)[0][0] == "The hand is void: the same player deals again"
    assert log_lines(game, "void=pass")[0][0] == "The hand is void: the deal passes on"


@pytest.mark.parametrize(
    ("game", "rules", "taps", "label", "sends"),
    [
        ("catalan", "", "hand@1", "Undo: hand", "undo"),
        ("argentine", "flor=on", "flor@1 no@2 no@3 no@0", "Undo: No flor", "undo;undo;undo"),
        ("argentine", "flor=on", "flor@1 no@2", "Undo: No flor", "undo"),
        ("trut-gatine", "", "fix@0=2 no@2 no@0", "Undo: Je tiens pas", "undo"),
        (
            "argentine",
            "flor=on",
            "flor@1 no@2 no@3 no@0 undo redo",
            "Undo: No flor",
            "undo;undo;undo",
        ),
    ],
)
def test_the_undo_key_takes_back_every_tap_that_the_last_key_recorded(
    phone, open_match, game, rules, taps, label, sends
):
    match = open_match(game, house=dict(rule.split("=") for rule in rules.split()))
    phone(link=f"/h/{match.host_token}", at=match).play(taps)
    state = tables.state(match)
    people = People(NAMES[:4], tables.rules(match))
    assert undo_labels(state.log, people) == (label, label)
    assert history.undo_taps(state.log, state.rows) == sends


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_label_of_the_undo_key_fits_in_two_lines_in_every_language(app, code):
    names = ("Anna", "W" * 24, "María del Carmen Ruiz", "Pep")
    rules = variants.get("catalan").rules()
    with app.test_request_context():
        set_language(load(code))
        for tap in ("won@1", "won@2", "dealer@1", "one@0", "tied", "hand@1"):
            line = MatchLog(start(rules)).play(parse(tap))
            labels = undo_labels(line, People(names, rules))
            for label, most in zip(labels, (history.WORD, history.NARROW_WORD), strict=True):
                assert len(broken(label, most)) <= 2, label


def test_the_undo_key_has_no_label_before_the_first_tap(app):
    rules = variants.get("catalan").rules()
    assert undo_labels(MatchLog(start(rules)), People(NAMES[:4], rules)) == ("", "")


def test_the_undo_key_shows_every_word_of_a_refusal(app):
    """The refusal is «Je tiens pas». Without its last word, the key would say the opposite."""
    rules = variants.get("trut-gatine").rules()
    log = MatchLog(start(rules, score="0/2-0/1")).play(parse("no@2"))
    with app.test_request_context():
        set_language(load("fr"))
        people = People(NAMES[:4], rules)
        whole = history.tapped(log, people).split()
        labels = undo_labels(log, people)
        assert [len(label.partition(":")[2].split()) for label in labels] == [len(whole)] * 2


def test_a_page_of_the_log_names_the_hand_in_which_the_page_begins(open_match, phone):
    match = open_match()
    phone(link=f"/h/{match.host_token}", at=match).play("hand@1 truc@2 no@3 truc@3")
    state = tables.state(match)
    people = People(NAMES[:4], tables.rules(match))
    for end, titles in ((4, ["This hand", "Hand 2", "Hand 1"]), (2, ["Hand 2", "Hand 1"])):
        hands = logged_hands.page_of_hands(state, people, 9, end)
        assert [hand.title for hand in hands] == titles


@pytest.mark.parametrize(
    ("variant", "taps", "how", "told"),
    [
        ("catalan", "", {}, "Anna deals, Biel leads."),
        ("catalan", "won@2", {}, "Carme took the trick."),
        ("catalan", "truc@1 no@2", {}, "Biel & Pep: truc refused"),
        (
            "catalan",
            "truc@1 won@1",
            {},
            "Biel took the trick; truc accepted by playing on: worth 2.",
        ),
        ("catalan", "truc@1 tied", {}, "The trick was tied; truc accepted by playing on: worth 2."),
        ("catalan", "yes@0", {"score": "11-0"}, "Anna: play."),
        ("catalan", "won@0 tied won@1", {}, "Biel & Pep: hand won"),
        ("catalan", "void", {}, "The hand is void: the same player deals again."),
        ("doubling", "tied tied tied", {}, "Nobody takes the hand"),
        ("catalan", "resign@0", {}, "Anna & Carme resigned the game."),
    ],
)
def test_the_news_say_what_the_last_tap_led_to_or_else_what_was_tapped(variant, taps, how, told):
    [news] = history.news(*log_of(variant, taps, **how))
    assert news.text == told


def test_the_news_of_two_players_who_won_against_a_third_name_both():
    [news] = history.news(*log_of("argentine", "hand@1", seats=3))
    assert (news.gain, news.who, news.side, news.glyph) == ("+1", "Biel & Carme", 1, "sword")
    assert (news.why, news.accounts) == ("hand won, tricks not recorded", (1, 2))
    assert news.others == ("cup",)


def test_the_payments_of_a_log_are_told_from_the_last_to_the_first():
    _, rows, people = log_of("catalan", "truc@1 no@2 won@1 fix@0=2")
    told = [(news.who, news.gain) for news in history.paid(rows, people)]
    assert told == [("Anna & Carme", "+2"), ("Biel & Pep", "+1")]
    undone = (rows[0], replace(rows[1], counts=False), *rows[2:])
    assert [news.gain for news in history.paid(undone, people)] == ["+2"]


@pytest.mark.parametrize(
    ("variant", "taps", "label"),
    [
        ("catalan", "won@1", "Biel"),
        ("catalan", "dealer@2", "Carme"),
        ("catalan", "tied", "tie"),
        ("catalan", "hand@1", "hand"),
        ("catalan", "truc@1", "Truc"),
        ("catalan", "truc@1 no@2", "No vull"),
        ("catalan", "fix@0=3 fix@0=-1", "−1"),
        ("uruguayan", "muestra=5c", "card 5"),
        ("argentine", "hand@1 pido-flor@1=0", "Pido flor"),
        ("argentine", "envido@3 yes@0 says@3=27", "27"),
    ],
)
def test_the_last_tap_is_told_in_a_few_words(variant, taps, label):
    rules = {"rules": "flor=on"} if "flor" in taps else {}
    log, _, people = log_of(variant, taps, **rules)
    assert history.tapped(log, people) == label


@pytest.mark.parametrize(
    ("taps", "most", "label"),
    [
        ("void=pass", history.NARROW_WORD, "Undo: Void hand"),
        ("tied", history.NARROW_WORD, "Undo: tie"),
        ("won@0", history.WORD, "Undo: trick (Anna)"),
        ("won@0", history.NARROW_WORD, "Undo: trick Anna"),
        ("one@0", history.NARROW_WORD, "Undo: One card each"),
        ("one@0", 6.42, "Undo: One card each"),
        ("one@0", 5.5, "Undo: One card"),
        ("one@0", 5.2, "Undo: One"),
        ("dealer@2", history.WORD, "Undo: dealer Car."),
        ("won@1", 4.0, "Undo: trick"),
        ("truc@1 no@2", 4.0, "Undo: No vu."),
    ],
)
def test_the_undo_key_says_as_much_as_fits_in_its_two_lines(taps, most, label):
    log, _, people = log_of("catalan", taps)
    assert history.undo_label(log, people, most) == label


@pytest.mark.parametrize(
    ("phone", "told"), [(None, ""), ("", "the host’s phone"), ("Pep", "Pep’s phone")]
)
def test_a_line_of_the_log_says_whose_phone_recorded_the_tap_for_another_player(phone, told):
    assert history.LogLine("", now(), phone, (), "").whose_phone == told


def test_a_line_of_the_log_says_who_tapped_and_whether_the_tap_was_undone(open_match, phone):
    match = open_match()
    phone(link=f"/h/{match.host_token}", at=match).play("won@1 undo redo undo tied")
    state = tables.state(match)
    people = People(NAMES[:4], tables.rules(match))
    told = [(line.text, line.mark, line.struck) for line in history.lines(state, people)]
    assert told == [
        ("The trick was tied", "", False),
        ("Undone: Biel took the trick", "undo", False),
        ("Redone: Biel took the trick", "redo", False),
        ("Undone: Biel took the trick", "undo", False),
        ("Biel took the trick", "sword", True),
    ]
    assert [line.number for line in history.lines(state, people, most=2, end=4)] == [4, 3]


def test_a_line_of_the_log_names_a_phone_only_if_another_player_tapped(open_match, phone):
    match = open_match()
    phone(1, at=match).play("won@1 truc@3")
    state = tables.state(match)
    lines = history.lines(state, People(NAMES[:4], tables.rules(match)))
    assert [(line.text, line.phone) for line in lines] == [
        ("Pep called truc", "Biel"),
        ("Biel took the trick", None),
    ]


def test_a_correction_is_told_once_in_its_line_of_the_log(log_lines):
    [(text, score, news)] = log_lines("catalan", "fix@1=3")
    assert (text, score, news) == ("Correction for Biel & Pep: +3", "0-3", [""])
