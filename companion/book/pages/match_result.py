"""Build the result of a match: its sides with their scores, who signed it, and later changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import tzinfo

from companion import book
from companion.book import BookMatch, Changed, Signed
from companion.book.pages.person_names import name_of, names_of_side
from companion.retelling.standing import result_figures
from companion.web.language import NN_, day, gettext, ngettext
from companion.words.people import glyph

WINS = NN_("%(side)s won", "%(side)s won")


@dataclass(frozen=True, slots=True)
class SideResult:
    """A side of a match that is over: its players, its final score, and its signature in words.

    `signed` is empty if nobody signed for this side. `holds` is true if the result was not changed
    after the signature.
    """

    number: int
    glyph: str
    name: str
    score: str
    signed: str
    holds: bool


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result: a sentence about who won, each side, and a sentence for every later change."""

    winner: str
    sides: tuple[SideResult, ...]
    changes: tuple[str, ...]


def build_match_result(
    kept: BookMatch, names: Mapping[int, str], zone: tzinfo | None
) -> MatchResult:
    """Build the result of this match. `names` and `zone` are those of its book."""
    changes = tuple(_changed(change, kept, names, zone) for change in book.changes(kept))
    return MatchResult(_winner(kept, names), tuple(_sides(kept, names, zone)), changes)


def scores(kept: BookMatch) -> tuple[str, ...]:
    """Return the score of each side at the end, or the present score of an unfinished match."""
    return result_figures(kept.score, kept.games, won=kept.winner is not None)


def side_names(kept: BookMatch, names: Mapping[int, str]) -> tuple[str, ...]:
    """Return for each side the names of its players as one text."""
    return _together(kept.seated, kept, names)


def _together(
    seated: tuple[int, ...], kept: BookMatch, names: Mapping[int, str]
) -> tuple[str, ...]:
    return tuple(names_of_side(names, seated[side :: kept.sides]) for side in range(kept.sides))


def _winner(kept: BookMatch, names: Mapping[int, str]) -> str:
    if kept.winner is None:
        return gettext("Unfinished")
    side = side_names(kept, names)[kept.winner]
    return ngettext(*WINS, len(kept.seated) // kept.sides, side=side)


def _sides(kept: BookMatch, names: Mapping[int, str], zone: tzinfo | None) -> list[SideResult]:
    signatures = {one.side: one for one in book.signatures(kept)}
    results = list[SideResult]()
    sides = zip(side_names(kept, names), scores(kept), strict=True)
    for side, (name, score) in enumerate(sides):
        signature = signatures.get(side)
        signed = _signed(signature, names, zone) if signature else ""
        holds = signature is not None and signature.holds
        results.append(SideResult(side, glyph(side), name, score, signed, holds))
    return results


def _signed(signature: Signed, names: Mapping[int, str], zone: tzinfo | None) -> str:
    if not signature.holds:
        return gettext("signed as %(result)s, changed since", result=_result(signature.result))
    when = day(book.day_of(signature.at, zone))
    if not signature.person:
        return gettext("signed at the table, %(day)s", day=when)
    return gettext("signed by %(name)s, %(day)s", name=name_of(names, signature.person), day=when)


def _result(text: str) -> str:
    score, games, winner = text.split(" ")
    return "–".join(result_figures(score, games, won=winner != "-"))


def _changed(
    change: Changed, kept: BookMatch, names: Mapping[int, str], zone: tzinfo | None
) -> str:
    when = day(book.day_of(change.at, zone))
    who = name_of(names, change.person)
    if change.what == "result":
        return gettext(
            "%(day)s: %(before)s became %(after)s, by %(name)s",
            day=when,
            before=_result(change.before),
            after=_result(change.after),
            name=who,
        )
    sides = " – ".join(_together(tuple(map(int, change.before.split())), kept, names))
    return gettext(
        "%(day)s: other players, by %(name)s; before: %(sides)s",
        day=when,
        name=who,
        sides=sides,
    )
