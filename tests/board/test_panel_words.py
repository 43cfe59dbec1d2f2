"""The panel gives calls in the language of the game, and questions and reasons with names."""

from __future__ import annotations

import pytest

from companion import variants
from companion.board import ending, keyboard, keys, question, score
from companion.cheatsheets.lexicon import Lexicon
from companion.engine import MatchLog, legal, parse
from companion.tables import Viewer
from companion.words import labels, sentences
from companion.words.people import People
from tests.playing import begin

NAMES = ("Anna", "Biel", "Carme", "Pep")


def line_of(variant: str, taps: str = "", **how) -> MatchLog:
    return MatchLog.of(begin(variant, **how), map(parse, taps.split()))


def people_of(line: MatchLog) -> People:
    return People(NAMES[: line.game.rules.seats], line.game.rules)


def asked(variant: str, taps: str = "", seat: int | None = None, **how):
    line = line_of(variant, taps, **how)
    people = people_of(line)
    return question.put_to(
        seat, question.open_question(line.game, legal(line.game), people), people
    )


def score_of(variant: str, taps: str = "", **how):
    line = line_of(variant, taps, **how)
    return score.score_board(
        line.game, legal(line.game), people_of(line), variants.get(variant).count
    ).sides


def worth_of(variant: str, taps: str = "") -> str:
    line = line_of(variant, taps)
    return score.score_board(
        line.game, legal(line.game), people_of(line), variants.get(variant).count
    ).worth


def corrections_of(line, side: int = 0):
    people = people_of(line)
    return score.static_corrections(
        line.game, people, score.points_keys(line.game, legal(line.game), people)[side]
    )


def facts(variant: str, taps: str = "", **how) -> list[str]:
    found = asked(variant, taps, **how)
    said = [*found.facts]
    for answer in (*found.answers, *found.replies):
        leads = [f"{fact.gain} {fact.text}".strip() for fact in answer.facts]
        said.append(f"{answer.label}: {' or '.join(leads)}")
    return said


def own(variant: str, taps: str = "", seat: int | None = 0, **how) -> list[tuple[str, str]]:
    line = line_of(variant, taps, **how)
    viewer = Viewer("player", seat, may_tap=True)
    made = keyboard.lay_out_keys(line.game, legal(line.game), people_of(line), viewer)
    keys = (*made.calls, *made.left, *made.right, *made.bets, made.yes, made.no)
    return [(key.label, key.note) for key in keys if key]


def told(variant: str, taps: str, **how) -> list[str]:
    line = line_of(variant, taps, **how)
    return [sentences.of_event(event, people_of(line)) for event in line.game.events]


@pytest.mark.parametrize(
    ("word", "label"),
    [
        ("truc", "Truc"),
        ("vale-cuatro", "Vale cuatro"),
        ("real-envido", "Real envido"),
        ("good", "Son buenas"),
        ("zzz", "Zzz"),
    ],
)
def test_a_call_is_written_with_a_capital_letter(word, label):
    assert Lexicon("argentine", "en").word(word).label == label


def test_a_call_says_what_yes_and_no_are_worth():
    assert own("catalan", seat=1) == [("Truc", "yes 2 · no 1")]
    assert ("One card each", "") in own("catalan", seat=0)


def test_the_keys_of_an_answer_say_yes_no_and_the_next_call_in_the_words_of_the_game():
    assert own("catalan", "truc@1", seat=2) == [
        ("Retruc", "yes 3 · no 2"),
        ("Vull", "Accept"),
        ("No vull", "Refuse"),
    ]


def test_a_phone_without_a_seat_has_the_keys_of_the_player_who_is_asked():
    assert [label for label, _ in own("catalan", "truc@1", seat=None)] == [
        "Retruc",
        "Vull",
        "No vull",
    ]


def test_the_question_says_who_called_who_must_answer_and_what_each_answer_brings():
    found = asked("catalan", "truc@3")
    assert (found.title, found.who) == ("Truc, called by Pep.", "Anna must answer.")
    assert facts("catalan", "truc@3") == ["Vull: the hand is worth 2", "No vull: +1 Biel & Pep"]


def test_the_player_who_is_asked_is_addressed_as_you():
    assert asked("catalan", "truc@3").line == "Truc · Anna?"
    assert asked("catalan", "truc@3", seat=0).line == "Truc! Your answer"


def test_a_question_about_a_side_bet_says_what_the_bet_is_worth():
    assert facts("argentine", "envido@3") == [
        "Quiero: envido is worth 2",
        "No quiero: +1 Biel & Pep",
    ]


@pytest.mark.parametrize(
    ("variant", "taps", "how", "gain", "what"),
    [
        ("catalan", "truc@1", {}, "+1", "+1"),
        ("catalan", "truc@1 retruc@2", {"score": "10-10"}, "win", "the game"),
        (
            "catalan",
            "truc@1 retruc@2",
            {"score": "10-10", "rules": "best_of=3", "games": "1-0"},
            "win",
            "the match",
        ),
        ("put-many", "put@1 yes@2", {}, "+1", "+1"),  # the hand goes on, so nothing is paid yet
    ],
)
def test_a_question_says_what_a_refusal_brings(variant, taps, how, gain, what):
    (fact,) = asked(variant, taps, **how).answers[-1].facts
    assert (fact.gain, fact.what) == (gain, what)


def test_a_call_that_waits_for_another_answer_is_named_in_the_question():
    assert facts("argentine", "truco@1 envido@0")[0] == "Truco waits"
    assert asked("argentine", "truco@1 envido@0").small == "Truco waits"


def test_the_hand_of_eleven_states_what_each_answer_means_and_asks_the_right_side():
    found = asked("catalan", score="11-9", seat=2)
    assert found.title == "Anna & Carme, on\N{NO-BREAK SPACE}11: play this hand?"
    assert found.who == "Carme, you decide (or Anna)."
    assert asked("catalan", score="11-9", seat=1).who == "Anna or Carme to decide"
    assert facts("catalan", score="11-9") == [
        "Biel leads, Anna is last to play.",
        "Play: win Anna & Carme or win Biel & Pep",
        "Don’t play: +1 Biel & Pep",
    ]
    assert own("catalan", score="11-9") == [("Play", ""), ("Don’t play", "")]


def test_the_question_about_new_cards_has_a_title_and_answers_of_its_own():
    assert asked("doubling", "redeal@1").title == "New cards?"
    assert [label for label, _ in own("doubling", "redeal@1", seat=0)] == [
        "New cards",
        "Keep these",
    ]


def test_numbers_said_so_far_are_repeated_in_the_question():
    assert asked("argentine", "envido@3 yes@2").title == "Envido: who is higher?"
    assert facts("argentine", "envido@3 yes@2 says@1=27") == ["Said: Biel 27."]


def test_the_log_says_that_nobody_takes_a_hand():
    assert "Nobody takes the hand" in told("doubling", "tied tied tied")


def test_a_figure_with_a_6_or_a_9_is_underlined_on_a_flat_phone():
    assert [side.turns for side in score_of("argentine", score="16-18")] == [True, False]


def test_corrections_never_make_a_score_negative():
    line = line_of("catalan", score="1-0")
    for side, disabled in ((0, False), (1, True)):
        made = corrections_of(line, side)
        assert made.steps[0] == keys.Key(f"fix@{side}=-1", "−1", side=side, disabled=disabled)


def test_names_are_joined_as_a_list_in_a_sentence():
    assert [labels.joined(NAMES[:n]) for n in range(4)] == [
        "",
        "Anna",
        "Anna & Biel",
        "Anna, Biel & Carme",
    ]


@pytest.mark.parametrize(
    ("variant", "taps", "score", "sentence"),
    [
        ("trut-gatine", "trut@1 yes@2 won@1 won@1", "", "hand won after trut"),
        ("trut", "trut@1 yes@0 won@1 won@1", "", "hand won after trut; the points make a trut"),
    ],
)
def test_the_log_says_one_trut_for_a_hand_that_pays_a_trut(variant, taps, score, sentence):
    line = line_of(variant, taps, score=score)
    assert told(variant, taps, score=score)[0] == f"Biel & Pep: {sentence}"
    assert labels.gained(line.game.events[0], line.game.rules) == "+1 trut"


def test_the_log_of_deux_sevres_counts_longs_and_petits():
    """RULES 5: a trut brings a long, and three petits make a long."""
    line = line_of("trut-deux-sevres", "won@1 won@1", score="3/0-3/2")
    assert told("trut-deux-sevres", "won@1 won@1", score="3/0-3/2")[0].endswith(
        "hand won; the petits make a long"
    )
    assert labels.gained(line.game.events[0], line.game.rules) == "+1 long"
    assert score_of("trut-deux-sevres", score="2/1-3/0")[0].petits == "1 petit"
    assert facts("trut-deux-sevres", "trut@1") == [
        "Je vois: the hand is for a long",
        "Je me couche (all of them): +1 Biel & Pep",
    ]
    assert corrections_of(line).rare[0].label == "Longs"


def test_a_hand_that_only_a_put_can_win_shows_no_worth():
    """RULES 7: nobody plays on after the first trick without a put; resigning pays 1 point."""
    assert worth_of("put") == worth_of("put", "put@1") == ""
    assert worth_of("put", "put@1 yes@0") == "the game"
    assert worth_of("put-original") == "1"
    assert worth_of("catalan") == "1"


def test_the_question_about_a_tie_with_an_accepted_call_is_in_plain_words():
    found = asked("mineiro", "truco@2 yes@3 tied")
    assert (found.title, found.who) == (
        "A tie with an accepted truco",
        "Anyone may answer for the table.",
    )
    assert facts("mineiro", "truco@2 yes@3 tied")[1:] == ["Yes: +3 Biel & Pep", "No: play goes on"]


def test_the_question_about_a_put_says_that_the_hand_decides_the_game():
    assert facts("put", "put@1") == ["See: the hand decides the game", "Resign: +1 Biel"]


@pytest.mark.parametrize(
    ("game", "truco"),
    [
        ("argentine", "truco"), ("uruguayan", "truco"), ("venezuelan", "truco"),
        ("mineiro", "truco"),
        ("paulista", "truco"), ("valencian", "truc"),
    ],
)  # fmt: skip
def test_the_question_says_that_a_flor_is_announced_by_the_player_who_has_it(game, truco):
    assert asked(game, f"{truco}@1 flor@2", rules="flor=on").title == "Flor, announced by Carme."
    assert asked(game, "flor@3 no@0", rules="flor=on").title == "Flor, announced by Pep."


def test_those_who_wait_for_the_answer_to_a_flor_see_what_each_reply_leads_to():
    found = facts("argentine", "flor@1", rules="flor=on")
    assert found[-3:] == ["Achico: +4 Biel & Pep", "Contraflor: 6", "Al resto: 36"]
    found = facts("argentine", "flor@1 contraflor@2", rules="flor=on")
    assert found[-2:] == ["Quiero: contraflor is worth 6", "Achico: +4 Anna & Carme"]


def test_the_question_about_a_tie_names_the_call_that_was_accepted():
    line = "won@2 truco@3 seis@0 yes@1 tied"
    assert asked("mineiro", line).title == "A tie with an accepted seis"
    flor = "truco@1 flor@2 no@3 no@0 no@1 yes@2 seis@0 yes@1 tied"
    assert asked("mineiro", flor, rules="flor=on").title == "A tie with an accepted seis"


@pytest.mark.parametrize("game", ["argentine", "uruguayan", "venezuelan", "mineiro", "paulista"])
def test_the_keys_for_a_void_duel_offer_to_play_it_again_or_to_leave_it_out(game):
    def offered(**how):
        line = line_of(game, seats=6, **how)
        people = People((*NAMES, "Quim", "Rosa"), line.game.rules)
        made = score.static_corrections(
            line.game, people, score.points_keys(line.game, legal(line.game), people)[0]
        )
        (void,) = (row for row in made.rare if row.label == "The hand is void")
        return [key.label for key in void.keys]

    for rounds in ("always", "between", "alternate"):
        assert offered(rules=f"pica_pica={rounds}") == ["play it again", "go on to the next"]
    assert offered() == ["same dealer", "next dealer"]


@pytest.mark.parametrize(
    ("variant", "taps", "how", "figures"),
    [
        ("catalan", "hand@1 hand@0 end", {"rules": "best_of=3"}, "1–1"),
        ("catalan", "resign@1 hand@1 end", {"rules": "best_of=3"}, "1–0"),
        ("trut", "resign@1", {"seats": 2, "score": "1/2-1/0"}, "1/2–1/0"),
        ("trut", "trut@1 yes@0 hand@1", {"seats": 2, "score": "2/0-6/1"}, "7–2"),
        (
            "put-many",
            "hand@1 hand@2 hand@1",
            {"seats": 3, "rules": "put_rules=original", "score": "1-3-2"},
            "5–3–1",
        ),
    ],
)
def test_the_end_of_a_match_shows_the_score_of_its_result(variant, taps, how, figures):
    line = line_of(variant, taps, **how)
    assert ending.winner(line, (), people_of(line)).figures == figures


@pytest.mark.parametrize(
    ("taps", "last"),
    [
        ("hand@0 resign@1", "Biel & Pep resigned the game"),
        ("hand@0 fix@1=12", "Correction for Biel & Pep: +12"),
    ],
)
def test_a_victory_without_points_says_how_the_match_was_won(taps, last):
    line = line_of("catalan", taps)
    assert ending.winner(line, (), people_of(line)).last == last


def test_the_end_of_a_match_is_told_to_each_side_in_its_own_words():
    line = line_of("catalan", "fix@0=12")
    people = people_of(line)
    won = ending.winner(line, (), people)
    told = [ending.for_side(won, side, people.rules) for side in (None, 0, 1)]
    assert told[0] == won
    assert [(one.mine, one.lost) for one in told] == [(False, False), (True, False), (False, True)]
    assert len({one.cry for one in told[1:]}) == 2
