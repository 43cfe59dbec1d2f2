"""Count a match a second time, in the simplest way: from its taps and their events, hand by hand.

This module does not use `companion.book` or `companion.retelling`. Tests compare the figures and
sentences of these two packages with the results of this module. From the engine it takes events,
open questions, the calls of a hand, and the score.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fractions import Fraction

from companion.engine import Game, MatchLog, Tap, legal
from companion.engine.flor import Flor
from companion.engine.ladder import Ladder

CORRECTIONS = {"fix", "fix-truts", "fix-games"}
TABLE_TAPS = CORRECTIONS | {"void", "dealer", "resign", "end"}
REFUSED = {"refused", "bet-refused"}
Step = tuple[Game, Tap, Game]


@dataclass
class Call:
    """A call: the seat that made it, the part of the rules that it belongs to, and its fate.

    `at`: the index of the tap of this call among the taps of its hand.
    `bet`: whether the call is a side bet.
    """

    seat: int
    part: str
    word: str
    bet: bool
    fate: str | None
    at: int
    won: bool | None = None  # whether its side won; None if it was not accepted and decided


@dataclass
class Hand:
    """A hand, with its taps and its calls.

    `ending`: how the hand ended, "" if it did not end.
    `winners`: the accounts that took the hand.
    """

    steps: list[Step]
    ending: str = ""
    winners: tuple[int, ...] = ()
    calls: list[Call] = field(default_factory=list)

    @property
    def recorded(self) -> bool:
        return self.ending not in ("", "void", "short")

    @property
    def last(self) -> Step:
        return self.steps[-1]

    def side_won(self, seat: int) -> bool:
        game = self.last[0]
        return bool(self.winners) and game.hand.side(seat) == game.hand.side(self.winners[0])


@dataclass
class Match:
    start: Game
    steps: list[Step]
    hands: list[Hand]
    table: Counter[str]
    sides: list[Counter[str]]
    seats: list[Counter[str]]

    @property
    def end(self) -> Game:
        return self.steps[-1][2] if self.steps else self.start


def steps_of(log: MatchLog) -> tuple[Game, list[Step]]:
    steps: list[Step] = []
    while log.past is not None:
        steps.insert(0, (log.past.game, log.tap, log.game))
        log = log.past
    return log.game, steps


def events(step: Step, kind: str):
    return [event for event in step[2].events if event.kind == kind]


def texts(game: Game) -> tuple[str, ...]:
    kept = game.duel_points or (0,) * len(game.score)
    points = [had + more for had, more in zip(game.score, kept, strict=True)]
    if not game.truts:
        return tuple(map(str, points))
    return tuple(f"{truts}/{petits}" for truts, petits in zip(game.truts, points, strict=True))


def texts_after(step: Step) -> tuple[str, ...]:
    """Return the score after a tap, as a text for each account.

    If the tap won a game, this is the final score of that game.
    """
    won = events(step, "game")
    return tuple(won[0].score.split("-")) if won else texts(step[2])


def height(text: str) -> Fraction:
    truts, _, points = text.rpartition("/")
    return int(truts) + Fraction(int(points), 3) if truts else Fraction(int(points))


def lag(standing: tuple[str, ...], account: int) -> Fraction:
    return max(map(height, standing)) - height(standing[account])


def count(log: MatchLog) -> Match:
    start, steps = steps_of(log)
    rules = start.rules
    hands: list[Hand] = [Hand([])]
    for step in steps:
        hands[-1].steps.append(step)
        if events(step, "hand"):
            hands.append(Hand([]))
    hands = [hand for hand in hands if hand.steps]
    sides = [Counter[str]() for _ in range(rules.accounts)]
    seats = [Counter[str]() for _ in range(rules.seats)]
    match = Match(start, steps, hands, Counter(), sides, seats)
    for hand in hands:
        _find_calls(hand)
        _find_ending(hand)
        _count_hand(match, hand)
    for step in steps:
        _count_points(match, step)
    _count_games(match)
    _count_runs(match)
    what = "matches" if match.end.winner is not None else "matches.unfinished"
    for counts in (match.table, *sides):
        counts[what] += 1
    if match.end.winner is not None:
        sides[match.end.winner]["matches.won"] += 1
    return match


def _find_calls(hand: Hand) -> None:
    for at, (before, tap, _) in enumerate(hand.steps):
        parts = {o.part for o in legal(before) if o.group == "call" and o.covers(tap)}
        for part in parts:  # at most one part, and none if the tap is not a call
            bet = bool(getattr(before.rules.part(part), "settled_by", ""))
            fate = _fate(hand.steps, at, part)
            hand.calls.append(Call(tap.seat, part, tap.word, bet, fate, at))


def _find_ending(hand: Hand) -> None:
    before, tap, _ = hand.last
    ended = events(hand.last, "hand")
    if not ended:
        return
    if ended[0].why == "void" or tap.word in TABLE_TAPS:
        hand.ending = "void"
        return
    side = ended[0].side
    if side is None:
        by_bet = any(event.why.startswith("bet") for event in events(hand.last, "points")[-1:])
        hand.ending = "cut" if by_bet else "nobody"
        return
    hand.winners = before.rules.accounts_of(before.hand, side)
    question = before.hand.question
    if tap.word in ("hand", "fold"):
        hand.ending = {"hand": "short", "fold": "folded"}[tap.word]
    elif tap.word in ("no", "achico") and question is not None:
        hand.ending = "refused" if question.by is not None else "declined"
    else:
        hand.ending = "played"
    _decide(hand)


def _fate(steps: list[Step], at: int, part: str) -> str | None:
    """Return the fate of a call, or None if the call asked nothing or is still open.

    * `steps`: the steps of its hand.
    * `at`: the index of the call among these steps.
    * `part`: the part of the rules that the call belongs to.
    """
    _, call, after = steps[at]
    asked = after.hand.question
    if events(steps[at], "hand") or asked is None or (asked.part, asked.by) != (part, call.seat):
        return None
    place = len(after.hand.calls_of(part)) - 1
    for step in steps[at + 1 :]:
        _, tap, here = step
        if any(event.why in REFUSED and event.word == call.word for event in here.events):
            return "refused"
        if events(step, "hand"):
            return "accepted" if tap.word in ("yes", "won", "tied") else "lapsed"
        known = here.hand.calls_of(part)
        if place < len(known) and known[place].accepted:
            return "accepted"
        asked = {(one.part, one.word, one.by) for one in here.hand.questions}
        if (part, call.word, call.seat) not in asked:
            return "accepted" if tap.word == "yes" or len(known) > place + 1 else "lapsed"
    return None


def _decide(hand: Hand) -> None:
    """Set `Call.won` of the accepted calls that are not side bets.

    `_decide_bets` sets it for side bets.
    """
    for call in hand.calls:
        if not call.bet and call.fate == "accepted":
            call.won = hand.side_won(call.seat)


def _decide_bets(hand: Hand) -> None:
    over = set()
    for at, step in enumerate(hand.steps):
        for event in events(step, "points"):
            if event.why not in ("bet", "bet-refused"):
                continue
            so_far = [call for call in hand.calls if call.bet and call.at <= at]
            named = [call for call in so_far if call.word == event.word]
            if not named or named[-1].part in over:
                continue
            over.add(named[-1].part)
            sides = step[0].hand.side
            for call in so_far:
                if call.part == named[-1].part and call.fate == "accepted":
                    call.won = sides(call.seat) == sides(event.side)


def _count_hand(match: Match, hand: Hand) -> None:
    _decide_bets(hand)
    before, _, _ = hand.last
    for call in hand.calls:
        mine = match.seats[call.seat]
        name = f"{call.part}.{call.word}"
        mine[f"called.{name}"] += 1
        if call.fate in ("accepted", "refused"):
            mine[f"decided.{name}"] += 1
            mine[f"{'met' if call.fate == 'accepted' else 'refused'}.{name}"] += 1
        if call.won is not None:
            mine[f"settled.{name}"] += 1
            mine[f"won.{name}"] += call.won
    _count_answers(match, hand)
    if not hand.ending:
        return
    for counts in (match.table, *match.sides):
        counts[f"hands.{hand.ending}"] += 1
    if hand.recorded:
        _count_recorded(match, hand, before)
        _count_hands_with_calls(match, hand, before)


def _count_answers(match: Match, hand: Hand) -> None:
    calls_at = {call.at: call for call in hand.calls}
    for at, (before, tap, after) in enumerate(hand.steps):
        question = before.hand.question
        if tap.seat is None or question is None or tap.word in TABLE_TAPS:
            continue
        mine = match.seats[tap.seat]
        part = question.part
        if tap.word == "says":
            mine[f"says.{question.word}.{tap.value}"] += 1
            called = {(call.seat, call.part) for call in hand.calls if call.at < at}
            opened = (tap.seat, question.word) in called
            mine[f"opened.{question.word}.{tap.value}"] += opened
        if question.by is None:
            declined = any(event.why == "declined" for event in after.events)
            mine["declined"] += tap.word == "no" and declined
            continue
        how = {"yes": "yes", "no": "no", "achico": "no"}.get(tap.word, "")
        if at in calls_at and calls_at[at].part == part:
            how = "raised"
        if how:
            mine[f"answered.{part}"] += 1
            mine[f"{how}.{part}"] += 1
            mine[f"taken.{part}"] += how != "no"
        if how == "yes" and hand.winners and not getattr(before.rules.part(part), "settled_by", ""):
            mine[f"yes-settled.{part}"] += 1
            mine[f"yes-won.{part}"] += hand.side_won(tap.seat)


def _count_recorded(match: Match, hand: Hand, before: Game) -> None:
    out = before.hand.out if before.hand.duel is not None else frozenset()
    folded = {tap.seat for _, tap, _ in hand.steps if tap.word == "fold"}
    for counts in (match.table, *match.sides):
        counts["hands"] += 1
    for seat, counts in enumerate(match.seats):
        counts["dealt"] += seat not in out
        counts["folded"] += seat in folded - out
    winners = [match.sides[account] for account in hand.winners]
    talked = hand.ending in ("refused", "folded", "declined")
    # Tricks count even if new cards were dealt after them.
    tricks = {"won", "tied"} & {tap.word for _, tap, _ in hand.steps}
    for counts in (match.table, *winners) if winners else ():
        counts["hands.taken"] += 1
        counts["hands.taken.talked"] += talked
        counts["hands.taken.early"] += talked and not tricks
    for counts in winners:
        counts["hands.won"] += 1
    if hand.ending == "played":
        tied = any(event.why == "tie" for event in events(hand.last, "hand"))
        for counts in (match.table, *match.sides):
            counts["hands.cards"] += 1
            counts["hands.cards.tied"] += tied


def _count_hands_with_calls(match: Match, hand: Hand, before: Game) -> None:
    rules = before.rules
    out = before.hand.out if before.hand.duel is not None else frozenset()
    for ladder in [part.name for part in rules.parts if isinstance(part, Ladder | Flor)]:
        for counts in (match.table, *match.sides):
            counts[f"hands-with.{ladder}"] += 1
        for seat in set(range(rules.seats)) - out:
            match.seats[seat][f"dealt-with.{ladder}"] += 1
    by_call = defaultdict[str, set[int]](set)
    for call in hand.calls:
        by_call[f"{call.part}.{call.word}"].add(call.seat)
    for name, callers in by_call.items():
        match.table[f"heard.{name}"] += 1
        for account in set(map(rules.account, callers)):
            match.sides[account][f"heard.{name}"] += 1
        for seat in callers:
            match.seats[seat][f"called-in.{name}"] += 1


def _count_points(match: Match, step: Step) -> None:
    before, tap, _ = step
    if tap.word in CORRECTIONS:
        for counts in (match.table, match.sides[before.rules.account(tap.seat or 0)]):
            counts["corrections"] += 1
    for event in events(step, "points"):
        if event.side is None:
            continue
        why = event.why or tap.word
        if why == "played":
            why = "raised" if event.word else "cards"
        for counts in (match.table, match.sides[event.side]):
            unit, number = ("truts", event.truts) if event.truts else ("points", event.points)
            counts[f"{unit}.{why}"] += number


def _count_games(match: Match) -> None:
    for standings, step in games(match):
        won = events(step, "game") if step else []
        if not won:
            continue
        winner = won[0].side
        match.table["games"] += 1
        taps = [tap.word for _, tap, _ in taps_of(match, step)]
        played = taps[-1] not in TABLE_TAPS and not CORRECTIONS & set(taps)
        for account, counts in enumerate(match.sides):
            counts["games"] += 1
            counts["games.won"] += account == winner
            behind = max(lag(one, account) for one in standings[:-1])
            if played and behind * 3 >= match.start.rules.tally.target:
                counts["games.behind"] += 1
                counts["games.behind.won"] += account == winner
            if played and account == winner:
                unit = "most.comeback-truts" if match.start.truts else "most.comeback"
                counts[unit] = max(counts[unit], int(behind))


def games(match: Match) -> list[tuple[list[tuple[str, ...]], Step | None]]:
    """Return for each game its scores in order, and the step that ended it.

    The step is None if the game is not over.
    """
    found: list[tuple[list[tuple[str, ...]], Step | None]] = []
    standings = [texts(match.start)]
    for step in match.steps:
        standings.append(texts_after(step))
        if events(step, "game") or events(step, "match"):
            found.append((standings, step))
            standings = [texts(step[2])]
    if len(standings) > 1 or not found:
        found.append((standings, None))
    return found


def taps_of(match: Match, end: Step) -> list[Step]:
    mine: list[Step] = []
    for step in match.steps:
        mine.append(step)
        if step is end:
            break
        if events(step, "game"):
            mine = []
    return mine


def _count_runs(match: Match) -> None:
    for account, counts in enumerate(match.sides):
        length = 0
        for hand in match.hands:
            if hand.ending in ("", "void"):
                continue
            if account not in hand.winners:
                length = 0
            elif hand.recorded:
                length += 1
            counts["most.run"] = max(counts["most.run"], length)
