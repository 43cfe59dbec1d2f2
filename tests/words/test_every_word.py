"""Every word of every game, met in random walks: it has a label and a sentence of its own, in the players' names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from companion import variants
from companion.board import keys, question
from companion.board.question import DECIDED
from companion.engine import Act, Game, Illegal, Line, Rules, legal, play, start
from companion.web.guests import Viewer
from companion.words import sentences
from companion.words.people import People

NAMES = ("Anna", "Biel", "Carme", "Dora", "Elna", "Ferran", "Gemma", "Hug")
CALLS = frozenset(  # the calls, which keep their own names
    "truc retruc truco retruco vale-cuatro vale-nueve vale-juego seis nove doze quatre-val joc-fora double two-more"
    " mon-reste raise put trut brelan suite envido real-envido falta-envido envit torne la-falta good"
    " flor achico contraflor resto".split()
)
TOLD = CALLS | {"won", "tied", "fold", "hand", "yes", "no"} | {*sentences.DONE} | {*sentences.DONE_BY_TABLE}
BAD = re.compile(r"\bNone\b|[a-z]-[a-z]|@|=|\{|\bseat \d|the table:")
SCORES = {"trut": "6/2-3/1 6/2-6/2", "trut-deux-sevres": "6/2-3/1 6/2-6/2", "trut-gatine": "1/2-3/1 1/2-3/2"}
RARE = ("truco", "yes", "tied", "flor", "contraflor", "pido-flor", "trut")  # taken more often, to get to what follows


def games() -> Iterator[tuple[str, Rules]]:
    """Every game with every number of players, and with each house rule that changes more than the score."""
    for name, variant in variants.VARIANTS.items():
        houses = [{option.key: value} for option in variant.options for value in option.values]
        for house in [{}, *(one for one in houses if not {"target", "best_of"} & {*one})]:
            for seats in variant.seats if not house else (max(s for s in variant.seats if s < 7),):
                try:
                    yield name, variant.rules(seats, house)
                except ValueError:  # a house rule for another number of players
                    continue


def walk(rules: Rules, score: str, chance: Random, taps: int = 60) -> Iterator[tuple[Game, Act, Game]]:
    """A match tapped at random: the game before, the tap, the game after."""
    game = start(rules, chance.randrange(rules.seats), score)
    for _ in range(taps):
        offers = legal(game)
        if not offers:
            return
        rare = [offer for offer in offers if offer.act.word in RARE]
        offer = chance.choice(rare if rare and chance.random() < 0.4 else offers)
        act = chance.choice([*offer.taps()])
        act = Act(act.word, act.seat, str(chance.randint(1, 3))) if offer.endless else act
        after = play(game, act)
        yield game, act, after
        game = after


def spoken(game: Game, act: Act, after: Game) -> Iterator[str]:
    """All that any phone would read about one moment and the tap made in it."""
    people, offers = People(NAMES[: game.rules.seats], game.rules), legal(game)
    for viewer in (Viewer("host", None, tap=True), Viewer("player", 0, tap=True), Viewer("host", 1, tap=True)):
        board = keys.build(game, offers, people, viewer)
        yield from (text for key in board.own for text in (key.label, key.note))
        for row in (*board.near, *board.rows):
            yield from (row.label, row.note, *(key.label for key in row.keys))
        asked = question.put_to(viewer.seat, question.build(game, offers, people), people)
        if asked is not None:
            yield from (asked.title, asked.who, *(part for f in asked.facts for part in (f.label, f.text, f.gain)))
    yield sentences.done(act, people, game.hand.ask)
    yield sentences.done(act, people)
    yield from (sentences.told(event, people) for event in after.events)


@pytest.mark.parametrize("variant", sorted(variants.VARIANTS))
def test_every_word_has_its_label_and_its_sentence(variant):
    chance = Random(variant)  # the same walks every time
    for _, rules in (game for game in games() if game[0] == variant):
        for score in ("", *SCORES.get(variant, "").split()):
            for game, act, after in walk(rules, score, chance):
                assert act.word in TOLD, f"{act} has no sentence of its own"
                assert game.hand.ask is None or game.hand.ask.by is not None or known(game), game.hand.ask
                for text in spoken(game, act, after):
                    assert not BAD.search(text), (str(act), text)


def known(game: Game) -> bool:
    """Whether a question nobody called for is put in words of its own."""
    return game.hand.asks[-1].word in DECIDED or any(offer.group == "declare" for offer in legal(game))


@pytest.mark.parametrize("variant", sorted(variants.VARIANTS))
def test_a_refused_tap_is_told_without_seat_numbers(variant):
    rules = variants.get(variant).rules()
    line, people = Line(start(rules)), People(NAMES[: rules.seats], rules)
    for act in (Act("won", 99), Act("won"), Act("won", 0, "7"), Act("fix", 0, "0"), Act("fix", 99, "1"), Act("zzz")):
        with pytest.raises(Illegal) as refused:
            line.tap(act)
        assert not BAD.search(sentences.illegal(refused.value, people, line.game.hand.ask))
