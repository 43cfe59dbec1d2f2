"""The log, the reason of a score, and what was refused, as sentences with the players' names."""

from __future__ import annotations

from companion import tables
from companion.engine import Act, Ask, Event, Illegal
from companion.web.language import N_, NN_, gettext, ngettext
from companion.words import labels
from companion.words.people import People

# In all of these %(name)s is a player, %(side)s the names of a side, %(call)s a call that keeps its own language.
# A full stop is added where one is needed; the sentence may also stand after a colon.
DONE = {
    # NOTE: line of the log; also after “Undo:” and “Taken back:”
    "won": N_("%(name)s took the trick"),
    "tied": N_("%(name)s tied the trick"),
    "fold": N_("%(name)s gave up the hand"),
    "hand": N_("%(side)s took the hand"),
    "burn": N_("%(name)s had three cards burnt"),
    # NOTE: %(value)s is another player
    "pass": N_("%(name)s passed the cards to %(value)s"),
    "passes": N_("%(name)s passed the best card and is out"),
    # NOTE: everybody gets so many cards more
    "cards": N_("%(name)s: %(value)s more each"),
    "raise": N_("%(name)s raised by %(value)s"),
    # NOTE: to put is the call of the English game of that name
    "put": N_("%(name)s put"),
    # NOTE: %(value)s is an opponent; "pido flor" is a call
    "pido-flor": N_("%(name)s: pido flor, against %(value)s"),
    # NOTE: %(points)s has its sign: +1
    "fix": N_("Correction for %(side)s: %(points)s"),
    # NOTE: %(points)s has its sign: +1; truts won
    "fix-truts": N_("Correction for %(side)s: %(points)s truts"),
    # NOTE: %(points)s has its sign: +1; games won in this match
    "fix-games": N_("Correction for %(side)s: %(points)s games"),
    # NOTE: somebody else than whose turn it was deals this hand
    "dealer": N_("%(name)s deals"),
    "resign": N_("%(side)s resigned the game"),
    "one": N_("%(name)s called for one card each"),
    "redeal": N_("%(name)s asked for new cards"),
    # NOTE: %(value)s is a number
    "says": N_("%(name)s said %(value)s"),
    # NOTE: "son buenas" is a call
    "good": N_("%(name)s: son buenas"),
    # NOTE: %(call)s is what was bet on, such as envido
    "best": N_("%(name)s had the best %(call)s"),
}
# NOTE: misdeal, or the hand does not count
PASSED_ON = N_("The hand is void: the deal passes on")
CALLED = N_("%(name)s called %(call)s")
# NOTE: a call with a number: so many points more
CALLED_BY = N_("%(name)s called %(call)s, %(value)s more")
PASSED = N_("%(name)s passed the cards to the partner")
BEST = N_("%(name)s had the best")
DONE_BY_TABLE = {
    "tied": N_("The trick was tied"),
    # NOTE: misdeal, or the hand does not count
    "void": N_("The hand is void: the same player deals again"),
    "end": N_("The match was stopped"),
    "yes": N_("The table said yes"),
    "no": N_("The table said no"),
    # NOTE: %(value)s is a card
    "vira": N_("Card turned up: %(value)s"),
    "muestra": N_("Card turned up: %(value)s"),
}
# Yes and no to a call, to a decision, to nothing in particular.
ACCEPTED = (N_("%(name)s accepted %(call)s"), N_("%(name)s refused %(call)s"))
ANSWERED = {
    # NOTE: the answers to a put: see it, or resign
    "put": (N_("%(name)s saw the put"), N_("%(name)s resigned")),
    # NOTE: the answers to a trut: go and see it, or lie down
    "trut": (N_("%(name)s went to see the trut"), N_("%(name)s lay down")),
    "brelan": (N_("%(name)s went to see the brelan"), N_("%(name)s lay down")),
    "suite": (N_("%(name)s went to see the suite"), N_("%(name)s lay down")),
}
DECIDED = {
    # NOTE: what somebody decided about a special hand, as on the buttons "Play" and "Don't play"
    "eleven": (N_("%(name)s: play"), N_("%(name)s: don't play")),
    "one": (N_("%(name)s: one card"), N_("%(name)s: three cards")),
    "redeal": (N_("%(name)s: new cards"), N_("%(name)s: keep these")),
    "more": (N_("%(name)s: more cards"), N_("%(name)s: enough")),
    "tenir": (N_("%(name)s: hold"), N_("%(name)s: don't hold")),
    "chanter": (N_("%(name)s: sing"), N_("%(name)s: don't sing")),
    "fortial": (N_("%(name)s: trut"), N_("%(name)s: no trut")),
    "flor": (N_("%(name)s: flor too"), N_("%(name)s: no flor")),
    "pido-flor": (N_("%(name)s: had a flor"), N_("%(name)s: had no flor")),
}
SAID = (N_("%(name)s: yes"), N_("%(name)s: no"))
AGREED = (N_("%(name)s accepted"), N_("%(name)s refused"))

# Why points were scored, after the names of who scored them and a colon.
REASONS = {
    # NOTE: why points were scored, after the names and a colon: the hand was played to its end and won
    "played": N_("hand won"),
    # NOTE: why points were scored, after the names and a colon
    "folded": N_("the others gave up"),
    # NOTE: why points were scored, after the names and a colon
    "declined": N_("the hand was not played"),
    # NOTE: why points were scored, after the names and a colon: the tricks were not tapped one by one
    "short": N_("hand taken"),
    # NOTE: why points were scored, after the names and a colon
    "fix": N_("correction"),
}
CALL_REASONS = {
    # NOTE: why points were scored: the call was accepted, the hand played. It may be feminine (flor): let nothing agree
    "played": N_("%(call)s accepted, played"),
    # NOTE: why points were scored: the call was refused. It may be feminine (flor): let nothing agree with it
    "refused": N_("%(call)s refused"),
    # NOTE: why points were scored: accepted, and the hand was taken without tapping each trick
    "short": N_("%(call)s accepted, hand taken"),
    # NOTE: why points were scored: accepted, later the others gave the hand up
    "folded": N_("%(call)s accepted, then given up"),
    # NOTE: why points were scored: a side bet such as envido or flor was won
    "bet": N_("%(call)s won"),
    "bet-refused": N_("%(call)s refused"),
}
WORD_REASONS = {
    # NOTE: why points were scored: the put was seen (accepted), the hand played
    ("played", "put"): N_("put seen, played"),
    ("refused", "put"): N_("the others resigned"),
    # NOTE: why points were scored; a call, keep it
    ("bet", "pido-flor"): N_("pido flor"),
}
WINS = {
    "game": NN_("%(side)s wins the game", "%(side)s win the game"),
    "match": NN_("%(side)s wins the match", "%(side)s win the match"),
}

DONE_WITH = {
    "over": N_("The match is over. Only undo is left."),
    "undo": N_("There is nothing to take back."),
    "redo": N_("There is nothing to put back."),
}
# NOTE: %(tap)s is a call, or the quoted label of a button: “Took the trick” is not possible now.
NOT_NOW = N_("%(tap)s is not possible now.")
NOT_HERE = N_("%(tap)s was not recorded: it is for a player of this table.")
NOT_RECORDED = N_("%(tap)s was not recorded: that value does not fit.")
REFUSED = {
    "fix": N_("%(tap)s was not recorded: a correction is a whole number and leaves no score below 0."),
    "fix-truts": N_("%(tap)s was not recorded: truts are corrected by a whole number, from 0 to the target."),
    "fix-games": N_("%(tap)s was not recorded: games are corrected by a whole number, from 0 to what wins."),
    "raise": N_("%(tap)s was not recorded: type by how much, 1 or more."),
}
TO_ANSWER = NN_(
    "%(tap)s is not possible now: %(names)s must answer %(call)s first.",
    "%(tap)s is not possible now: %(names)s must answer %(call)s first.",
)
TO_DECIDE = NN_(
    "%(tap)s is not possible now: %(names)s must answer the question first.",
    "%(tap)s is not possible now: %(names)s must answer the question first.",
)


def done(act: Act, people: People, ask: Ask | None = None) -> str:
    """What somebody did: `Biel called truc`. `ask` is the question that was open before."""
    if act.seat is None:
        pattern = PASSED_ON if str(act) == "void=pass" else DONE_BY_TABLE.get(act.word)
        return gettext(pattern, value=people.value(act)) if pattern else labels.call(act.word)
    pattern, call = _pattern(act, ask)
    return gettext(
        pattern,
        name=people.seat(act.seat),
        side=people.side_of(act.seat),
        value=people.value(act),
        points=labels.signed(int(act.value)) if act.word.startswith("fix") and act.value else "",
        call=labels.spoken(call),
    )


def _pattern(act: Act, ask: Ask | None) -> tuple[str, str]:
    """The message for what was done, and the call it is about."""
    if act.word in ("yes", "no"):
        return _answers(ask)[act.word == "no"], ask.word if ask else ""
    if act.word == "best":
        return (DONE["best"], ask.word) if ask else (BEST, "")
    if act.word == "pass" and not act.value:
        return PASSED, ""
    return DONE.get(act.word, CALLED_BY if act.value else CALLED), act.word


def _answers(ask: Ask | None) -> tuple[str, str]:
    if ask is None:
        return AGREED
    return DECIDED.get(ask.word, SAID) if ask.by is None else ANSWERED.get(ask.word, ACCEPTED)


def reason(event: Event) -> str:
    """Why points were scored: `truc accepted, played`; with the points that came to a trut."""
    why = gettext(_why(event), call=labels.spoken(event.word))
    if event.truts and (event.points or 0) > 0:
        return gettext("%(reason)s; the points make a trut", reason=why)
    return why


def _why(event: Event) -> str:
    if (event.why, event.word) in WORD_REASONS:
        return WORD_REASONS[event.why, event.word]
    return (event.word and CALL_REASONS.get(event.why)) or REASONS.get(event.why, event.why)


def told(event: Event, people: People) -> str:
    """One event as a sentence without its points: `Biel & Dídac: truc refused`; empty where nobody need be told."""
    if event.kind == "points":
        # NOTE: %(reason)s is why they scored: “Anna & Biel: truc refused”
        return gettext("%(side)s: %(reason)s", side=people.side(event.side or 0), reason=reason(event))
    if event.kind == "hand":
        return gettext("Nobody takes the hand") if event.side is None and event.why != "void" else ""
    return people.do(event.side or 0, WINS[event.kind])


def stale(error: tables.Stale, people: People) -> str:
    """Why a tap came too late, and what happened instead."""
    if error.act is None:
        return gettext("This page was out of date. Here is the table as it stands.")
    if error.mine:
        return gettext(
            "Not recorded: this phone had just recorded “%(tap)s”. Here is the table as it stands.",
            tap=_happened(error.act, people),
        )
    return gettext(
        "%(name)s was quicker: %(tap)s. Your tap was not recorded.",
        name=people.phone(error.seat),
        tap=_happened(error.act, people),
    )


def _happened(act: Act, people: People) -> str:
    # NOTE: after a colon or between quotation marks: what happened meanwhile
    back = {"undo": N_("the last tap was taken back"), "redo": N_("a tap was put back")}
    return gettext(back[act.word]) if act.word in back else done(act, people)


def illegal(error: Illegal, people: People, ask: Ask | None) -> str:
    """Why a tap does not fit, in the players' words."""
    if error.reason in DONE_WITH:
        return gettext(DONE_WITH[error.reason])
    tap = labels.named(error.act.word)
    if error.reason == "question" and ask is not None:
        # NOTE: %(tap)s is a call or the quoted label of a button; %(names)s is one player, or several with "or"
        message = TO_DECIDE if ask.by is None else TO_ANSWER
        names, call = people.seats(ask.answer), labels.spoken(ask.word)
        return ngettext(*message, len(ask.answer), tap=tap, names=names, call=call)
    if error.reason == "value":
        return gettext(REFUSED.get(error.act.word, NOT_RECORDED), tap=tap)
    why = NOT_HERE if error.reason == "seat" else NOT_NOW
    return gettext(why, tap=tap)
