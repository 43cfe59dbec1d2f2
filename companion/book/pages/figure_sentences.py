"""Write sentences about the most interesting figures, with shares such as "2 of 3"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from companion.book import figures, shares
from companion.book.figures import Answered, Called
from companion.book.shares import Counts, Hit, Share
from companion.cheatsheets.lexicon import Lexicon
from companion.web import language
from companion.web.language import gettext, ngettext

# A share of more than ten cases is rounded to halves, thirds, quarters, fifths or tenths.
PARTS = (2, 3, 4, 5, 10)
NEARLY_ALL = 0.95
TOGETHER = 3  # a sentence names a partner or pair only after so many matches together


def of_one(name: str, counts: Counts, partners: Iterable[tuple[str, Share]]) -> tuple[str, ...]:
    """Return sentences about how a player calls and answers, and about their best partner.

    `partners` are names with the share of matches that the player won with them.
    """
    sentences = (_calls(name, counts), _answers(name, counts), _partner(name, partners))
    return tuple(filter(None, sentences))


def of_many(counts: Counts, pairs: Iterable[tuple[str, Share]] = ()) -> tuple[str, ...]:
    """Return a sentence about the call made in most hands, and one about the best pair of partners.

    `pairs` has the names of each pair, and the share of matches that it won.
    """
    return tuple(filter(None, (_most_called(counts), _best_pair(pairs))))


def most_heard(counts: Counts) -> Called | None:
    """Return the call that was made in most hands, None if no call was made in a recorded hand."""
    return _most(counts, shares.heard)


def of_basis(counts: Counts) -> tuple[str, ...]:
    """Return sentences about unfinished matches, corrections and points that were entered directly.

    No share counts them. Points are entered directly if nobody tapped how they were won.
    """
    return tuple(_basis(counts))


def _basis(counts: Counts) -> Iterator[str]:
    unfinished = counts["matches.unfinished"]
    rest = figures.unrecorded(counts)
    if unfinished:
        yield ngettext(
            "Of these, %(num)s is unfinished and counts as neither won nor lost.",
            "Of these, %(num)s are unfinished and count as neither won nor lost.",
            unfinished,
        )
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
    """Return a share in small numbers: 23 of 33 becomes `7 of 10`.

    A share is never rounded to none or to all of the cases. It is not rounded at all if there are
    few cases, or if none or nearly all of them were hits.
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
    """Return the share as a rounded number of `parts`: for 23 of 33 and 10 parts, return 7.

    The number is at least 1 and at most `parts` - 1.
    """
    return min(max(round(share.value * parts), 1), parts - 1)


def _distance(near: tuple[int, int], share: Share) -> float:
    part, whole = near
    return round(abs(part / whole - share.value), 2)


def _calls(name: str, counts: Counts) -> str:
    """Return a sentence about the call that a player makes in most hands, "" if they made none."""
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


def _partner(name: str, partners: Iterable[tuple[str, Share]]) -> str:
    """Return a sentence about the partner with whom this player wins most surely, "" for none."""
    best = _surest(partners)
    if best is None:
        return ""
    partner, won = best
    return gettext(
        "%(name)s plays best with %(partner)s: together they won %(won)s matches.",
        name=name,
        partner=partner,
        won=_counted(won),
    )


def _best_pair(pairs: Iterable[tuple[str, Share]]) -> str:
    """Return a sentence about the best pair, "" if `_surest` finds none."""
    best = _surest(pairs)
    if best is None:
        return ""
    names, won = best
    # NOTE: %(won)s is "5 of 6"
    return gettext("Best pair: %(names)s, who won %(won)s matches.", names=names, won=_counted(won))


def _surest(known: Iterable[tuple[str, Share]]) -> tuple[str, Share] | None:
    """Return the partner or pair that most certainly wins, with the share of matches won.

    Shares are compared by the lower ends of their confidence ranges. Return None if nobody played
    often enough, or if nobody won a match.
    """
    tried = [one for one in known if one[1].of >= TOGETHER and one[1].hits]
    return max(tried, key=lambda one: one[1].range[0], default=None)


def _counted(share: Share) -> str:
    return gettext("%(won)s of %(all)s", won=share.hits, all=share.of)


def _most_called(counts: Counts) -> str:
    call = most_heard(counts)
    if call is None:
        return ""
    often = simple(shares.heard(call.ladder, call.word).share(counts))
    word = _word(call.word)
    return gettext("Most called: %(call)s, in %(often)s hands.", call=word, often=often)


def _most(counts: Counts, in_hands: Callable[[str, str], Hit]) -> Called | None:
    def hands(call: Called) -> int:
        return in_hands(call.ladder, call.word).share(counts).hits

    return max(filter(hands, figures.calls(counts)), key=hands, default=None)


def _word(word: str) -> str:
    return Lexicon("", language.code()).word(word).said
