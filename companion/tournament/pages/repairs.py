"""Make the repairs that the organiser's page offers. A form names the repair in the field `do`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from flask import abort, request

from companion.engine import Impossible
from companion.tournament import doubts, repairing, replanning, tournaments
from companion.tournament.pages import asked
from companion.tournament.tournaments import FoundTournament


def _set_rounds(found: FoundTournament) -> None:
    number = asked.small_number("rounds")
    if number is None:
        raise Impossible("“%(text)s” is not a number.", text=request.form.get("rounds", "")[:20])
    replanning.set_rounds(found.tournament, number, asked.phone())


def _play_on(found: FoundTournament) -> None:
    replanning.play_on(found.tournament, asked.phone())


def _pair_as_played(found: FoundTournament) -> None:
    other = asked.small_number("other", 64)
    if not other:
        abort(400)
    repairing.pair_as_played(found.tournament, asked.team_number(), other, asked.phone())


def _play_right_pair(found: FoundTournament) -> None:
    repairing.play_right_pair(found.tournament, asked.match_number(), asked.phone())


def _take_signature_off(found: FoundTournament) -> None:
    side = asked.small_number("side", 1)
    if side is None:
        abort(400)
    repairing.take_signature_off(found.tournament, asked.match_number(), side, asked.phone())


def _close_doubt(found: FoundTournament) -> None:
    kind = request.form.get("doubt", "")
    if kind not in list(doubts.DoubtKind):
        abort(400)
    answers = request.form.get("answers", "")
    number = asked.match_number()
    doubts.close_doubt(found.tournament, number, kind, answers, asked.phone())


def _replace_help(found: FoundTournament) -> None:
    if found.role != "organise":
        abort(403)
    tournaments.replace_link(found.tournament, "help", asked.phone())


def _replace_organise(found: FoundTournament) -> None:
    if found.role != "organise":
        abort(403)
    tournaments.replace_link(found.tournament, "organise", asked.phone())


def _replace_team(found: FoundTournament) -> None:
    tournaments.replace_team_link(found.tournament, asked.team_number(), asked.phone())


REPAIRS: Mapping[str, Callable[[FoundTournament], None]] = MappingProxyType(
    {
        "rounds": _set_rounds,
        "play-on": _play_on,
        "as-played": _pair_as_played,
        "right-pair": _play_right_pair,
        "signature-off": _take_signature_off,
        "close-question": _close_doubt,
        "replace-help": _replace_help,
        "replace-organise": _replace_organise,
        "replace-team": _replace_team,
    }
)
