"""Build the cheat-sheet of one game under the rules of one table."""

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
    """One topic of a sheet. `id` is its anchor on the page, `says` are its sentences.

    `body` holds its facts, which a template draws.
    """

    id: str
    title: str
    says: tuple[str, ...]
    body: object

    @property
    def drawn(self) -> str:
        """The name of the template that draws the body of this topic."""
        return DRAWN_AS.get(self.id, self.id)


@dataclass(frozen=True)
class Sheet:
    """A cheat-sheet. `specials` are the scores with rules of their own.

    `turned` is the card turned up in the hand whose ranking is shown, or None. `first` is the topic
    that explains what is going on at the table and so comes first, or "".
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
        """Return the sheet with that topic first, or unchanged if it does not have that topic."""
        first = [other for other in self.topics if other.id == topic]
        rest = [other for other in self.topics if other.id != topic]
        if not first:
            return self
        return replace(self, topics=(*first, *rest), first=topic)

    def moment(self, game: Game) -> str:
        """Return the topic that explains what is going on at the table now.

        * At a special score: "special" before the first tap of the hand, and while no question is
          open.
        * Otherwise: the topic of the open question, or "" if no question is open.
        """
        question = game.hand.question
        is_special = any(special.at(game) for special in self.specials)
        if is_special and (question is None or not game.hand.taps):
            return "special"
        if question is None:
            return ""
        return game.rules.part(question.part).topic


def steps(variant: Variant, rules: Rules, lang: str = "en") -> Iterator[object]:
    """Do the work of `build_sheet` in short steps, so that other requests can run between them.

    What each step finds is cached, so that `build_sheet` is quick afterwards. The steps raise the
    same errors as `build_sheet`.
    """
    yield specials.specials(rules)
    yield ladders.rungs(rules)
    yield ladders.bets(rules)
    yield announcing.announced(rules)
    yield scoring.gains(rules)
    yield ties.table(rules)
    yield ties.table(rules, raised=True)
    yield ties.table(rules, one_card=True)
    yield facts(rules)
    yield build_sheet(variant, rules, lang)


@lru_cache(maxsize=probe.KEPT)
def _build(variant: Variant, rules: Rules, lang: str) -> Sheet:
    prose = load(variant.id, lang, facts(rules))
    maker = TopicMaker(variant, rules, prose, Lexicon(variant.id, lang))
    topics = []
    for topic in TOPICS:
        body = getattr(maker, topic)()
        if _is_wanted(topic, body, prose):
            topics.append(Topic(topic, prose.title(topic), prose.lines(topic), body))
    return Sheet(
        variant=variant.id,
        name=prose.name(variant.name),
        lead=prose.lead,
        seats=rules.seats,
        suits=variant.suits_under(rules),
        topics=tuple(topics),
        specials=specials.specials(rules),
    )


def _of_this_hand(sheet: Sheet, variant: Variant, rules: Rules, lang: str, noted: Noted) -> Sheet:
    """Return the sheet with the ranking and the texts for a hand whose turned-up card is known."""
    prose = load(variant.id, lang, {**facts(rules), "turned": "on"})
    maker = TopicMaker(variant, rules, prose, Lexicon(variant.id, lang), noted)
    topics = []
    for topic in sheet.topics:
        body = maker.ranking() if topic.id == "ranking" else topic.body
        topics.append(replace(topic, says=prose.lines(topic.id), body=body))
    return replace(sheet, topics=tuple(topics), turned=maker.turned_up())


def build_sheet(variant: Variant, rules: Rules, lang: str = "en", noted: Noted = ()) -> Sheet:
    """Return the sheet of a game under these rules. Raises MissingSheet if nobody has written it.

    If `noted` names the card turned up in the hand in play (see `turning.noted`), the sheet shows
    the ranking of this hand.
    """
    sheet = _build(variant, rules, lang)
    if not noted:
        return sheet
    return _of_this_hand(sheet, variant, rules, lang, noted)


@lru_cache(maxsize=probe.KEPT)
def facts(rules: Rules) -> Mapping[str, str]:
    """Return the facts that the texts of a sheet may use, in conditions (`when`) or placeholders.

    * About the table: the house rules, the seats, the target, and the points of the first special
      score.
    * About a hand: its worth without a call, what folding pays, whether a card is turned up, and
      how often each tap about the deal can be made in a row.
    """
    found = dict(rules.house)
    found["seats"] = str(rules.seats)
    found["plain"] = str(rules.plain)
    found["target"] = str(rules.tally.target)
    found["turned"] = "off" if turning.parts(rules) else "never"
    dealt = probe.settle(probe.fresh(rules))
    folds = (str(offer.if_refused) for offer in legal(dealt) if offer.group == "fold")
    found["fold"] = next(folds, "0")
    for word, times in probe.times(dealt).items():
        found[f"times_{word}"] = str(times)
    special_scores = specials.specials(rules)
    if special_scores:
        found["special"] = str(special_scores[0].at.points)
    return found


def _is_wanted(topic: str, body: object, prose: Prose) -> bool:
    if topic in ALWAYS:
        return True
    if topic == "signals":
        return bool(prose.lines(topic))
    return bool(getattr(body, "rows", body))
