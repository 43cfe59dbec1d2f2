"""What each topic of a sheet shows, as it is printed: facts from the rules in the words of the game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from companion.cheatsheets import (
    announcing,
    house,
    ladders,
    probe,
    ranking,
    seating,
    specials,
    turning,
)
from companion.cheatsheets.lexicon import Lexicon
from companion.cheatsheets.prose import Prose
from companion.cheatsheets.ties import TieRow
from companion.cheatsheets.ties import table as tie_table
from companion.cheatsheets.wording import Wording
from companion.engine import Rules
from companion.engine.giving import can_be_won
from companion.engine.variant import Variant


@dataclass(frozen=True, slots=True)
class LadderStep:
    """A line of the ladder: the call, the hand's worth if it is met, what refusing pays, and whose it is."""

    call: str
    yes: str
    no: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BetLine:
    """A line of the side bets: a call upon the one above it, if met, if refused."""

    call: str
    depth: int
    yes: str
    no: str


@dataclass(frozen=True, slots=True)
class TieTable:
    """The tricks of a hand and who takes it; `split` where the dealer makes a difference, `many` for over two sides."""

    rows: tuple[TieRow, ...]
    split: bool
    many: bool


@dataclass(frozen=True, slots=True)
class Case:
    """A special score and what it brings."""

    title: str
    says: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """A word, a sign or a source, and what it says."""

    word: str
    means: str


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources of a sheet, the main one first, and the points on which they differ."""

    named: tuple[Pair, ...]
    disputes: tuple[house.Dispute, ...]


@dataclass(frozen=True)
class TopicMaker:
    """Draws the topics of one game: each method gives a topic's body, None or empty where the game has none."""

    variant: Variant
    rules: Rules
    prose: Prose
    lexicon: Lexicon
    noted: turning.Noted = ()

    def ranking(self) -> tuple[ranking.RankedCards, ...]:
        """The cards, strongest first: of this very hand, if the card turned up was noted."""
        held = turning.ranking(self.variant, self.rules, self.noted)
        gone = turning.face_up(self.variant, self.noted)
        return ranking.places(held, self.variant.suits_under(self.rules), self.prose, gone)

    def turned_up(self) -> turning.TurnedUp | None:
        """The card turned up in this hand, if it was noted."""
        suits = self.variant.suits
        found = (
            turning.TurnedUp(self.words_for.call(w), ranking.card(c, suits, self.prose))
            for w, c in self.noted
        )
        return next(found, None)

    def turned(self) -> tuple[turning.Lift, ...]:
        """What each card lifts that may be turned up."""
        return turning.lifts(self.variant, self.rules, self.prose)

    @property
    def words_for(self) -> Wording:
        """Facts as sentences."""
        return Wording(self.prose, self.lexicon)

    def ladder(self) -> tuple[LadderStep, ...]:
        """The hand without a call, then each call."""
        caps = ladders.caps(self.rules)
        steps = (self._step(rung, caps.get(rung.word)) for rung in ladders.rungs(self.rules))
        return self._likewise((self._unraised(), *steps))

    def ties(self) -> TieTable:
        """The ways three tricks can fall."""
        return self._ties(tie_table(self.rules))

    def raised(self) -> TieTable:
        """The ways three tricks can fall after a call was accepted; empty where that makes no difference."""
        rows = tie_table(self.rules, raised=True)
        return self._ties(() if rows == tie_table(self.rules) else rows)

    def one_card(self) -> TieTable:
        """The ways one trick can fall, where hands of one card are dealt."""
        return self._ties(tie_table(self.rules, one_card=True))

    def special(self) -> tuple[Case, ...]:
        """The scores with rules of their own."""
        words = self.words_for
        return tuple(
            Case(words.title(case), tuple(words.case(case)))
            for case in specials.specials(self.rules)
        )

    def bets(self) -> tuple[BetLine, ...]:
        """The side bets, each call above those that may be made upon it."""
        return tuple(self._bet(bet) for bet in ladders.bets(self.rules))

    def announced(self) -> tuple[BetLine, ...]:
        """What is announced, above what may be said to it."""
        return tuple(self._bet(bet) for bet in announcing.announced(self.rules))

    def signals(self) -> tuple[Pair, ...]:
        """Signs between partners."""
        return tuple(Pair(row["sign"], row["means"]) for row in self.prose.rows("signals"))

    def deal(self) -> seating.Seating:
        """The table from above."""
        return seating.seating(self.rules, self.variant.direction, self.prose)

    def score(self) -> tuple[str, ...]:
        """How a game and a match are won."""
        return tuple(self.words_for.winning(self.rules))

    def slips(self) -> tuple[Pair, ...]:
        """What happens when the deal goes wrong."""
        return tuple(Pair(row["slip"], row["then"]) for row in self.prose.rows("slips"))

    def house(self) -> tuple[house.HouseRule, ...]:
        """The house rules in force."""
        return house.house_rules(self.variant, house.meant(self.variant, self.rules), self.prose)

    def words(self) -> tuple[Pair, ...]:
        """What the words of the game mean."""
        return tuple(Pair(row["word"], row["means"]) for row in self.prose.rows("words"))

    def sources(self) -> Sources:
        """The sources, and the points on which they differ."""
        named = tuple(Pair(row["name"], row["says"]) for row in self.prose.rows("sources"))
        return Sources(named, house.disputes(house.meant(self.variant, self.rules), self.prose))

    def _unraised(self) -> LadderStep:
        """The hand that nobody raises; without a worth where it cannot be played out."""
        no_call, words = self.prose.phrase("no_call"), self.words_for
        if not can_be_won(probe.fresh(self.rules)):
            return LadderStep(
                no_call, self.prose.phrase("nothing"), "", (self.prose.phrase("unplayed"),)
            )
        return LadderStep(no_call, words.worth(self.rules.plain), "")

    def _bet(self, bet: ladders.BetStep) -> BetLine:
        words = self.words_for
        return BetLine(
            words.call(bet.word), bet.depth, words.worth(bet.yes, bet.plus), words.worth(bet.no)
        )

    def _step(self, rung: ladders.Rung, cap: int | None) -> LadderStep:
        words = self.words_for
        answer = self.prose.phrase(rung.answer)
        if rung.replies:
            calls = " / ".join(words.call(word) for word in rung.replies)
            answer = self.prose.phrase("replies", answer=answer, calls=calls)
        named = " / ".join(words.call(word) for word in (rung.word, *rung.also))
        capped = () if cap is None else (self.prose.phrase("capped", cap=cap),)
        notes = (self.prose.phrase(rung.who), answer, *capped)
        return LadderStep(named, words.worth(rung.yes), words.worth(rung.no), notes)

    def _likewise(self, steps: tuple[LadderStep, ...]) -> tuple[LadderStep, ...]:
        """Steps with the notes of the step before say "likewise"; a repeated call has no notes."""
        return steps[:1] + tuple(self._after(before, step) for before, step in pairwise(steps))

    def _after(self, before: LadderStep, step: LadderStep) -> LadderStep:
        if step.notes != before.notes:
            return step
        return replace(
            step, notes=() if step.call == before.call else (self.prose.phrase("likewise"),)
        )

    def _ties(self, rows: tuple[TieRow, ...]) -> TieTable:
        return TieTable(rows, any(not row.same for row in rows), self.rules.sides > 2)
