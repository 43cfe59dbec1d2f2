"""Texts about the taps of random matches name the players, and contain no notation.

`make test` reads what one of three phones shows, by turns; `make deep` reads what each shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import settings

from companion import variants
from companion.board import keyboard, question
from companion.board.keys import Key
from companion.engine import Illegal, MatchLog, Tap, start
from companion.tables import Viewer
from companion.words import sentences
from companion.words.people import People
from tests.walking import Step, walks

DEEP = settings.get_current_profile_name() == "deep"
NAMES = ("Anna", "Biel", "Carme", "Dora", "Elna", "Ferran", "Gemma", "Hug")
BAD = re.compile(r"\bNone\b|[a-z]-[a-z]|@|=|\{|\bseat \d|the table:")
VIEWERS = (
    Viewer("player", None, may_tap=True, host="full"),
    Viewer("player", 0, may_tap=True),
    Viewer("player", 1, may_tap=True, host="full"),
)


def spoken(step: Step, viewers: Iterable[Viewer]) -> Iterator[str]:
    """Yield all texts that these viewers are shown before and after the tap of this step."""
    game, offers, tap, after = step
    people = People(NAMES[: game.rules.seats], game.rules)
    everybody = question.open_question(game, offers, people)
    for viewer in viewers:
        board = keyboard.lay_out_keys(game, offers, people, viewer)
        rows = (*board.calls, *board.left, *board.right, *board.bets, *board.second, *board.others)
        for slot in filter(None, (*rows, board.yes, board.no, board.pad)):
            yield from (
                slot.label,
                *(key.label for key in getattr(slot, "keys", ())),
                getattr(slot, "note", ""),
            )
        if everybody is not None:
            asked = everybody
            if viewer.seat is not None:
                asked = question.put_to(viewer.seat, everybody, people)
            yield from (asked.title, asked.who, *asked.facts)
    yield sentences.done(tap, people, game.hand.question)
    yield sentences.done(tap, people)
    yield from (sentences.of_event(event, people) for event in after.events)


@pytest.mark.parametrize("variant", sorted(variants.VARIANTS))
def test_every_sentence_about_a_tap_names_players_instead_of_seats(variant):
    for number, step in enumerate(walks(variant)):
        viewers = VIEWERS if DEEP else (VIEWERS[number % len(VIEWERS)],)
        for text in spoken(step, viewers):
            assert not BAD.search(text), (str(step.tap), text)


@pytest.mark.parametrize("variant", sorted(variants.VARIANTS))
def test_the_key_for_a_players_own_trick_is_labelled_in_the_first_person(variant):
    """For example, the label of the key must be “I tied it”, not “Tied by”."""
    for game, offers, *_ in walks(variant):
        people = People(NAMES[: game.rules.seats], game.rules)
        own = Viewer("player", game.hand.leader, may_tap=True)
        board = keyboard.lay_out_keys(game, offers, people, own)
        on_keys = {key.tap for key in (*board.calls, *board.bets) if isinstance(key, Key)}
        for offer in offers:
            if offer.group == "trick" and str(offer.tap) in on_keys:
                word = people.words.word(offer.tap.word)
                assert word.own != word.label, offer.tap


@pytest.mark.parametrize("variant", sorted(variants.VARIANTS))
def test_a_refused_tap_is_explained_without_seat_numbers(variant):
    rules = variants.get(variant).rules()
    line = MatchLog(start(rules))
    people = People(NAMES[: rules.seats], rules)
    for tap in (
        Tap("won", 99),
        Tap("won"),
        Tap("won", 0, "7"),
        Tap("fix", 0, "0"),
        Tap("fix", 99, "1"),
        Tap("zzz"),
    ):
        with pytest.raises(Illegal) as refused:
            line.play(tap)
        assert not BAD.search(sentences.illegal(refused.value, people, line.game.hand.question))
