"""List the latest events of a table, and its log line by line."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from companion.board.agreement import SideAgreement
from companion.engine import REDO, UNDO, Event, Game, MatchLog, Question, Shared, Tap, payments
from companion.engine.table_taps import CORRECTIONS, FORMS
from companion.tables import LogRow, State, sent_taps
from companion.web.language import N_, gettext
from companion.words import labels, sentences
from companion.words.people import People, glyph
from companion.words.widths import broken, shortened, wide

SHORT = 8  # lines of the log on the table page; a link there leads to the others
# The letters of the key to undo are not bold, so more of them fit than `wide` says.
WORD = 7.3  # em of a line of the key to undo, which has two lines
NARROW_WORD = 6.42  # em of such a line on the narrowest phone
# The part of a line that a word may fill. They are tried in turn until two lines are enough.
SHARES = (1.0, 0.7, 0.6, 0.5, 0.4, 0.3)
PAGE = 200  # lines on a page of the log

# What a touch on a player recorded, as the key to undo says it.
TOUCHED = {
    # NOTE: on the key that takes back, short: the trick that %(name)s took
    "won": N_("trick (%(name)s)"),
    # NOTE: on the key that takes back, short: %(name)s had the higher number
    "best": N_("higher (%(name)s)"),
    # NOTE: on the key that takes back, short: %(name)s was made the dealer
    "dealer": N_("dealer (%(name)s)"),
}

# What happened without a player, as the key to undo says it.
HAPPENED = {
    # NOTE: on the key that takes back: “Undo: tie”
    "tied": N_("tie"),
    # NOTE: on the key that takes back, short: a side was given the hand in one touch
    "hand": N_("hand"),
}

# NOTE: %(tap)s is what somebody did, as a sentence: “Anna called truc”
TAKEN_BACK = N_("Undone: %(tap)s")
# NOTE: %(tap)s is what somebody did, as a sentence; it was taken back before
PUT_BACK = N_("Redone: %(tap)s")


class News(NamedTuple):
    """An event as the page tells it: what a side gained (`+2`), or only a sentence.

    `who` are the names of those who gained, `accounts` are their accounts, `why` is the reason.
    `others` are the glyphs of other sides that gained the same.
    """

    text: str
    gain: str = ""
    side: int | None = None
    glyph: str = ""
    who: str = ""
    why: str = ""
    accounts: tuple[int, ...] = ()
    others: tuple[str, ...] = ()


class LogLine(NamedTuple):
    """One row of the log: what was done, on whose phone, and what followed from it.

    * `phone`: the name of the player whose phone recorded the tap. It is "" for a host's phone
      without a seat, and None if a player tapped on their own phone.
    * `score`: the score after the tap.
    * `struck`: whether the tap was undone.
    * `mark`: the name of the drawing before the line: "undo", "redo", or the glyph of the player's
      side. It is "" if no single player made the tap.
    * `number`: the number of the row, 0 if the line is not about a tap.
    """

    text: str
    at: datetime
    phone: str | None
    news: tuple[News, ...]
    score: str
    struck: bool = False
    mark: str = ""
    side: int | None = None
    number: int = 0

    @property
    def whose_phone(self) -> str:
        """Return whose phone recorded the tap, "" if the player used their own phone."""
        if self.phone is None:
            return ""
        if not self.phone:
            return gettext("the host’s phone")
        return gettext("%(name)s’s phone", name=self.phone)


class Log(NamedTuple):
    """The newest lines of the log.

    `more` is true if the log has older lines, which are on a page of their own. `agreed` are the
    sides that have agreed that the last result is right.
    """

    lines: tuple[LogLine, ...]
    more: bool
    agreed: tuple[SideAgreement, ...]


class Undoing(NamedTuple):
    """What undo would take back and what redo would restore.

    `sentence` says what undo takes back, and `redo` what redo restores. `key` and `narrow_key` are
    the labels of the key to undo on wide and on narrow phones, and `taps` is what this key sends.
    """

    sentence: str
    key: str
    narrow_key: str
    taps: str
    redo: str


def news(log: MatchLog, rows: tuple[LogRow, ...], people: People) -> tuple[News, ...]:
    """Return what the last row tells: its events, or what was tapped if it has no events.

    Before the first tap, return who deals and who leads.
    """
    if not rows:
        return (News(who_begins(log, people)),)
    last = rows[-1]
    if last.affects:
        about = rows[last.affects - 1]
        said = TAKEN_BACK if last.tap == UNDO else PUT_BACK
        return (News(gettext(said, tap=_played_on(about.tap, people, about.question))),)
    scored = tuple(event for event in last.events if _is_news(event))
    return _told(scored, people) or (News(f"{_played_on(last.tap, people, last.question)}."),)


def beginning(state: State, people: People) -> str:
    """Return who deals and who leads in the first hand, "" after the first tap."""
    if state.rows:
        return ""
    return who_begins(state.log, people)


def who_begins(log: MatchLog, people: People) -> str:
    """Return the sentence about who deals this hand and who leads."""
    dealer = people.seat(log.game.dealer)
    leader = people.seat(log.game.hand.leader)
    return gettext("%(dealer)s deals, %(leader)s leads.", dealer=dealer, leader=leader)


def _is_news(event: Event) -> bool:
    return event.kind in ("points", "hand", "deal") and event.why != "tie"


def lines(
    state: State, people: People, most: int = SHORT, end: int | None = None
) -> tuple[LogLine, ...]:
    """Return at most `most` lines of the log, newest first.

    `end` is the number of the newest line; None means the end of the log.
    """
    if end is None:
        end = state.version
    found: list[LogLine] = []
    for row in reversed(state.rows[max(0, end - most) : end]):
        line = _line(row, state.rows, people)
        if row.seq == state.restarted_at:
            line = _with_restart(line)
        found.append(line)
    return tuple(found)


def paid(rows: tuple[LogRow, ...], people: People) -> Iterator[News]:
    """Yield a `News` for each payment in rows that were not undone, newest first."""
    for row in reversed(rows):
        if row.counts and not row.affects:
            yield from (_paid(shared, people) for shared in payments(row.events))


def undoing_in_words(recorded: Undoing, log: MatchLog, people: People) -> Undoing:
    """Return the texts of `recorded` with the taps of undo and redo in words, not in notation."""
    if log.past is not None and log.tap is not None:
        recorded = recorded._replace(
            sentence=_played_on(log.tap, people, log.past.game.hand.question),
            key=undo_label(log, people, WORD),
            narrow_key=undo_label(log, people, NARROW_WORD),
        )
    if log.ahead is not None and log.ahead.tap is not None:
        redone = _played_on(log.ahead.tap, people, log.game.hand.question)
        recorded = recorded._replace(redo=redone)
    return recorded


def undo_taps(log: MatchLog, rows: tuple[LogRow, ...]) -> str:
    """Return what the key to undo sends: one undo, or several if one touch recorded several taps.

    After an announcement, one touch can record a no for every other player
    (`KeyMaker.nobody_else`). One touch on undo takes all of these taps back. This also works if
    they were undone and redone before.
    """
    undos = [UNDO]
    denies = log.tap is not None and log.tap.word == "no"
    if denies and log.past is not None and _is_announced(log.past.game):
        counted = (row for row in reversed(rows) if row.counts and not row.affects)
        recorded = tuple(islice(counted, sent_taps.MOST))
        for row in recorded[1:]:
            if not _denies(row) or row.device != recorded[0].device or row.events:
                break
            undos.append(UNDO)
    return sent_taps.in_a_row(*undos)


def _is_announced(game: Game) -> bool:
    """Return whether an announcement, such as a flor, waits for the replies of other players."""
    question = game.hand.question
    return question is not None and question.by is None and game.hand.asker is not None


def _denies(row: LogRow) -> bool:
    """Return whether the player said that they do not have what another player announced."""
    is_announced = row.question is not None and row.question.by is None
    return is_announced and row.tap.word == "no"


def undo_label(log: MatchLog, people: People, most: float) -> str:
    """Return the label of the key to undo, for example `Undo: trick (Biel)`.

    The label has at most two lines, each at most `most` em wide. Return "" if there is nothing to
    undo.
    """
    if log.past is None or log.tap is None:
        return ""
    label = ""
    for tap in _briefs(log.tap, log, people, most):
        # NOTE: on the key that takes back; %(tap)s is what it takes back, in a word or two
        label = gettext("Undo: %(tap)s", tap=tap)
        if len(broken(label, most)) <= 2 and max(map(wide, broken(tap, most))) <= most:
            break
    return label


def _briefs(tap: Tap, log: MatchLog, people: People, most: float) -> Iterator[str]:
    """Yield shorter and shorter texts for the last tap.

    * If a player's name was touched, only the name is shortened, first in brackets and then
      without: `trick (Biel)`, `trick Biel`, `trick (Bi.)`. The last text has no name: `trick`.
    * If the tap is a refusal, all its words are kept, because `Pas de flor` must not become `Flor`.
      Only the longest word is shortened.
    * The words of any other tap are shortened, or left out from the end. A few words are better
      than the initials of all: `One card each` becomes `One card` and not `O. c. e.`.
    """
    if tap.word in TOUCHED and tap.seat is not None:
        brief = ""
        for share in SHARES:
            brief = gettext(TOUCHED[tap.word], name=people.short(tap.seat, most * share))
            yield brief
            yield brief.replace("(", "").replace(")", "")
        yield brief.rpartition(" ")[0] or brief
        return
    words = tapped(log, people).split()
    if tap.word == "no":
        longest = words.index(max(words, key=wide))
        for share in SHARES:
            refusal = list(words)
            refusal[longest] = shortened(words[longest], most * share)
            yield " ".join(refusal)
        return
    for count in range(len(words), 0, -1):
        for share in SHARES:
            cut = [shortened(word, most * share) for word in words[:count]]
            if count == 1 or not any(map(_is_stump, cut)):
                yield " ".join(cut)


def _is_stump(word: str) -> bool:
    """Return whether a shortened word has so few letters left that nobody can guess it."""
    return len(word) <= 3 and word.endswith(".")


def tapped(log: MatchLog, people: People) -> str:
    """Return the last tap in a few words: the label of its key, or the name that was touched."""
    if log.past is None or log.tap is None:
        return ""
    tap = log.tap
    question = log.past.game.hand.question
    if tap.word in TOUCHED:
        return people.brief.seat(tap.seat)
    if tap.word in HAPPENED:
        return gettext(HAPPENED[tap.word])
    if question is not None and tap.word in ("yes", "no"):
        return labels.answer(tap.word, question, people.words)[0]
    if tap.word.startswith("fix"):
        return labels.with_sign(int(tap.value or 0))
    return _word_of(tap, people)


def _word_of(tap: Tap, people: People) -> str:
    word = people.words.word(tap.word)
    if word.value_is == "card":
        # NOTE: on the key that takes back, short: the card that was turned up, by its rank
        return gettext("card %(rank)s", rank=labels.rank(tap.value or ""))
    if word.value_is == "player" or tap.word in FORMS:
        return word.label  # the value of a tap such as `void=pass` is a word of notation
    # If a number was said, the key shows the number.
    return tap.value or word.label


def _line(row: LogRow, rows: tuple[LogRow, ...], people: People) -> LogLine:
    phone: str | None = "" if row.seat is None else people.seat(row.seat)
    if row.affects:
        about = rows[row.affects - 1]
        said = TAKEN_BACK if row.tap != REDO else PUT_BACK
        text = gettext(said, tap=_played_on(about.tap, people, about.question))
        return LogLine(text, row.at, phone, (), row.score, mark=row.tap.word, number=row.seq)
    if row.seat is not None and row.seat == row.tap.seat:
        phone = None
    told = _told(row.events, people)
    if row.tap.word in CORRECTIONS:
        # The line itself says whose score was corrected.
        told = tuple(news._replace(text="") if news.gain else news for news in told)
    side = None if row.tap.seat is None else people.rules.account(row.tap.seat)
    return LogLine(
        _played_on(row.tap, people, row.question),
        row.at,
        phone,
        told,
        row.result,
        struck=not row.counts,
        mark="" if side is None else glyph(side),
        side=side,
        number=row.seq,
    )


def _with_restart(line: LogLine) -> LogLine:
    """Return this line with one more sentence: the rules have changed, and a new hand is dealt.

    `line` is about the last tap that was recorded under the earlier rules.
    """
    said = gettext("The rules have changed since: the score stays, and a new hand is dealt")
    return line._replace(news=(*line.news, News(said)))


def _played_on(tap: Tap, people: People, question: Question | None) -> str:
    """Return the sentence of the log about this tap.

    If a trick was tapped while a call was open, the sentence also says that the tap accepted the
    call.
    """
    done = sentences.done(tap, people, question)
    if question is None or question.by is None or tap.word not in ("won", "tied"):
        return done
    # NOTE: a line of the log: a trick was tapped while a call was open, and that accepted the call
    return gettext(
        "%(done)s; %(call)s accepted by playing on: worth %(worth)s",
        done=done,
        call=people.words.word(question.word).said,
        worth=people.worth(question.if_accepted or 0),
    )


def _told(events: tuple[Event, ...], people: People) -> tuple[News, ...]:
    """Return a `News` for each payment, and one with a sentence for each other event.

    Events for which there is no sentence are left out. If the match was won, the event that ended
    its last game is left out too.
    """
    wins_match = any(event.kind == "match" for event in events)
    found: list[News] = []
    paid = iter(payments(events))
    shared = next(paid, None)
    for event in events:
        if shared is not None and event == shared.event:
            found.append(_paid(shared, people))
            shared = next(paid, None)
        if event.kind == "points" or (event.kind == "game" and wins_match):
            continue
        sentence = sentences.of_event(event, people)
        if sentence:
            found.append(News(sentence))
    return tuple(found)


def _paid(shared: Shared, people: People) -> News:
    who = people.sides(shared.accounts)
    why = sentences.reason(shared.event, people)
    side = shared.accounts[0]
    return News(
        sentences.scored(who, why),
        labels.gained(shared.event, people.rules),
        side,
        glyph(side),
        who=who,
        why=why,
        accounts=shared.accounts,
        others=tuple(map(glyph, shared.accounts[1:])),
    )
