"""Put a question into words: what happened, what is asked, and the answers."""

from __future__ import annotations

from typing import NamedTuple

from companion import variants
from companion.board import question, ring
from companion.board.ring import RingSeat, Trick
from companion.engine import Event, Game, MatchLog, legal
from companion.learn.questions import Kind, Puzzle, QuizChoice
from companion.web.language import N_, NN_, gettext, ngettext
from companion.words import labels, sentences
from companion.words.people import People

NAMES = ("Anna", "Biel", "Carme", "Pep", "Elna", "Ferran", "Gemma", "Hug")
TOLD = 3  # taps before the question that are told in words

# NOTE: questions of a quiz about a card game. %(name)s is a player, %(side)s the names of a side;
# %(answer)s and %(call)s are words of the game, as “vull” or “retruc”
ASKS: dict[Kind, str] = {
    "takes": N_("Who takes this trick?"),
    "leads": N_("Who plays first now?"),
    "answers": N_("Who may answer now?"),
    "refused": N_("%(name)s says “%(answer)s”. What is paid?"),
    "accepted": N_("%(name)s says “%(answer)s”. What is the hand worth then?"),
    "bet": N_("%(name)s says “%(answer)s”, and %(best)s is higher. What is paid?"),
    "worth": N_("The hand goes to %(side)s now. What is paid?"),
    "may": N_("It is %(name)s’s turn. May they call “%(call)s”?"),
    "replies": N_("May %(name)s answer with “%(call)s”?"),
}
TAKEN = N_("%(name)s takes this trick. What then?")
TIED = N_("This trick is tied. What then?")
# NOTE: answers of a quiz, on keys of about 18 letters in a line
CHOICES = {
    "unpaid": N_("nothing yet"),
    "nobody": N_("nobody wins the hand"),
    "again": N_("the cards are dealt again"),
    "goes_on": N_("the hand goes on"),
    "yes": N_("Yes"),
    "no": N_("No"),
}
# NOTE: answers of a quiz: %(gain)s is “+2” or “+1 trut”
PAID = N_("%(gain)s for %(side)s")
# NOTE: an answer of a quiz about who may do something: nobody but this player
ONLY = N_("only %(name)s")
TAKES = NN_("%(side)s wins the hand", "%(side)s win the hand")


class Scene(NamedTuple):
    """The table as a question shows it, without the marks that say who leads or answers.

    `initials` has the first letter of the player who took each trick, "" for a tied trick.
    `standing` is the score in words, empty at the start of a game. `told` are the last taps in
    words.
    """

    places: tuple[RingSeat, ...]
    tricks: tuple[Trick, ...]
    initials: tuple[str, ...]
    worth: str
    standing: str
    told: tuple[str, ...]


class QuestionText(NamedTuple):
    """A question in words, with the table that it is about."""

    asks: str
    choices: tuple[str, ...]
    right: int
    scene: Scene


def in_words(puzzle: Puzzle, people: People) -> QuestionText:
    """Return the question in the language of the page."""
    return QuestionText(
        _asks(puzzle, people),
        tuple(choice_in_words(choice, puzzle, people) for choice in puzzle.choices),
        puzzle.right,
        scene_of(puzzle.log, people),
    )


def _asks(puzzle: Puzzle, people: People) -> str:
    game = puzzle.game
    if puzzle.kind == "ends":
        if puzzle.seat is None:
            return gettext(TIED)
        return gettext(TAKEN, name=people.seat(puzzle.seat))
    first = puzzle.seat
    answer = ""
    if puzzle.taps:
        first = puzzle.taps[0].seat
        answer = _answer(puzzle, people)
    side = ""
    if puzzle.kind == "worth" and puzzle.seat is not None:
        accounts = game.rules.accounts_of(game.hand, game.hand.side(puzzle.seat))
        side = people.sides(accounts)
    return gettext(
        ASKS[puzzle.kind],
        name=people.seat(first),
        best=people.seat(puzzle.seat),
        side=side,
        answer=answer,
        call=people.words.word(puzzle.word).said,
    )


def _answer(puzzle: Puzzle, people: People) -> str:
    """Return the label of the answer (yes or no) about which the question asks."""
    question = puzzle.game.hand.question
    if question is None:
        return ""
    asked = people.words.asked(question)
    if puzzle.taps[0].word == "no":
        return asked.no
    return asked.yes


def choice_in_words(choice: QuizChoice, puzzle: Puzzle, people: People) -> str:
    """Return one answer of the question as it is written on its key."""
    rules = puzzle.game.rules
    if choice.what in ("seat", "seats"):
        return _seats_in_words(choice, puzzle.game, people)
    if choice.what == "worth":
        return people.worth(choice.worth)
    if choice.what == "paid":
        gain = labels.gained(Event("points", points=choice.points, truts=choice.truts), rules)
        return gettext(PAID, gain=gain, side=people.sides(choice.accounts))
    if choice.what == "side":
        players = sum(len(rules.seats_of(account)) for account in choice.accounts)
        return ngettext(*TAKES, players, side=people.sides(choice.accounts))
    return gettext(CHOICES[choice.what])


def _seats_in_words(choice: QuizChoice, game: Game, people: People) -> str:
    """Return the names of the players; “only Anna” if Anna has a partner who is not among them."""
    seat = choice.seats[0]
    has_partners = len(game.hand.seats_of(game.hand.side(seat))) > 1
    if choice.what == "seats" and len(choice.seats) == 1 and has_partners:
        return gettext(ONLY, name=people.seat(seat))
    return people.seats(choice.seats)


def scene_of(log: MatchLog, people: People) -> Scene:
    """Return the table after the taps of `log`: its seats, its tricks, and the last taps."""
    game = log.game
    variant = variants.get(game.rules.variant)
    shown = ring.turned_to(None, ring.shared_ring(game, (), people, tap=False), variant.direction)
    asker = game.hand.asker
    places = tuple(_without_answer(place, is_asker=place.seat == asker) for place in shown.places)
    initials = tuple("" if seat is None else people.initial(seat) for seat in game.hand.tricks)
    standing = ""
    if any(game.score) or any(game.truts):
        standing = _standing(game, people)
    worth = people.worth(game.hand.worth)
    return Scene(places, shown.tricks, initials, worth, standing, _told(log, people))


def _without_answer(place: RingSeat, *, is_asker: bool) -> RingSeat:
    """Return the seat as the question shows it, without marks that say who leads or answers.

    The seat that made the open call keeps the mark of its call.
    """
    if is_asker and not place.urgent:
        return place
    return place._replace(pill="", urgent=False, hot=False)


def _standing(game: Game, people: People) -> str:
    """Return the score of each account: `Anna & Carme 11 · Biel & Pep 9`."""
    figures = game.score_text.split("-")
    named = [f"{people.side(account)} {figure}" for account, figure in enumerate(figures)]
    return " · ".join(named)


def told_since(earlier: MatchLog | None, log: MatchLog, people: People) -> tuple[str, ...]:
    """Return the taps between these two states in words, or all taps if `earlier` is None."""
    said: list[str] = []
    now = log
    while now is not earlier and now.past is not None and now.tap is not None:
        sentence = sentences.done(now.tap, people, now.past.game.hand.question)
        # NOTE: what happened, as a sentence of its own with its full stop: “Biel called truc.”
        said.insert(0, gettext("%(sentence)s.", sentence=sentence))
        now = now.past
    return tuple(said)


def _told(log: MatchLog, people: People) -> tuple[str, ...]:
    """Return the last taps in words.

    If a decision is open, such as that of the hand of eleven, its title comes last.
    """
    said = list(told_since(None, log, people)[-TOLD:])
    asked = log.game.hand.question
    if asked is not None and log.game.hand.asker is None:
        view = question.open_question(log.game, legal(log.game), people)
        if view is not None:
            said.append(view.title)
    return tuple(said)
