"""Make the content of each topic of a sheet: facts from the rules, in the game's words."""

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
from companion.cheatsheets.prose import Prose, load
from companion.cheatsheets.ties import TieRow
from companion.cheatsheets.ties import table as tie_table
from companion.cheatsheets.wording import Wording
from companion.engine import Rules
from companion.engine.tricks import can_be_won
from companion.engine.variant import Variant


@dataclass(frozen=True, slots=True)
class LadderStep:
    """A line of the ladder: a call, the worth of the hand after a yes, the points after a no.

    `notes` say who may call and who answers.
    """

    call: str
    yes: str
    no: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BetLine:
    """A line of the side bets: a call, its worth after a yes, and the points after a no.

    `depth` is how many calls come before it in the bet.
    """

    call: str
    depth: int
    yes: str
    no: str


@dataclass(frozen=True, slots=True)
class TieTable:
    """A table of who takes a hand, for each combination of results of its tricks.

    `split` is true if it matters who dealt, `many` if more than two sides play.
    """

    rows: tuple[TieRow, ...]
    split: bool
    many: bool


@dataclass(frozen=True, slots=True)
class Case:
    """A line of the special scores: a score, and what is different at this score."""

    title: str
    says: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """A word, a sign or a source, and its explanation."""

    word: str
    means: str


@dataclass(frozen=True, slots=True)
class Sign(Pair):
    """A signal: the sign that a player makes, what it means, and the drawings that show the sign.

    There are two drawings if the sign can be made in two ways, and none if the sign is a word.
    """

    drawn: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources of a cheat-sheet, the main one first, and the rules on which they disagree."""

    named: tuple[Pair, ...]
    disputes: tuple[house.Dispute, ...]


@dataclass(frozen=True)
class TopicMaker:
    """The maker of the topics of one game.

    For each topic a method of the same name returns the body. The body is empty if the game has no
    such topic.
    """

    variant: Variant
    rules: Rules
    prose: Prose
    lexicon: Lexicon
    noted: turning.Noted = ()

    def ranking(self) -> tuple[ranking.RankedCards, ...]:
        """Return the cards, strongest first, as they rank with the card turned up (`noted`)."""
        held = turning.ranking(self.variant, self.rules, self.noted)
        gone = turning.face_up(self.variant, self.noted)
        return ranking.places(held, self.variant.suits_under(self.rules), self.prose, gone)

    def turned_up(self) -> turning.TurnedUp | None:
        """Return the card turned up in this hand, or None if nobody tapped it."""
        for word, text in self.noted:
            shown = ranking.card(text, self.variant.suits, self.prose)
            return turning.TurnedUp(self.words_for.call(word), shown)
        return None

    def turned(self) -> tuple[turning.Lift, ...]:
        """Return which cards become the highest, for each card that may be turned up."""
        return turning.lifts(self.variant, self.rules, self.prose)

    @property
    def words_for(self) -> Wording:
        """Return the wording of this game."""
        return Wording(self.prose, self.lexicon)

    def ladder(self) -> tuple[LadderStep, ...]:
        """Return a line for the hand without a call, then a line for each call."""
        caps = ladders.caps(self.rules)
        steps = [self._without_a_call()]
        steps += (self._step(rung, caps.get(rung.word)) for rung in ladders.rungs(self.rules))
        rest = (self._shortened(before, step) for before, step in pairwise(steps))
        return (steps[0], *rest)

    def ties(self) -> TieTable:
        """Return who takes the hand for each combination of results of its three tricks."""
        return self._tie_table(tie_table(self.rules))

    def raised(self) -> TieTable:
        """Return who takes the hand after tied tricks if a call was accepted.

        The table is empty if it would be the same as without an accepted call.
        """
        rows = tie_table(self.rules, raised=True)
        if rows == tie_table(self.rules):
            rows = ()
        return self._tie_table(rows)

    def one_card(self) -> TieTable:
        """Return who takes a hand of one card. The table is empty if the game has no such hand."""
        return self._tie_table(tie_table(self.rules, one_card=True))

    def special(self) -> tuple[Case, ...]:
        """Return the scores with rules of their own."""
        words = self.words_for
        cases = specials.specials(self.rules)
        return tuple(Case(words.title(case), tuple(words.case(case))) for case in cases)

    def bets(self) -> tuple[BetLine, ...]:
        """Return the side bets. A call comes before the calls that may answer it."""
        return tuple(self._bet(bet) for bet in ladders.bets(self.rules))

    def announced(self) -> tuple[BetLine, ...]:
        """Return the calls that announce cards, such as flor, each followed by its answers."""
        return tuple(self._bet(bet) for bet in announcing.announced(self.rules))

    def signals(self) -> tuple[Sign, ...]:
        """Return the signals of the game in the language of the sheet.

        The names of their drawings are taken from the English file.
        """
        english = load(self.variant.id, "en", self.prose.facts).rows("signals")
        signs = []
        for row, drawing in zip(self.prose.rows("signals"), english, strict=True):
            drawn = tuple(drawing.get("drawn", "").split())
            signs.append(Sign(row["sign"], row["means"], drawn))
        return tuple(signs)

    def deal(self) -> seating.Seating:
        """Return the drawing of the table: who sits where, who deals, cuts and leads."""
        return seating.seating(self.rules, self.variant.direction, self.prose)

    def score(self) -> tuple[str, ...]:
        """Return the sentences that say how a game and a match are won, and what a hand pays."""
        return tuple(self.words_for.winning(self.rules))

    def slips(self) -> tuple[Pair, ...]:
        """Return what can go wrong at the table, and what then happens."""
        return tuple(Pair(row["slip"], row["then"]) for row in self.prose.rows("slips"))

    def house(self) -> tuple[house.HouseRule, ...]:
        """Return the house rules in force."""
        return house.house_rules(self.variant, self.rules, self.prose)

    def words(self) -> tuple[Pair, ...]:
        """Return what the words of the game mean."""
        return tuple(Pair(row["word"], row["means"]) for row in self.prose.rows("words"))

    def sources(self) -> Sources:
        """Return the sources, and the rules on which they disagree."""
        named = tuple(Pair(row["name"], row["says"]) for row in self.prose.rows("sources"))
        return Sources(named, house.disputes(house.meant(self.variant, self.rules), self.prose))

    def _without_a_call(self) -> LadderStep:
        """Return the line of a hand without a call.

        If such a hand cannot be won, the line says so instead of its worth.
        """
        phrase = self.prose.phrase
        if not can_be_won(probe.fresh(self.rules)):
            return LadderStep(phrase("no_call"), phrase("nothing"), "", (phrase("unplayed"),))
        return LadderStep(phrase("no_call"), self.words_for.worth(self.rules.plain), "")

    def _bet(self, bet: ladders.BetStep) -> BetLine:
        words = self.words_for
        yes = words.worth(bet.yes, bet.plus)
        return BetLine(words.call(bet.word), bet.depth, yes, words.worth(bet.no))

    def _step(self, rung: ladders.Rung, cap: int | None) -> LadderStep:
        words = self.words_for
        phrase = self.prose.phrase
        answer = phrase(rung.answer)
        if rung.replies:
            calls = " / ".join(words.call(word) for word in rung.replies)
            answer = phrase("replies", answer=answer, calls=calls)
        notes = [phrase(rung.who), answer]
        if cap is not None:
            notes.append(phrase("capped", cap=cap))
        called = " / ".join(words.call(word) for word in (rung.word, *rung.also))
        return LadderStep(called, words.worth(rung.yes), words.worth(rung.no), tuple(notes))

    def _shortened(self, before: LadderStep, step: LadderStep) -> LadderStep:
        """Return the step with shorter notes if the step `before` it has the same notes.

        The only note is then "likewise". If both steps are the same call too, there is no note.
        """
        if step.notes != before.notes:
            return step
        if step.call == before.call:
            return replace(step, notes=())
        return replace(step, notes=(self.prose.phrase("likewise"),))

    @property
    def _sides(self) -> int:
        return len(set(probe.fresh(self.rules).hand.sides))

    def _tie_table(self, rows: tuple[TieRow, ...]) -> TieTable:
        return TieTable(rows, any(not row.same for row in rows), self._sides > 2)
