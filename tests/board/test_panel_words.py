"""The panel shows calls in the language of the game. Its other texts name the players."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion import variants
from companion.board import ending, keyboard, keys, question, score
from companion.board.question import QuestionView
from companion.cheatsheets.lexicon import Lexicon
from companion.engine import MatchLog, legal, parse
from companion.tables import Viewer
from companion.words import labels, sentences
from companion.words.people import People
from tests.playing import begin
from tests.variants.lists import entries, how_played

NAMES = ("Anna", "Biel", "Carme", "Pep", "Quim", "Rosa")
Texts = list[str]


def line_of(variant: str, taps: str = "", **how) -> MatchLog:
    return MatchLog.of(begin(variant, **how), map(parse, taps.split()))


def people_of(line: MatchLog) -> People:
    return People(NAMES[: line.game.rules.seats], line.game.rules)


def asked(line: MatchLog, seat: int | None) -> QuestionView:
    people = people_of(line)
    everybody = question.open_question(line.game, legal(line.game), people)
    return question.put_to(seat, everybody, people)


def board_of(line: MatchLog) -> score.Score:
    count = variants.get(line.game.rules.variant).count
    return score.score_board(line.game, legal(line.game), people_of(line), count)


def corrections_of(line: MatchLog, side: int = 0) -> score.Corrections:
    people = people_of(line)
    made = score.points_keys(line.game, legal(line.game), people)
    return score.static_corrections(line.game, people, made[side])


def facts(line: MatchLog, seat: int | None) -> Texts:
    found = asked(line, seat)
    said = [*found.facts]
    for answer in (*found.answers, *found.replies):
        leads = [f"{fact.gain} {fact.text}".strip() for fact in answer.facts]
        said.append(f"{answer.label}: {' or '.join(leads)}")
    return said


def refusal(line: MatchLog, seat: int | None) -> Texts:
    (fact,) = asked(line, seat).answers[-1].facts
    return [fact.gain, fact.what]


def keys_of(line: MatchLog, seat: int | None) -> Texts:
    viewer = Viewer("player", seat, may_tap=True)
    made = keyboard.lay_out_keys(line.game, legal(line.game), people_of(line), viewer)
    found = (*made.calls, *made.left, *made.right, *made.bets, made.yes, made.no)
    return [f"{key.label} ({key.note})" if key.note else key.label for key in found if key]


def logged(line: MatchLog, _: int | None) -> Texts:
    told = [sentences.of_event(event, people_of(line)) for event in line.game.events]
    return list(filter(None, told))


def voids(line: MatchLog, _: int | None) -> Texts:
    (void,) = (row for row in corrections_of(line).rare if row.label == "The hand is void")
    return [key.label for key in void.keys]


def end_of(line: MatchLog) -> ending.Winner:
    return ending.winner(line, (), people_of(line))


SHOWN: dict[str, Callable[[MatchLog, int | None], Texts]] = {
    "keys": keys_of,
    "title": lambda line, seat: [asked(line, seat).title],
    "who": lambda line, seat: [asked(line, seat).who],
    "line": lambda line, seat: [asked(line, seat).line],
    "small": lambda line, seat: [asked(line, seat).small],
    "facts": facts,
    "refusal": refusal,
    "log": logged,
    "gained": lambda line, _: [labels.gained(line.game.events[0], line.game.rules)],
    "worth": lambda line, _: [board_of(line).worth or "-"],
    "petits": lambda line, _: [side.petits for side in board_of(line).sides],
    "voids": voids,
    "rare": lambda line, _: [row.label for row in corrections_of(line).rare],
    "result": lambda line, _: [end_of(line).figures],
    "won by": lambda line, _: [end_of(line).last],
}


def lines() -> Iterator[tuple[str, str, str, str, str]]:
    """Yield a tuple for each line of `panel.txt` and each game that the line names.

    The tuple has the game, the settings, the taps, the kind of the text and the text.
    """
    for games, how, line in entries(Path(__file__).with_name("panel.txt")):
        taps, kind, text = line.split(" | ")
        yield from ((game, how, taps, kind, text) for game in games.split(","))


@pytest.mark.parametrize(("game", "how", "taps", "kind", "text"), list(lines()))
def test_the_panel_has_the_texts_listed_in_panel_txt(game, how, taps, kind, text):
    words, _, seat = kind.partition(" ")
    line = line_of(game, taps.strip("-"), **how_played(how))
    show = SHOWN.get(kind) or SHOWN[words]
    shown = "; ".join(show(line, int(seat) if seat.isdigit() else None))
    assert shown.replace("\N{NO-BREAK SPACE}", "~") == text


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


def test_a_figure_with_a_6_or_a_9_is_underlined_on_a_flat_phone():
    sides = board_of(line_of("argentine", score="16-18")).sides
    assert [side.turns for side in sides] == [True, False]


def test_corrections_never_make_a_score_negative():
    line = line_of("catalan", score="1-0")
    for side, disabled in ((0, False), (1, True)):
        made = corrections_of(line, side)
        assert made.steps[0] == keys.Key(f"fix@{side}=-1", "−1", side=side, disabled=disabled)


@pytest.mark.parametrize("names", ["", "Anna", "Anna & Biel", "Anna, Biel & Carme"])
def test_names_are_joined_as_a_list_in_a_sentence(names):
    assert labels.joined(NAMES[: len(names.replace("&", "").split())]) == names


def test_the_end_of_a_match_is_told_to_each_side_in_its_own_words():
    line = line_of("catalan", "fix@0=12")
    won = end_of(line)
    told = [ending.for_side(won, side, line.game.rules) for side in (None, 0, 1)]
    assert told[0] == won
    assert [(one.mine, one.lost) for one in told] == [(False, False), (True, False), (False, True)]
    assert len({one.cry for one in told[1:]}) == 2
