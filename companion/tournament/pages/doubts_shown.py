"""Describe the doubts that an organiser decides, with a key for each answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.tournament import showing
from companion.tournament.doubts import Doubt, DoubtKind, open_doubts
from companion.tournament.pages import changes_told
from companion.tournament.rounds import Snapshot, result_from_text
from companion.web.language import gettext


@dataclass(frozen=True, slots=True)
class DeskKey:
    """A key by which an organiser answers a doubt.

    `label` is what the key shows. The form of the key sends `do`, the word for the decision, and
    `fields`.
    """

    do: str
    label: str
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ShownDoubt:
    """A doubt about a match in words, with the keys that answer it."""

    match: int
    text: str
    answers: tuple[DeskKey, ...]


def shown_doubts(snapshot: Snapshot) -> list[ShownDoubt]:
    """Return all open doubts as the organiser's page shows them."""
    return [shown_doubt(snapshot, doubt) for doubt in open_doubts(snapshot)]


def shown_doubt(snapshot: Snapshot, doubt: Doubt) -> ShownDoubt:
    """Return a doubt as the organiser's page shows it."""
    row = snapshot.matches[doubt.match - 1]
    place = changes_told.where_played(row)
    fields = {"doubt": str(doubt.kind), "answers": doubt.answers}
    leave = DeskKey("close-question", gettext("Leave it"), fields)
    match doubt.kind:
        case DoubtKind.UNSIGNED:
            text = gettext(
                "%(place)s: %(score)s, not signed by both",
                place=place,
                score=_score(doubt.said),
            )
            confirm = DeskKey("confirm", gettext("Confirm"), {"was": row.result})
            return ShownDoubt(row.number, text, (confirm,))
        case DoubtKind.NOT_RIGHT:
            text = gettext("%(place)s: a team says that the result is not right", place=place)
            return ShownDoubt(row.number, text, (leave,))
        case DoubtKind.DIFFERS:
            text = gettext(
                "%(place)s: by hand %(ours)s, the table says %(theirs)s",
                place=place,
                ours=_score(row.result),
                theirs=_score(doubt.said),
            )
            take = DeskKey("from-table", gettext("Take the table’s"), {"was": row.result})
            return ShownDoubt(row.number, text, (take, leave))
        case DoubtKind.WRONG_PAIR:
            first, second = (showing.label(snapshot, team).name for team in doubt.teams)
            text = gettext(
                "%(place)s: after a correction, %(first)s – %(second)s should play here",
                place=place,
                first=first,
                second=second,
            )
            return ShownDoubt(row.number, text, (_let_play(), leave))


def _let_play() -> DeskKey:
    return DeskKey("right-pair", gettext("Let them play"))


def _score(text: str) -> str:
    result = result_from_text(text)
    if result is None:
        return "–"
    return "–".join(map(str, result.points))
