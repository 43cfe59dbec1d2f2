"""Describe the times of a tournament, and how its matches count. Both may change between rounds."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum

from companion.engine import N_, Impossible, Rules, start
from companion.tournament.entries import How, Result
from companion.tournament.formats import TEAMS, Format, Kind


class AtTime(StrEnum):
    """The rule for a game that nobody has won when the time of a round is over.

    The database stores these values.
    """

    LEADER = "leader"  # finish the hand; whoever leads wins, and it is a draw if nobody leads
    DRAW = "draw"  # finish the hand; a game that is not won is a draw
    SCORE = "score"  # the games that are missing start at `start_score`


class ByeWorth(StrEnum):
    """The worth of a bye. The database stores these values."""

    HALF = "half"  # a win, with half of the largest difference
    WIN = "win"  # a win, without difference
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Terms:
    """The times of a tournament, and how its matches count.

    * `tables` is how many tables there are.
    * `minutes` is the time limit of a round, 0 for none.
    * `pause` is how many minutes are between two rounds.
    * `late_first` is how many minutes a team may be late in the first round.
    * `late` is how many minutes a team may be late in the other rounds.
    * `cap` is the largest difference in points that counts in a match.
    * `at_time` is what happens to a game that nobody has won when the time is over.
    * `start_score` is the score at which the games not yet played start after the time is over, if
      `at_time` is `AtTime.SCORE`.
    * `bye` is what a bye is worth.
    * `ask_after` is how many minutes a side has for signing after the end of a match. After that,
      the organiser is asked about the match.
    * `site` is the address of a site that may show the tournament in a frame, "" for none.
    """

    tables: int = 8
    minutes: int = 35
    pause: int = 5
    late_first: int = 15
    late: int = 5
    cap: int = 12
    at_time: AtTime = AtTime.DRAW
    start_score: str = ""
    bye: ByeWorth = ByeWorth.HALF
    ask_after: int = 5
    site: str = ""

    def __post_init__(self) -> None:
        """Raise Impossible, with a message for the user, if a value is out of its range."""
        for name, (least, most) in _RANGES.items():
            if not least <= getattr(self, name) <= most:
                raise Impossible(_SENTENCES[name], least=least, most=most)

    def walkover(self, how: How, games_to_win: int) -> Result:
        """Return the result of a bye or a forfeit. The team that was there comes first.

        This team has `games_to_win` games and half of `cap` as points. The other side has 0 games
        and 0 points. There are two exceptions:

        * If `bye` is `ByeWorth.WIN`, the team that was there has 0 points too.
        * If `bye` is `ByeWorth.NOTHING`, a bye has 0 games and 0 points on both sides.
        """
        if how is How.BYE and self.bye is ByeWorth.NOTHING:
            return Result((0, 0), (0, 0), how)
        difference = self.cap // 2
        if self.bye is ByeWorth.WIN:
            difference = 0
        return Result((games_to_win, 0), (difference, 0), how)


_RANGES = {
    "tables": (1, 64),
    "minutes": (0, 600),
    "pause": (0, 120),
    "late_first": (0, 120),
    "late": (0, 120),
    "cap": (1, 1000),
    "ask_after": (0, 120),
}
_SENTENCES = {
    "tables": N_("A tournament has %(least)s to %(most)s tables."),
    "minutes": N_("A round has %(least)s to %(most)s minutes."),
    "pause": N_("Between two rounds there are %(least)s to %(most)s minutes."),
    "late_first": N_("A team may be late by %(least)s to %(most)s minutes."),
    "late": N_("A team may be late by %(least)s to %(most)s minutes."),
    "cap": N_("The largest difference of a match is %(least)s to %(most)s points."),
    "ask_after": N_("The organiser is asked after %(least)s to %(most)s minutes."),
}


def terms_to_json(terms: Terms) -> str:
    """Return the terms as JSON for the database."""
    return json.dumps(asdict(terms))


def terms_from_json(text: str) -> Terms:
    """Return the terms that `terms_to_json` wrote.

    Raises KeyError if the text has no `at_time` or no `bye`. Other missing values get their
    defaults.
    """
    kept = json.loads(text)
    known = {field.name: kept[field.name] for field in fields(Terms) if field.name in kept}
    known["at_time"] = AtTime(known["at_time"])
    known["bye"] = ByeWorth(known["bye"])
    return Terms(**known)


def format_to_json(form: Format) -> str:
    """Return the format as JSON for the database."""
    return json.dumps(asdict(form))


def format_from_json(text: str) -> Format:
    """Return the format that `format_to_json` wrote."""
    kept = json.loads(text)
    return Format(**{**kept, "kind": Kind(kept["kind"])})


def check_start_score(rules: Rules, terms: Terms) -> None:
    """Raise ValueError if no game can start at `start_score`.

    The error has a message for the user. Do nothing if `at_time` is not `AtTime.SCORE`.
    """
    if terms.at_time is not AtTime.SCORE:
        return
    if not terms.start_score:
        raise Impossible("Say at which score the missing games start, for example 11-11.")
    start(rules, 0, terms.start_score)


def fit_format(form: Format, teams: int) -> Format:
    """Return the format with numbers that this many teams can play, if that is possible.

    If fewer teams came than expected, the new format has fewer rounds of Swiss, a smaller final, or
    fewer groups. The caller checks with `check_format` whether the new format can be played.
    """
    if form.kind is Kind.SWISS:
        final = form.final
        while final > teams:
            final //= 2
        fitted = replace(form, rounds=min(form.rounds, teams - 1), final=final)
        return _fit_second_chance(fitted, teams - final)
    if form.kind is Kind.GROUPS:
        groups = max(2, min(form.groups, teams // 3))
        qualify = min(form.qualify, teams // groups)
        fitted = replace(form, groups=groups, qualify=qualify)
        return _fit_second_chance(fitted, teams - groups * qualify)
    return form


def _fit_second_chance(form: Format, left: int) -> Format:
    """Return the format with at most `left` teams in the second bracket.

    `left` is how many teams are not in the title bracket. If it is less than 2, there is no second
    bracket.
    """
    if left < 2:
        return replace(form, second_chance=0)
    return replace(form, second_chance=min(form.second_chance, left))


def check_format(form: Format, teams: int) -> None:
    """Raise Impossible, with a message for the user, if this many teams cannot play this format."""
    if teams not in TEAMS:
        raise Impossible(
            "A tournament has %(least)s to %(most)s teams.", least=TEAMS.start, most=TEAMS.stop - 1
        )
    if form.kind is Kind.SWISS:
        _check_swiss(form, teams)
        _check_second_chance(form, teams - form.final)
    if form.kind is Kind.GROUPS:
        _check_groups(form, teams)
        _check_second_chance(form, teams - form.groups * form.qualify)


def _check_swiss(form: Format, teams: int) -> None:
    if not 1 <= form.rounds < teams:
        raise Impossible(
            "With %(teams)s teams, Swiss has 1 to %(most)s rounds.", teams=teams, most=teams - 1
        )
    if form.final not in {0, 2, 4, 8, 16} or form.final > teams:
        raise Impossible("The final after Swiss is played by 2, 4, 8 or 16 of the teams.")


def _check_second_chance(form: Format, left: int) -> None:
    if form.second_chance and not 2 <= form.second_chance <= left:
        raise Impossible(
            "A second chance is for 2 or more of the teams that missed the title: here %(left)s.",
            left=max(0, left),
        )


def _check_groups(form: Format, teams: int) -> None:
    if not 2 <= form.groups <= teams // 3:
        raise Impossible(
            "With %(teams)s teams there are 2 to %(most)s groups, so that each has at least three.",
            teams=teams,
            most=max(2, teams // 3),
        )
    if not 1 <= form.qualify <= teams // form.groups:
        raise Impossible("More teams cannot qualify than a group has.")
