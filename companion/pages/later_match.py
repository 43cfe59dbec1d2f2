"""Find where a link or a code of a match leads after another match has followed."""

from __future__ import annotations

from dataclasses import dataclass

from flask import abort, request, url_for
from markupsafe import Markup

from companion import tables
from companion.board import ending, summary
from companion.tables import LinkKind, Match, State, TableLink
from companion.web import device
from companion.web.guests import Guest, current_guest
from companion.web.language import NN_, gettext, sentence_of
from companion.web.templates import tell_or_leave_out
from companion.words.people import People

# NOTE: to somebody who came by a link of that match: “That match is over: Anna & Biel won 12–9.”
WON = NN_(
    "That match is over: %(side)s won %(score)s.", "That match is over: %(side)s won %(score)s."
)


@dataclass(frozen=True, slots=True)
class EarlierMatch:
    """A sentence about an earlier match, for somebody who opened the link of that match.

    `address` is the page that says more about the earlier match, "" if this phone may not see it.
    """

    line: str
    address: str


def newest_match(match: Match, kind: LinkKind) -> Match:
    """Return the match to which a link of `match` leads now.

    It is the newest match that has followed `match`, or `match` itself if no match has followed.
    `kind` is the kind of the link, "player" for the code.

    Answers 404 if the link is no longer valid, and 403 if this phone was removed from `match` or
    from a match that followed.
    """
    if match.rematch_id is None:
        return match
    try:
        newest = tables.newest_match_for(match, device.phone_id(), kind)
    except tables.NotAllowed as error:
        abort(403, sentence_of(error))
    if newest is None:
        sentence = gettext(
            "This link does not lead to a table. "
            "The host may have replaced it: scan the code again."
        )
        abort(404, sentence)
    return newest


def address_of_newest(match: Match, guest: Guest) -> TableLink | None:
    """Return the newest match that has followed, with its address for this phone.

    Returns None if no match has followed, or if this phone may not open the newest match.
    """
    role = guest.viewer.role
    kind: LinkKind = "player"
    if role in ("watch", "tv"):
        kind = role
    try:
        newest = tables.newest_match_for(match, device.phone_id(), kind)
    except tables.NotAllowed:
        return None
    if newest is None or newest.id == match.id:
        return None
    is_inside = current_guest(TableLink(newest, newest.code)).viewer.inside
    if kind == "player" and newest.locked and not is_inside:
        return None
    return tables.address_for(newest, role)


def about(match: Match) -> EarlierMatch:
    """Return what to say about an earlier match to somebody who came by its link."""
    state = tables.state(match)
    line = tell_or_leave_out(_ending, state, instead=gettext("That match is over."))
    if state.log.game.over:
        token = tables.result_token(match)
        return EarlierMatch(line, url_for("result.show_result", token=token))
    viewer = current_guest(TableLink(match, match.code)).viewer
    if not viewer.invited:
        return EarlierMatch(line, "")
    return EarlierMatch(line, url_for("table.show_table", code=match.code))


def _ending(state: State) -> str:
    people = People(state.names, state.log.game.rules)
    winner = ending.winner(state.log, state.rows, people)
    if winner is None or not winner.final or winner.number < 0:
        return gettext(
            "That match ended at %(score)s, and nobody won it.", score=summary.short(state)
        )
    return people.do(winner.number, WON, score=winner.figures)


def notice() -> str:
    """Return the sentence for a phone that was redirected from an earlier match, else "".

    After such a redirect, the address of the page has one of two parameters:

    * `after`: the token of the result of the earlier match.
    * `quicker`: another phone chose the next match first, and chose something else.
    """
    if "quicker" in request.args:
        return gettext("Another phone was quicker: this is what you play next.")
    token = request.args.get("after", "")
    if not token:
        return ""
    match = tables.by_result_token(token)
    if match is None:
        return ""
    earlier = about(match)
    if not earlier.address:
        return earlier.line
    link = Markup('{} <a href="{}">{}</a>')
    return link.format(earlier.line, earlier.address, gettext("How it ended"))
