"""Facts as sentences, in the words of the game's file: special scores, how a game is won, what a hand pays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.cheatsheets import probe, scoring
from companion.cheatsheets.lexicon import Lexicon, Word
from companion.cheatsheets.prose import Prose
from companion.cheatsheets.scoring import Gain
from companion.cheatsheets.specials import Special
from companion.engine import Rules, Worth
from companion.engine.giving import can_be_won


@dataclass(frozen=True)
class Wording:
    """The words of one game for the facts found by asking its rules."""

    prose: Prose
    words: Lexicon

    def call(self, word: str) -> str:
        """A call as it is said."""
        return self.words.word(word).full

    def worth(self, worth: Worth | None, plus: int = 0) -> str:
        """A worth as it is printed in a table. None means that the score decides, with `plus` points on top."""
        if worth is None:
            return self.prose.phrase("varies_plus" if plus else "varies", plus=plus)
        return self.prose.phrase(worth) if isinstance(worth, str) else str(worth)

    def said(self, worth: Worth) -> str:
        """A worth within a sentence."""
        if worth == "game":
            return self.prose.facts["game"]
        return self.prose.phrase(f"a_{worth}") if isinstance(worth, str) else str(worth)

    def title(self, special: Special) -> str:
        """The score in question."""
        score = special.at
        at = self.prose.phrase(
            "at_truts" if score.truts else "at_points", truts=score.truts, at=score.points
        )
        return self.prose.phrase("both_sides" if score.sides > 1 else "one_side", at=at)

    def case(self, special: Special) -> Iterator[str]:
        """What a special score brings, sentence by sentence."""
        yield from self._asked(special)
        yield from self._outcome(special)
        if special.decides:
            yield self.prose.phrase("decides_both" if special.at.sides > 1 else "decides_one")
        elif special.clears:
            yield self.prose.phrase(
                "afterwards", clears=self.prose.phrase(f"clears_{special.clears}")
            )

    def _asked(self, special: Special) -> Iterator[str]:
        """Who is asked what, and how many it takes."""
        enough = (
            [self.prose.phrase(f"enough_{special.quorum}")]
            if special.quorum in ("one_yes", "all_yes")
            else []
        )
        if special.asked:
            yield " ".join((self._question(special), *enough))

    def _question(self, special: Special) -> str:
        if special.called:
            return self.prose.phrase(
                f"must_be_called_{special.answer}", call=self.words.word(special.asked).said
            )
        what = self._asked_for(special).whether or special.asked
        return self.prose.phrase(
            special.answer + ("_in_turn" if special.in_turn else ""), what=what
        )

    def _outcome(self, special: Special) -> Iterator[str]:
        """What the hand is worth either way."""
        phrase = self.prose.phrase
        calls = phrase("calls" if special.calls else "no_calls")
        how = {"yes": self.said(special.yes), "calls": calls, "met": self._asked_for(special).yes}
        if special.otherwise == special.yes:
            yield phrase("either_way", **how)
            return
        yield phrase("played" if special.asked else "unasked", **how)
        if special.no is not None:
            yield phrase("declined", no=special.no, unmet=self._asked_for(special).no)
        elif special.otherwise is not None:
            yield phrase(
                "otherwise", yes=self.said(special.otherwise), unmet=self._asked_for(special).no
            )

    def _asked_for(self, special: Special) -> Word:
        """The call that somebody must make, or what a side decides."""
        return (
            self.words.word(special.asked) if special.called else self.words.decision(special.asked)
        )

    def winning(self, rules: Rules) -> Iterator[str]:
        """How a game and a match are won, and what a hand pays."""
        yield self.prose.phrase("to_truts" if scoring.has_truts(rules) else "to")
        yield self.prose.phrase("match" if rules.best_of > 1 else "single")
        yield from self._truts(rules) if scoring.has_truts(rules) else self._plain(rules)

    def _plain(self, rules: Rules) -> Iterator[str]:
        if not can_be_won(probe.fresh(rules)):
            yield self.prose.phrase("plain_unplayed")
        else:
            yield self.prose.phrase(
                "plain" if rules.plain else "plain_nothing", plain=self.said(rules.plain)
            )

    def _truts(self, rules: Rules) -> Iterator[str]:
        for gain in scoring.gains(rules):
            yield self.prose.phrase(
                f"pays_{gain.event}", call=self.call(gain.word), gain=self._gain(gain)
            )
        points = scoring.exchange(rules)
        if points is None:
            yield self.prose.phrase("no_exchange", most=scoring.most_points(rules))
        else:
            yield self.prose.phrase("exchange", points=points)

    def _gain(self, gain: Gain) -> str:
        if not gain.truts:
            return self.prose.phrase("gain_points", points=gain.points)
        return self.prose.phrase(f"gain_trut_{gain.clears or 'none'}")
