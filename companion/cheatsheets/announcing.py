"""Find what the players of a game may announce, such as flor, the answers to it, and what they pay.

Such an announcement can be answered by more than yes and no, for example by `achico`. Other calls
are found in `ladders`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.cheatsheets import probe
from companion.cheatsheets.calling import Try, tries, with_calls
from companion.cheatsheets.ladders import NOTHING, BetStep, at_any_score, chain
from companion.engine import Game, Rules, legal, play


@lru_cache(maxsize=probe.KEPT)
def announced(rules: Rules) -> tuple[BetStep, ...]:
    """Return the lines of the cheat-sheet about announcements, such as flor, and their answers.

    After each announcement come the answers of the next player, without "no".

    * In the line of an announcement, `yes` is what it pays if all the other players say no.
    * An answer that raises has a line like that of any other call. After it come the lines of the
      calls in answer to this raise.
    * In the line of any other answer, `no` is what is paid if all players who have not answered yet
      say no.
    """
    return at_any_score(rules, _find_announced)


def _find_announced(game: Game) -> list[BetStep]:
    found: list[BetStep] = []
    for tried in tries(with_calls(game)):
        if tried.topic == "announced":
            found += _with_answers(tried)
    return found


def _with_answers(opener: Try) -> Iterator[BetStep]:
    yield BetStep(opener.offer.tap.word, 0, _paid_unanswered(opener.asked), NOTHING)
    offers = (offer for offer in legal(opener.asked) if offer.part == opener.offer.part)
    answers = (offer for offer in offers if offer.tap.word != "no")
    for offer in probe.by_word(answers):
        after = play(opener.asked, probe.sample_tap(offer))
        question = after.hand.question
        # A question with a caller is a raise, which the other side must answer.
        if question is not None and question.by is not None:
            yield from chain(Try(opener.asked, offer, after, question), 1)
        else:
            yield BetStep(offer.tap.word, 1, NOTHING, _paid_unanswered(after))


def _paid_unanswered(game: Game) -> int:
    """Return the points that are paid if everybody who has not answered yet says no."""
    return probe.first_points(probe.refuse(game)) or 0
