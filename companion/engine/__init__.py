"""The rules engine of the truc family. It uses only the standard library."""

from companion.engine.core import Game, Illegal, Part, Rules, Tally
from companion.engine.hand import (
    Call,
    Event,
    Hand,
    Malformed,
    Offer,
    Payment,
    Question,
    Seats,
    Shared,
    Tap,
    Worth,
    final,
    parse,
    payments,
)
from companion.engine.offering import legal
from companion.engine.play import REDO, UNDO, MatchLog, counting, play, replay, resume, start
from companion.engine.sentence import N_, Impossible, Sentence

__all__ = [
    "N_",
    "REDO",
    "UNDO",
    "Call",
    "Event",
    "Game",
    "Hand",
    "Illegal",
    "Impossible",
    "Malformed",
    "MatchLog",
    "Offer",
    "Part",
    "Payment",
    "Question",
    "Rules",
    "Seats",
    "Sentence",
    "Shared",
    "Tally",
    "Tap",
    "Worth",
    "counting",
    "final",
    "legal",
    "parse",
    "payments",
    "play",
    "replay",
    "resume",
    "start",
]
