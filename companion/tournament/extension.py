"""Register tournaments with the application: their pages, and what they add to other pages."""

from __future__ import annotations

from dataclasses import dataclass
from pkgutil import resolve_name

from flask import Flask

from companion import tables
from companion.tournament import exporting, results, showing, tournaments
from companion.tournament.keeping import keep_copies
from companion.tournament.pages import (
    asked,
    card_page,
    changes_told,
    copies_page,
    demonstration_page,
    desk,
    draft_page,
    json_page,
    line_page,
    match_page,
    names_page,
    podium_page,
    setup_page,
    sign_up_page,
    standings_page,
    team_page,
    teams_page,
    wall,
)
from companion.tournament.seating import AtMatch
from companion.web import device, slots
from companion.web.language import gettext

PAGES = (
    setup_page,
    demonstration_page,
    sign_up_page,
    desk,
    draft_page,
    teams_page,
    match_page,
    team_page,
    card_page,
    standings_page,
    wall,
    json_page,
    line_page,
    copies_page,
    podium_page,
    names_page,
)
OWN = 4  # tournaments on the first page of a phone
SIDES = 2  # sides of a match; both sign it


@dataclass(frozen=True, slots=True)
class Signing:
    """The sentences that a tournament adds to the page for signing.

    * `counts` says what an organiser decided about the result. If nobody decided, it says that the
      result counts, or that it will count when both sides have signed.
    * `why` is the reason that an organiser typed for their decision, "" for none.
    * `cut` says why fewer points count than the table shows, "" if all count.
    * `team_page` is the token of this phone's team page, "" if its team does not play this match.
    """

    counts: str
    why: str
    cut: str
    team_page: str


def register(app: Flask) -> None:
    """Register the pages of tournaments, and what they add to other pages.

    If this function is not called, tables work without tournaments.
    """
    for page in PAGES:
        app.register_blueprint(page.bp)
    slots.add_section(app, "home", "tournament/_home.html", _mine)
    slots.add_section(app, "under_top_bar", "tournament/_at_table.html", line_page.over_table)
    slots.add_section(app, "at_both_ends", "tournament/_at_both_ends.html", line_page.over_table)
    slots.add_section(app, "top_bar", "tournament/_in_top_bar.html", _code_for_referee_key)
    slots.add_section(app, "menu", "tournament/_in_menu.html", _in_menu)
    slots.add_link(app, "instead_of_rematch", _sign, "hands.show_hands")
    slots.add_section(app, "signing", "tournament/_signing.html", _signing)
    slots.add_name_keeper(app, _is_of_a_tournament)
    slots.add_decider(app, _is_decided)
    slots.add_section(app, "scoreboard", "tournament/_on_scoreboard.html", line_page.over_table)
    slots.add_section(app, "privacy", "tournament/_privacy.html")
    app.jinja_env.globals["difference_of"] = showing.difference_of
    tables.call_before_deleting(app, keep_copies)
    tables.add_export(app, exporting.export_text)
    register_other_rooms(app)


def register_other_rooms(app: Flask) -> None:
    """Register the pages that join tournaments with books or places.

    Pages of a package that is switched off are left out.
    """
    if "book_page" in app.blueprints:
        resolve_name("companion.tournament.with_book:register")(app)
    if "place_page" in app.blueprints:
        resolve_name("companion.tournament.with_places:register")(app)


def _mine() -> tuple[tuple[str, str, str], ...]:
    """Return tuples of page endpoint, token and title for the tournaments of this phone."""
    phone = device.phone_id()
    found = tournaments.of_phone(phone, OWN) if phone else ()
    return tuple((one.page, one.address, one.tournament.title) for one in found)


def _code_for_referee_key(code: str) -> str:
    """Return the code of a table if its top bar has the key that calls the referee, else "".

    The bar has this key if the match at the table is in the present round of a tournament.
    """
    return asked.tell_at_table(_calling_table, code, instead="")


def _calling_table(code: str) -> str:
    found = asked.match_at_table(code)
    if found is None or not found.is_in_present_round:
        return ""
    return code


def _in_menu(code: str) -> str:
    """Return the token of this phone's team page, or "" if its team does not play at this table."""
    return asked.tell_at_table(_team_page, code, instead="")


def _team_page(code: str) -> str:
    found = asked.match_at_table(code)
    phone = device.phone_id()
    if found is None or not phone:
        return ""
    known = tournaments.role_of(found.tournament, phone)
    if known is None or known.team not in (found.row.first, found.row.second):
        return ""
    return known.team_token


def _is_of_a_tournament(code: str) -> bool:
    return asked.tell_at_table(asked.match_at_table, code, instead=None) is not None


def _is_decided(code: str) -> bool:
    """Return whether the match at this table has a result that counts, signed or set by hand."""
    found = asked.tell_at_table(asked.match_at_table, code, instead=None)
    return found is not None and bool(found.row.result)


def _sign(code: str) -> str:
    """Return the text of the link to the page for signing, or "" if there is no tournament."""
    return asked.tell_at_table(_text_of_link, code, instead="")


def _text_of_link(code: str) -> str:
    found = asked.match_at_table(code)
    if found is None:
        return ""
    if showing.what_was_decided(found.tournament, found.row):
        # NOTE: link when a match of a tournament is over and an organiser has decided its result
        return gettext("What the organiser decided")
    if _is_signed(found):
        # NOTE: link when a match of a tournament is over and both sides have signed
        return gettext("The signed result")
    # NOTE: link when a match of a tournament is over; both sides must do it
    return gettext("Sign the result")


def _is_signed(found: AtMatch) -> bool:
    at_table = results.at_table(found.row)
    return at_table is not None and len(at_table.signed) == SIDES


def _signing(code: str) -> Signing | None:
    """Return what a tournament adds to the page for signing, or None if there is no tournament."""
    return asked.tell_at_table(_signing_at, code, instead=None)


def _signing_at(code: str) -> Signing | None:
    found = asked.match_at_table(code)
    if found is None:
        return None
    decided = showing.what_was_decided(found.tournament, found.row)
    if decided:
        about = changes_told.about_match(found.tournament, found.row.number)
        why = changes_told.reason(about)
        return Signing(decided, why, "", _team_page(code))
    counts = gettext("It counts in the tournament once both sides have signed.")
    if _is_signed(found):
        counts = gettext("It counts in the tournament.")
    return Signing(counts, "", showing.cut_of(results.at_table(found.row)), _team_page(code))
