"""The log, the reason of a score, and what was refused, as sentences with the players' names."""

from __future__ import annotations

from companion import tables
from companion.cheatsheets.lexicon import uncapped
from companion.engine import Act, Ask, Event, Illegal
from companion.web.language import N_, NN_, gettext, ngettext
from companion.words import labels
from companion.words.people import People

# NOTE: %(game)s is what a game is called in this game: “Anna & Biel win the game”
WINS = {
    "game": NN_("%(side)s wins %(game)s", "%(side)s win %(game)s"),
    "match": NN_("%(side)s wins the match", "%(side)s win the match"),
}

DONE_WITH = {
    "over": N_("The match is over. You can only undo."),
    "undo": N_("There is nothing to undo."),
    "redo": N_("There is nothing to redo."),
}
# NOTE: of a match of one game
GAME_OVER = N_("The game is over. You can only undo.")
# NOTE: %(tap)s is the quoted label of a button: “Took the trick” is not possible now.
NOT_NOW = N_("%(tap)s is not possible now.")
NOT_HERE = N_("%(tap)s was not recorded: it must name a player of this table.")
# NOTE: %(why)s is why, half a sentence
NOT_RECORDED = N_("%(tap)s was not recorded: %(why)s.")
POINTS_MAKE_A_TRUT = N_("%(reason)s; the points make a trut")
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
    if ask is not None and act.word in ("yes", "no"):
        return _answered(act, people, ask)
    word = people.words.word(
        "void-in-rounds" if act.word == "void" and people.rules.rounds else act.word
    )
    pattern = (act.value and word.valued) or (
        word.done if act.seat is not None else word.by_all or word.label
    )
    number = act.value if act.value and "{value}" not in pattern else ""
    return pattern.format(
        name=people.seat(act.seat),
        side="" if act.seat is None else people.side_of(act.seat),
        value=people.value(act),
        points=labels.signed(int(act.value)) if act.word.startswith("fix") and act.value else "",
        call=f"{word.said} {number}".strip(),
    )


def _answered(act: Act, people: People, ask: Ask) -> str:
    """A yes or a no in the game's own word, and what it means to readers of another language."""
    asked, no = people.words.asked(ask), act.word == "no"
    answer, means = (asked.no, asked.no_means) if no else (asked.yes, asked.yes_means)
    return (asked.refused if no else asked.accepted).format(
        name=people.seat(act.seat), answer=uncapped(answer), means=uncapped(means), call=asked.said
    )


def reason(event: Event, people: People) -> str:
    """Why points were scored: `truc accepted, played`; with the points that came to a trut."""
    why = people.words.why(event.why, event.word).format(call=people.words.word(event.word).said)
    if event.truts and (event.points or 0) > 0:
        made = (
            N_("%(reason)s; the petits make a long")
            if labels.in_longs(people.rules)
            else POINTS_MAKE_A_TRUT
        )
        return gettext(made, reason=why)
    return why


def of_event(event: Event, people: People) -> str:
    """One event as a sentence without its points: `Biel & Dídac: truc refused`; empty where nobody need be told."""
    if event.kind == "points":
        # NOTE: %(reason)s is why they scored: “Anna & Biel: truc refused”
        return gettext(
            "%(side)s: %(reason)s", side=people.side(event.side or 0), reason=reason(event, people)
        )
    if event.kind == "deal":
        return gettext("Everything tied: new cards for everybody, from the same dealer")
    if event.kind == "hand":
        return _of_hand(event)
    return wins(event.side or 0, people, event.kind)


def wins(side: int, people: People, kind: str = "match") -> str:
    """That a side wins a game or the match; a match of one game is won as a game."""
    return people.do(side, WINS[kind if people.rules.best_of > 1 else "game"], game=people.game)


def _of_hand(event: Event) -> str:
    """The sentence for the end of a hand; who took it is told with its points."""
    if event.why == "tie":
        return gettext("A tied trick decides the hand")
    return gettext("Nobody takes the hand") if event.side is None and event.why != "void" else ""


def stale(error: tables.Stale, people: People) -> str:
    """Why a tap came too late, and what happened instead."""
    if error.act is None:
        return gettext("This page was out of date. Here is the table as it is now.")
    if error.mine:
        return gettext(
            "Not recorded: this phone had just recorded “%(tap)s”. Here is the table as it is now.",
            tap=_happened(error.act, people),
        )
    return gettext(
        "%(name)s was quicker: %(tap)s. Your tap was not recorded.",
        name=people.phone(error.seat),
        tap=_happened(error.act, people),
    )


def already(twin: tables.LogRow, people: People) -> str:
    """Return the sentence that says which phone recorded the same tap a moment before this one."""
    # NOTE: two phones tapped the same at once; nothing is missing, so it is no mistake
    return gettext("%(name)s already recorded that.", name=people.phone(twin.seat))


def _happened(act: Act, people: People) -> str:
    # NOTE: after a colon or between quotation marks: what happened meanwhile
    back = {"undo": N_("the last tap was undone"), "redo": N_("a tap was redone")}
    return gettext(back[act.word]) if act.word in back else done(act, people)


def illegal(error: Illegal, people: People, ask: Ask | None) -> str:
    """Why a tap does not fit, in the players' words."""
    if error.reason == "over" and people.rules.best_of == 1:
        return gettext(GAME_OVER)
    if error.reason in DONE_WITH:
        return gettext(DONE_WITH[error.reason])
    word = people.words.word(error.act.word)
    tap = labels.quoted(word.label)
    if error.reason == "question" and ask is not None:
        # NOTE: %(tap)s is the quoted label of a button; %(names)s is one player, or several with "or"
        message = TO_DECIDE if ask.by is None else TO_ANSWER
        names, call = people.seats(ask.answer), people.words.asked(ask).said
        return ngettext(*message, len(ask.answer), tap=tap, names=names, call=call)
    if error.reason == "value":
        return gettext(NOT_RECORDED, tap=tap, why=word.wrong)
    why = NOT_HERE if error.reason == "seat" else NOT_NOW
    return gettext(why, tap=tap)
