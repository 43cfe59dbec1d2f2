"""The match after a match: the same people, seats and house rules at a new table, the deal carried on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from companion.engine import Impossible
from companion.tables.access import access
from companion.tables.changes import changing
from companion.tables.errors import NotAllowed
from companion.tables.latest import State
from companion.tables.models import Match, Member
from companion.tables.new_match import added, checked, with_a_free_code
from companion.tables.states import rules, state
from companion.tables.store import objects, reading
from companion.tables.trouble import patient

MOST_OF_SERIES = 50  # matches looked back at
_TURN = {1: 2, 2: 1}  # the second and the third player change places: whoever sat opposite sits beside


@patient
def rematch_of(match: Match) -> Match | None:
    """The match that follows this one, None when nobody has asked for it yet."""
    with reading() as connection, objects(connection) as session:
        next_id = session.scalar(select(Match.rematch_id).where(Match.id == match.id))
        return None if next_id is None else session.get(Match, next_id)


def series(last: State) -> tuple[int, ...]:
    """How many matches each side has won: this one, if it is over, and those before it of the same people and seats."""
    won, current = [0] * last.line.game.rules.sides, last
    for _ in range(MOST_OF_SERIES):
        if current.line.game.winner is not None:
            won[current.line.game.winner] += 1
        earlier = before(current.match) if current.members else None
        if earlier is None or state(earlier).names != current.names:
            break
        current = state(earlier)
    return tuple(won)


@patient
def before(match: Match) -> Match | None:
    """The match this one follows, found by the phones of both."""
    phones = select(Member.device).where(Member.match_id == match.id)
    query = (
        select(Match)
        .join(Member, Member.match_id == Match.id)
        .where(Member.device.in_(phones), Match.rematch_id == match.id)
        .limit(1)
    )
    with reading() as connection, objects(connection) as session:
        return session.scalar(query)


def can_turn(match: Match) -> bool:
    """Whether there are partners to be exchanged."""
    return match.seats >= 4 and rules(match).sides == 2


def turned_names(names: Sequence[str]) -> tuple[str, ...]:
    """Who sits where after everybody got another partner: the names by seat."""
    return tuple(names[_TURN.get(seat, seat)] for seat in range(len(names)))


@patient
def rematch(match: Match, device: str, *, turned: bool = False, house: Mapping[str, str] | None = None) -> Match:
    """The match that follows this one: opened by the first phone that asks, the same for all that ask later.

    Every phone of the table is at the new one as what it was, in the seat of its player; `turned` gives
    everybody another partner. A match that is not over goes on there at the score it has here: where its log is full,
    or at any moment under other rules (`house`), the hand that is played being dealt again.
    Raises NotAllowed for a phone that may not tap here, ValueError before the end and for rules that cannot be played.
    """
    _check(match, device, turned=turned, early=house is not None)
    return rematch_of(match) or with_a_free_code(lambda: _opened(match, turned=turned, house=house))


def _check(match: Match, device: str, *, turned: bool, early: bool) -> None:
    now = state(match)
    if not access(now, device).tap:
        raise NotAllowed("Only players may ask for a rematch.")
    if not (now.line.game.over or now.full or early):
        raise Impossible("The match is not over yet.")
    if turned and not can_turn(match):
        raise Impossible("There are no partners to swap at this table.")


def _opened(match: Match, *, turned: bool, house: Mapping[str, str] | None) -> Match:
    before, turn = state(match), _TURN if turned else {}
    rules = match.house_rules if house is None else house
    with changing(match) as (session, current):
        following = session.get(Match, current.rematch_id) if current.rematch_id is not None else None
        if following is not None:  # another phone was quicker
            return following
        new = _following(current, before, turn, rules)
        added(session, new, turned_names(before.names) if turned else before.names)
        current.rematch_id = new.id
        _bring(session, current, new, turn)
    return new


def _following(old: Match, before: State, turn: dict[int, int], house: Mapping[str, str]) -> Match:
    game, dealer = before.line.game, before.line.game.dealer
    goes_on = not game.over
    facts, _ = checked(
        variant=old.variant,
        seats=old.seats,
        house=house,
        names=(),
        dealer=turn.get(dealer, dealer),
        score=game.score_text if goes_on else "",
        games="-".join(map(str, game.games)) if goes_on else "",
    )
    return Match(**facts, stake=old.stake, locked=old.locked, revision=old.revision)


def _bring(session: Session, old: Match, new: Match, turn: dict[int, int]) -> None:
    """Bring every phone along, with its player; hosts stay hosts, in the same order.

    Hosts of a match before the old one, who have not come yet, are hosts of the new one as well.
    """
    new.former_id = old.former_id
    new.former_revision = old.former_revision
    phones = session.scalars(select(Member).where(Member.match_id == old.id).order_by(Member.joined_at))
    session.add_all(
        Member(
            match_id=new.id,
            device=phone.device,
            role=phone.role,
            seat=None if phone.seat is None else turn.get(phone.seat, phone.seat),
            host=phone.host,
            host_order=phone.host_order,
        )
        for phone in phones.all()
    )
    session.flush()
