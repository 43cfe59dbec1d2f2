"""Open a tournament with a form in which everything is filled in, and change the settings later."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import variants
from companion.engine import Impossible
from companion.engine.variant import Variant
from companion.pages import house_rules, tiles
from companion.pages.joining import NO_COOKIES
from companion.pages.limits import check_open_rate
from companion.tournament import embedding, replanning, rounds, tournaments
from companion.tournament.formats import TEAMS, Format, Kind, extent, usual_rounds
from companion.tournament.models import Tournament
from companion.tournament.pages import asked
from companion.tournament.rounds import Snapshot
from companion.tournament.terms import AtTime, ByeWorth, Terms, check_format
from companion.tournament.tournaments import FoundTournament
from companion.web import device
from companion.web.forms import number
from companion.web.language import N_, gettext, ngettext
from companion.words import games
from companion.words.wrong import sentence_of

bp = Blueprint("tournament_setup", __name__)

SIZES = {
    2: N_("two players"),
    1: N_("one player"),
    3: N_("three players"),
}
KINDS = {
    Kind.SWISS: (N_("Swiss"), N_("nobody goes home, equals meet")),
    Kind.GROUPS: (N_("Groups, then knock-out"), N_("small groups, then the best")),
    Kind.SINGLE: (N_("Knock-out"), N_("who loses is out")),
    Kind.DOUBLE: (N_("Double elimination"), N_("out after two losses")),
    Kind.SECOND_CHANCE: (
        N_("Knock-out and second chance"),
        N_("who loses in the first round plays on in a second knock-out"),
    ),
    Kind.ALL: (N_("All play all"), N_("everybody against everybody")),
}
AT_TIME = {
    AtTime.DRAW: N_("Finish the hand; a game that is not won is a draw"),
    AtTime.LEADER: N_("Finish the hand; whoever leads wins"),
    AtTime.SCORE: N_("The missing games start at a score"),
}
AT_TIME_SHORT = {
    # NOTE: what happens when the time of a round is over; at most 28 letters
    AtTime.DRAW: N_("Last hand, then a draw"),
    # NOTE: what happens when the time of a round is over; at most 28 letters
    AtTime.LEADER: N_("Last hand, leader wins"),
}
BYES = {
    ByeWorth.HALF: N_("a win with half the largest difference"),
    ByeWorth.WIN: N_("a win without difference"),
    ByeWorth.NOTHING: N_("nothing"),
}
FINALS = (0, 2, 4, 8, 16)


@dataclass(frozen=True, slots=True)
class FieldChoice:
    """A value that a field offers: the text that it sends, its label, and whether it is chosen."""

    value: str
    label: str
    chosen: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class SetupPage:
    """The form of the settings. Each field has what was typed, or else its usual value.

    * `extent` are two sentences: how long the tournament takes, and how much each team plays.
    * `usual_cap` is the largest difference in points that counts in a match, if nobody types
      another one.
    * `token` is the token of a link of a tournament that is open already, "" for a new tournament.
    * `has_begun` is whether the first round is drawn, so that the format is fixed.
    """

    title: str
    games: tuple[FieldChoice, ...]
    game: str
    sizes: tuple[FieldChoice, ...]
    kinds: tuple[FieldChoice, ...]
    kind: str
    teams: str
    fields: Mapping[str, str]
    usual_cap: int
    at_time: tuple[FieldChoice, ...]
    byes: tuple[FieldChoice, ...]
    finals: tuple[FieldChoice, ...]
    classification: bool
    third_place: bool
    reseed: bool
    extent: tuple[str, str]
    token: str
    has_begun: bool
    groups: tuple[house_rules.Group, ...]
    first: tuple[house_rules.Control, ...]
    notice: str = ""

    @property
    def heading(self) -> str:
        """Return the heading of the page."""
        if self.token:
            return gettext("Format, time and what decides")
        return gettext("New tournament")


@bp.get("/tournament")
def show_setup() -> Response:
    """Show the form for a new tournament. All fields have values, so it can be sent at once."""
    return _form(request.args)


@bp.post("/tournament")
def create_tournament() -> Response:
    """Open a tournament for sign-up, with this phone as its organiser.

    If the form has the field `look`, open nothing, but show the form again. The usual numbers of
    tables, rounds and groups are then those for the typed number of teams.
    """
    typed = _with_usual_for_teams(request.form)
    if device.keeps_no_cookies():
        return _form(typed, gettext(NO_COOKIES), 403)
    if "look" in typed:
        return _form(typed)
    opened = check_open_rate()
    phone = device.phone_id_or_new()
    try:
        variant = _variant(typed)
        form, terms = _read(typed)
        tournament = tournaments.open_tournament(
            typed.get("title", ""),
            variant=variant.id,
            team_size=_int(typed, "size", 2),
            house=house_rules.chosen(variant, typed),
            form=form,
            terms=terms,
            device=phone,
        )
    except ValueError as error:
        return _form(typed, sentence_of(error), 422)
    opened()
    target = url_for("tournament_desk.show_desk", token=tournament.organise_token)
    return device.set_phone_cookie(redirect(target, 303), phone)


def _with_usual_for_teams(typed: Mapping[str, str]) -> Mapping[str, str]:
    """Return the fields of the form without usual numbers that no longer fit.

    The server fills in the usual numbers of tables, rounds and groups for a number of teams. If
    somebody then changes the number of teams, leave these numbers out, so that the caller fills
    them in again. Numbers that somebody typed are kept.
    """
    filled_in_for = typed.get("usual_for", "")
    if filled_in_for == typed.get("teams", ""):
        return typed
    usual = _fields({"teams": filled_in_for})
    kept = dict[str, str](typed)
    for name in ("tables", "rounds", "groups"):
        if kept.get(name) == usual[name]:
            del kept[name]
    return kept


def _variant(typed: Mapping[str, str]) -> Variant:
    known = typed.get("game", "")
    if not known:
        return tiles.own_game()
    return variants.get(known)


def _int(typed: Mapping[str, str], name: str, usual: int) -> int:
    """Return the number in the field `name`, or `usual` if the field is empty.

    Raises Impossible, with a message for the user, if the text is not a number.
    """
    text = typed.get(name, "").strip()
    if not text:
        return usual
    value = number(text, 10_000)
    if value is None:
        raise Impossible("“%(text)s” is not a number.", text=text[:20])
    return value


def _offered(typed: Mapping[str, str], name: str, offered: Iterable[str], usual: str) -> str:
    """Return the value of the field `name`, or `usual` if the field was not sent.

    Raises Impossible, with a message for the user, if the value is not in `offered`.
    """
    value = typed.get(name, usual)
    if value not in list(offered):
        raise Impossible("“%(text)s” is none of the choices.", text=value[:20])
    return value


def _read(typed: Mapping[str, str]) -> tuple[Format, Terms]:
    """Return the format and the terms that were typed.

    Raises ValueError, with a message for the user, if the tournament cannot be played like this.
    """
    teams = _int(typed, "teams", 16)
    form = _read_format(typed, teams)
    check_format(form, teams)
    return form, _read_terms(typed, teams)


def _read_terms(typed: Mapping[str, str], teams: int) -> Terms:
    usual = Terms()
    return Terms(
        tables=_int(typed, "tables", max(1, min(teams // 2, 64))),
        minutes=_int(typed, "minutes", usual.minutes),
        pause=_int(typed, "pause", usual.pause),
        late_first=_int(typed, "late_first", usual.late_first),
        late=_int(typed, "late", usual.late),
        cap=_int(typed, "cap", _usual_cap(typed)),
        at_time=AtTime(_offered(typed, "at_time", AT_TIME, usual.at_time)),
        start_score=typed.get("start_score", "").strip().replace("–", "-")[:20],
        bye=ByeWorth(_offered(typed, "bye", BYES, usual.bye)),
        ask_after=_int(typed, "ask_after", usual.ask_after),
        site=embedding.clean_site(typed.get("site", "")),
    )


def _usual_cap(typed: Mapping[str, str]) -> int:
    """Return the largest difference in points that counts, if nobody types another one.

    This is the target of the chosen game, because no game is lost by more points.
    """
    try:
        variant = _variant(typed)
        seats = 2 * _int(typed, "size", 2)
        return variant.rules(seats, house_rules.chosen(variant, typed)).tally.target
    except ValueError:
        return Terms().cap


def _read_format(typed: Mapping[str, str], teams: int) -> Format:
    kind = Kind(_offered(typed, "kind", KINDS, Kind.SWISS))
    groups = 0
    qualify = 0
    if kind is Kind.GROUPS:
        groups = _int(typed, "groups", max(2, teams // 4))
        qualify = _int(typed, "qualify", 2)
    final = 0
    if kind is Kind.SWISS:
        final = _int(typed, "final", 0)
    second_chance = 0
    if kind in {Kind.SWISS, Kind.GROUPS}:
        second_chance = _int(typed, "second_chance", 0)
    return Format(
        kind=kind,
        rounds=_int(typed, "rounds", min(usual_rounds(teams), teams - 1)),
        groups=groups,
        qualify=qualify,
        classification="classification" in typed and kind is Kind.GROUPS,
        final=final,
        second_chance=second_chance,
        third_place="third_place" in typed,
        reseed="reseed" in typed,
    )


def rule_at_time(terms: Terms) -> str:
    """Return a sentence that says what happens when the time of a round is over."""
    if terms.at_time is AtTime.SCORE:
        score = terms.start_score.replace("-", "–")
        return gettext("The missing games start at %(score)s", score=score)
    return gettext(AT_TIME[terms.at_time])


def short_rule_at_time(terms: Terms) -> str:
    """Return what happens when the time of a round is over, in at most 28 letters."""
    if terms.at_time is AtTime.SCORE:
        score = terms.start_score.replace("-", "–")
        # NOTE: what happens when the time of a round is over; at most 28 letters
        return gettext("Missing games from %(score)s", score=score)
    return gettext(AT_TIME_SHORT[terms.at_time])


@bp.get("/k/<token>/setup")
def show_settings(token: str) -> Response:
    """Show the form with the settings of an open tournament. Its game cannot be changed."""
    found = asked.require_organiser(token)
    typed = request.args or _typed_of(rounds.take_snapshot(found.tournament))
    return _form(_with_game(typed, found.tournament), found=found)


@bp.post("/k/<token>/setup")
def save_settings(token: str) -> Response:
    """Save the title and the terms. Save the format too if the first round is not drawn yet.

    If the form has the field `look`, save nothing, and show the form again.
    """
    found = asked.require_organiser(token)
    typed = _with_game(request.form, found.tournament)
    if "look" in typed:
        return _form(typed, found=found)
    try:
        snapshot = rounds.take_snapshot(found.tournament)
        if snapshot.tournament.stage == "signing up":
            form, terms = _read(typed)
        else:
            form = snapshot.so_far.form
            terms = _read_terms(typed, len(snapshot.teams))
        title = typed.get("title", "")
        replanning.set_plan(found.tournament, title, form, terms, asked.phone())
    except ValueError as error:
        return _form(typed, sentence_of(error), 422, found)
    return redirect(url_for("tournament_desk.show_desk", token=token), 303)


def _with_game(typed: Mapping[str, str], tournament: Tournament) -> dict[str, str]:
    """Return the fields of the form, and those of the game of an open tournament.

    The form does not send the game, because it cannot be changed. But the usual value of `cap`
    depends on it.
    """
    house = {f"house-{key}": value for key, value in tournament.house_rules.items()}
    game = {"game": tournament.variant, "size": str(tournament.team_size)}
    return {**typed, **game, **house}


def _typed_of(snapshot: Snapshot) -> dict[str, str]:
    """Return the fields of the form with the present settings of the tournament."""
    form = snapshot.so_far.form
    fields = {**asdict(form), **asdict(snapshot.terms)}
    typed = {name: str(value) for name, value in fields.items() if not isinstance(value, bool)}
    typed |= {name: "on" for name, value in fields.items() if value is True}
    there = [team for team in snapshot.teams if team.left is None]
    teams = max(len(there), TEAMS.start)
    return {**typed, "title": snapshot.tournament.title, "teams": str(teams)}


def _form(
    typed: Mapping[str, str],
    notice: str = "",
    status: int = 200,
    found: FoundTournament | None = None,
) -> Response:
    variant = _variant_or_own(typed)
    size = number(typed.get("size", ""), 4) or 2
    prose = games.words(variant.id)
    seats = 2 * size
    controls = house_rules.controls(variant, prose, typed, seats)
    first = tuple(control for key, control in controls.items() if key in house_rules.FIRST)
    page = SetupPage(
        title=typed.get("title", ""),
        games=tuple(_games(variant, seats)),
        game=variant.id,
        sizes=_choices(_texts(SIZES), str(size)),
        kinds=_kinds(typed.get("kind", Kind.SWISS)),
        kind=typed.get("kind", Kind.SWISS),
        teams=typed.get("teams", "16"),
        fields=_fields(typed),
        usual_cap=_usual_cap(typed),
        at_time=_choices(_texts(AT_TIME), typed.get("at_time", Terms().at_time)),
        byes=_choices(_texts(BYES), typed.get("bye", Terms().bye)),
        finals=_finals(typed.get("final", "0")),
        classification="classification" in typed,
        third_place="third_place" in typed,
        reseed="reseed" in typed,
        extent=_extent(typed),
        token=found.address if found else "",
        has_begun=found is not None and found.tournament.stage != "signing up",
        groups=house_rules.groups(controls),
        first=first,
        notice=notice,
    )
    made = make_response(render_template("tournament/setup.html", page=page), status)
    return device.ensure_phone_cookie(made)


def _variant_or_own(typed: Mapping[str, str]) -> Variant:
    try:
        return _variant(typed)
    except ValueError:
        return tiles.own_game()


def _games(chosen: Variant, seats: int) -> Iterator[FieldChoice]:
    """Yield the games that two teams can play at a table with this many seats."""
    for game in variants.VARIANTS.values():
        if seats in game.seats and game.accounts(seats) == 2:
            yield FieldChoice(game.id, games.name(game.id), game.id == chosen.id)


def _texts(
    texts: Mapping[AtTime, str] | Mapping[ByeWorth, str] | Mapping[int, str],
) -> dict[str, str]:
    return {str(key): text for key, text in texts.items()}


def _choices(texts: Mapping[str, str], chosen: str) -> tuple[FieldChoice, ...]:
    return tuple(FieldChoice(key, gettext(text), key == chosen) for key, text in texts.items())


def _kinds(chosen: str) -> tuple[FieldChoice, ...]:
    found = []
    for kind, (text, note) in KINDS.items():
        found.append(FieldChoice(kind, gettext(text), kind == chosen, gettext(note)))
    return tuple(found)


def _finals(chosen: str) -> tuple[FieldChoice, ...]:
    found = []
    for teams in FINALS:
        text = gettext("no final")
        if teams:
            text = gettext("the best %(teams)s", teams=teams)
        found.append(FieldChoice(str(teams), text, str(teams) == chosen))
    return tuple(found)


def _fields(typed: Mapping[str, str]) -> dict[str, str]:
    """Return the values of the form's fields. A field that was left empty gets its usual value."""
    teams = number(typed.get("teams", "16"), 100) or 16
    rounds = ""
    if teams in TEAMS:
        rounds = str(max(1, min(usual_rounds(teams), teams - 1)))
    usual = Terms()
    values = {
        "tables": str(max(1, teams // 2)),
        "rounds": rounds,
        "groups": str(max(2, teams // 4)),
        "qualify": "2",
        "second_chance": "0",
        "minutes": str(usual.minutes),
        "pause": str(usual.pause),
        "late_first": str(usual.late_first),
        "late": str(usual.late),
        "ask_after": str(usual.ask_after),
        "cap": "",
        "start_score": "",
        "site": "",
    }
    return {name: typed.get(name, "") or value for name, value in values.items()}


def _extent(typed: Mapping[str, str]) -> tuple[str, str]:
    """Return two sentences: how long the tournament takes, and how much each team plays.

    If no tournament can be played with what was typed, return the sentence of the error and "".
    """
    try:
        teams = _int(typed, "teams", 16)
        form, terms = _read(typed)
    except ValueError as error:
        return sentence_of(error), ""
    size = extent(form, teams, terms.tables, terms.minutes, terms.pause)
    minutes = round(size.hours * 60 / 10) * 10
    # NOTE: as in 16 teams, 8 tables: 5 rounds, about 5 h 25
    first = gettext(
        "%(teams)s, %(tables)s: %(rounds)s, about %(hours)s h %(minutes)s",
        teams=ngettext("%(num)s team", "%(num)s teams", teams),
        tables=ngettext("%(num)s table", "%(num)s tables", terms.tables),
        rounds=ngettext("%(num)s round", "%(num)s rounds", size.rounds),
        hours=minutes // 60,
        minutes=f"{minutes % 60:02}",
    )
    least, most = size.matches
    if least == most:
        each = ngettext("Each team plays %(num)s match.", "Each team plays %(num)s matches.", least)
        return first, each
    return first, gettext("Each team plays %(least)s to %(most)s matches.", least=least, most=most)
