"""Show the end of a game or a match: who won, and how to play again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion import tables
from companion.board import history
from companion.engine import Game, MatchLog, Rules
from companion.engine.table_taps import FORMS
from companion.retelling import result, story, svg
from companion.retelling.curve import course
from companion.retelling.key_figures import KeyFigure, key_figures
from companion.retelling.replay import Replay
from companion.retelling.standing import match_figures, read, result_figures, standing
from companion.retelling.svg import SmallLine
from companion.tables import LogRow, State, Viewer
from companion.web import slots
from companion.web.language import NN_, gettext, ngettext
from companion.web.templates import tell_or_leave_out
from companion.words import sentences
from companion.words.people import People, glyph
from companion.words.widths import room

# NOTE: to the player, or the players, of the side that won, in large letters
YOU_WON = NN_("You won!", "You won!")
# NOTE: to the side that lost, in large letters, above the names of the winners
THEY_WON = NN_("They won", "They won")
# NOTE: %(game)s is what a game is called in this game: “Anna & Biel win the game!”
WINS = {
    "game": NN_("%(side)s wins %(game)s!", "%(side)s win %(game)s!"),
    "match": NN_("%(side)s wins the match!", "%(side)s win the match!"),
}

# NOTE: %(side)s lost, %(what)s is what the match was for: “Anna & Biel pay: the coffees”
PAYS = NN_("%(side)s pays: %(what)s", "%(side)s pay: %(what)s")


class Winner(NamedTuple):
    """The side that has just won the match, or a game of it.

    * `number`: the index of the side; -1 if the match was stopped and nobody won.
    * `cry`: the headline in large letters: who won, or that the match was stopped.
    * `mine`, `lost`: whether the side of this phone won or lost the match.
    * `final`: whether the match is over.

    The other values are empty while the match goes on:

    * `score`: the final score, the winner's first.
    * `games`: the number of games that each side won.
    * `each`: the score of every game.
    * `target`: how many points win, if the match is one game.
    * `against`: the names of the losers.
    * `figures_of`: how many hands, calls and minutes the match had.
    * `course`: the lines of the curve of its score.
    * `last`: how the match was won.
    * `story`: how the match went, in one or two sentences.
    * `stake`: who pays the stake, or what people played for.
    """

    number: int
    glyph: str
    title: str
    final: bool
    names: str = ""
    score: str = ""
    games: str = ""
    each: str = ""
    target: str = ""
    against: str = ""
    figures_of: tuple[KeyFigure, ...] = ()
    course: tuple[SmallLine, ...] = ()
    last: str = ""
    story: tuple[str, ...] = ()
    stake: str = ""
    cry: str = ""
    mine: bool = False
    lost: bool = False

    @property
    def figures(self) -> str:
        """Return the score in games if the match has several games, otherwise the final score."""
        return self.games or self.score

    @property
    def wide(self) -> int:
        """Return the width that the names need, in half ems (see `widths.room`)."""
        return room(self.names)

    @property
    def named(self) -> bool:
        """Return whether the headline `cry` names the winners; their glyph is then beside it."""
        return bool(self.names) and self.names in self.cry

    @property
    def cry_wide(self) -> int:
        """Return the width of the headline (`cry`), in half ems, with the glyph if it has one."""
        if self.named:
            return room(f"M {self.cry}")
        return room(self.cry)


class Rematch(NamedTuple):
    """What a phone offers if its match is over or goes on at another table.

    Usually it offers a new table.

    * `on`: whether the new table is already open.
    * `may`: whether this phone may open the new table.
    * `label`: the text on the key that opens the table or leads to it.
    * `over`: if true, another match begins at the new table. Otherwise this match goes on there at
      the score that it has.
    * `pairs_after_swap`: who would play whom if everybody got another partner. It is "" if this
      phone may not open such a table.
    * `series`: how many matches each side has won so far, as `2–1`.
    * `result`: the token of the link by which the result is shared.
    * `instead`: the label and the address of a key of an extension, for example to the page where a
      tournament's result is signed. If there is such a key, no new table is offered.
    """

    on: bool
    may: bool
    label: str
    over: bool
    pairs_after_swap: str = ""
    series: str = ""
    result: str = ""
    instead: tuple[str, str] | None = None

    @property
    def has_menu(self) -> bool:
        """Return whether there is a menu behind the key “More”."""
        return bool(self.result)

    @property
    def keeps(self) -> bool:
        """Return whether this phone may keep the finished match in a book."""
        return self.over and self.may

    @property
    def chooses_game(self) -> bool:
        """Return whether this phone may open a table for another game or under other rules."""
        return self.over and self.may and not self.on


def winner(
    log: MatchLog, rows: tuple[LogRow, ...], people: People, stake: str = ""
) -> Winner | None:
    """Return the side that won a game with the last tap, or that has won the match.

    Return None if no side did. `stake` is what people played the match for.
    """
    game = log.game
    if game.over:
        final = _final(game, rows, people, Replay.from_log(log))
        return tell_or_leave_out(with_stake_sentence, final, people, stake, instead=final)
    side = next((event.side for event in game.events if event.kind == "game"), None)
    if side is None:
        return None
    title = people.brief.do(side, WINS["game"], game=people.game)
    return Winner(side, glyph(side), title, final=False)


def _final(game: Game, rows: tuple[LogRow, ...], people: People, replay: Replay) -> Winner:
    side = game.winner
    is_series = game.rules.best_of > 1
    score = result_figures(standing(game).text, "", won=side is not None)
    figures = _figures(score, side or 0)
    # A match that was stopped in its first game has no score of games, only that of this game.
    series = _figures(match_figures(game), side or 0) if is_series and any(game.games) else ""
    if side is None or game.ended:
        stopped = gettext("Stopped: nobody wins.")
        return Winner(-1, "none", stopped, final=True, score=figures, games=series, cry=stopped)
    wins = WINS["match"] if is_series else WINS["game"]
    games = tell_or_leave_out(result.game_scores, replay, instead=())
    minutes = tables.minutes_between(rows)
    return Winner(
        side,
        glyph(side),
        people.do(side, wins, game=people.game),
        final=True,
        names=people.brief.side(side),
        score=figures,
        games=series,
        each=" · ".join(score for score, _ in games),
        target=result.target(game),
        against=result.against_whom(people.brief, side),
        figures_of=tell_or_leave_out(key_figures, replay, minutes, instead=()),
        course=tell_or_leave_out(_course, replay, instead=()),
        last=_last(rows, people.brief, replay, side),
        story=tell_or_leave_out(story.tell_story, replay, people, instead=()),
        cry=people.brief.do(side, result.WON),
    )


def _last(rows: tuple[LogRow, ...], people: People, replay: Replay, side: int) -> str:
    """Return how the match was won: the reason for the last points, or that the others gave up."""
    if replay.steps and replay.steps[-1].tap.word in FORMS:
        return sentences.done(replay.steps[-1].tap, people)
    paid = (news.why for news in history.paid(rows, people) if side in news.accounts)
    return next(paid, "")


def _course(replay: Replay) -> tuple[SmallLine, ...]:
    return svg.small_course(course(replay))


def with_stake_sentence(winner: Winner, people: People, stake: str) -> Winner:
    """Return the winner with a sentence about the stake of the match.

    If the game has two sides and one has won, the sentence says that the other side pays. If
    `stake` is "", return `winner` unchanged.
    """
    if not stake:
        return winner
    if winner.number < 0 or people.rules.accounts != 2:
        return winner._replace(stake=gettext("Played for: %(what)s", what=stake))
    return winner._replace(stake=people.do(1 - winner.number, PAYS, what=stake))


def _figures(scores: Sequence[str], first: int) -> str:
    """Return the score of the side `first`, then the scores of the other sides, as `12–9`.

    If there are three or more other sides, only the two best of their scores are returned.
    """
    others = [score for side, score in enumerate(scores) if side != first]
    others.sort(key=lambda score: read(score).amounts, reverse=True)
    return "–".join((scores[first], *others[:2]))


def for_side(winner: Winner | None, side: int | None, rules: Rules) -> Winner | None:
    """Return `winner` as a phone of this side shows it: the text says “you won” or who won.

    Return `winner` unchanged if the match is not over, if nobody won it, or if `side` is None.
    """
    if winner is None or not winner.final or side is None or winner.number < 0:
        return winner
    if side == winner.number:
        you_won = ngettext(*YOU_WON, len(rules.seats_of(side)))
        return winner._replace(cry=you_won, mine=True)
    winners = len(rules.seats_of(winner.number))
    they_won = ngettext(*THEY_WON, winners, side=winner.names)
    return winner._replace(cry=they_won, lost=True)


def rematch(state: State, viewer: Viewer, code: str, *, lost: bool) -> Rematch:
    """Return the offer to play again, or to go on at a new table, for this phone.

    Call this only if the match is over, if its log is full, or if another match has followed it.
    `code` stands for the table in the addresses that this phone uses. `lost` is true if the phone's
    side lost the match.
    """
    match = state.match
    over = state.log.game.over
    on = match.rematch_id is not None
    may = viewer.may_tap
    label = _rematch_label(on=on, over=over, lost=lost)
    if not over:
        return Rematch(on, may, label, over=False)
    token = tables.result_token(match)
    instead = next(slots.links("instead_of_rematch", code=code), None)
    if instead is not None:
        return Rematch(
            on=False,
            may=False,
            label="",
            over=True,
            result=token,
            instead=instead if may else None,
        )
    return Rematch(
        on,
        may,
        label,
        over=True,
        pairs_after_swap=_pairs_after_swap(state) if may and not on else "",
        series=series(state, least=2),
        result=token,
    )


def _rematch_label(*, on: bool, over: bool, lost: bool) -> str:
    if on and over:
        return gettext("The rematch is on: go to the table")
    if on:
        return gettext("Go to the new table")
    if not over:
        return gettext("Continue at a new table")
    # NOTE: large buttons when a match is over: to those who lost, and to those who won or to
    # everybody
    if lost:
        return gettext("Revenge")
    return gettext("Rematch")


def _pairs_after_swap(state: State) -> str:
    """Return who would play whom with other partners, "" if partners cannot be changed."""
    if not tables.can_swap_partners(state.match):
        return ""
    return People(tables.names_after_swap(state.names), state.log.game.rules).brief.against()


def series(state: State, least: int = 1) -> str:
    """Return how many matches each side has won so far, as `2–1`.

    Return "" if fewer than `least` matches were won in all.
    """
    won = tables.series(state)
    if sum(won) < least:
        return ""
    return "–".join(map(str, won))
