"""Texts about the taps of random matches name the players, and contain no notation."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from companion import variants
from companion.board import keyboard, question
from companion.engine import Illegal, MatchLog, Tap, start
from companion.tables import Viewer
from companion.words import sentences
from companion.words.people import People
from tests.walking import Step, walks

NAMES = ("Anna", "Biel", "Carme", "Dora", "Elna", "Ferran", "Gemma", "Hug")
BAD = re.compile(r"\bNone\b|[a-z]-[a-z]|@|=|\{|\bseat \d|the table:")
VIEWERS = (
    Viewer("player", None, may_tap=True, host="full"),
    Viewer("player", 0, may_tap=True),
    Viewer("player", 1, may_tap=True, host="full"),
)


def offered(step: Step) -> Iterator[str]:
    """Yield the texts that phones show before the tap of this step: keys and the question."""
    game, offers, _, _ = step
    people = People(NAMES[: game.rules.seats], game.rules)
    everybody = question.open_question(game, offers, people)
    for viewer in VIEWERS:
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


def told(step: Step) -> Iterator[str]:
    """Yield the sentences that phones show after the tap of this step."""
    game, _, tap, after = step
    people = People(NAMES[: game.rules.seats], game.rules)
    yield sentences.done(tap, people, game.hand.question)
    yield sentences.done(tap, people)
    yield from (sentences.of_event(event, people) for event in after.events)


@pytest.mark.parametrize("variant", sorted(variants.VARIANTS))
def test_every_sentence_about_a_tap_names_players_instead_of_seats(variant):
    seen = set()
    for step in walks(variant):
        texts = list(told(step))
        hand = step.game.hand
        asked = (hand.question, hand.dealer, hand.leader, hand.worth)
        moment = (step.game.rules, step.offers, *asked)
        if moment not in seen:  # the score changes no words of the keys
            seen.add(moment)
            texts += offered(step)
        for text in texts:
            assert not BAD.search(text), (str(step.tap), text)


@pytest.mark.parametrize("variant", sorted(variants.VARIANTS))
def test_the_key_for_a_players_own_trick_is_labelled_in_the_first_person(variant):
    """For example, the label of the key must be “I tied it”, not “Tied by”."""
    for game, offers, *_ in walks(variant):
        words = People(NAMES[: game.rules.seats], game.rules).words
        for offer in offers:
            if offer.group == "trick" and keyboard.is_on_key(offer):
                word = words.word(offer.tap.word)
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
