"""The sheet of one game as it is played at one table: its topics, and which of them is wanted now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.cheatsheets import announcing, ladders, probe, scoring, specials, ties, turning
from companion.cheatsheets.lexicon import Lexicon
from companion.cheatsheets.prose import Prose, load
from companion.cheatsheets.specials import Special
from companion.cheatsheets.topics import TopicMaker
from companion.cheatsheets.turning import Noted, TurnedUp
from companion.engine import Game, Rules, legal
from companion.engine.variant import Variant

TOPICS = (
    "ranking",
    "turned",
    "ladder",
    "ties",
    "raised",
    "special",
    "bets",
    "announced",
    "signals",
    "deal",
    "one_card",
    "slips",
    "score",
    "house",
    "words",
    "sources",
)
ALWAYS = frozenset({"ranking", "ladder", "deal", "score", "house", "words", "sources"})


DRAWN_AS = {
    "raised": "ties",
    "announced": "bets",
    "one_card": "ties",
    "signals": "pairs",
    "slips": "pairs",
    "words": "pairs",
}


@dataclass(frozen=True, slots=True)
class Topic:
    """One topic: `id` names its anchor, `drawn` the fragment that draws `body`; `says` is the prose beside it."""

    id: str
    title: str
    says: tuple[str, ...]
    body: object

    @property
    def drawn(self) -> str:
        """The fragment of the page that draws this topic's body."""
        return DRAWN_AS.get(self.id, self.id)


@dataclass(frozen=True)
class Sheet:
    """A cheat-sheet. `specials` are the scores with rules of their own.

    `turned` is the card turned up in the hand whose ranking is shown. `first` is the topic of the moment, ""
    where none is; it then comes first among the topics.
    """

    variant: str
    name: str
    lead: str
    seats: int
    suits: str
    topics: tuple[Topic, ...]
    specials: tuple[Special, ...]
    turned: TurnedUp | None = None
    first: str = ""

    def opened(self, topic: str) -> Sheet:
        """A copy with that topic first; the sheet itself if it does not have that topic."""
        ahead = [t for t in self.topics if t.id == topic]
        if not ahead:
            return self
        return replace(
            self, topics=(*ahead, *(t for t in self.topics if t.id != topic)), first=topic
        )

    def moment(self, game: Game) -> str:
        """The topic that explains what is going on at the table now; "" in an ordinary moment."""
        hand, special = game.hand, any(special.at(game) for special in self.specials)
        if hand.ask is None or (special and not hand.taps):
            return "special" if special else ""
        return game.rules.part(hand.ask.part).topic


def steps(variant: Variant, rules: Rules, lang: str = "en") -> Iterator[object]:
    """The work of `build` in short pieces, for a server that has others to answer between them.

    What each piece found is remembered: afterwards `build` has it at once. Raises what `build` raises.
    """
    for find in (
        specials.specials,
        ladders.rungs,
        ladders.bets,
        announcing.announced,
        scoring.gains,
    ):
        yield find(rules)
    for dealt in ({}, {"raised": True}, {"one_card": True}):
        yield ties.table(rules, **dealt)
    yield facts(rules)
    yield build(variant, rules, lang)


@lru_cache(maxsize=probe.KEPT)
def _build(variant: Variant, rules: Rules, lang: str) -> Sheet:
    prose = load(variant.id, lang, facts(rules))
    maker = TopicMaker(variant, rules, prose, Lexicon(variant.id, lang))
    made = ((topic, getattr(maker, topic)()) for topic in TOPICS)
    topics = tuple(
        Topic(t, prose.title(t), prose.lines(t), body)
        for t, body in made
        if _wanted(t, body, prose)
    )
    return Sheet(
        variant=variant.id,
        name=prose.name(variant.name),
        lead=prose.lead,
        seats=rules.seats,
        suits=variant.suits_under(rules),
        topics=topics,
        specials=specials.specials(rules),
    )


def _of_this_hand(sheet: Sheet, variant: Variant, rules: Rules, lang: str, noted: Noted) -> Sheet:
    """The sheet with the ranking of a hand whose card turned up is known, and what is said where it is."""
    prose = load(variant.id, lang, {**facts(rules), "turned": "on"})
    maker = TopicMaker(variant, rules, prose, Lexicon(variant.id, lang), noted)
    topics = tuple(
        replace(
            topic,
            says=prose.lines(topic.id),
            body=maker.ranking() if topic.id == "ranking" else topic.body,
        )
        for topic in sheet.topics
    )
    return replace(sheet, topics=topics, turned=maker.turned_up())


def build(variant: Variant, rules: Rules, lang: str = "en", noted: Noted = ()) -> Sheet:
    """The sheet of a game under these rules; raises MissingSheet when nobody has written it.

    `noted` is the card turned up in the hand in play (see `turning.noted`): the ranking is then that hand's.
    """
    sheet = _build(variant, rules, lang)
    return _of_this_hand(sheet, variant, rules, lang, noted) if noted else sheet


@lru_cache(maxsize=probe.KEPT)
def facts(rules: Rules) -> Mapping[str, str]:
    """The facts that a sheet's `when` and `{…}` may use: the house rules, seats, target, and a few more."""
    at = [special.at.points for special in specials.specials(rules)]
    more = {"seats": str(rules.seats), "plain": str(rules.plain), "target": str(rules.tally.target)}
    more["turned"] = "off" if turning.parts(rules) else "never"
    dealt = probe.settle(probe.fresh(rules))
    more["fold"] = next((str(o.no) for o in legal(dealt) if o.group == "fold"), "0")
    more |= {f"times_{word}": str(times) for word, times in probe.times(dealt).items()}
    return {**dict(rules.house), **more, **({"special": str(at[0])} if at else {})}


def _wanted(topic: str, body: object, prose: Prose) -> bool:
    if topic in ALWAYS:
        return True
    if topic == "signals":
        return bool(prose.lines(topic))
    return bool(getattr(body, "rows", body))
