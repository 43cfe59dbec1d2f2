"""Find what became of a call: it was accepted, it was refused, or it lapsed."""

from __future__ import annotations

from typing import Literal

from companion.engine.core import Game
from companion.engine.hand import Question, Tap
from companion.engine.offering import find_offer

Fate = Literal["accepted", "refused", "lapsed"]
"""The fate of a call.

accepted: by a yes, by a call in answer to it, or by playing on. refused: by a no. lapsed: nobody
answered it, because its hand was dropped (by a misdeal, a resignation, the end of the game or of
the match), or because a flor cancelled its bet.
"""


# There are many ways to answer: yes, no, a raise, a trick, or another call that goes first. So the
# fate is read from the question, which is open until something becomes of the call. An event says
# whether it was refused. If it was not, a tap of the same part (yes or a raise) or a trick accepted
# it. Any other tap that closes a question leaves the call without an answer.
def fate_of_call(question: Question, before: Game, tap: Tap, after: Game) -> Fate | None:
    """Return what became of a call by this tap, or None if the call is still unanswered.

    `question` is the question that the call asked. It is open in `before`, the game before the tap;
    `after` is the game after the tap.
    """
    if _is_open(question, after):
        return None
    for event in after.events:
        if event.why in ("refused", "bet-refused") and event.word == question.word:
            return "refused"
    offer = find_offer(before, tap)
    if offer is not None and (offer.part == question.part or offer.group == "trick"):
        return "accepted"
    return "lapsed"


def _is_open(question: Question, game: Game) -> bool:
    """Return whether the question is still open in the same hand, for at least one seat."""
    if any(event.kind == "hand" for event in game.events):
        return False
    known = (question.part, question.word, question.by)
    return any((one.part, one.word, one.by) == known for one in game.hand.questions)
