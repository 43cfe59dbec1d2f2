"""Say in sentences what was tapped and scored, why a tap was refused, and what players must do."""

from __future__ import annotations

from companion import tables
from companion.cheatsheets.lexicon import Word, uncapped
from companion.engine import Event, Game, Illegal, Offer, Question, Seats, Tap
from companion.engine.offering import bound_seats, may_look, may_tie
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
# NOTE: %(tap)s is the quoted label of a button: “Folds” is not possible now.
NOT_NOW = N_("%(tap)s is not possible now.")
NO_TRICK = N_("Nobody can take a trick just now.")
# NOTE: %(tap)s is the quoted label of a button: “Envit” must name a player of this table.
NOT_HERE = N_("%(tap)s must name a player of this table.")
# NOTE: %(tap)s is the quoted label of a button, which was not recorded; %(why)s is half a sentence
NOT_RECORDED = N_("%(tap)s: %(why)s.")
POINTS_MAKE_A_TRUT = N_("%(reason)s; the points make a trut")
# NOTE: %(tap)s is the quoted label of a button; %(names)s is one player, or several with "or"
TO_ANSWER = NN_(
    "%(tap)s is not possible now: %(names)s must answer %(call)s first.",
    "%(tap)s is not possible now: %(names)s must answer %(call)s first.",
)
# NOTE: %(tap)s is the quoted label of a button; %(names)s is one player, or several with "or"
TO_DECIDE = NN_(
    "%(tap)s is not possible now: %(names)s must answer the question first.",
    "%(tap)s is not possible now: %(names)s must answer the question first.",
)
# NOTE: %(names)s, one or several, must do one of these now, nobody else may do anything:
# “Biel must choose: put or resign”
MUST_CHOOSE = NN_("%(names)s must choose: %(choices)s", "%(names)s must choose: %(choices)s")
# NOTE: until they have answered, nobody else looks at their cards
ONLY_THEY_LOOK = NN_("Only %(names)s may look at the cards", "Only %(names)s may look at the cards")


def done(tap: Tap, people: People, question: Question | None = None) -> str:
    """Return a sentence about a tap: `Biel called truc`.

    `question` is the question that was open before the tap, if any.
    """
    if question is not None and tap.word in ("yes", "no"):
        return _answered(tap, people, question)
    is_void_duel = tap.word == "void" and bool(people.rules.rounds)
    word = people.words.word("void-in-rounds" if is_void_duel else tap.word)
    pattern = _pattern(tap, word)
    call = word.said
    if tap.value and "{value}" not in pattern:
        call = f"{call} {tap.value}"
    side = ""
    if tap.seat is not None:
        side = people.side(people.rules.account(tap.seat))
    value = ""
    if tap.value:
        value = people.value(tap)
    points = ""
    if tap.word.startswith("fix") and tap.value:
        points = labels.with_sign(int(tap.value))
    sentence = pattern.format(
        name=people.seat(tap.seat),
        side=side,
        value=value,
        points=points,
        call=call.strip(),
    )
    if tap.reason not in labels.REASONS:
        return sentence
    # NOTE: a correction and its reason: “Correction for Anna & Biel: −1 (misdeal)”
    return gettext(
        "%(correction)s (%(reason)s)",
        correction=sentence,
        reason=gettext(labels.REASONS[tap.reason]),
    )


def _pattern(tap: Tap, word: Word) -> str:
    """Return the text of a sentence about this tap, with its placeholders not filled."""
    if tap.value and word.valued:
        return word.valued
    if tap.seat is not None:
        return word.done
    return word.by_all or word.label


def _answered(tap: Tap, people: People, question: Question) -> str:
    """Return the sentence about a yes or a no, with the game's own word for the answer.

    For readers of another language, the sentence also says what this word means.
    """
    asked = people.words.asked(question)
    if tap.word == "no":
        pattern = asked.refused
        answer = asked.no
        means = asked.no_means
    else:
        pattern = asked.accepted
        answer = asked.yes
        means = asked.yes_means
    return pattern.format(
        name=people.seat(tap.seat), answer=uncapped(answer), means=uncapped(means), call=asked.said
    )


def reason(event: Event, people: People) -> str:
    """Return in words why points were scored: `truc accepted, played`.

    If the points made a trut, the words also say so. In a game of petits and longs they say that
    the petits made a long.
    """
    why = people.words.why(event.why, event.word).format(call=people.words.word(event.word).said)
    if not event.truts or (event.points or 0) <= 0:
        return why
    if labels.in_longs(people.rules):
        return gettext("%(reason)s; the petits make a long", reason=why)
    return gettext(POINTS_MAKE_A_TRUT, reason=why)


def scored(side: str, why: str) -> str:
    """Return a sentence that says who scored and why, without the number of points.

    `side` are the names of the players who scored.
    """
    # NOTE: %(reason)s is why they scored: “Anna & Biel: truc refused”
    return gettext("%(side)s: %(reason)s", side=side, reason=why)


def of_event(event: Event, people: People) -> str:
    """Return a sentence about an event, without its points: `Biel & Dídac: truc refused`.

    Return "" if nobody needs to read about the event.
    """
    if event.kind == "points":
        return scored(people.side(event.side or 0), reason(event, people))
    if event.kind == "deal":
        return gettext("Everything tied: new cards for everybody, from the same dealer")
    if event.kind == "hand":
        return _of_hand(event)
    return wins(event.side or 0, people, event.kind)


def wins(side: int, people: People, kind: str = "match") -> str:
    """Return the sentence that says that a side wins a game or the match (`kind`).

    If the match is one game, the sentence says that the side wins the game.
    """
    won = kind if people.rules.best_of > 1 else "game"
    return people.do(side, WINS[won], game=people.game)


def _of_hand(event: Event) -> str:
    """Return a sentence about the end of a hand.

    Return "" if the sentence about the points already says who took the hand.
    """
    if event.why == "tie":
        return gettext("A tied trick decides the hand")
    if event.side is None and event.why != "void":
        return gettext("Nobody takes the hand")
    return ""


def stale(error: tables.Stale, people: People) -> str:
    """Return the sentence that says that a tap came too late, and what happened instead."""
    if error.tap is None:
        return gettext("This page was out of date. Here is the table as it is now.")
    if error.mine:
        # NOTE: why a tap was not recorded
        message = N_("This phone had just recorded “%(tap)s”.")
        return gettext(message, tap=_happened(error.tap, people))
    # NOTE: why a tap was not recorded
    message = N_("%(name)s was quicker: %(tap)s.")
    name = people.phone(error.seat)
    return gettext(message, name=name, tap=_happened(error.tap, people))


def already(twin: tables.LogRow, people: People) -> str:
    """Return the sentence that says which phone recorded the same tap (`twin`) a moment earlier."""
    # NOTE: two phones tapped the same at once; nothing is missing, so it is no mistake
    return gettext("%(name)s already recorded that.", name=people.phone(twin.seat))


def _happened(tap: Tap, people: People) -> str:
    # NOTE: after a colon or between quotation marks: what happened meanwhile
    back = {"undo": N_("the last tap was undone"), "redo": N_("a tap was redone")}
    if tap.word in back:
        return gettext(back[tap.word])
    return done(tap, people)


def illegal(error: Illegal, people: People, question: Question | None) -> str:
    """Return the sentence that tells players why a tap is not possible.

    `question` is the question that was open when the tap was made, if any.
    """
    if error.reason == "over" and people.rules.best_of == 1:
        return gettext(GAME_OVER)
    if error.reason in DONE_WITH:
        return gettext(DONE_WITH[error.reason])
    word = people.words.word(error.tap.word)
    tap = labels.quoted(word.label)
    if error.reason == "question" and question is not None:
        message = TO_DECIDE if question.by is None else TO_ANSWER
        names = people.seats(question.answer)
        call = people.words.asked(question).said
        return ngettext(*message, len(question.answer), tap=tap, names=names, call=call)
    if error.reason == "value" and error.tap.reason not in (None, *labels.REASONS):
        return gettext(NOT_RECORDED, tap=tap, why=gettext("this reason is not one of the list"))
    if error.reason == "value":
        return gettext(NOT_RECORDED, tap=tap, why=word.wrong)
    return _impossible(error, tap)


def _impossible(error: Illegal, tap: str) -> str:
    if error.reason == "seat":
        return gettext(NOT_HERE, tap=tap)
    if error.tap.word in ("won", "tied"):
        return gettext(NO_TRICK)
    return gettext(NOT_NOW, tap=tap)


def who_must_act(game: Game, offers: tuple[Offer, ...], people: People) -> str:
    """Return the sentence that says who must act and what they may do.

    Return "" while everybody may act or a question is open.
    """
    seats = bound_seats(game, offers)
    if not seats or game.hand.question is not None:
        return ""
    choices = _choices(seats, offers, people)
    return ngettext(*MUST_CHOOSE, len(seats), names=people.seats(seats), choices=choices)


def you_must_act(game: Game, offers: tuple[Offer, ...], people: People, seat: int | None) -> str:
    """Return the sentence that tells the player in this seat what they may do.

    Return "" if other players may act as well, or if a question is open.
    """
    if seat is None or bound_seats(game, offers) != (seat,) or game.hand.question is not None:
        return ""
    # NOTE: to the reader, who must do one of these now: “You must choose: put or resign”
    return gettext("You must choose: %(choices)s", choices=_choices((seat,), offers, people))


def _choices(seats: Seats, offers: tuple[Offer, ...], people: People) -> str:
    """Return what these players may do, joined by "or"."""
    words = dict.fromkeys(offer.tap.word for offer in offers if offer.tap.seat in seats)
    choices = [people.words.word(word).own for word in words]
    return labels.joined(tuple(map(uncapped, choices)), labels.OR)


def rule_of_hand(game: Game, people: People) -> str:
    """Return the sentence about a rule that only this hand has, or "" if it has no such rule."""
    if game.over:
        return ""
    seats = may_look(game)
    if seats is not None and not seats:
        return gettext("Nobody looks at their cards")
    if seats is not None:
        return ngettext(*ONLY_THEY_LOOK, len(seats), names=people.seats(seats))
    if not may_tie(game):
        # NOTE: in this hand a trick cannot be tied: the one of equal cards that was played first
        # takes it. At most 32 letters
        return gettext("Equal cards: the first one wins")
    return ""
