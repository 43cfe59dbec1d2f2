"""Put facts about special scores, winning and payments into sentences, with the game's words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.cheatsheets import probe, scoring
from companion.cheatsheets.lexicon import Lexicon, Word
from companion.cheatsheets.prose import Prose
from companion.cheatsheets.scoring import Gain
from companion.cheatsheets.specials import Special
from companion.engine import Rules, Worth
from companion.engine.tricks import can_be_won


@dataclass(frozen=True)
class Wording:
    """The sentences of one game about its calls, special scores and payments."""

    prose: Prose
    words: Lexicon

    def call(self, word: str) -> str:
        """Return a call in the words of the game, as players say it."""
        return self.words.word(word).full

    def worth(self, worth: Worth | None, plus: int = 0) -> str:
        """Return a worth as it is printed in a list of calls, for example "4" or "trut".

        A worth that depends on the score is None. In English it is printed as "falta". If it comes
        with a `plus` of 3, it is printed as "rest + 3": what the side ahead needs to win, and 3
        points more.
        """
        if worth is None and plus:
            return self.prose.phrase("varies_plus", plus=plus)
        if worth is None:
            return self.prose.phrase("varies")
        if isinstance(worth, str):
            return self.prose.phrase(worth)
        return str(worth)

    def said(self, worth: Worth) -> str:
        """Return a worth as it is written within a sentence, for example "4" or "a trut"."""
        if worth == "game":
            return self.prose.facts["game"]
        if isinstance(worth, str):
            return self.prose.phrase(f"a_{worth}")
        return str(worth)

    def title(self, special: Special) -> str:
        """Return the score that makes a hand special, as a title."""
        score = special.at
        at = self.prose.phrase("at_points", at=score.points)
        if score.truts:
            at = self.prose.phrase("at_truts", truts=score.truts, at=score.points)
        if score.sides > 1:
            return self.prose.phrase("both_sides", at=at)
        return self.prose.phrase("one_side", at=at)

    def case(self, special: Special) -> Iterator[str]:
        """Yield the sentences that say what is different at a special score."""
        yield from self._asked(special)
        yield from self._outcome(special)
        if special.decides:
            sides = "both" if special.at.sides > 1 else "one"
            yield self.prose.phrase(f"decides_{sides}")
        elif special.clears:
            clears = self.prose.phrase(f"clears_{special.clears}")
            yield self.prose.phrase("afterwards", clears=clears)

    def _asked(self, special: Special) -> Iterator[str]:
        """Yield the sentences about who is asked what at this score, and how many must agree."""
        if not special.asked:
            return
        sentences = [self._question(special)]
        if special.quorum in ("one_yes", "all_yes"):
            sentences.append(self.prose.phrase(f"enough_{special.quorum}"))
        yield " ".join(sentences)

    def _question(self, special: Special) -> str:
        if special.called:
            call = self.words.word(special.asked).said
            return self.prose.phrase(f"must_be_called_{special.answer}", call=call)
        key = special.answer
        if special.in_turn:
            key += "_in_turn"
        what = self.words.decision(special.asked).whether or special.asked
        return self.prose.phrase(key, what=what)

    def _outcome(self, special: Special) -> Iterator[str]:
        """Yield the sentences that say what the hand is worth after a yes and after a no."""
        phrase = self.prose.phrase
        word = self._asked_for(special)
        calls = phrase("calls" if special.calls else "no_calls")
        values = {"yes": self.said(special.yes), "calls": calls, "met": word.yes}
        if special.otherwise == special.yes:
            yield phrase("either_way", **values)
            return
        yield phrase("played" if special.asked else "unasked", **values)
        if special.no is not None:
            yield phrase("declined", no=special.no, unmet=word.no)
        elif special.otherwise is not None:
            yield phrase("otherwise", yes=self.said(special.otherwise), unmet=word.no)

    def _asked_for(self, special: Special) -> Word:
        """Return the texts of the call or decision with which a special hand begins."""
        if special.called:
            return self.words.word(special.asked)
        return self.words.decision(special.asked)

    def winning(self, rules: Rules) -> Iterator[str]:
        """Yield the sentences that say how a game and a match are won, and what a hand pays."""
        match = "match" if rules.best_of > 1 else "single"
        if scoring.has_truts(rules):
            yield self.prose.phrase("to_truts")
            yield self.prose.phrase(match)
            yield from self._paid_in_truts(rules)
        else:
            yield self.prose.phrase("to")
            yield self.prose.phrase(match)
            yield self._paid_in_points(rules)
        yield from self._one_against_two(rules)

    def _one_against_two(self, rules: Rules) -> Iterator[str]:
        house = dict(rules.house)
        if "alone" not in house:
            return
        yield self.prose.phrase(f"alone_{house['alone']}")
        if house.get("alone_cards") == "4":
            yield self.prose.phrase("alone_cards")
        yield self.prose.phrase("alone_pays")
        all_equal = probe.fresh(rules)._replace(score=(rules.tally.target,) * rules.accounts)
        plays_on = rules.tally.winner(all_equal) is None
        yield self.prose.phrase("alone_ends" if plays_on else "alone_first")

    def _paid_in_points(self, rules: Rules) -> str:
        if not can_be_won(probe.fresh(rules)):
            return self.prose.phrase("plain_unplayed")
        if not rules.plain:
            return self.prose.phrase("plain_nothing")
        return self.prose.phrase("plain", plain=self.said(rules.plain))

    def _paid_in_truts(self, rules: Rules) -> Iterator[str]:
        for gain in scoring.gains(rules):
            call = self.call(gain.word)
            yield self.prose.phrase(f"pays_{gain.event}", call=call, gain=self._gain(gain))
        points = scoring.exchange(rules)
        if points is None:
            yield self.prose.phrase("no_exchange", most=scoring.most_points(rules))
        else:
            yield self.prose.phrase("exchange", points=points)

    def _gain(self, gain: Gain) -> str:
        if not gain.truts:
            return self.prose.phrase("gain_points", points=gain.points)
        return self.prose.phrase(f"gain_trut_{gain.clears or 'none'}")
