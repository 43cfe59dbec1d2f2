"""Put the questions to an organiser in words, with a key for each answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.tournament import showing
from companion.tournament.pages import changes_told
from companion.tournament.questions import Doubt, OpenQuestion, open_questions
from companion.tournament.rounds import Seen, result_from_text
from companion.web.language import gettext


@dataclass(frozen=True, slots=True)
class DeskKey:
    """A key that answers a question: the word and the fields that it sends, and what it says."""

    do: str
    label: str
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ShownQuestion:
    """A question about a match, with the keys that answer it."""

    match: int
    text: str
    answers: tuple[DeskKey, ...]


def shown_questions(seen: Seen) -> list[ShownQuestion]:
    """Return all open questions as the organiser's page shows them."""
    return [shown(seen, question) for question in open_questions(seen)]


def shown(seen: Seen, question: OpenQuestion) -> ShownQuestion:
    """Return a question as the organiser's page shows it."""
    row = seen.matches[question.match - 1]
    place = changes_told.place_of(row)
    fields = {"doubt": str(question.doubt), "answers": question.answers}
    leave = DeskKey("close-question", gettext("Leave it"), fields)
    match question.doubt:
        case Doubt.UNSIGNED:
            text = gettext(
                "%(place)s: %(score)s, not signed by both",
                place=place,
                score=_score(question.said),
            )
            confirm = DeskKey("confirm", gettext("Confirm"), {"was": row.result})
            return ShownQuestion(row.number, text, (confirm,))
        case Doubt.NOT_RIGHT:
            text = gettext("%(place)s: a team says that the result is not right", place=place)
            return ShownQuestion(row.number, text, (leave,))
        case Doubt.DIFFERS:
            text = gettext(
                "%(place)s: by hand %(ours)s, the table says %(theirs)s",
                place=place,
                ours=_score(row.result),
                theirs=_score(question.said),
            )
            take = DeskKey("from-table", gettext("Take the table’s"), {"was": row.result})
            return ShownQuestion(row.number, text, (take, leave))
        case Doubt.WRONG_PAIR:
            first, second = (showing.label(seen, team).name for team in question.teams)
            text = gettext(
                "%(place)s: after a correction, %(first)s – %(second)s should play here",
                place=place,
                first=first,
                second=second,
            )
            return ShownQuestion(row.number, text, (_let_play(), leave))


def _let_play() -> DeskKey:
    return DeskKey("right-pair", gettext("Let them play"))


def _score(text: str) -> str:
    result = result_from_text(text)
    if result is None:
        return "–"
    return "–".join(map(str, result.points))
