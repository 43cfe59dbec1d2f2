"""Check sentences about a match against its taps, in a second and simple way.

Nothing here asks `companion.retelling`: scores are taken from the games around each tap, and what
became of a call is read from the taps that follow it.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from html import unescape
from itertools import chain, groupby

from companion.cheatsheets.lexicon import Lexicon
from companion.engine import Game, Tap, legal
from companion.retelling.replay import Replay

CORRECTIONS = ("fix", "fix-truts", "fix-games")
TABLE = (*CORRECTIONS, "dealer", "void", "resign", "end")
NAMES = ("Anna", "Biel", "Carme", "Dídac", "Emma", "Ferran", "Gemma", "Hug")
Step = tuple[Game, Tap, Game]
Score = tuple[tuple[int, int], ...]  # truts and points by account


def score_of(game: Game) -> Score:
    """Return truts and points, with the points of a round of duels."""
    accounts = range(len(game.score))
    kept = game.duel_points or [0 for _ in accounts]
    truts = game.truts or [0 for _ in accounts]
    return tuple((truts[at], game.score[at] + kept[at]) for at in accounts)


def final_of(step: Step) -> Score:
    """Return the score after a tap; of a game that it won, the last one."""
    for event in step[2].events:
        if event.kind == "game":
            parts = [text.split("/") for text in event.score.split("-")]
            return tuple((int(part[0]) if len(part) > 1 else 0, int(part[-1])) for part in parts)
    return score_of(step[2])


def won_by(step: Step) -> int | None:
    """Return who won a game or the match with this tap."""
    kinds = {event.kind: event.side for event in step[2].events}
    return kinds.get("game", kinds.get("match"))


class Hand:
    """A hand as its taps, its end and the accounts of the side that took it."""

    def __init__(self, steps: list[Step]) -> None:
        self.steps = steps
        before, tap, after = steps[-1]
        self.events = [event for event in after.events if event.kind == "hand"]
        self.over = bool(self.events)
        dropped = any(event.why == "void" for event in self.events)
        self.counts = self.over and not dropped and tap.word not in TABLE
        self.winner = self.events[0].side if self.events else None
        self.winners: tuple[int, ...] = ()
        if self.winner is not None:
            self.winners = before.rules.accounts_of(before.hand, self.winner)
        self.one_touch = tap.word == "hand"


class Truth:
    """A match that was played, and whether what is said of it is true."""

    def __init__(self, match: Replay) -> None:
        self.start = match.start
        self.steps: list[Step] = [(step.before, step.tap, step.after) for step in match.steps]
        self.end = match.end
        self.rules = match.rules
        self.words = Lexicon(match.rules.variant, "en")
        self.hands = [Hand(steps) for steps in self._split()]
        self.games = self._games()

    def _split(self) -> list[list[Step]]:
        hands: list[list[Step]] = [[]]
        for step in self.steps:
            hands[-1].append(step)
            if any(event.kind == "hand" for event in step[2].events):
                hands.append([])
        return [hand for hand in hands if hand]

    def _games(self) -> list[list[Score]]:
        games = [[score_of(self.start)]]
        for step in self.steps:
            games[-1].append(final_of(step))
            if won_by(step) is not None and not step[2].over:
                games.append([score_of(step[2])])
        return games

    @property
    def scores(self) -> list[Score]:
        """Return every score of the match, game after game."""
        return list(chain.from_iterable(self.games))

    def text(self, score: Score) -> str:
        """Return a score as it is written."""
        if self.start.truts:
            return "-".join(f"{truts}/{points}" for truts, points in score)
        return "-".join(str(points) for _, points in score)

    @property
    def ends(self) -> list[str]:
        """Return the score at which each game ended, or stands."""
        return [self.text(game[-1]) for game in self.games]

    # Sentences

    def confirms(self, sentence: str) -> bool:
        """Return whether the sentence is true. Raises LookupError for one that is not known."""
        for pattern, check in PATTERNS:
            found = re.fullmatch(pattern, sentence)
            if found:
                return check(self, **found.groupdict())
        raise LookupError(sentence)

    def named(self, account: int) -> str:
        """Return the players of an account."""
        names = [NAMES[seat] for seat in range(account, self.rules.seats, self.rules.accounts)]
        return " & ".join(filter(None, (", ".join(names[:-1]), names[-1])))

    def came_back(self, side: str, score: str) -> bool:
        winner = self.end.winner
        own, other = score.split("–")
        by_distance: dict[Fraction, set[str]] = {}
        for at in self.games[-1]:
            by_distance.setdefault(self._behind(at, winner), set()).add(self._pair(at, winner))
        worst = max(by_distance)
        return (
            side == self.named(winner)
            and self._played_out(self._last_game())
            and worst * 3 >= self.rules.tally.target
            and f"{own}-{other}" in by_distance[worst]
        )

    def got_nothing(self, side: str) -> bool:
        (loser,) = [at for at in range(len(self.end.score)) if self.named(at) == side]
        had = {score[loser] for score in self.scores}
        return loser != self.end.winner and had == {(0, 0)} and self._played_out(self.steps)

    def was_level(self, score: str) -> bool:
        before = score_of(self.hands[-1].steps[0][0])
        is_true = len(set(before)) == 1 and self.text(before) == score.replace("–", "-")
        return is_true and self._played_out(self._last_game())

    def ran(self, side: str, hands: str) -> bool:
        best = 0
        for account in range(len(self.end.score)):
            counted = [hand for hand in self.hands if hand.counts]
            for won, row in groupby(counted, key=lambda hand: account in hand.winners):
                length = sum(not hand.one_touch for hand in row)
                if won and self.named(account) == side:
                    best = max(best, length)
        return side == self.named(self.end.winner) and best == int(hands) >= 5

    def led(self, side: str) -> bool:
        winner = self.end.winner
        games = [step[2].games for step in self.steps]
        return (
            side == self.named(winner)
            and all(score[winner] == max(score) for score in self.scores)
            and all(won[winner] == max(won) for won in games)
            and self._played_out(self.steps)
        )

    def won_calls(self, name: str, calls: str, won: str | None = None) -> bool:
        made = [call for call in self.calls() if NAMES[call[1]] == name and not call[3]]
        asked = [call for call in made if call[4] != "said"]
        good = 0
        for hand, seat, _, _, fate in asked:
            took = self.hands[hand].winner == self._side(hand, seat) and self.hands[hand].counts
            good += fate == "refused" or (fate == "accepted" and took)
        return len(asked) == int(calls) and good == int(won or calls) >= 3

    def last_call(self, name: str, call: str, met: str) -> bool:
        last = len(self.hands) - 1
        made = [one for one in self.calls() if one[0] == last and not one[3]]
        answered = [one for one in made if one[4] in ("accepted", "refused")]
        _, seat, word, _, fate = answered[-1]
        return (NAMES[seat], self.words.word(word).said, fate) == (name, call, met)

    def stood(self, hand: str, score: str, side: str | None = None) -> bool:
        after = final_of(self.hands[int(hand) - 1].steps[-1])
        leaders = [at for at, amount in enumerate(after) if amount == max(after)]
        if self.text(after) != score.replace("–", "-"):
            return False
        if side is None:
            return len(leaders) == len(after)
        names = [self.named(at) for at in leaders]
        together = " & ".join(filter(None, (", ".join(names[:-1]), names[-1])))
        return side == together and len(leaders) < len(after)

    def answered(self, answered: str, accepted: str) -> bool:
        fates = Counter(call[4] for call in self.calls())
        both = fates["accepted"] + fates["refused"]
        return (both, fates["accepted"]) == (int(answered), int(accepted))

    def cancelled(self, num: str) -> bool:
        return Counter(call[4] for call in self.calls())["lapsed"] == int(num)

    def confirms_marks(self, plot: str) -> bool:
        """Return whether every mark of a curve says what became of its call."""
        told = [unescape(title) for title in re.findall("<title>(.*?)</title>", plot)]
        ends = {"accepted": ", accepted", "refused": ", refused", "lapsed": ", cancelled"}
        wanted: list[str] = []
        for hand, seat, word, _, fate in self.calls():
            said = self.words.word(word).said
            wanted.append(f"Hand {hand + 1}: {NAMES[seat]} called {said}{ends.get(fate, '')}")
        return told == wanted

    # What the sentences are about

    def calls(self) -> list[tuple[int, int, str, bool, str]]:
        """Return every call: its hand, seat and word, whether it is a bet, and its fate."""
        found = []
        for number, hand in enumerate(self.hands):
            for at, (before, tap, after) in enumerate(hand.steps):
                offers = [offer for offer in legal(before) if offer.covers(tap)]
                if tap.word in TABLE or not offers or offers[0].group != "call":
                    continue
                part = offers[0].part
                bet = part in ("envido", "envit", "embit", "flor")
                fate = self._fate(part, tap, after, hand.steps[at + 1 :])
                found.append((number, tap.seat, tap.word, bet, fate))
        return found

    def _fate(self, part: str, call: Tap, after: Game, later: list[Step]) -> str:
        asked = after.hand.question
        if asked is None or asked.part != part or asked.by != call.seat:
            return "said"
        mine = (part, call.word, call.seat)
        for before, tap, then in later:
            top = before.hand.question
            if top is None or (top.part, top.word, top.by) != mine:
                if not self._waits(mine, then):
                    return "lapsed"  # while something else was asked
                continue
            if self._waits(mine, then):
                continue
            if tap.word in ("won", "tied", "yes"):
                return "accepted"
            if tap.word in ("no", "achico"):
                return "refused" if self._paid(call, then) else "accepted"
            return "lapsed" if tap.word in TABLE or self._cancels(part, tap) else "accepted"
        return "waiting"

    def _waits(self, mine: tuple[str, str, int | None], game: Game) -> bool:
        if any(event.kind in ("hand", "game", "match") for event in game.events):
            return False
        return mine in [(one.part, one.word, one.by) for one in game.hand.questions]

    def _paid(self, call: Tap, game: Game) -> bool:
        refused = ("refused", "bet-refused")
        return any(event.why in refused and event.word == call.word for event in game.events)

    def _cancels(self, part: str, tap: Tap) -> bool:
        return tap.word == "flor" and part != "flor"

    def _side(self, hand: int, seat: int) -> int:
        return self.hands[hand].steps[-1][0].hand.side(seat)

    def _last_game(self) -> list[Step]:
        for at in range(len(self.steps) - 2, -1, -1):
            if won_by(self.steps[at]) is not None:
                return self.steps[at + 1 :]
        return self.steps

    def _played_out(self, steps: list[Step]) -> bool:
        """Return whether no score was corrected in these taps, and the last one was played."""
        words = [tap.word for _, tap, _ in steps]
        return words[-1] not in TABLE and not set(words) & set(CORRECTIONS)

    def _behind(self, score: Score, account: int) -> Fraction:
        heights = [truts + Fraction(points, 3) for truts, points in score]
        if not self.start.truts:
            heights = [Fraction(points) for _, points in score]
        others = [height for at, height in enumerate(heights) if at != account]
        return max(others) - heights[account]

    def _pair(self, score: Score, account: int) -> str:
        best = max(amount for at, amount in enumerate(score) if at != account)
        return self.text((score[account], best))


PATTERNS = (
    (r"(?P<side>.*) came back from (?P<score>.*) down to win\.", Truth.came_back),
    (r"Not one point for (?P<side>.*)\.", Truth.got_nothing),
    (r"It was (?P<score>.*) before the last hand\.", Truth.was_level),
    (r"(?P<side>.*) took (?P<hands>\d+) hands in a row\.", Truth.ran),
    (r"(?P<side>.*) (was|were) never behind\.", Truth.led),
    (r"(?P<name>.*) called (?P<calls>\d+) times and won every time\.", Truth.won_calls),
    (r"(?P<name>.*) called (?P<calls>\d+) times and won (?P<won>\d+) of them\.", Truth.won_calls),
    (
        r"In the last hand (?P<name>.*) called (?P<call>.*), and it was (?P<met>\w+)\.",
        Truth.last_call,
    ),
    (r"After hand (?P<hand>\d+) it was level, (?P<score>.*)\.", Truth.stood),
    (r"After hand (?P<hand>\d+) (?P<side>.*) led, (?P<score>.*)\.", Truth.stood),
    (r"Calls answered: (?P<answered>\d+); accepted: (?P<accepted>\d+)\.", Truth.answered),
    (r"Calls cancelled: (?P<num>\d+)\.", Truth.cancelled),
)
