"""Put into words what a tap leads to, as clauses for one reader: “then you get 2”."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.board import outcomes
from companion.engine import Event, Hand, Rules, Worth
from companion.learn.facts import Outcome
from companion.web.language import N_, NN_, gettext, ngettext
from companion.words import labels
from companion.words.people import People

# NOTE: after a colon: %(what)s is a number of points, or a trut, for the reader alone, or with
# their partners
WE_GET = NN_("then you get %(what)s", "then you get %(what)s")
# NOTE: after a colon: %(what)s is a number of points, or a trut, for the other side, several people
THEY_GET = N_("then they get %(what)s")
# NOTE: %(what)s is what the reader wins alone, or with their partners: the game, the match
WE_WIN = NN_("you win %(what)s", "you win %(what)s")
# NOTE: %(what)s is what the other side, several people, wins: the game, the match
THEY_WIN = N_("they win %(what)s")
# NOTE: %(what)s is a number of points, or a trut. %(side)s is one player, or several
SIDE_GETS = NN_("%(side)s gets %(what)s", "%(side)s get %(what)s")
# NOTE: %(what)s is what is won: the game, the match. %(side)s is one player, or several
SIDE_WINS = NN_("%(side)s wins %(what)s", "%(side)s win %(what)s")
NOTHING = N_("nobody gets anything")


class Viewpoint(NamedTuple):
    """The reader of a sentence: a player by their seat, or None for a person who only watches.

    `hand` says which players play together.
    """

    seat: int | None
    hand: Hand
    people: People

    @property
    def rules(self) -> Rules:
        """Return the rules of the table."""
        return self.people.rules

    @property
    def side(self) -> int | None:
        """Return the side that the reader plays for in this hand, or None if they do not play."""
        if self.seat is None or self.seat in self.hand.out:
            return None
        return self.hand.side(self.seat)

    def owns(self, accounts: tuple[int, ...]) -> bool:
        """Return whether the reader has one of these accounts."""
        return self.seat is not None and self.rules.account(self.seat) in accounts

    def are_they(self, accounts: tuple[int, ...]) -> bool:
        """Return whether a sentence calls the players of these accounts “they”.

        It does if they are all the opponents of the reader, and more than one player.
        """
        if self.seat is None or self.owns(accounts) or players(accounts, self.rules) == 1:
            return False
        others = set(range(self.rules.accounts)) - {self.rules.account(self.seat)}
        if self.rules.accounts > 2:
            mine = self.rules.accounts_of(self.hand, self.hand.side(self.seat))
            others = set(range(self.rules.accounts)) - set(mine)
        return set(accounts) == others


def amount(event: Event, rules: Rules) -> str:
    """Return a payment as text: the number of points alone, or truts as `2 truts`."""
    if event.truts:
        return labels.truts(abs(event.truts), rules)
    return str(event.points or 0)


def gets(accounts: tuple[int, ...], what: str, view: Viewpoint) -> str:
    """Return a clause like `then they get 2`: the players of these accounts get `what`."""
    several = players(accounts, view.rules)
    if view.owns(accounts):
        return ngettext(*WE_GET, several, what=what)
    if view.are_they(accounts):
        return gettext(THEY_GET, what=what)
    return ngettext(*SIDE_GETS, several, side=view.people.brief.sides(accounts), what=what)


def wins(account: int, view: Viewpoint, *, match: bool) -> str:
    """Return a clause which says that an account wins the game, or the match if `match` is true."""
    what = view.people.game
    if match and view.rules.best_of > 1:
        what = gettext("the match")
    several = players((account,), view.rules)
    if view.owns((account,)):
        return ngettext(*WE_WIN, several, what=what)
    if view.are_they((account,)):
        return gettext(THEY_WIN, what=what)
    return ngettext(*SIDE_WINS, several, side=view.people.brief.sides((account,)), what=what)


def worth(value: Worth, view: Viewpoint) -> str:
    """Return the clause about what the hand is worth: `the hand is worth 2`."""
    sentence = outcomes.HAND_WORTH[outcomes.kind(value, view.rules)]
    return gettext(sentence, worth=view.people.worth(value))


def bet_worth(word: str, value: Worth, view: Viewpoint) -> str:
    """Return the clause about what a side bet is worth. `word` is the call of the bet."""
    sentence = outcomes.BET[outcomes.kind(value, view.rules)]
    call = view.people.words.word(word).said
    return gettext(sentence, call=call, worth=view.people.worth(value))


def leads_to(outcome: Outcome, before: Worth, view: Viewpoint) -> str:
    """Return the clause about what a tap leads to. Before the tap, the hand was worth `before`."""
    if outcome.won_by is not None:
        return wins(outcome.won_by, view, match=outcome.wins_match)
    if outcome.paid:
        said = [gets(paid.accounts, amount(paid.event, view.rules), view) for paid in outcome.paid]
        return joined(dict.fromkeys(said))
    if outcome.again:
        # NOTE: after a colon: this tap has the cards dealt again
        return gettext("new cards are dealt")
    if outcome.ends:
        return gettext(NOTHING)
    if outcome.worth != before:
        return worth(outcome.worth, view)
    return gettext("play goes on")


def joined(said: Iterable[str]) -> str:
    """Return the clauses in one text: `then you get 3; then they get 2`."""
    first, *others = said
    text = first
    for other in others:
        # NOTE: clauses about what happens, one after the other
        text = gettext("%(clauses)s; %(clause)s", clauses=text, clause=other)
    return text


def players(accounts: tuple[int, ...], rules: Rules) -> int:
    """Return how many players have these accounts."""
    return sum(len(rules.seats_of(account)) for account in accounts)
