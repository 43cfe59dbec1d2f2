"""Record that a side agrees to the result of a hand.

A side can agree once to the score after each hand. The match goes on whether it agrees or not.
"""

from __future__ import annotations

from sqlalchemy import delete

from companion.engine import Impossible, Rules
from companion.tables.access import Viewer, viewer_of
from companion.tables.changes import changing
from companion.tables.errors import NotAllowed
from companion.tables.match_state import hand_ends
from companion.tables.models import Agreement, Match, Member
from companion.tables.states import rules, state
from companion.tables.trouble import retry_while_unavailable


def may_agree(of_match: Rules, viewer: Viewer) -> frozenset[int]:
    """Return the sides for which this phone may agree to a result, none if it may not agree.

    A phone may agree for the side of its seat. A host without a seat may agree for every side.
    `of_match` are the rules of the match.
    """
    if viewer.seat is not None:
        return frozenset({of_match.account(viewer.seat)})
    if viewer.is_host:
        return frozenset(range(of_match.accounts))
    return frozenset()


@retry_while_unavailable
def agree(match: Match, device: str, side: int, *, seq: int | None = None) -> None:
    """Record that a side agrees to the result of the last hand, if it has not agreed already.

    `device` is the phone that agrees for the side. `seq` is the number of the row that ended the
    hand on its screen, None for the last hand.

    Raises NotAllowed if this phone may not agree for that side. Raises Impossible if no hand has
    ended yet, or if the hand on the screen is not the last one that ended.
    """
    last = next(hand_ends(state(match).rows), None)
    with changing(match) as (session, current):
        member = session.get(Member, (match.id, device))
        if member is None or side not in may_agree(rules(current), viewer_of(member)):
            raise NotAllowed("Each side confirms for itself, on its own phone or on the table’s.")
        if last is None:
            raise Impossible("No hand has ended yet.")
        if seq not in (None, last):
            raise Impossible("The result has changed: look at it again.")
        if session.get(Agreement, (match.id, last, side)) is None:
            session.add(Agreement(match_id=match.id, seq=last, side=side, device=device))


@retry_while_unavailable
def take_back_agreement(match: Match, side: int) -> None:
    """Delete a side's agreement to the result of the last hand. The side may agree again."""
    last = next(hand_ends(state(match).rows), None)
    with changing(match) as (session, _):
        session.execute(
            delete(Agreement).where(
                Agreement.match_id == match.id, Agreement.seq == last, Agreement.side == side
            )
        )
