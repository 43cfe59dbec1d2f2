"""Show the signals of a game as pictures. People can practise them, or agree on their own."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from flask import Blueprint, render_template, request
from markupsafe import Markup

from companion.cheatsheets import Sheet
from companion.learn.face_words import in_words
from companion.learn.faces import Face, faces, parts_of
from companion.learn.pages.asked import Asked, asked
from companion.learn.signals import (
    ROUNDS,
    Signal,
    SignalQuestion,
    drawn,
    faces_of,
    make_question,
    signals_of,
)
from companion.web.error_pages import NothingHere
from companion.web.forms import number
from companion.web.language import gettext

SEEDS = 100_000
ANY_ANSWER = 10  # more than there are answers

bp = Blueprint("learn_signals", __name__)


@dataclass(frozen=True)
class SignalsPage:
    """A page about the signals of a game under its house rules."""

    asked: Asked
    sheet: Sheet
    signals: tuple[Signal, ...]

    @property
    def says(self) -> tuple[str, ...]:
        """Return the text of the sheet about signals, line by line."""
        return next(topic.says for topic in self.sheet.topics if topic.id == "signals")

    @property
    def parts(self) -> dict[str, Markup]:
        """Return the SVG of the parts that the faces of this game need, by name."""
        return parts_of(faces_of(self.signals))


@dataclass(frozen=True)
class OwnPage(SignalsPage):
    """The page on which partners agree on their own signals. The server never learns them."""

    @property
    def drawn(self) -> tuple[Signal, ...]:
        """Return the signals on which partners may agree: those with a picture."""
        return drawn(self.signals)

    @property
    def gallery(self) -> tuple[tuple[Face, str], ...]:
        """Return every face, and words that say what it does."""
        return tuple((face, in_words(name)) for name, face in faces().items())

    @property
    def parts(self) -> dict[str, Markup]:
        """Return the SVG of the parts of all faces, by name."""
        return parts_of(faces().values())


@dataclass(frozen=True)
class Practice(SignalsPage):
    """A question with which somebody practises the signals of a game.

    * `seed` decides which questions are asked.
    * `at` is the number of the question, from 0.
    * `right` is the number of right answers before this question.
    * `answered` is the position of the chosen answer, None until an answer was chosen.
    """

    seed: int
    at: int
    right: int
    answered: int | None

    @property
    def question(self) -> SignalQuestion:
        """Return the signal that is asked about, and the possible meanings."""
        return make_question(drawn(self.signals), self.seed, self.at)

    @property
    def parts(self) -> dict[str, Markup]:
        """Return the SVG of the parts that the faces of this question need, by name."""
        return parts_of(self.question.signal.faces)

    @property
    def is_right(self) -> bool:
        """Return whether the right answer was given."""
        return self.answered == self.question.right

    @property
    def is_over(self) -> bool:
        """Return whether every question was answered."""
        return self.at == ROUNDS

    def answer(self, position: int) -> str:
        """Return the address of this page after the answer at this position was chosen."""
        return self._address(self.at, self.right, position)

    def standing(self, position: int) -> str:
        """Return how the page marks the answer at this position: "right", "wrong" or "".

        After an answer was chosen, the right answer is "right", and the chosen one is "wrong" if it
        is another one. All other answers are "".
        """
        if self.answered is None:
            return ""
        if position == self.question.right:
            return "right"
        return "wrong" if position == self.answered else ""

    @property
    def next(self) -> str:
        """Return the address of the next question."""
        return self._address(self.at + 1, self.right + int(self.is_right), None)

    def _address(self, at: int, right: int, answered: int | None) -> str:
        more = {"seed": self.seed, "at": at, "right": right, "answer": answered}
        return self.asked.address("learn_signals.practise", more)


@bp.get("/games/<variant>/signals")
def show_signals(variant: str) -> str:
    """Show the signals of a game as pictures, with their words."""
    subject = asked(variant)
    sheet = subject.sheet()
    page = SignalsPage(subject, sheet, _signals(subject, sheet))
    return render_template("learn/signals.html", page=page, sheet=sheet)


@bp.get("/games/<variant>/signals/own")
def show_own(variant: str) -> str:
    """Show the page on which partners agree on signals. These stay on their phones."""
    subject = asked(variant)
    sheet = subject.sheet()
    page = OwnPage(subject, sheet, _signals(subject, sheet))
    return render_template("learn/own.html", page=page, sheet=sheet)


@bp.get("/games/<variant>/signals/practise")
def practise(variant: str) -> str:
    """Ask what a signal means, ten times. The address has the number of the question."""
    subject = asked(variant)
    sheet = subject.sheet()
    at = _sent("at", ROUNDS + 1) or 0
    right = min(_sent("right", ROUNDS + 1) or 0, at)
    seed = _sent("seed", SEEDS)
    if seed is None:
        seed = secrets.randbelow(SEEDS)
    answered = _sent("answer", ANY_ANSWER)
    page = Practice(subject, sheet, _signals(subject, sheet), seed, at, right, answered)
    template = "learn/practised.html" if page.is_over else "learn/practise.html"
    return render_template(template, page=page, sheet=sheet)


def _signals(subject: Asked, sheet: Sheet) -> tuple[Signal, ...]:
    """Return the signals of a sheet. Answers 404 if no signal has a picture."""
    found = signals_of(sheet)
    if not drawn(found):
        sentence = gettext("No signals of this game are known.")
        raise NothingHere(sentence, subject.back, gettext("Rules in brief"))
    return found


def _sent(name: str, end: int) -> int | None:
    return number(request.args.get(name, ""), end)
