"""Build the view-model of a book's page: tonight, debts, the season, people and links."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from flask import request

from companion import book, variants
from companion.book import Found
from companion.book.pages import book_lines, evening_lines, match_result, night, season
from companion.book.pages.book_lines import MatchLine, Owed, SeasonLine
from companion.book.pages.evening_lines import Evening
from companion.book.pages.season import Season
from companion.pages import house_rules
from companion.tables.models import now
from companion.web.forms import number
from companion.web.guests import shared_link
from companion.web.language import N_, gettext
from companion.web.qr import Square, square
from companion.words import games

SHOWN = 30  # matches on a page; earlier matches are on further pages


@dataclass(frozen=True, slots=True)
class ZoneLine:
    """The time zone of a book: its name in words, and its name as somebody types it.

    `minutes` is how far clocks in this zone are ahead of UTC now. If the clock of a phone differs,
    the page offers the time zone of the phone.
    """

    name: str
    typed: str
    minutes: int


@dataclass(frozen=True, slots=True)
class BookPage:
    """The page of a book.

    * `usual`: the usual game of the book, in words.
    * `me`: the number of the person whose phone this is, 0 if nobody has said whose it is.
    * `standings`: the standings of the chosen season.
    * `matches`: the matches of the season on this page. Matches that `evening` shows are left out.
    * `idle`: the people who are not in the standings.
    * `streaks`: the winning streaks of people in the season (`winning_streaks`).
    * `begin`: the number of matches on all pages before this page.
    * `later`: the value of `begin` on the page before this page, which has later matches. None if
      there is no such page.
    * `earlier`: the same for the page after this page, which has earlier matches.
    * `is_empty`: whether no match is in the book.
    * `pasted`: the records that were pasted and could not be imported.
    """

    token: str
    title: str
    writes: bool
    keeps: bool
    usual: str
    house: tuple[str, ...]
    zone: ZoneLine
    evening: Evening
    owed: tuple[Owed, ...]
    season: Season
    standings: tuple[SeasonLine, ...]
    streaks: Mapping[int, int]
    idle: tuple[tuple[int, str], ...]
    people: tuple[tuple[int, str], ...]
    matches: tuple[MatchLine, ...]
    begin: int
    is_empty: bool
    later: int | None
    earlier: int | None
    me: int
    links: tuple[tuple[str, str, Square], ...]
    taken_out: tuple[tuple[str, int, str], ...]
    notice: str = ""
    pasted: str = ""

    @property
    def game(self) -> str:
        """Return the chosen game, "" if all games are shown."""
        return self.season.game

    @property
    def asked_game(self) -> str | None:
        """Return the chosen game, for the query of the page's links (`?game=`).

        Return None if all games are shown or the book has only one game. Then the links have no
        `game` in their query.
        """
        if not self.games:
            return None
        return self.game or None

    @property
    def games(self) -> tuple[tuple[str, str], ...]:
        """Return the games that can be chosen, each as its id and its name.

        Return no games if the book has only one game.
        """
        return self.season.games


def build_book_page(found: Found, phone: str, notice: str = "", pasted: str = "") -> BookPage:
    """Build the book's page for this phone. `notice` is a sentence for its reader, "" for none.

    `pasted` are the records that were pasted and could not be imported, "" for none.
    """
    whole = book.overview(found.book)
    names = book.people(found.book)
    chosen = season.chosen_season(whole)
    tonight = evening_lines.build_evening(found, whole, names)
    debts = book.open_debts(whole.entries)
    standings = book_lines.standing_lines(chosen.entries, names)
    of_tonight = {match.token for match in tonight.matches}
    elsewhere = of_tonight | tonight.resumed
    shown = [entry for entry in chosen.entries if entry.token not in elsewhere]
    begin = number(request.args.get("from", ""), len(shown)) or 0
    on_page = shown[begin : begin + SHOWN]
    people = tuple(book.people_to_choose(found.book).items())
    ranked = {one.number for one in standings}
    return BookPage(
        token=found.address,
        title=found.book.title,
        writes=found.writes,
        keeps=found.keeps,
        usual=_usual(found.book),
        house=_house(found.book),
        zone=_zone(found.book),
        evening=tonight,
        owed=tuple(book_lines.owed_lines(one, names) for one in debts),
        season=chosen,
        standings=standings,
        streaks=night.winning_streaks(chosen.entries),
        idle=tuple(one for one in people if one[0] not in ranked),
        people=people,
        matches=tuple(book_lines.match_line(entry, names, whole.zone) for entry in on_page),
        begin=begin,
        is_empty=not whole.entries,
        later=max(0, begin - SHOWN) if begin else None,
        earlier=begin + SHOWN if begin + SHOWN < len(shown) else None,
        me=book.whose(found.book, phone) if phone else 0,
        links=_links(found),
        taken_out=_taken_out(found, names) if found.keeps else (),
        notice=notice,
        pasted=pasted,
    )


def _usual(found: book.Book) -> str:
    """Return the game that new tables of the book offer first, such as "Le Truc (2)", or ""."""
    if not found.variant:
        return ""
    return gettext("%(game)s (%(players)s)", game=games.name(found.variant), players=found.seats)


def _house(found: book.Book) -> tuple[str, ...]:
    if not found.variant:
        return ()
    return house_rules.differences(variants.get(found.variant), found.seats, found.house_rules)


def _zone(found: book.Book) -> ZoneLine:
    zone = book.zone_of(found)
    here = now().astimezone(zone)
    ahead = here.utcoffset() or timedelta()
    minutes = int(ahead.total_seconds() // 60)
    if zone is None:
        # NOTE: a time zone, that of the server: “as the server: CET”
        return ZoneLine(gettext("as the server: %(zone)s", zone=here.tzname()), "", minutes)
    return ZoneLine(found.zone, found.zone, minutes)


LINKS = {"keep": N_("Managing link"), "write": N_("Editing link"), "read": N_("Read-only link")}


def _links(found: Found) -> tuple[tuple[str, str, Square], ...]:
    """Return the links that this phone may share, each with its title, its address and its QR code.

    A phone may share the links that allow no more than its own link.
    """
    roles = {"keep": ("keep", "write", "read"), "write": ("write", "read"), "read": ("read",)}
    allowed = roles[found.role]
    links = list[tuple[str, str, Square]]()
    for role in allowed:
        address = shared_link("book_page.show_book", token=getattr(found.book, f"{role}_token"))
        links.append((gettext(LINKS[role]), address, square(address)))
    return tuple(links)


def _taken_out(found: Found, names: Mapping[int, str]) -> tuple[tuple[str, int, str], ...]:
    said = {
        "person": N_("Removed: %(what)s"),
        "match": N_("Match removed: %(what)s"),
        # NOTE: %(what)s: “Editing link”
        "links": N_("Replaced: %(what)s"),
        "merged": N_("Merged: %(what)s"),
    }
    lines = list[tuple[str, int, str]]()
    for one in book.taken_out(found.book):
        lines.append((one.kind, one.number, gettext(said[one.kind], what=_which(one, names))))
    return tuple(lines)


def _which(one: book.TakenOut, names: Mapping[int, str]) -> str:
    """Return a description of what was removed, such as `Anna 12, Biel 7` for a match."""
    if one.kind == "links":
        return gettext(LINKS[one.text])
    if one.match is None:
        return one.text
    sides = zip(
        match_result.side_names(one.match, names), match_result.scores(one.match), strict=True
    )
    return ", ".join(f"{name} {score}" for name, score in sides)
