"""Write sentences about the most telling figures, with shares such as "2 of 3"."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.book import figures, shares
from companion.book.figures import Answered, Called
from companion.book.shares import Counts, Hit, Share
from companion.cheatsheets.lexicon import Lexicon
from companion.web import language
from companion.web.language import gettext, ngettext

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


def of_basis(counts: Counts) -> tuple[str, ...]:
    """Return sentences on how much was recorded, and on what no other figure knows of."""
    return tuple(_basis(counts))


def _basis(counts: Counts) -> Iterator[str]:
    unfinished = counts["matches.unfinished"]
    matches = counts["matches"] + unfinished
    hands = counts["hands"]
    rest = figures.unrecorded(counts)
    if matches:
        yield ngettext("%(num)s match recorded.", "%(num)s matches recorded.", matches)
    if unfinished:
        yield ngettext(
            "Of these, %(num)s is unfinished and counts as neither won nor lost.",
            "Of these, %(num)s are unfinished and count as neither won nor lost.",
            unfinished,
        )
    if hands:
        yield ngettext("%(num)s hand recorded.", "%(num)s hands recorded.", hands)
    if rest.points:
        yield ngettext(
            "%(num)s point was entered directly and is in no other statistic.",
            "%(num)s points were entered directly and are in no other statistic.",
            rest.points,
        )
    if rest.truts:
        yield ngettext(
            "%(num)s trut was entered directly and is in no other statistic.",
            "%(num)s truts were entered directly and are in no other statistic.",
            rest.truts,
        )
    if rest.corrections:
        yield ngettext(
            "The score was corrected %(num)s time.",
            "The score was corrected %(num)s times.",
            rest.corrections,
        )


def simple(share: Share) -> str:
    """Return a share in small numbers: `7 of 10`.

    It is not rounded if there are few cases, or if it is none or nearly all of them. A rounded one
    is never none or all.
    """
    if share.of <= PARTS[-1] or not share.hits or share.value > NEARLY_ALL:
        part = share.hits
        whole = share.of
    elif share.value < 1 / PARTS[-1]:
        part = 1
        whole = round(share.of / share.hits)
    else:
        near = [(_nearest(share, parts), parts) for parts in PARTS]
        part, whole = min(near, key=lambda one: (_distance(one, share), one[1]))
    return gettext("%(won)s of %(all)s", won=part, all=whole)


def _nearest(share: Share, parts: int) -> int:
    """Return how many of so many parts are nearest to the share, at least one and never all."""
    return min(max(round(share.value * parts), 1), parts - 1)


def _distance(near: tuple[int, int], share: Share) -> float:
    part, whole = near
    return round(abs(part / whole - share.value), 2)


def _calls(name: str, counts: Counts) -> str:
    """Return a sentence about the call that a player makes in most hands."""
    call = _most(counts, shares.called_in)
    if call is None:
        return ""
    often = shares.called_in(call.ladder, call.word).share(counts)
    said = {"name": name, "call": _word(call.word), "often": simple(often)}
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
    call = _most(counts, shares.heard)
    if call is not None:
        often = simple(shares.heard(call.ladder, call.word).share(counts))
        word = _word(call.word)
        yield gettext("Most called: %(call)s, in %(often)s hands.", call=word, often=often)
    talked = shares.WON_BY_TALKING.share(counts)
    early = shares.WON_BEFORE_A_TRICK.share(counts)
    tied = shares.TIED.share(counts)
    if talked.of:
        yield gettext(
            "Won by a fold or refusal: %(share)s hands, %(early)s before the first trick.",
            share=simple(talked),
            early=simple(early),
        )
    if tied.of:
        yield gettext("Decided by a tie: %(share)s hands.", share=simple(tied))


def _most(counts: Counts, in_hands: Callable[[str, str], Hit]) -> Called | None:
    """Return the call that was made in most hands, or None if none was made in a recorded hand."""

    def hands(call: Called) -> int:
        return in_hands(call.ladder, call.word).share(counts).hits

    return max(filter(hands, figures.calls(counts)), key=hands, default=None)


def _word(word: str) -> str:
    return Lexicon("", language.code()).word(word).said
