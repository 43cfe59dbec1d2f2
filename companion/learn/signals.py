"""Find the signals of a game with their pictures, and make questions for learning them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.cheatsheets import Sheet
from companion.cheatsheets.topics import Sign
from companion.learn.faces import Face, faces

ROUNDS = 10
ANSWERS = 4


@dataclass(frozen=True, slots=True)
class Signal:
    """A signal: its sign in words, its meaning, and its faces. A spoken signal has no face."""

    words: str
    means: str
    faces: tuple[Face, ...]

    @property
    def key(self) -> str:
        """Return the code of the first face. It names the signal in a list of own signals."""
        return self.faces[0].code


@dataclass(frozen=True, slots=True)
class SignalQuestion:
    """One question to practise signals: the signal that is shown, and the possible meanings."""

    signal: Signal
    answers: tuple[str, ...]

    @property
    def right(self) -> int:
        """Return the position of the right answer."""
        return self.answers.index(self.signal.means)


def signals_of(sheet: Sheet) -> tuple[Signal, ...]:
    """Return the signals that a cheat-sheet lists, in its order."""
    found: list[Signal] = []
    for topic in sheet.topics:
        if topic.id == "signals":
            found.extend(_signals(topic.body))
    return tuple(found)


def _signals(signs: object) -> Iterator[Signal]:
    if not isinstance(signs, tuple):
        return
    drawings = faces()
    for sign in signs:
        if isinstance(sign, Sign):
            drawn = tuple(drawings[name] for name in sign.drawn)
            yield Signal(sign.word, sign.means, drawn)


def faces_of(signals: Iterable[Signal]) -> Iterator[Face]:
    """Yield the faces of all these signals, signal by signal."""
    for signal in signals:
        yield from signal.faces


def drawn(signals: Iterable[Signal]) -> tuple[Signal, ...]:
    """Return the signals that have a picture."""
    return tuple(signal for signal in signals if signal.faces)


def make_question(signals: tuple[Signal, ...], seed: int, at: int) -> SignalQuestion:
    """Return question number `at`, from 0, of the practice with this seed.

    All signals are asked once before a signal is asked again. The same seed and number always make
    the same question.
    """
    dice = random.Random(f"{seed} {at // len(signals)}")  # noqa: S311  # practice, no secret
    shuffled = dice.sample(signals, len(signals))
    asked = shuffled[at % len(signals)]
    dice = random.Random(f"{seed} answers {at}")  # noqa: S311  # as above
    others = sorted({signal.means for signal in signals} - {asked.means})
    wrong = dice.sample(others, min(ANSWERS - 1, len(others)))
    answers = dice.sample([asked.means, *wrong], len(wrong) + 1)
    return SignalQuestion(asked, tuple(answers))
