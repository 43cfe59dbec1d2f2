"""Open tournaments, find them by their links, and record what a phone may do in them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Row, Select, and_, case, func, or_, select
from sqlalchemy.orm import Session

from companion import variants
from companion.engine import Impossible
from companion.tables import codes
from companion.tables.models import now
from companion.tables.names import one_line
from companion.tables.store import open_session, reading, writing
from companion.tables.trouble import retry_while_unavailable
from companion.tournament.errors import (
    GONE,
    OUT_OF_DATE,
    UNKNOWN_TEAM,
    NoSuchTournament,
    OutOfDate,
    UnknownEntry,
)
from companion.tournament.formats import Format
from companion.tournament.models import (
    LONGEST_TITLE,
    TeamRow,
    Tournament,
    TournamentChange,
    TournamentPhone,
)
from companion.tournament.terms import Terms, check_start_score, format_to_json, terms_to_json

Role = Literal["organise", "help", "team", "watch"]
ROLES: tuple[Role, ...] = ("organise", "help", "team", "watch")
MOST_PHONES = 400
MOST_CHANGES = 20_000  # ten for each match of 64 teams that all play each other
MOST_OF_ONE_KIND = 100  # decisions of the same kind about the same team, match or round
TEAM_SIZES = range(1, 4)
_NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class FoundTournament:
    """A tournament that was found by a link or a phone, and the role of this link or phone in it.

    `team` is the number of the team to which the link or the phone belongs, 0 for none.
    `team_token` is "" if the role is not "team".
    """

    tournament: Tournament
    role: Role
    team: int = 0
    team_token: str = ""

    @property
    def address(self) -> str:
        """Return the token of the link that gives this role."""
        return self.team_token or _token_of(self.tournament, self.role)

    @property
    def page(self) -> str:
        """Return the endpoint of the page to which this role leads."""
        if self.organises:
            return "tournament_desk.show_desk"
        if self.team:
            return "tournament_team.show_team"
        return "tournament_standings.show_standings"

    @property
    def organises(self) -> bool:
        """Return whether this is the role of an organiser or a helper."""
        return self.role in {"organise", "help"}


@retry_while_unavailable
def open_tournament(
    title: str,
    *,
    variant: str,
    team_size: int = 2,
    house: Mapping[str, str] = _NOTHING,
    form: Format,
    terms: Terms,
    device: str,
) -> Tournament:
    """Open a tournament, which begins with the sign-up. The phone `device` is its organiser.

    Raises ValueError, with a message for the user, if the game cannot be played by two teams of
    this size.
    """
    seats, rules = _checked_game(variant, team_size, house, terms)
    tournament = Tournament(
        title=clean_title(title),
        variant=variant,
        seats=seats,
        house=rules,
        form=format_to_json(form),
        terms=terms_to_json(terms),
    )
    with writing() as connection, open_session(connection) as session:
        session.add(tournament)
        session.flush()
        let_in(session, tournament.id, device, "organise")
    return tournament


def _checked_game(
    variant: str, team_size: int, house: Mapping[str, str], terms: Terms
) -> tuple[int, str]:
    """Return the number of seats at a table, and the house rules as text for the database.

    Raises ValueError, with a message for the user, if the game cannot be played like this.
    """
    if team_size not in TEAM_SIZES:
        raise Impossible("A team has one, two or three players.")
    seats = 2 * team_size
    rules = variants.get(variant).rules(seats, house)
    if rules.accounts != 2:
        raise Impossible("In a tournament two teams play against each other.")
    check_start_score(rules, terms)
    return seats, " ".join(f"{key}={value}" for key, value in rules.house)


def clean_title(text: str) -> str:
    """Return the title of a tournament in one line. Raises ValueError if it is not valid."""
    title = one_line(text)
    if not title:
        raise Impossible("A tournament needs a name.")
    if len(title) > LONGEST_TITLE:
        raise Impossible("A name can have at most %(longest)s characters.", longest=LONGEST_TITLE)
    return title


@retry_while_unavailable
def by_token(token: str) -> FoundTournament | None:
    """Return the tournament of the link with this token, and what the link allows, or None."""
    if not codes.is_token(token):
        return None
    links = {
        "organise": Tournament.organise_token,
        "help": Tournament.help_token,
        "watch": Tournament.watch_token,
    }
    with reading() as connection, open_session(connection) as session:
        matching = or_(*(column == token for column in links.values()))
        there = Tournament.removed_at.is_(None)
        tournament = session.scalar(select(Tournament).where(matching, there))
        if tournament is not None:
            role = next(role for role in ROLES if _token_of(tournament, role) == token)
            return FoundTournament(tournament, role)
        query = select(Tournament, TeamRow.number).join(TeamRow)
        found = session.execute(query.where(TeamRow.token == token, there)).first()
    if found is None:
        return None
    return FoundTournament(found[0], "team", found[1], token)


def _role(text: str) -> Role:
    return next(role for role in ROLES if role == text)


def _token_of(tournament: Tournament, role: Role) -> str:
    if role == "team":
        return ""
    return str(getattr(tournament, f"{role}_token"))


@retry_while_unavailable
def by_sign_up_token(token: str) -> Tournament | None:
    """Return the tournament whose link for signing up has this token, or None."""
    if not codes.is_token(token):
        return None
    with reading() as connection, open_session(connection) as session:
        links = Tournament.sign_up_token == token
        return session.scalar(select(Tournament).where(links, Tournament.removed_at.is_(None)))


@retry_while_unavailable
def of_phone(device: str, most: int = 10) -> tuple[FoundTournament, ...]:
    """Return the tournaments in which this phone has a role, the last used one first."""
    query = _known_phones().where(TournamentPhone.device == device, Tournament.removed_at.is_(None))
    query = query.order_by(TournamentPhone.seen_at.desc(), Tournament.id).limit(most)
    with reading() as connection, open_session(connection) as session:
        return tuple(_found(row) for row in session.execute(query))


@retry_while_unavailable
def role_of(tournament: Tournament, device: str) -> FoundTournament | None:
    """Return what this phone may do in the tournament, or None if the phone is not known there."""
    query = _known_phones().where(
        TournamentPhone.tournament_id == tournament.id, TournamentPhone.device == device
    )
    with reading() as connection, open_session(connection) as session:
        found = session.execute(query).first()
        return _found(found) if found else None


def _known_phones() -> Select[Tournament, str, int, str]:
    """Return a query for all phones: the tournament, role, team and team token of each."""
    own_team = and_(TeamRow.tournament_id == Tournament.id, TeamRow.number == TournamentPhone.team)
    query = select(Tournament, TournamentPhone.role, TournamentPhone.team, TeamRow.token)
    return query.join(TournamentPhone).outerjoin(TeamRow, own_team)


def _found(row: Row[Tournament, str, int, str]) -> FoundTournament:
    tournament, role, team, token = row
    if role != "team":
        token = ""  # an organiser who also plays has the organisers' link
    return FoundTournament(tournament, _role(role), team, token or "")


@retry_while_unavailable
def remember_phone(found: FoundTournament, device: str) -> None:
    """Record that a phone has a link. The first page of this phone then leads to the tournament.

    Nothing changes if somebody has just replaced this link: otherwise the first page of the phone
    would show the new link.
    """
    with writing() as connection, open_session(connection) as session:
        current = session.get(Tournament, found.tournament.id, with_for_update=True)
        if current is not None and found.address == _present_address(session, current, found):
            let_in(session, current.id, device, found.role, found.team)


def _present_address(session: Session, current: Tournament, found: FoundTournament) -> str:
    """Return the token that the link has now by which the tournament was found, "" for none."""
    if found.role != "team":
        return _token_of(current, found.role)
    team = session.get(TeamRow, (current.id, found.team))
    return team.token if team is not None else ""


def let_in(session: Session, tournament_id: int, device: str, role: Role, team: int = 0) -> None:
    """Record the role of a phone in a tournament, except if it already has a higher role.

    `team` is the number of the phone's team, 0 for none.
    """
    phone = session.get(TournamentPhone, (tournament_id, device))
    if phone is None:
        _make_room(session, tournament_id)
        session.add(
            TournamentPhone(tournament_id=tournament_id, device=device, role=role, team=team)
        )
    else:
        phone.role = next(one for one in ROLES if one in (role, phone.role))
        phone.team = team or phone.team
        phone.seen_at = now()
    session.flush()


def _make_room(session: Session, tournament_id: int) -> None:
    """Forget phones of a tournament until a new one fits in: it has MOST_PHONES at most.

    Watchers are forgotten first, and among them the phone that was not seen for the longest time.
    """
    last = case({role: at for at, role in enumerate(ROLES)}, value=TournamentPhone.role)
    known = select(TournamentPhone).where(TournamentPhone.tournament_id == tournament_id)
    known = known.order_by(last, TournamentPhone.seen_at.desc())
    for forgotten in session.scalars(known.offset(MOST_PHONES - 1)).all():
        session.delete(forgotten)


@retry_while_unavailable
def replace_link(
    tournament: Tournament, role: Literal["organise", "help", "sign_up", "watch"], device: str
) -> Tournament:
    """Replace the link of this role by a new one. The old link no longer works.

    The phones that had the old link are forgotten, so that their first page no longer leads to the
    tournament. A phone that belongs to a team is not forgotten: its role is then "team".
    """
    with changing(tournament) as (session, current):
        setattr(current, f"{role}_token", codes.new_token(""))
        known = select(TournamentPhone).where(TournamentPhone.tournament_id == current.id)
        for phone in session.scalars(known.where(TournamentPhone.role == role)).all():
            if phone.team:
                phone.role = "team"
            else:
                session.delete(phone)
        note(session, current, device, "links", 0, which=role)
    return current


@retry_while_unavailable
def replace_team_link(tournament: Tournament, number: int, device: str) -> None:
    """Replace the link of a team by a new one, and forget the phones of the team."""
    with changing(tournament) as (session, current):
        team = session.get(TeamRow, (current.id, number))
        if team is None:
            raise UnknownEntry(UNKNOWN_TEAM)
        team.token = codes.new_token("")
        forget_phones(session, current, number)
        note(session, current, device, "links", number, which="team")


def forget_phones(session: Session, tournament: Tournament, team: int) -> None:
    """Forget which phones belong to this team.

    The phone of an organiser who plays in the team stays an organiser's phone.
    """
    known = select(TournamentPhone).where(
        TournamentPhone.tournament_id == tournament.id, TournamentPhone.team == team
    )
    for phone in session.scalars(known).all():
        if phone.role == "team":
            session.delete(phone)
        else:
            phone.team = 0
    session.flush()


@retry_while_unavailable
def delete(tournament: Tournament) -> None:
    """Delete the tournament and all its data for good. The tables of its matches stay."""
    with changing(tournament) as (session, current):
        session.delete(current)


@contextmanager
def changing(
    tournament: Tournament, revision: int | None = None
) -> Iterator[tuple[Session, Tournament]]:
    """Yield a session for a change, and the tournament as it is now.

    Nobody else can change the tournament until the change is written. `revision` is the revision
    that the page showed, None if the change does not depend on it.

    Raises NoSuchTournament if the tournament was deleted. Raises OutOfDate if somebody else has
    changed it since that revision.
    """
    with writing() as connection, open_session(connection) as session:
        current = session.get(Tournament, tournament.id, with_for_update=True)
        if current is None or current.removed_at is not None:
            raise NoSuchTournament(GONE)
        if revision is not None and revision != current.revision:
            raise OutOfDate(OUT_OF_DATE)
        yield session, current
        current.revision += 1
        session.flush()


def note(
    session: Session, tournament: Tournament, device: str, what: str, about: int, **details: object
) -> None:
    """Record a decision: the phone that made it, the time, the kind `what`, and details.

    `about` is the number of the team, match or round that the decision is about.

    Raises Impossible, with a message for the user, if there are too many decisions already.
    """
    mine = TournamentChange.tournament_id == tournament.id
    last = session.scalar(select(func.max(TournamentChange.seq)).where(mine)) or 0
    same = (mine, TournamentChange.what == what, TournamentChange.about == about)
    often = session.scalar(select(func.count()).select_from(TournamentChange).where(*same)) or 0
    if last >= MOST_CHANGES or often >= MOST_OF_ONE_KIND:
        # A team must not use up the changes that the organiser needs.
        raise Impossible("This was changed too often: it stays as it is.")
    session.add(
        TournamentChange(
            tournament_id=tournament.id,
            seq=last + 1,
            device=device,
            what=what,
            about=about,
            details=json.dumps(details),
        )
    )
    session.flush()


@retry_while_unavailable
def changes(tournament: Tournament, most: int = 50) -> tuple[TournamentChange, ...]:
    """Return the last decisions, the latest first."""
    query = select(TournamentChange).where(TournamentChange.tournament_id == tournament.id)
    query = query.order_by(TournamentChange.seq.desc()).limit(most)
    with reading() as connection, open_session(connection) as session:
        return tuple(session.scalars(query))
