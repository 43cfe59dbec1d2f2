"""Describe the decisions of a tournament in sentences."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime

from companion.tournament import replanning, tournaments
from companion.tournament.draws import FirstDraw
from companion.tournament.models import MatchRow, Tournament, TournamentChange
from companion.tournament.rounds import Snapshot, result_from_text
from companion.web import language
from companion.web.language import N_, gettext, ngettext

# Decisions that change which result of a match counts.
SETS_RESULT = {"counted", "confirmed", "by-hand", "forfeit", "annulled", "from-table"}
MOST_LOOKED_AT = 500  # decisions, to find those about one match
# Each decision in words, by what it is about: a round or the tournament, a team, or a match.
OF_ROUND = {
    "drew": N_("Round %(number)s is drawn"),
    "published": N_("Round %(number)s is published"),
    "took-back": N_("Round %(number)s is taken back"),
    "lots": N_("Round %(number)s: lots are drawn among equal teams"),
    "started": N_("Round %(number)s: the clock runs"),
    "paused": N_("Round %(number)s: the clock stands still"),
    "went-on": N_("Round %(number)s: the clock runs again"),
    "extended": N_("Round %(number)s: more minutes"),
    "locked": N_("Pair %(number)s of the draft: locked or unlocked"),
    "over": N_("The tournament is over"),
    "reopened": N_("The sign-up is open again"),
    "rounds": N_("The number of rounds is %(number)s now"),
    "played-on": N_("The tournament goes on"),
    "links": N_("A link was replaced"),
    "plan": N_("Format, time and what decides: changed"),
}
OF_TEAM = {
    "signed-up": N_("%(team)s signed up"),
    "withdrew": N_("%(team)s leave"),
    "came-back": N_("%(team)s come back"),
    "players": N_("%(team)s: other players"),
    "removed-name": N_("%(team)s: a name is removed"),
    "seeded": N_("%(team)s: seeded"),
    "swapped": N_("%(team)s: exchanged in the draft"),
}
OF_MATCH = {
    "sat-down": N_("%(place)s: they sit down"),
    "counted": N_("%(place)s: %(result)s signed by both"),
    "uncounted": N_("%(place)s: corrected, not signed any more"),
    "confirmed": N_("%(place)s: %(result)s confirmed"),
    "by-hand": N_("%(place)s: %(result)s by hand"),
    "forfeit": N_("%(place)s: forfeit"),
    "annulled": N_("%(place)s: annulled"),
    "from-table": N_("%(place)s: the table decides again"),
    "extended-one": N_("%(place)s: more minutes"),
    "called": N_("%(place)s: the referee is called"),
    "comes": N_("%(place)s: the referee comes"),
    "tables": N_("%(place)s: tables exchanged"),
    "at-score": N_("%(place)s: goes on at a score"),
    "as-played": N_("%(place)s: paired as they played"),
    "right-pair": N_("%(place)s: the right teams play"),
    "unsigned": N_("%(place)s: a signature taken off"),
    "not-right": N_("%(place)s: a team says that the result is not right"),
    "closed": N_("%(place)s: left as it is"),
}


def news(snapshot: Snapshot) -> str:
    """Return a sentence about a changed number of rounds, for teams and watchers.

    Return "" if the number was not changed after the last round was published.
    """
    number = replanning.new_number_of_rounds(snapshot.tournament)
    if not number:
        return ""
    return gettext("The number of rounds is %(number)s now", number=number)


def tell_draw(drawn: FirstDraw) -> str:
    """Return a sentence about the first draw: when it was made, and what was not left to chance."""
    time = language.clock(drawn.at)
    # NOTE: on the wall of a tournament: the pairs or groups were drawn at this time of the day
    said = [gettext("Drawn by chance at %(time)s", time=time)]
    if drawn.times > 1:
        # NOTE: the sign-up was opened again in between, and all was drawn again
        said.append(ngettext("drawn %(num)s time", "drawn %(num)s times", drawn.times))
    if drawn.seeded:
        said.append(ngettext("%(num)s team seeded", "%(num)s teams seeded", drawn.seeded))
    if drawn.exchanged:
        # NOTE: how often the organiser exchanged two teams of the draw
        hand = ngettext("%(num)s exchange by hand", "%(num)s exchanges by hand", drawn.exchanged)
        said.append(hand)
    elif not drawn.had_locked_pair:
        said.append(gettext("nothing changed by hand"))
    return " · ".join(said)


def tell_lots(at: datetime) -> str:
    """Return a sentence that says when lots were drawn, and that the lowest lot comes first."""
    # NOTE: on the wall of a tournament
    return gettext("Lots drawn at %(time)s, the lowest comes first", time=language.clock(at))


def latest(snapshot: Snapshot, most: int) -> list[tuple[str, str]]:
    """Return the last decisions as tuples of time and sentence, the latest decision first."""
    return [tell(snapshot, change) for change in tournaments.changes(snapshot.tournament, most)]


def about_match(tournament: Tournament, number: int) -> list[TournamentChange]:
    """Return the decisions about a match, the latest decision first.

    Only the last decisions of the tournament are searched (`MOST_LOOKED_AT`).
    """
    found = list[TournamentChange]()
    for change in tournaments.changes(tournament, MOST_LOOKED_AT):
        if change.about == number and change.what in OF_MATCH:
            found.append(change)
    return found


def reason(changes: Iterable[TournamentChange]) -> str:
    """Return the reason that an organiser typed for the present result of a match, or "" if none.

    `changes` are the decisions about the match, the latest decision first.
    """
    for change in changes:
        if change.what in SETS_RESULT:
            return str(json.loads(change.details).get("why", ""))
    return ""


def where_played(row: MatchRow) -> str:
    """Return the name of the table of a match, or the number of the match if it has no table."""
    if row.table:
        return gettext("Table %(number)s", number=row.table)
    return gettext("Match %(number)s", number=row.number)


def tell(snapshot: Snapshot, change: TournamentChange) -> tuple[str, str]:
    """Return the time of a decision, and a sentence about it."""
    return language.clock(change.at), _sentence(snapshot, change)


def _sentence(snapshot: Snapshot, change: TournamentChange) -> str:
    what = change.what
    if what in OF_ROUND:
        return gettext(OF_ROUND[what], number=change.about)
    if what in OF_TEAM and 1 <= change.about <= len(snapshot.teams):
        return gettext(OF_TEAM[what], team=snapshot.team(change.about).name)
    if what in OF_MATCH and 1 <= change.about <= len(snapshot.matches):
        row = snapshot.matches[change.about - 1]
        place = where_played(row)
        result = result_from_text(str(json.loads(change.details).get("after", "")))
        score = "–".join(map(str, result.points)) if result else ""
        return gettext(OF_MATCH[what], place=place, result=score)
    return what
