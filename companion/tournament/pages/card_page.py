"""Redirect from the card of a physical table to its match, and show all cards for printing."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.pages.joining import NO_COOKIES
from companion.tournament import results, rounds, seating, showing, table_cards, tournaments
from companion.tournament.models import MatchRow
from companion.tournament.pages import asked
from companion.tournament.rounds import Snapshot
from companion.tournament.showing import FixtureTile
from companion.tournament.table_cards import FoundCard
from companion.web import device, qr
from companion.web.guests import shared_link
from companion.web.language import N_, gettext
from companion.words.wrong import sentence_of

OLD_CARD = N_("This card is of a tournament that was deleted.")

bp = Blueprint("tournament_card", __name__)


@dataclass(frozen=True, slots=True)
class CardTarget:
    """The page that opens when the card of a table is scanned.

    * `number` is the number of the scanned table.
    * `tile` is the match at the scanned table, None if there is none.
    * `is_elsewhere` is whether this phone's team plays another match.
    * `own_table` is the number of the table at which the team plays, 0 if it has no table.
    * `own_page` is the token of the team's page, "" if the phone has no team.
    * `may_swap` is whether the match of the team can be moved to the scanned table.
    * `watch` is the token of the link to watch the tournament.
    """

    token: str
    title: str
    number: int
    tile: FixtureTile | None
    is_elsewhere: bool
    own_table: int
    own_page: str
    may_swap: bool
    watch: str
    notice: str = ""

    @property
    def may_sit(self) -> bool:
        """Return whether the page has a key to sit down at the scanned table."""
        return self.tile is not None and not self.tile.is_over and not self.is_elsewhere


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """The card of a table: its number, and its link, also as a QR code."""

    number: int
    link: str
    square: qr.Square


@dataclass(frozen=True, slots=True)
class TableCardsPage:
    """The cards of all tables, for printing."""

    token: str
    title: str
    cards: tuple[PrintedCard, ...]


@bp.get("/k/<card>/at")
def show_table(card: str) -> Response:
    """Redirect to the page for joining the match at the physical table of this card.

    If nobody has sat down at the table yet, show a page with a key to sit down instead. If this
    phone's team plays another match, show a page that says so instead.
    """
    found = _card(card)
    snapshot = results.follow(found.tournament)
    row = table_cards.match_at(snapshot, found.number)
    table = results.table_of(row) if row is not None else None
    other = _own_match(snapshot)
    is_elsewhere = other is not None and (row is None or other.number != row.number)
    if table is not None and not is_elsewhere:
        return redirect(url_for("joining.show_by_link", token=table.join_token), 303)
    return _show(found, snapshot, card)


@bp.post("/k/<card>/at")
def sit_at_table(card: str) -> Response:
    """Open the match at the physical table of this card if it is not open yet.

    Then redirect to the page for joining the match. With `do=swap` in the form, first move the
    match of this phone's team to the physical table.
    """
    found = _card(card)
    snapshot = results.follow(found.tournament)
    if device.keeps_no_cookies():
        return _show(found, snapshot, card, gettext(NO_COOKIES), 403)
    phone = device.phone_id_or_new()
    try:
        if request.form.get("do") == "swap":
            snapshot = _swap(found, snapshot, phone)
        row = table_cards.match_at(snapshot, found.number)
        if row is None:
            return _show(found, snapshot, card)
        table = seating.open_match_table(found.tournament, row.number, phone)
    except ValueError as error:
        return _show(found, snapshot, card, sentence_of(error), 422)
    target = url_for("joining.show_by_link", token=table.join_token)
    return device.set_phone_cookie(redirect(target, 303), phone)


def _swap(card: FoundCard, snapshot: Snapshot, phone: str) -> Snapshot:
    here = table_cards.match_at(snapshot, card.number)
    own = _own_match(snapshot)
    if own is not None and _may_swap(own, here):
        if here is not None and not here.result:
            seating.swap_tables(card.tournament, own.number, here.number, phone)
        else:
            seating.move_to_table(card.tournament, own.number, card.number, phone)
    return rounds.take_snapshot(card.tournament)


def _may_swap(own: MatchRow, here: MatchRow | None) -> bool:
    """Return whether the match `own`, of this phone's team, can be moved to the scanned table.

    This is possible if nobody has sat down at the present table of `own`, and nobody plays at the
    scanned table. `here` is the match at the scanned table, or None.
    """
    if not own.table or own.match_id or own.result:
        return False
    return here is None or bool(here.result) or not here.match_id


def _own_match(snapshot: Snapshot) -> MatchRow | None:
    """Return the open match of this phone's team in the present round, or None."""
    known = tournaments.role_of(snapshot.tournament, device.phone_id())
    if known is None or not known.team:
        return None
    own = table_cards.match_of_team(snapshot.of_round(snapshot.round), known.team)
    if own is None or own.result:
        return None
    return own


def _card(token: str) -> FoundCard:
    card = table_cards.by_card(token)
    if card is None:
        abort(404, gettext(OLD_CARD))
    return card


def _show(
    card: FoundCard, snapshot: Snapshot, token: str, notice: str = "", status: int = 200
) -> Response:
    row = table_cards.match_at(snapshot, card.number)
    own = _own_match(snapshot)
    is_elsewhere = own is not None and (row is None or own.number != row.number)
    known = tournaments.role_of(snapshot.tournament, device.phone_id())
    page = CardTarget(
        token=token,
        title=snapshot.tournament.title,
        number=card.number,
        tile=showing.tile(snapshot, row) if row is not None else None,
        is_elsewhere=is_elsewhere,
        own_table=own.table if own is not None else 0,
        own_page=known.team_token if known is not None else "",
        may_swap=own is not None and is_elsewhere and _may_swap(own, row),
        watch=snapshot.tournament.watch_token,
        notice=notice,
    )
    made = make_response(render_template("tournament/card.html", page=page), status)
    return device.ensure_phone_cookie(made)


@bp.get("/k/<token>/cards")
def show_cards(token: str) -> Response:
    """Show the cards of all tables, for printing."""
    found = asked.require_organiser(token)
    printed = list[PrintedCard]()
    for card in table_cards.cards(found.tournament):
        link = shared_link("tournament_card.show_table", card=card.token)
        printed.append(PrintedCard(card.number, link, qr.square(link)))
    page = TableCardsPage(token, found.tournament.title, tuple(printed))
    return make_response(render_template("tournament/cards.html", page=page))
