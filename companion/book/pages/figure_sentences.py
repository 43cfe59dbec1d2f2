"""Write sentences about the most telling figures, with shares such as "2 of 3"."""

from __future__ import annotations

from collections.abc import Iterator

from companion.book import figures
from companion.book.chances import Share
from companion.book.figures import Answered, Called
from companion.book.sums import Counts
from companion.cheatsheets.lexicon import Lexicon
from companion.web import language
from companion.web.language import gettext

# A share is rounded to halves, thirds … tenths if it rests on more cases than the last of these.
PARTS = (2, 3, 4, 5, 10)
NEARLY_ALL = 0.95
TOGETHER = 3  # matches that make somebody a partner


def of_one(name: str, counts: Counts, partners: tuple[tuple[str, Share], ...]) -> tuple[str, ...]:
    """Return sentences on how one player calls and answers and with whom they win, if known."""
    sentences = (_calls(name, counts), _answers(name, counts), _partner(name, partners))
    return tuple(filter(None, sentences))


def of_many(counts: Counts) -> tuple[str, ...]:
    """Return sentences on how a pair, or everybody, plays."""
    return tuple(_told(counts))


def simple(share: Share) -> str:
    """Return a share in small numbers: `7 of 10`.

    It is not rounded if there are few cases, or if it is none or nearly all of them.
    """
    if share.of <= PARTS[-1] or not share.hits or share.value > NEARLY_ALL:
        part = share.hits
        whole = share.of
    elif share.value < 1 / PARTS[-1]:
        part = 1
        whole = round(share.of / share.hits)
    else:
        near = [(round(share.value * parts), parts) for parts in PARTS]
        part, whole = min(near, key=lambda one: (_distance(one, share), one[1]))
    return gettext("%(won)s of %(all)s", won=part, all=whole)


def _distance(near: tuple[int, int], share: Share) -> float:
    part, whole = near
    return round(abs(part / whole - share.value), 2)


def _calls(name: str, counts: Counts) -> str:
    """Return a sentence about the call that a player makes most."""
    call = _most(figures.calls(counts))
    if call is None or not counts["dealt"]:
        return ""
    said = {
        "name": name,
        "call": _word(call.word),
        "often": simple(Share(call.made, max(call.made, counts["dealt"]))),
    }
    if not call.won.of:
        return gettext("%(name)s calls %(call)s in %(often)s hands.", **said)
    return gettext(
        "%(name)s calls %(call)s in %(often)s hands, and wins %(won)s when it is accepted.",
        won=simple(call.won),
        **said,
    )


def _answers(name: str, counts: Counts) -> str:
    asked: list[Answered] = sorted(figures.answers(counts), key=lambda answer: -answer.taken.of)
    if not asked or not asked[0].taken.of:
        return ""
    said = {"name": name, "call": _word(asked[0].ladder), "taken": simple(asked[0].taken)}
    return gettext(
        "When others call %(call)s, %(name)s accepts or raises in %(taken)s cases.", **said
    )


def _partner(name: str, partners: tuple[tuple[str, Share], ...]) -> str:
    """Return a sentence about the partner with whom it is most certain that this player wins."""
    known = [one for one in partners if one[1].of >= TOGETHER]
    if not known:
        return ""
    partner, won = max(known, key=lambda one: one[1].range[0])
    said = gettext("%(won)s of %(all)s", won=won.hits, all=won.of)
    return gettext(
        "%(name)s plays best with %(partner)s: together they won %(won)s matches.",
        name=name,
        partner=partner,
        won=said,
    )


def _told(counts: Counts) -> Iterator[str]:
    call = _most(figures.calls(counts))
    if call is not None and counts["hands"]:
        often = simple(Share(call.made, max(call.made, counts["hands"])))
        word = _word(call.word)
        yield gettext("Most called: %(call)s, in %(often)s hands.", call=word, often=often)
    talked = figures.by_talking(counts)
    tied = figures.tied(counts)
    if talked.of:
        yield gettext("Won without showing a card: %(share)s hands.", share=simple(talked))
    if tied.of:
        yield gettext("Decided by a tie: %(share)s hands.", share=simple(tied))


def _most(calls: tuple[Called, ...]) -> Called | None:
    return max(calls, key=lambda call: call.made, default=None)


def _word(word: str) -> str:
    return Lexicon("", language.code()).word(word).said
