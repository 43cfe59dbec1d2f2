"""Build the table page as one value: what a viewer sees of a table now.

Templates print the value and know no rule of a game. Each part of the page has a value of its own,
and its template gets only that value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

from companion import tables, variants
from companion.board import (
    action_bar,
    agreement,
    aloud,
    announcements,
    asking,
    ending,
    flat,
    history,
    keyboard,
    question,
    ring,
    score,
)
from companion.board.action_bar import ActionBar
from companion.board.agreement import SideAgreement
from companion.board.aloud import CallOverlay
from companion.board.announcements import Announcements
from companion.board.asking import Asking
from companion.board.flat import End
from companion.board.history import Log, Undoing
from companion.board.question import QuestionView
from companion.board.ring import Ring, Trick
from companion.board.score import Score
from companion.board.taught import Taught
from companion.engine import Offer, legal
from companion.engine.variant import Count
from companion.tables import State, Viewer
from companion.web import slots
from companion.web.guests import IN_HAND, Guest
from companion.web.language import cached_per_language, gettext
from companion.web.templates import tell_or_leave_out
from companion.words.people import People, people_at

NOBODY = Viewer("watch")
VIEWS = (IN_HAND, "flat", "tv")  # each has a template of that name in tables/panels


class Facts(NamedTuple):
    """The facts on the page for scripts and other programs.

    * `match`: a name of the match that does not change, even if the match gets another code.
    * `stamp`: the stamp of what is on the screen (`version.revision`).
    * `worth`: what the hand is worth, as text.
    * `between`: whether nothing has been tapped yet in this hand, or somebody has won.
    * `say`: the text for the phone's voice.
    * `knocks`: how many knocking sounds a flat phone or a television makes: one for truc, two for
      retruc.
    * `moved`: whether another match has followed this match.
    """

    view: str
    match: str
    code: str
    version: int
    stamp: str
    score: str
    worth: str
    dealer: int
    leader: int
    say: str
    knocks: int
    between: bool
    locked: bool
    over: bool
    moved: bool


@dataclass(frozen=True, slots=True)
class Panel:
    """Everything on the table page that changes.

    `ends` are the two ends of a phone that lies flat; any other phone has none.
    """

    facts: Facts
    score: Score
    announcements: Announcements
    ring: Ring
    action_bar: ActionBar
    log: Log
    ends: tuple[End, ...]
    asking: Asking = asking.NOTHING
    taught: Taught | None = None
    """What the phone explains to a newcomer, None if it explains nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class SharedView:
    """What is the same on all phones of a table that show the same language.

    It is made once for all of these phones, and the panel of each phone is built from it.
    """

    state: State
    people: People
    offers: tuple[Offer, ...]
    scores: Mapping[tuple[int, bool], Score]
    """The score board, by the side that comes first and by whether the phone may tap."""
    announcements: Announcements
    log: Log
    undoing: Undoing
    phones: frozenset[int]
    ring: Ring
    """The ring for phones that may tap."""
    faded_tricks: tuple[Trick, ...]
    has_requests: bool


@cached_per_language(256)
def shared_view(state: State, count: Count) -> SharedView:
    """Return what is the same for all phones of a table that share a language and a `count`.

    `count` says how the score is drawn. The result is cached.
    """
    game = state.log.game
    people = people_at(state.names, game.rules)
    offers = legal(game)
    asked: QuestionView | None = None
    if game.hand.question is not None:
        asked = question.open_question(game, offers, people)
    given: tuple[SideAgreement, ...] = ()
    if state.agreed:
        sides = agreement.side_agreements(state, NOBODY, people)
        given = tuple(side for side in sides if side.given)
    lines = tell_or_leave_out(history.lines, state, people, instead=())
    news = tell_or_leave_out(history.news, state.log, state.rows, people, instead=())
    announced = announcements.announce(
        state.log,
        offers,
        people,
        rows=state.rows,
        news=news,
        lines=lines,
        question=asked,
        stake=state.match.stake,
    )
    faded: tuple[Trick, ...] = ()
    if game.events:  # no other tap ends a hand
        faded = tell_or_leave_out(ring.faded_tricks, state.log, people, instead=())
    board = score.score_board(game, offers, people, count)
    views = product(range(game.rules.accounts), (True, False))
    members = state.members.values()
    seats = (member.seat for member in members)
    hosts_by_request = any(member.host == "acting" for member in members)
    return SharedView(
        state=state,
        people=people,
        offers=offers,
        scores={(side, tap): score.own_side_first(board, side, tap=tap) for side, tap in views},
        announcements=announced,
        log=Log(lines, len(state.rows) > len(lines), given),
        undoing=_undoing(state, people),
        phones=frozenset(seat for seat in seats if seat is not None),
        ring=ring.shared_ring(game, offers, people, tap=True, faded=faded),
        faded_tricks=faded,
        has_requests=bool(state.requests) or hosts_by_request,
    )


def full_page(state: State, guest: Guest, notice: str = "", *, is_refusal: bool = False) -> Panel:
    """Return the panel of a page that is loaded as a whole, with all corrections of the score.

    A panel that is sent later leaves the corrections out, because they stay on the page.
    """
    return build_panel(state, guest, notice, is_refusal=is_refusal, with_corrections=True)


def build_panel(
    state: State,
    guest: Guest,
    notice: str = "",
    *,
    is_refusal: bool = False,
    with_corrections: bool = False,
) -> Panel:
    """Return the panel of this phone.

    `notice` is a sentence for this phone. `is_refusal` is true if it says why the phone's last tap
    was not recorded. `with_corrections` is true for a page that is loaded as a whole.
    """
    game = state.log.game
    viewer = guest.viewer
    variant = variants.get(state.match.variant)
    count = variant.count
    if guest.marks:  # the phone was set to draw the score in another way than the game does
        count = replace(count, by=guest.marks)  # type: ignore[arg-type] # one of phone.CHOICES
    shared = shared_view(state, count)
    people = shared.people
    offers = shared.offers
    is_flat = guest.view == "flat"
    seat = None if is_flat else viewer.seat  # a phone that lies flat faces everybody
    side = 0 if seat is None else game.rules.account(seat)
    told = _announced_to(shared, guest, notice, is_refusal=is_refusal)
    board = shared.scores[side, viewer.may_tap]
    if with_corrections:
        board = score.with_corrections(board, game, people)
    code = tables.address_for(state.match, viewer.role).address
    keys = keyboard.lay_out_keys(game, offers, people, viewer, phones=shared.phones)
    bar = action_bar.build_action_bar(
        state, guest, code, people, keys=keys, undoing=shared.undoing, told=told
    )
    ends: tuple[End, ...] = ()
    if is_flat:
        ends = flat.ends(game, offers, people, viewer, score=board, told=told)
    shown_ring = shared.ring
    if not viewer.may_tap or state.match.rematch_id is not None:  # play does not go on here
        shown_ring = _ring_without_keys(shared)
    asked = asking.NOTHING
    if shared.has_requests and guest.view != "tv":
        asked = asking.requests_for(state, guest, people)
    taught: Taught | None = None
    if guest.learn and guest.view == IN_HAND:
        taught = _taught(state, guest, people)
    return Panel(
        facts=_facts(state, guest, people, code),
        score=board,
        announcements=told,
        ring=ring.turned_to(seat, shown_ring, variant.direction),
        action_bar=bar,
        log=shared.log,
        ends=ends,
        asking=asked,
        taught=taught,
    )


def _ring_without_keys(shared: SharedView) -> Ring:
    game = shared.state.log.game
    faded = shared.faded_tricks
    return ring.shared_ring(game, shared.offers, shared.people, tap=False, faded=faded)


def _spoken(state: State, guest: Guest, people: People) -> str:
    """Return what the phone says aloud: the score, and for some phones whose turn it is.

    The turn is added if the setting `voice` of the phone is "all".
    """
    spoken = tell_or_leave_out(aloud.spoken_score, state, people, instead="")
    if guest.voice == "all":
        turn = tell_or_leave_out(aloud.spoken_turn, state, people, instead="")
        spoken = f"{spoken} {turn}".strip()
    return spoken


def _taught(state: State, guest: Guest, people: People) -> Taught | None:
    """Return what this phone explains to a newcomer, None if no extension explains games."""
    explain = slots.explainer()
    if explain is None:
        return None
    told: Taught = tell_or_leave_out(explain, state, guest, people, instead=Taught(guest.taught))
    return told


def _undoing(state: State, people: People) -> Undoing:
    """Return what undo and redo would do, in words.

    If the words cannot be found, return the taps in notation, because the key to undo must stay.
    """
    log = state.log
    tap = ""
    next_tap = ""
    if log.past is not None:
        tap = str(log.tap)
    if log.ahead is not None:
        next_tap = str(log.ahead.tap)
    recorded = Undoing(tap, tap, tap, history.undo_taps(log, state.rows), next_tap)
    return tell_or_leave_out(history.undoing_in_words, recorded, log, people, instead=recorded)


def _announced_to(
    shared: SharedView, guest: Guest, notice: str, *, is_refusal: bool
) -> Announcements:
    """Return the announcements for this phone: the shared ones, and those for this phone alone."""
    people = shared.people
    announced = shared.announcements
    sits_out = ""
    if guest.sits_out:
        sits_out = _sitting_out(shared.state, guest)
    seat: int | None = None
    side: int | None = None
    if guest.view != "flat" and guest.viewer.seat is not None:
        seat = guest.viewer.seat
        side = people.rules.account(seat)
    asked = announced.question
    overlay: CallOverlay | None = None
    if asked is not None:
        if seat is not None:
            asked = question.put_to(seat, asked, people)
        overlay = tell_or_leave_out(aloud.call_overlay, shared.state, people, guest, instead=None)
    winner = announced.winner
    if winner is not None:
        winner = tell_or_leave_out(ending.for_side, winner, side, people.rules, instead=winner)
    return announced._replace(
        question=asked,
        winner=winner,
        notice=notice,
        is_refusal=is_refusal,
        sits_out=sits_out,
        call_overlay=overlay,
    )


def _sitting_out(state: State, guest: Guest) -> str:
    """Return the sentence for a phone whose player has no seat at this table.

    A host's phone needs the room for keys, so it shows the sentence only before the first tap.
    """
    if guest.viewer.may_tap and state.version > 0:
        return ""
    return gettext(
        "You are sitting this game out: it has %(seats)s seats.", seats=state.match.seats
    )


def _facts(state: State, guest: Guest, people: People, code: str) -> Facts:
    match = state.match
    game = state.log.game
    say = ""
    if guest.voice:
        say = _spoken(state, guest, people)
    knocks = 0
    if guest.view != IN_HAND:
        knocks = tell_or_leave_out(aloud.knocks, state, guest, instead=0)
    return Facts(
        view=guest.view,
        match=str(match.id),
        code=code,
        version=state.version,
        stamp=state.stamp,
        score=game.score_text,
        worth=str(game.hand.worth),
        dealer=game.hand.dealer,
        leader=game.hand.leader,
        say=say,
        knocks=knocks,
        between=game.winner is not None or not game.hand.taps,
        locked=match.locked,
        over=game.over,
        moved=match.rematch_id is not None,
    )
