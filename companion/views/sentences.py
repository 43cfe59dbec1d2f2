"""The log, the reason of a score, and what was refused, as sentences with the players' names."""

from __future__ import annotations

from companion import tables
from companion.engine import Act, Ask, Event, Illegal
from companion.views import words
from companion.views.people import People, isolated

DONE = {
    "won": "{name} took the trick",
    "tied": "{name} tied the trick",
    "fold": "{name} gave up the hand",
    "hand": "{side} took the hand",
    "burn": "{name} had three cards burnt",
    "pass": "{name} passed the cards to {value}",
    "passes": "{name} passed the best card and is out",
    "cards": "{name}: {value} more each",
    "raise": "{name} raised by {value}",
    "put": "{name} put",
    "pido-flor": "{name}: pido flor, against {value}",
    "fix": "Correction for {side}: {points}",
    "one": "{name} called for one card each",
    "redeal": "{name} asked for new cards",
    "says": "{name} said {value}",
    "good": "{name}: son buenas",
    "best": "{name} had the best {asked}",
}
DONE_BY_TABLE = {
    "tied": "The trick was tied",
    "yes": "The table said yes",
    "no": "The table said no",
    "vira": "Card turned up: {value}",
    "muestra": "Card turned up: {value}",
}
ANSWERED = {
    "put": ("saw the put", "resigned"),
    "trut": ("went to see the trut", "lay down"),
    "brelan": ("went to see the brelan", "lay down"),
    "suite": ("went to see the suite", "lay down"),
}

REASONS = {
    "played": "hand won",
    "folded": "the others gave up",
    "declined": "the hand was not played",
    "short": "hand taken",
    "fix": "correction",
}
CALL_REASONS = {
    "played": "{call} accepted, played",
    "refused": "{call} refused",
    "short": "{call} accepted, hand taken",
    "folded": "{call} accepted, then given up",
    "bet": "{call} won",
    "bet-refused": "{call} refused",
}
WORD_REASONS = {
    ("played", "put"): "put seen, played",
    ("refused", "put"): "the others resigned",
    ("bet", "pido-flor"): "pido flor",
}
REFUSED = {"fix": "a correction is a whole number and leaves no score below 0", "raise": "type by how much, 1 or more"}


def done(act: Act, people: People, ask: Ask | None = None) -> str:
    """What somebody did: `Biel called truc`. `ask` is the question that was open before."""
    if act.seat is None:
        return DONE_BY_TABLE.get(act.word, words.call(act.word)).format(value=people.value(act))
    if act.word in ("yes", "no"):
        return _answered(act, people, ask)
    pattern = DONE.get(act.word, "{name} called {call}")
    return pattern.format(
        name=people.seat(act.seat),
        side=people.side_of(act.seat),
        value=people.value(act) or "the partner",
        points=words.signed(int(act.value)) if act.word == "fix" and act.value else "",
        call=_lower(act.word) + (f", {act.value} more" if act.value else ""),
        asked=_lower(ask.word) if ask else "",
    ).strip()


def _answered(act: Act, people: People, ask: Ask | None) -> str:
    name = people.seat(act.seat)
    if ask is not None and ask.by is None:
        return f"{name}: {words.answer(act.word, ask).lower()}"
    if ask is not None and ask.word in ANSWERED:
        return f"{name} {ANSWERED[ask.word][act.word == 'no']}"
    verb = "accepted" if act.word == "yes" else "refused"
    return f"{name} {verb} {_lower(ask.word)}" if ask else f"{name} {verb}"


def reason(event: Event) -> str:
    """Why points were scored: `truc accepted, played`; with the points that came to a trut."""
    return _why(event) + ("; the points make a trut" if event.truts and (event.points or 0) > 0 else "")


def _why(event: Event) -> str:
    if (event.why, event.word) in WORD_REASONS:
        return WORD_REASONS[event.why, event.word]
    if event.word and event.why in CALL_REASONS and event.why != "declined":
        return CALL_REASONS[event.why].format(call=_lower(event.word))
    return REASONS.get(event.why, event.why)


def told(event: Event, people: People) -> str:
    """One event as a sentence without its points: `Biel & Dídac: truc refused`; empty where nobody need be told."""
    if event.kind == "points":
        return f"{people.side(event.side or 0)}: {reason(event)}"
    if event.kind == "hand":
        return "Nobody takes the hand" if event.side is None else ""
    return f"{people.do(event.side or 0, 'win')} the {event.kind}"


def stale(error: tables.Stale, people: People) -> str:
    """Why a tap came too late, and what happened instead."""
    if error.act is None:
        return "This page was out of date. Here is the table as it stands."
    if error.act.word in ("undo", "redo"):
        happened = "the last tap was taken back" if error.act.word == "undo" else "a tap was put back"
    else:
        happened = done(error.act, people)
    if error.mine:
        return f"Not recorded: this phone had just recorded “{happened}”. Here is the table as it stands."
    return f"{isolated(error.who)} was quicker: {happened}. Your tap was not recorded."


def illegal(error: Illegal, people: People, ask: Ask | None) -> str:
    """Why a tap does not fit, in the players' words."""
    what = words.call(error.act.word)
    if error.reason == "over":
        return "The match is over. Only undo is left."
    if error.reason in ("undo", "redo"):
        return f"There is nothing to {'take back' if error.reason == 'undo' else 'put back'}."
    if error.reason == "question" and ask is not None:
        asked = "the question" if ask.by is None else _lower(ask.word)
        return f"{what} is not possible now: {people.seats(ask.answer)} must answer {asked} first."
    if error.reason == "seat":
        return f"{what} was not recorded: it is for a player of this table."
    if error.reason == "value":
        return f"{what} was not recorded: {REFUSED.get(error.act.word, 'that value does not fit')}."
    return f"{what} is not possible now."


def _lower(word: str) -> str:
    return words.call(word).lower()
