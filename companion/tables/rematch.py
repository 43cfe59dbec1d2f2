"""Open the match that follows another one, for the same people, and lead their phones there.

The rematch may be another game. The first phone that asks for it opens it. Its id is stored in
`Match.rematch_id`.

This module gives each person at a table a number: their index in `people_of`. First come the people
in seats, in order of seat, then those who sit out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from companion import variants
from companion.engine import N_, Impossible
from companion.tables.access import access, has_host_there
from companion.tables.changes import changing
from companion.tables.errors import NotAllowed, Unavailable
from companion.tables.match_state import State
from companion.tables.models import LinkKind, Match, Member
from companion.tables.names import clean_stake
from companion.tables.new_match import add_match, check_opening, with_a_free_code
from companion.tables.request_rows import carry_answers, count_taps
from companion.tables.seats import OUT, phones
from companion.tables.states import rules, state
from companion.tables.store import open_session, reading
from companion.tables.trouble import BUSY, retry_while_unavailable

MOST_OF_SERIES = 50  # matches that a series counts
MOST_FOLLOWED = 50  # rematches through which a link is followed
MOST_SITTING_OUT = 16  # people whose names go from match to match without a seat
_TRIES = 20  # how often a rematch is tried if taps are recorded at the same moment

HOST_CHOOSES = N_("With another number of players the host chooses who sits where.")

# The second and the third player change places, so that players who sat opposite sit side by side.
_SWAP = {1: 2, 2: 1}


class TablePerson(NamedTuple):
    """Somebody at a table.

    * `seat`: their seat, None if they sit out.
    * `device`: the phone of a person who sits out, "" if it is not known. It is also "" for people
      in seats.
    """

    name: str
    seat: int | None
    device: str = ""


class NextGame(NamedTuple):
    """The game that follows, and its players.

    * `house`: the values of its house rules, by key.
    * `people`: for each seat of the new table the number of the person who gets it, or None for a
      free seat. The numbers are those in the list `people_of`. Anybody who is not in `people` sits
      out.
    * `dealer`: the seat of the first dealer.
    * `score` and `games`: the points and the won games with which the new match begins.
    * `stake`: what people play for, None if the stake stays the same.
    """

    variant: str
    house: Mapping[str, str]
    people: Sequence[int | None]
    dealer: int = 0
    score: str = ""
    games: str = ""
    stake: str | None = None


@retry_while_unavailable
def rematch_of(match: Match) -> Match | None:
    """Return the match that follows this one, None if no phone has asked for it yet."""
    with reading() as connection, open_session(connection) as session:
        next_id = session.scalar(select(Match.rematch_id).where(Match.id == match.id))
        if next_id is None:
            return None
        return session.get(Match, next_id)


@retry_while_unavailable
def newest_match_for(match: Match, device: str, kind: LinkKind) -> Match | None:
    """Return the match that this phone reaches by a link or the code of `match`.

    `kind` is the kind of the link, "player" for the code. The link leads to the rematch, from
    there to its rematch, and so on to the last one. A link to play stops at a match where joining
    is closed, if this phone has not joined there.

    Return None in two cases:

    * One of these matches was deleted.
    * At one of the rematches the link of this kind was replaced, so older links no longer let a new
      phone in. Phones that have joined there to play can still use older links, except host links.

    Raises NotAllowed if the phone was removed from one of these tables.
    """
    with reading() as connection, open_session(connection) as session:
        here = session.get(Match, match.id)
        followed = 0
        while here is not None:
            phone = session.get(Member, (here.id, device))
            if phone is not None and phone.role == "removed":
                raise NotAllowed(OUT)
            is_in = phone is not None and _is_in_to_play(phone)
            needs_link = kind == "host" or not is_in
            if followed > 0 and kind in here.replaced.split() and needs_link:
                return None
            is_shut = kind == "player" and here.locked and not is_in
            following = _following(session, here)
            if is_shut or following is None or followed == MOST_FOLLOWED:
                return here
            here = following
            followed += 1
    return None


def _following(session: Session, match: Match) -> Match | None:
    if match.rematch_id is None:
        return None
    return session.get(Match, match.rematch_id)


def _is_in_to_play(phone: Member) -> bool:
    return phone.role not in ("watch", "tv", "removed")


def series(last: State) -> tuple[int, ...]:
    """Return how many matches of a series each side has won. `last` is the newest match.

    Going back from `last`, the earlier matches count as long as the same people made the same
    sides. These people may have played another game, or changed seats without changing partners.
    """
    sides = _who_plays(last)
    won = [0] * len(sides)
    current = last
    for _ in range(MOST_OF_SERIES):
        winner = current.log.game.winner
        if winner is not None:
            won[sides.index(_who_plays(current)[winner])] += 1
        if not current.members:
            break
        earlier = previous_match(current.match)
        if earlier is None:
            break
        current = state(earlier)
        if set(_who_plays(current)) != set(sides):
            break
    return tuple(won)


def _who_plays(now: State) -> tuple[frozenset[tuple[str, int]], ...]:
    """Return the people of each side, as pairs of a name and a seat.

    A pair is `(name, -1)` if the person has a name that nobody else at the table has. Otherwise it
    is `(name, seat)`, because the name alone does not tell who it is.
    """
    rules = now.log.game.rules
    sides = []
    for side in range(rules.accounts):
        seats = rules.seats_of(side)
        sides.append(frozenset(_tell_apart(now.names[seat], seat, now.names) for seat in seats))
    return tuple(sides)


def _tell_apart(name: str, seat: int, names: Sequence[str]) -> tuple[str, int]:
    if name != "" and names.count(name) == 1:
        return name, -1
    return name, seat


@retry_while_unavailable
def previous_match(match: Match) -> Match | None:
    """Return the match that this one follows, None if it cannot be found.

    It can be found only if a phone at this table was at that table too.
    """
    phones = select(Member.device).where(Member.match_id == match.id)
    query = (
        select(Match)
        .join(Member, Member.match_id == Match.id)
        .where(Member.device.in_(phones), Match.rematch_id == match.id)
        .limit(1)
    )
    with reading() as connection, open_session(connection) as session:
        return session.scalar(query)


def can_swap_partners(match: Match) -> bool:
    """Return whether everybody can get another partner: two sides of two or three people play."""
    return match.seats >= 4 and rules(match).accounts == 2


def names_after_swap(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names by seat after everybody got another partner.

    `("Ana", "Bel", "Carles", "Dolors")` becomes `("Ana", "Carles", "Bel", "Dolors")`.
    """
    return tuple(names[_SWAP.get(seat, seat)] for seat in range(len(names)))


def people_of(now: State) -> tuple[TablePerson, ...]:
    """Return everybody at the table: first one person for each seat, then the people who sit out.

    A person who has taken a seat since the match began no longer sits out.
    """
    seated = [TablePerson(name, seat) for seat, name in enumerate(now.names)]
    sitting_out = []
    for person in _read_sitting_out(now.match):
        phone = now.members.get(person.device)
        if phone is not None and phone.role == "removed":
            continue
        has_sat_down = phone is not None and phone.seat is not None
        if not has_sat_down and (person.device or person.name not in now.names):
            sitting_out.append(person)
    return (*seated, *sitting_out)


def default_people(now: State, variant: str, seats: int) -> tuple[int | None, ...]:
    """Return who sits where if nobody chooses.

    The result has for each seat of the new table an index in `people_of`, or None for a free seat.
    Everybody keeps their chair at the table. If the new game is played in the other direction, its
    seats are counted in the other direction too, so the order of the people is reversed.
    """
    people = people_of(now)
    seated = list(range(now.match.seats))
    turns = variants.get(variant).direction != variants.get(now.match.variant).direction
    if turns:
        seated = [seated[0], *reversed(seated[1:])]
    numbers: list[int | None] = [*seated, *range(now.match.seats, len(people))]
    return (*numbers, *[None] * seats)[:seats]


def default_dealer(now: State, people: Sequence[int | None]) -> int:
    """Return the seat at the new table of the person who would deal next in this match.

    Return 0 if this person sits out. `people[seat]` is the number of the person who gets this seat
    at the new table, None if it stays free. The number of a person is their present seat.
    """
    dealer = now.log.game.dealer
    if dealer not in people:
        return 0
    return people.index(dealer)


def would_continue(now: State, variant: str, seats: int) -> bool:
    """Return whether this match would go on with its score if this game is chosen.

    It goes on if it is not over, and if `variant` and `seats`, the number of seats, are the present
    ones. Otherwise a new match begins.
    """
    is_same_game = (variant, seats) == (now.match.variant, now.match.seats)
    return is_same_game and not now.log.game.over


def may_choose_people(match: Match, device: str) -> bool:
    """Return whether this phone may choose who plays next and who gets no seat.

    A host may. If no host has looked at the table for ten minutes, a phone with a seat may too.
    """
    current = state(match)
    viewer = access(current, device)
    if viewer.is_host:
        return True
    return viewer.may_tap and not has_host_there(phones(match))


@retry_while_unavailable
def rematch(
    match: Match,
    device: str,
    *,
    swap_partners: bool = False,
    house: Mapping[str, str] | None = None,
    another: NextGame | None = None,
) -> Match:
    """Return the match that follows this one; the first phone that asks opens it.

    Every phone of the table keeps its role at the new table, and gets the seat of its player. The
    new table plays one of these:

    * the game `another`, if it is given;
    * a new match, if this match is over;
    * the rest of this match from its present score, if it is not over but its log is full or
      `house` is given. The present hand is dealt again.

    The house rules are those of `another`, or `house`, or else the present ones. If `swap_partners`
    is true, everybody gets another partner.

    If another phone records a tap meanwhile, begin again with the score after that tap.

    Raises NotAllowed if the phone may not record taps here, or may not choose these people. Raises
    ValueError in these cases:

    * The match is not over, its log is not full, and neither `house` nor `another` is given.
    * There are no partners to swap.
    * These people cannot play this game.
    """
    early = house is not None or another is not None
    for _ in range(_TRIES):
        current = state(match)
        _check_may_ask(current, device, swap_partners=swap_partners, early=early)
        if another is not None:
            _check_people(current, device, another)
        wanted = another or _same_game(current, swap_partners=swap_partners, house=house)
        opened = rematch_of(match) or with_a_free_code(partial(_open, current, wanted))
        if opened is not None:
            return opened
    raise Unavailable(BUSY)


def _check_may_ask(now: State, device: str, *, swap_partners: bool, early: bool) -> None:
    if not access(now, device).may_tap:
        raise NotAllowed("Only players may ask for a rematch.")
    if not (now.log.game.over or now.is_full or early):
        raise Impossible("The match is not over yet.")
    if swap_partners and not can_swap_partners(now.match):
        raise Impossible("There are no partners to swap at this table.")


def _check_people(now: State, device: str, another: NextGame) -> None:
    chosen = [number for number in another.people if number is not None]
    if not set(chosen) <= set(range(len(people_of(now)))):
        raise Impossible("Choose among the people at this table.")
    if len(set(chosen)) < len(chosen):
        raise Impossible("One person cannot sit in two seats.")
    if may_choose_people(now.match, device):
        return
    if len(another.people) != now.match.seats:
        raise NotAllowed(HOST_CHOOSES)
    if not set(range(now.match.seats)) <= set(chosen):
        raise NotAllowed("Only a host may leave somebody out.")


def _same_game(now: State, *, swap_partners: bool, house: Mapping[str, str] | None) -> NextGame:
    """Return the same game for the same people, with the score so far if the match is not over."""
    swap = _SWAP if swap_partners else {}
    game = now.log.game
    same_game = NextGame(
        variant=now.match.variant,
        house=now.match.house_rules if house is None else house,
        people=tuple(swap.get(seat, seat) for seat in range(now.match.seats)),
        dealer=swap.get(game.dealer, game.dealer),
    )
    if game.over:
        return same_game
    return same_game._replace(score=game.score_text, games="-".join(map(str, game.games)))


def _open(before: State, wanted: NextGame) -> Match | None:
    """Open the match that follows, or return the one that another phone has opened.

    Return None if the log has another length than in the state `before`: the score of `wanted` may
    be outdated then.
    """
    people = people_of(before)
    names = [_name_of(people, number) for number in wanted.people]
    facts, _ = check_opening(
        variant=wanted.variant,
        seats=len(wanted.people),
        house=wanted.house,
        names=(),
        dealer=wanted.dealer,
        score=wanted.score,
        games=wanted.games,
    )
    with changing(before.match) as (session, current):
        following = _following(session, current)
        if following is not None:  # another phone was quicker
            return following
        if count_taps(session, current) != before.version:
            return None
        stake = current.stake if wanted.stake is None else clean_stake(wanted.stake)
        new = Match(**facts, stake=stake, locked=current.locked, revision=current.revision)
        add_match(session, new, names)
        current.rematch_id = new.id
        _bring_phones(session, current, new, people, wanted.people)
    return new


def _name_of(people: Sequence[TablePerson], number: int | None) -> str:
    return "" if number is None else people[number].name


def _bring_phones(
    session: Session,
    old: Match,
    new: Match,
    people: Sequence[TablePerson],
    chosen: Sequence[int | None],
) -> None:
    """Copy the row of every phone to the new match, with the new seat of its player.

    `people` are the people at the old table. `chosen` has for each new seat an index in `people`,
    or None. All other people sit out. Hosts stay hosts, in the same order, even if they sit out.
    Hosts of the match before the old one (`former_id`) can still become hosts when they join.
    """
    new.former_id = old.former_id
    new.former_revision = old.former_revision
    seat_there = {number: seat for seat, number in enumerate(chosen) if number is not None}
    returning = {people[number].device: seat for number, seat in seat_there.items()}
    phones = session.scalars(
        select(Member).where(Member.match_id == old.id).order_by(Member.joined_at)
    ).all()
    for phone in phones:
        seat = None
        if phone.seat is not None:
            seat = seat_there.get(phone.seat)
        elif _is_in_to_play(phone):
            seat = returning.get(phone.device)
        follower = Member(match_id=new.id, device=phone.device, role=phone.role, seat=seat)
        follower.host = phone.host
        follower.host_order = phone.host_order
        session.add(follower)
    carry_answers(session, old, new, seat_there)
    held = {phone.seat: phone.device for phone in phones if phone.seat is not None}
    sitting_out = []
    for number, person in enumerate(people):
        if number not in seat_there:
            sitting_out.append(_with_phone(person, held))
    new.sitting_out = _write_sitting_out(sitting_out)
    session.flush()


def _with_phone(person: TablePerson, held: Mapping[int, str]) -> TablePerson:
    """Return this person with the phone that has their seat. `held` has the phone of each seat."""
    if person.seat is None:
        return person
    return person._replace(device=held.get(person.seat, ""))


def sits_out(match: Match, device: str) -> bool:
    """Return whether the player of this phone got no seat when this match began."""
    return any(person.device == device for person in _read_sitting_out(match))


def _write_sitting_out(people: Sequence[TablePerson]) -> str:
    """Return at most MOST_SITTING_OUT of these people as JSON.

    People who have neither a name nor a phone are left out.
    """
    known = [(person.name, person.device) for person in people if person.name or person.device]
    if not known:
        return ""
    return json.dumps(known[:MOST_SITTING_OUT], ensure_ascii=False)


def _read_sitting_out(match: Match) -> tuple[TablePerson, ...]:
    if not match.sitting_out:
        return ()
    return tuple(TablePerson(name, None, device) for name, device in json.loads(match.sitting_out))
