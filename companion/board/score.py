"""Build the score board: each side with its score, what wins, and the marks of the game.

The score is also drawn as the players of a game mark it: with matchsticks in groups of five, with
stones, with jetons or with a doubling cube. A drawing is a list of SVG paths. The CSS class of a
path says how thick and how dark it is.

A touch on the score of a side opens the keys about its points. With these keys, players say that a
side won or gave up the hand, add or remove points, and make rare corrections.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import chain
from typing import NamedTuple

from companion.board.keys import Key, KeyRow
from companion.engine import Game, Offer, Rules, Tap
from companion.engine.decision import special_score
from companion.engine.play import pays
from companion.engine.table_taps import why_not
from companion.engine.tricks import can_be_won
from companion.engine.variant import Count
from companion.tables import sent_taps
from companion.web.language import cached_per_language, gettext
from companion.words import labels
from companion.words.people import People, glyph
from companion.words.widths import broken, wide

ROOM = 7.9  # em of one line of a side's names on the narrowest phone
WRAPS = 9.0  # wider names, in em, need two lines on the narrowest phones with the widest letters
CROWDED = 4.2  # em of the line of a side's names if there are more than two sides
PIPS = 15  # points of a target that are shown one by one
MOST_DIGITS = 3  # digits of a score for which the styles have room
NAMES = 4000  # shortened names of sides that are kept, two for each table (`tables.process_state`)
STEPS = (-1, 1, 2, 3)  # the points that the keys of a side add
BOTH = (-1, 1)  # the truts, or the games, that its keys add
LIMITS = (24, 5.6, 4.6, 3.2, 2.4, 1.6)  # em of each name, tried until two lines are enough
# The matchsticks of a group of five: four make a square, and the fifth lies across it.
MATCHSTICKS = ((3, 18, 3, 5), (5, 3, 17, 3), (19, 5, 19, 17), (17, 19, 5, 19), (6, 16, 16, 6))
ROW = 15  # stones in a row
# The widths of what is drawn, in units of the drawing:
FIVE = 24  # a group of five matchsticks
GAP = 8  # between the matchsticks of two halves
STONE = 12
LONG = 19  # a jeton for a long
PETIT = 12  # a jeton for a petit


class MarkDrawing(NamedTuple):
    """A drawing of marks: its size, and its paths, each with its CSS class.

    The class is `made` for what is scored, `faint` for what is not scored yet, and so on.
    """

    width: int
    height: int
    paths: tuple[tuple[str, str], ...]


class ScoreMarks(NamedTuple):
    """The marks of a side's score.

    `stage` names the half of the game, such as `3 buenas`. `cube` is what the doubling cube shows,
    "" if this side does not have it.
    """

    drawing: MarkDrawing | None = None
    stage: str = ""
    cube: str = ""


class Corrections(NamedTuple):
    """The keys that correct the score of a side.

    They stay on the page while a table is played. A tap only changes which of them are disabled.

    * `steps`: the keys that add or take away a few points.
    * `entry`: the key for a number that is typed.
    * `rare`: rows of rare corrections.
    * `last`: the keys that end the match.
    * `reasons`: the reasons that players may give for a correction, each as a pair: its word in
      records, and its label.
    """

    steps: tuple[Key, ...]
    entry: Key
    rare: tuple[KeyRow, ...]
    last: KeyRow
    reasons: tuple[tuple[str, str], ...]


class PointsKeys(NamedTuple):
    """The keys about the points of one side; `name` has the names of its players.

    * `took`: the key that says that the side won the hand. A disabled key keeps its place.
    * `gives`: the key that says that the side gave the hand up. It keeps its place too.
    * `dealers`: the keys that choose the dealer, or None after the first tap of a hand.
    * `corrections`: the keys for corrections, only on a page that is loaded as a whole. A later
      panel leaves them out, and the script over.js keeps those of the page.
    * `disabled`: the taps of `corrections` that are not possible now.
    """

    side: int
    name: str
    took: Key
    gives: Key
    dealers: KeyRow | None
    disabled: tuple[str, ...]
    corrections: Corrections | None = None


class SideScore(NamedTuple):
    """One side's part of the score board.

    * `name`: the names of the side, perhaps shortened, in one line or two.
    * `initials`: if `name` has two lines, the names in one line, for a low screen.
    * `figure`: the score in points or truts; the side wins at `target`.
    * `digits`: the number of digits for which there is room. It is the same for every side.
    * `turns`: whether the figure has a 6 or a 9, which a flat phone underlines.
    * `petits`: the points that are not a trut yet, shown beside the truts.
    * `counted`: the score as marks.
    * `points`: the keys about the side's points.

    The way to the target is drawn too:

    * `way`: how far the side has come: the figure, at most the target.
    * `mark`: the score at which the last part of the way begins: the second half (buenas) or the
      special hand. It is 0 if there is no such part.
    * `has_pips`: whether the way is short enough to show each point of it.

    If a match is won with several games:

    * `games`: a value for each game that the side must win: True if it has won the game.
    * `won`: how many games it has won, in words.
    * `games_below`: whether the games won are drawn below the figure, because something else is
      beside the figure.
    """

    number: int
    glyph: str
    name: str
    figure: int
    digits: int
    turns: bool
    target: int
    way: int
    has_pips: bool
    petits: str
    games: tuple[bool, ...]
    won: str
    counted: ScoreMarks
    games_below: bool
    points: PointsKeys | None = None
    mark: int = 0
    initials: str = ""


class Score(NamedTuple):
    """The score board of all sides.

    * `target`: the points, or truts, that win.
    * `cube`: what the doubling cube shows while nobody owns it, otherwise "".
    * `worth`: what the hand is worth; "" if the match is over, or if only a call wins anything.
    * `word`: whether the worth is a word instead of a number of points.
    * `worth_after`: how many sides are drawn before the worth.
    * `many`: whether there are more than two sides. They do not fit left and right of the worth.
    * `two_lines`: whether the names of some side need two lines. All sides then get room for two.
    """

    sides: tuple[SideScore, ...]
    target: int
    cube: str
    worth: str
    word: bool
    many: bool
    two_lines: bool
    worth_after: int


# -- the score board ------------------------------------------------------------------------------


def score_board(game: Game, offers: tuple[Offer, ...], people: People, count: Count) -> Score:
    """Return the score board with all its keys, the first side first.

    `count` says how this game marks a score.
    """
    rules = game.rules
    keys = points_keys(game, offers, people)
    mark = 0  # the score at which the last part of the way to the target begins
    if count.halves:
        mark = rules.tally.target // 2
    elif not game.truts:
        mark = special_score(rules)
    numbers = range(rules.accounts)
    sides = tuple(_side(game, people, count, side, keys[side], mark=mark) for side in numbers)
    worth = ""
    if not game.over and can_be_won(game):
        worth = people.worth(game.hand.worth)
    has_many = len(sides) > 2
    return Score(
        sides,
        rules.tally.target,
        cube=unowned_cube(game) if count.by == "cube" else "",
        worth=worth,
        word=isinstance(game.hand.worth, str),
        many=has_many,
        two_lines=not has_many and any(wide(side.name) > WRAPS for side in sides),
        worth_after=len(sides) if has_many else 1,
    )


def own_side_first(score: Score, own: int, *, tap: bool) -> Score:
    """Return the score board for the players of a side, with their own side first.

    The points of a side can be tapped only if `tap` is true.
    """
    sides = (score.sides[own], *score.sides[:own], *score.sides[own + 1 :])
    if not tap:
        sides = tuple(side._replace(points=None) for side in sides)
    return score._replace(sides=sides)


def with_corrections(score: Score, game: Game, people: People) -> Score:
    """Return the score board with all corrections, for a page that is loaded as a whole.

    Panels that are sent later leave the corrections out, because they stay on the page.
    """
    sides = (side._replace(points=_whole(side.points, game, people)) for side in score.sides)
    return score._replace(sides=tuple(sides))


def _whole(had: PointsKeys | None, game: Game, people: People) -> PointsKeys | None:
    return had and had._replace(corrections=static_corrections(game, people, had))


def _side(
    game: Game, people: People, count: Count, side: int, points: PointsKeys | None, *, mark: int
) -> SideScore:
    rules = game.rules
    figures = game.deciding_score
    longest = max(len(str(figure)) for figure in figures)
    target = rules.tally.target
    games: tuple[bool, ...] = ()
    if rules.best_of > 1:
        games = tuple(number < game.games[side] for number in range(rules.best_of // 2 + 1))
    label = people.words.word("fix-games").label
    # NOTE: %(label)s is “Games won”, %(games)s how many of them win the match
    won = gettext("%(label)s: %(won)s of %(games)s", label=label, won=sum(games), games=len(games))
    name, initials = _names(people, side)
    petits = labels.petits(game.score[side], rules) if game.truts else ""
    counted = score_marks(game, side, count)
    return SideScore(
        side,
        glyph(side),
        name,
        figure=figures[side],
        digits=min(longest, MOST_DIGITS),
        turns=not {"6", "9"}.isdisjoint(str(figures[side])),
        target=target,
        way=min(figures[side], target),
        has_pips=target <= PIPS,
        petits=petits,
        games=games,
        won=won,
        counted=counted,
        games_below=bool(petits or counted.cube),
        points=points,
        mark=mark,
        initials=initials,
    )


@cached_per_language(NAMES)
def _names(people: People, side: int) -> tuple[str, str]:
    """Return the names of a side, and shorter names in one line for a low screen.

    The second text is empty if the names fit in one line in any case.
    """
    name = _shown(people, side, lines=2)
    if people.rules.accounts > 2 or wide(name) <= WRAPS:
        return name, ""
    return name, _shown(people, side, lines=1)


def _shown(people: People, side: int, lines: int) -> str:
    """Return the names of a side, short enough for `lines` lines.

    There is only one line if the game has more than two sides.
    """
    most = ROOM
    if people.rules.accounts > 2:
        most = CROWDED
        lines = 1
    seats = people.rules.seats_of(side)
    for limit in LIMITS:
        names = labels.joined(tuple(people.short(seat, limit) for seat in seats))
        shown = broken(names, most)
        if len(shown) <= lines and max(map(wide, shown)) <= most:
            break
    return names


# -- the score as the players of a game mark it ----------------------------------------------------


def score_marks(game: Game, number: int, count: Count) -> ScoreMarks:
    """Return the marks of the side `number`. `count` says how this game marks a score."""
    target = game.rules.tally.target
    have = min(game.deciding_score[number], target)
    halves: tuple[int, ...] = (target,)
    stage = ""
    if count.halves:
        halves = (target // 2, target - target // 2)
        low, high = count.halves
        stage = f"{have} {low}" if have < halves[0] else f"{have - halves[0]} {high}"
    if count.by == "matches":
        return ScoreMarks(_matches(have, halves), stage)
    if count.by == "stones":
        return ScoreMarks(_stones(have, halves), stage)
    if count.by == "jetons":
        petits = game.score[number] if game.truts else None
        return ScoreMarks(_jetons(have, target, petits), stage)
    if count.by == "cube" and _owner(game) == number:
        return ScoreMarks(stage=stage, cube=cube(game))
    return ScoreMarks(stage=stage)


def cube(game: Game) -> str:
    """Return what the doubling cube shows: the worth of the hand, or a star for the whole game."""
    if isinstance(game.hand.worth, int):
        return str(game.hand.worth)
    return "★"


def unowned_cube(game: Game) -> str:
    """Return what the doubling cube shows while nobody has doubled, "" after that."""
    if game.over or _owner(game) is not None:
        return ""
    return cube(game)


def _owner(game: Game) -> int | None:
    """Return the side that owns the doubling cube: the side that accepted the last raise.

    Return None if no raise was accepted in this hand, or if there are more than two sides.
    """
    if game.rules.accounts != 2:
        return None
    for call in reversed(game.hand.calls):
        if call.accepted and not call.bet:
            return game.hand.other(game.hand.side(call.seat))
    return None


def _matches(have: int, halves: tuple[int, ...]) -> MarkDrawing:
    strokes: list[str] = []
    heads: list[str] = []
    faint: list[str] = []
    line: list[str] = []
    x = 0
    for number, half in enumerate(halves):
        if number:
            line.append(f"M{x + GAP // 2 - 1} 0v22")
            x += GAP
        for begun in range(0, half, 5):
            made = min(max(have - begun, 0), 5, half - begun)
            for x1, y1, x2, y2 in MATCHSTICKS[:made]:
                strokes.append(f"M{x + x1} {y1}L{x + x2} {y2}")
                heads.append(_dot(x + x2, y2))
            if not made:
                faint.append(_dot(x + 11, 11))
            x += FIVE
        have -= half
    return _drawing(x - 2, 22, made=strokes, head=heads, faint=faint, line=line)


def _stones(have: int, halves: tuple[int, ...]) -> MarkDrawing:
    sizes: list[int] = []
    for half in halves:  # no row has stones of two halves, and the rows of a half are about equal
        rows = -(-half // ROW)
        sizes += [half // rows + (row < half % rows) for row in range(rows)]
    stones: list[str] = []
    left: list[str] = []
    for row, size in enumerate(sizes):
        made = min(have, size)
        stones.append(_row_of_stones(0, row, made))
        left.append(_row_of_stones(made, row, size - made))
        have -= made
    return _drawing(STONE * max(sizes), STONE * len(sizes), stones=stones, left=left)


def _row_of_stones(first: int, row: int, stones: int) -> str:
    """Return the path of a row of stones.

    The path is a single line. The styles draw it as dots, at distances of STONE. The line ends a
    little after the last stone, so that this stone is drawn too.
    """
    if not stones:
        return ""
    return f"M{STONE * first + 6} {STONE * row + 6}h{STONE * (stones - 1) + 1}"


def _jetons(have: int, target: int, petits: int | None) -> MarkDrawing:
    """Return the drawing of a score in jetons: longs and petits.

    If the game counts only points, `petits` is None and a long is five points.
    """
    if petits is None:
        longs, small = divmod(have, 5)
        most_longs = target // 5
        most_petits = 4
    else:
        longs = have
        small = petits
        most_longs = target
        most_petits = max(petits, 2)
    big = [_dot(LONG * at + 9, 9) for at in range(most_longs)]
    little = [_dot(LONG * most_longs + PETIT * at + 8, 9) for at in range(most_petits)]
    paths = {
        "long": big[:longs],
        "eye": big[:longs],
        "petit": little[:small],
        "faint": big[longs:] + little[small:],
    }
    return _drawing(LONG * most_longs + PETIT * len(little) + 4, 18, **paths)


def _dot(x: int, y: int) -> str:
    """Return the path of a disc: a stroke without length, whose ends are round."""
    return f"M{x} {y}h0"


def _drawing(width: int, height: int, **paths: list[str]) -> MarkDrawing:
    joined = {name: "".join(path) for name, path in paths.items()}
    drawn = tuple((name, path) for name, path in joined.items() if path)
    return MarkDrawing(width, height, drawn)


# -- the keys about the points of a side -----------------------------------------------------------


def points_keys(
    game: Game, offers: Iterable[Offer], people: People
) -> tuple[PointsKeys | None, ...]:
    """Return the keys about the points of each side, as a panel shows them.

    Return None for each side if the match is over.
    """
    if game.over:
        return (None,) * game.rules.accounts
    known = {offer.tap: offer for offer in offers if offer.group in ("hand", "fold")}
    dealers: KeyRow | None = None
    if game.untouched:  # the dealer can be chosen before the first tap of a hand
        dealers = _dealers(game, people)
    keys: list[PointsKeys] = []
    for side in range(game.rules.accounts):
        took = _end(game, people, "hand", side, known)
        gives = _end(game, people, "fold", side, known)
        taps = chain.from_iterable(_correction_taps(game, side))
        keys.append(
            PointsKeys(
                side,
                people.brief.side(side),
                took._replace(label=people.words.word("hand").own, tone="good"),
                gives._replace(label=people.words.word("fold").label, tone="bad"),
                dealers,
                tuple(str(tap) for tap in taps if why_not(game, tap) is not None),
            )
        )
    return tuple(keys)


def static_corrections(game: Game, people: People, points: PointsKeys) -> Corrections:
    """Return the keys for all corrections of one side. `points` says which are disabled."""
    side = points.side
    disabled = points.disabled
    steps, truts, games, void, last = _correction_taps(game, side)
    # NOTE: label above two buttons, −1 and +1: truts, a counter of the game
    counter = gettext("Longs") if labels.in_longs(people.rules) else gettext("Truts")
    rare = (
        _row(counter, _more_or_less(truts, disabled)),
        _row(people.words.word("fix-games").label, _more_or_less(games, disabled)),
        # NOTE: label above two buttons: the hand does not count and is dealt again, by the same
        # dealer or the next one
        _row(gettext("The hand is void"), _keys(void, _after_void(people.rules), disabled)),
    )
    ends = gettext("this side gives up"), gettext("nobody wins")
    # NOTE: button beside a field with a number of points: writes them down
    record = gettext("Record")
    seat = people.rules.seats_of(side)[0]
    sent = sent_taps.with_number(Tap("fix", seat))
    entry = Key(sent, record, tone="bold", entry=sent_taps.field(sent))
    return Corrections(
        _more_or_less(steps, disabled, side),
        entry,
        tuple(row for row in rare if row.keys),
        # NOTE: label above two buttons: this side gives up, nobody wins (the match is stopped)
        _row(gettext("End it here"), _keys(last, ends, disabled)),
        tuple((word, gettext(label)) for word, label in labels.REASONS.items()),
    )


def _row(label: str, keys: tuple[Key, ...]) -> KeyRow:
    return KeyRow(label, keys, disabled=all(key.disabled for key in keys))


def _after_void(rules: Rules) -> tuple[str, str]:
    """Return the labels of the two ways to go on after a void hand.

    All duels of a round have one deal. So a void duel is played again or left out, not dealt.
    """
    if rules.rounds:
        # NOTE: button below "The hand is void", for a hand of six and for a duel: it is played
        # again, or left out
        return gettext("play it again"), gettext("go on to the next")
    return gettext("same dealer"), gettext("next dealer")


def _end(game: Game, people: People, word: str, side: int, known: Mapping[Tap, Offer]) -> Key:
    """Return the key that ends the hand for this side, with what it pays.

    If `word` is "hand", the key says that the side won the hand; if it is "fold", that the side
    gave the hand up. The key records the tap for the first player of the side who may tap it. If
    another side is paid, the key names that side (`who`).
    """
    taps = [Tap(word, seat) for seat in game.rules.seats_of(side)]
    offer = next((known[tap] for tap in taps if tap in known), None)
    if offer is None:
        return Key(str(taps[0]), "", disabled=True)
    key = Key(str(offer.tap), "")
    paid = {event.side: event for event in pays(game, offer) if event.side is not None}
    if not paid:
        return key
    if side in paid:
        return key._replace(worth=labels.gained(paid[side], people.rules))
    key = key._replace(worth=labels.gained(min(paid.values()), people.rules))
    return key._replace(who=people.brief.sides(tuple(paid)))


def _dealers(game: Game, people: People) -> KeyRow | None:
    """Return the keys that choose the dealer of this hand, or None if no player can be chosen."""
    seats = range(game.rules.seats)
    disabled = {seat for seat in seats if why_not(game, Tap("dealer", seat)) is not None}
    if len(disabled) == len(seats):
        return None
    keys: list[Key] = []
    for seat in seats:
        tap = str(Tap("dealer", seat))
        side = people.rules.account(seat)
        keys.append(Key(tap, people.seat(seat), side=side, disabled=seat in disabled))
    # NOTE: label above the players' names
    return KeyRow(gettext("Who deals?"), tuple(keys))


def _correction_taps(game: Game, side: int) -> tuple[tuple[Tap, ...], ...]:
    """Return the taps of the correction keys, row by row.

    The tap of the key for a typed number is missing, because its value is not known.
    """
    seat = game.rules.seats_of(side)[0]
    return (
        tuple(Tap("fix", seat, str(by)) for by in STEPS),
        tuple(Tap("fix-truts", seat, str(by)) for by in BOTH if game.truts),
        tuple(Tap("fix-games", seat, str(by)) for by in BOTH),
        (Tap("void"), Tap("void", value="pass")),
        (Tap("resign", seat), Tap("end")),
    )


def _more_or_less(
    taps: Iterable[Tap], disabled: Collection[str], side: int | None = None
) -> tuple[Key, ...]:
    return _keys(taps, (labels.with_sign(int(tap.value or 0)) for tap in taps), disabled, side)


def _keys(
    taps: Iterable[Tap], said: Iterable[str], disabled: Collection[str], side: int | None = None
) -> tuple[Key, ...]:
    keys: list[Key] = []
    for tap, label in zip(taps, said, strict=True):
        keys.append(Key(str(tap), label, side=side, disabled=str(tap) in disabled))
    return tuple(keys)
