"""Find the line of the cheat-sheet with the answer to a question."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion import variants
from companion.cheatsheets import Noted, Sheet, Topic, turning
from companion.cheatsheets.ranking import card
from companion.cheatsheets.seating import Seating
from companion.cheatsheets.ties import ANY, SIDES, TIED, TieRow
from companion.cheatsheets.topics import BetLine, Case, LadderStep, TieTable
from companion.engine import Game, Rules
from companion.engine.cards import place_of
from companion.learn.questions import Puzzle
from companion.web.language import gettext
from companion.words import games
from companion.words.people import People

SAID = 2  # lines of a topic that are told if none of its rows fits


class RuleLine(NamedTuple):
    """A line of a cheat-sheet: a text, or a row of the list that says who takes a hand.

    `topic` and `title` are the id and the title of the part of the sheet. `marks` are the marks of
    the row: one for each trick, then one for the side that takes the hand. `sides` are the names of
    the sides that the row calls A and B.
    """

    topic: str
    title: str
    text: str = ""
    marks: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()


def line_for(sheet: Sheet, puzzle: Puzzle, people: People) -> RuleLine:
    """Return the line of the sheet with the answer to this question.

    If the sheet does not have the topic of the question, the line is from the topic on calls.
    """
    by_id = {topic.id: topic for topic in sheet.topics}
    topic = by_id.get(_topic_of(puzzle, by_id), by_id["ladder"])
    if isinstance(topic.body, TieTable):
        return _of_ties(topic, topic.body, puzzle, people)
    text = _text_of(topic, sheet, puzzle, people)
    return RuleLine(topic.id, topic.title, text or " ".join(topic.says[:SAID]))


def line_of_cards(sheet: Sheet, rules: Rules, cards: Iterable[str], turned: Noted) -> RuleLine:
    """Return these cards, the highest first, with what the sheet says about their ranking.

    `turned` is the card turned up in the hand. Raises KeyError for a card that the game does not
    have.
    """
    variant = variants.get(sheet.variant)
    prose = games.words(sheet.variant)
    suits = variant.suits_under(rules)
    topic = next(topic for topic in sheet.topics if topic.id == "ranking")
    ranking = turning.ranking(variant, rules, turned)
    shown = [text for text in cards if text]
    shown.sort(key=lambda text: place_of(text, ranking, suits))
    names = " › ".join(card(text, suits, prose).name for text in shown)
    return RuleLine(topic.id, topic.title, ". ".join((names, *topic.says[:1])))


def _topic_of(puzzle: Puzzle, topics: dict[str, Topic]) -> str:
    """Return the id of the topic that the question is about."""
    game = puzzle.game
    hand = game.hand
    if puzzle.kind == "leads":
        if hand.tricks[-1] is None:
            return "ties"
        return "deal"
    if puzzle.kind == "ends":
        return _table_of(game, topics)
    if hand.question is not None:
        return game.rules.part(hand.question.part).topic
    if puzzle.part:
        return game.rules.part(puzzle.part).topic
    return "ladder"


def _table_of(game: Game, topics: dict[str, Topic]) -> str:
    """Return the id of the topic of the cheat-sheet that says who takes this hand.

    Each such topic has a table of the results of the tricks. There may be other tables for a hand
    of one card and for a hand with an accepted call.
    """
    if game.hand.cards == 1 and "one_card" in topics:
        return "one_card"
    is_raised = any(call.accepted and not call.bet for call in game.hand.calls)
    if is_raised and "raised" in topics:
        return "raised"
    return "ties"


def _text_of(topic: Topic, sheet: Sheet, puzzle: Puzzle, people: People) -> str:
    if topic.id == "deal" and isinstance(topic.body, Seating):
        return " ".join((topic.body.turn, *topic.says[:1]))
    if topic.id == "special":
        return _of_special(topic, sheet, puzzle.game)
    return _of_call(topic, puzzle, people)


def _of_special(topic: Topic, sheet: Sheet, game: Game) -> str:
    """Return what the sheet says about the special score at which this hand is played."""
    cases = _rows(topic)
    for special, case in zip(sheet.specials, cases, strict=False):
        if isinstance(case, Case) and special.at(game):
            return gettext("%(label)s: %(text)s", label=case.title, text=" ".join(case.says))
    return ""


def _of_call(topic: Topic, puzzle: Puzzle, people: People) -> str:
    """Return the row of this topic of the cheat-sheet about the call that a quiz asks about.

    Return the row about a hand without a call if the question is about no call.
    """
    word = puzzle.word
    if puzzle.game.hand.question is not None and not word:
        word = puzzle.game.hand.question.word
    if not word:
        word = puzzle.game.hand.word
    rows = _rows(topic)
    if not word and rows and isinstance(rows[0], LadderStep):
        return gettext("%(label)s: %(text)s", label=rows[0].call, text=rows[0].yes)
    call = people.words.word(word).full
    for row in rows:
        if isinstance(row, LadderStep | BetLine) and call in row.call.split(" / "):
            return _call_line(row)
    return ""


def _call_line(row: LadderStep | BetLine) -> str:
    notes: tuple[str, ...] = ()
    if isinstance(row, LadderStep):
        notes = row.notes
    # NOTE: a line of the cheat-sheet: what a call makes the hand or the bet worth if it is
    # accepted, and what it pays if it is refused
    line = gettext(
        "%(call)s: %(yes)s if accepted, %(no)s if refused", call=row.call, yes=row.yes, no=row.no
    )
    return " · ".join((line, *notes))


def _rows(topic: Topic) -> tuple[object, ...]:
    """Return the rows of the topic, none if its body has no rows."""
    if isinstance(topic.body, tuple):
        return topic.body
    return ()


def _of_ties(topic: Topic, table: TieTable, puzzle: Puzzle, people: People) -> RuleLine:
    """Return a line of the cheat-sheet for a question about how the tricks decide the hand.

    If a row of `table` lists the tricks of this hand, the line is that row. Otherwise the line has
    the text of the topic.
    """
    line = RuleLine(topic.id, topic.title, " ".join(topic.says[:SAID]))
    if puzzle.kind != "ends":
        return line
    game = puzzle.game
    taken = _sides_of_tricks(game, puzzle.seat)
    named = list(dict.fromkeys(side for side in taken if side is not None))
    if not named or puzzle.choices[puzzle.right].what == "goes_on":
        return line
    marks = tuple(_mark(side, named) for side in taken)
    for row in table.rows:
        if _fits(row, marks):
            taker = row.if_other_deals
            if game.hand.side(game.hand.dealer) == named[0]:
                taker = row.if_first_deals
            names = [people.sides(game.rules.accounts_of(game.hand, side)) for side in named]
            return line._replace(text="", marks=(*row.tricks, taker), sides=tuple(names))
    return line


def _sides_of_tricks(game: Game, seat: int | None) -> tuple[int | None, ...]:
    """Return the side that took each trick of a hand, None for a tied trick.

    The last trick is the one that the quiz asks about. It was taken by `seat`.
    """
    sides: list[int | None] = []
    for taker in (*game.hand.tricks, seat):
        if taker is None:
            sides.append(None)
        else:
            sides.append(game.hand.side(taker))
    return tuple(sides)


def _mark(side: int | None, named: list[int]) -> str:
    if side is None:
        return TIED
    names = tuple(SIDES)
    return names[min(named.index(side), len(names) - 1)]


def _fits(row: TieRow, marks: tuple[str, ...]) -> bool:
    """Return whether this row fits the tricks so far, whatever happens in the next tricks.

    `marks` has the mark of each trick so far. In a row, ANY stands for any mark.
    """
    rest = row.tricks[len(marks) :]
    if any(mark != ANY for mark in rest):
        return False
    both = zip(row.tricks, marks, strict=False)
    return all(expected in (ANY, mark) for expected, mark in both)
