"""A game of the truc family: the facts about it, its house rules, and its rules under them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.engine.cards import NO_PIECES, Pieces
from companion.engine.core import Rules
from companion.engine.drawing import Draw
from companion.engine.option import Option, UnknownHouseRule, setting

Cards = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of house rules. The cheat-sheet of the game has the name in other languages.

    * `usual`: true if most tables play by this preset where the game is at home, although the
      written source differs.
    * `readers`: the readers who are offered this preset first, written as in `Variant.first_for`.
    """

    name: str
    house: tuple[tuple[str, str], ...] = ()
    usual: bool = False
    readers: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, name: str, house: str, *, usual: bool = False, readers: tuple[str, ...] = ()
    ) -> Preset:
        """Return a preset with house rules written as in a record: `key=value key=value`."""
        pairs = (pair.partition("=") for pair in house.split())
        return cls(name, tuple((key, value) for key, _, value in pairs), usual, readers)


AS_WRITTEN = Preset("As written")


@dataclass(frozen=True, slots=True)
class Count:
    """The way players mark a score: matchsticks in fives, stones, jetons, the cube, or digits.

    `halves` are the names of the two halves of a game, if it has any: malas and buenas. `longs` is
    true if the game calls its truts "longs" and its points "petits".
    """

    by: Literal["digits", "matches", "stones", "jetons", "cube"] = "digits"
    halves: tuple[str, str] | None = None
    longs: bool = False


SEVEN_EIGHT = {
    "7_high": "7 8 A K Q J 10 9",
    "8_high": "8 7 A K Q J 10 9",
    "8_low": "7 A K Q J 10 9 8",
}

Ranking = Callable[[Mapping[str, str]], tuple[Cards, ...]]


def no_pieces(_: Mapping[str, str]) -> Pieces:
    """Return no pieces, because in most games every card counts what it shows."""
    return NO_PIECES


def ranked(text: str) -> tuple[Cards, ...]:
    """Return a ranking written as text, for example `1e 1b 3/2 12`: there `3` and `2` are equal."""
    return tuple(tuple(cards.split("/")) for cards in text.split())


def seven_eight(house: Mapping[str, str]) -> tuple[Cards, ...]:
    """Return the French ranking. The house rule `seven_eight` says how high Seven and Eight are."""
    return ranked(SEVEN_EIGHT[house["seven_eight"]])


@dataclass(frozen=True)
class Variant:
    """One game of the truc family.

    * `seats`: the possible numbers of players, the usual number first.
    * `options`: its house rules.
    * `ranking`: gets the house rules in force and the number of `seats`. It returns the cards from
      the strongest down in groups of equal strength: `3` for all cards of that rank, `1e` for one
      card, `joker` for all jokers.
    * `make_rules`: a function that gets the number of seats and the house rules as keyword
      arguments, and returns Rules(tally, parts).
    * `draw`: what cards drawn before the first deal decide, or None if the sources mention no draw.
    * `count`: how the score is marked at the table.
    * `land`: where the game is at home.
    * `first_for`: the languages whose speakers play this game more than any other game, or `es_UY`
      for readers from Uruguay.
    * `also`: other names of the game that people look for.
    * `french_pack`: the house rules (key, value) under which a game of Spanish cards is played with
      French cards.
    * `pieces`: returns the cards that count in an envido, envit or flor with a card of any suit. It
      gets the same mapping as `ranking`.
    """

    id: str
    name: str
    seats: tuple[int, ...]
    direction: Literal["clockwise", "counter-clockwise"]
    suits: Literal["spanish", "french"]
    options: tuple[Option, ...]
    ranking: Ranking
    make_rules: Callable[..., Rules]
    presets: tuple[Preset, ...] = (AS_WRITTEN,)
    each_for_himself: bool = False
    draw: Draw | None = None
    count: Count = Count()
    land: Literal["catalonia", "castile", "france", "england", "south-america", "brazil", ""] = ""
    first_for: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    french_pack: tuple[tuple[str, str], ...] = ()
    pieces: Callable[[Mapping[str, str]], Pieces] = no_pieces

    @property
    def usual(self) -> Preset:
        """The preset by which most tables play where the game is at home.

        It is the preset "As written" if no preset is marked as usual.
        """
        for preset in self.presets:
            if preset.usual:
                return preset
        return AS_WRITTEN

    def first_preset(self, reader: str) -> Preset:
        """Return the preset that a reader of this language is offered first.

        That is the first preset that names the language in its `readers`, otherwise the usual
        preset. `reader` is a language, such as "es", or "es_UY" for a reader from Uruguay.
        """
        for preset in self.presets:
            if reader in preset.readers:
                return preset
        return self.usual

    def suits_under(self, rules: Rules) -> Literal["spanish", "french"]:
        """Return which suits the cards have at a table with these rules."""
        if set(self.french_pack) & set(rules.house):
            return "french"
        return self.suits

    def rules(self, seats: int | None = None, house: Mapping[str, str] | None = None) -> Rules:
        """Return the rules for that many seats (None: the usual number) under these house rules.

        Raises UnknownHouseRule if the game does not have the number of seats, a rule, or its value.
        """
        if seats is None:
            seats = self.seats[0]
        return _build_rules(self, seats, dict(sorted((house or {}).items())))

    def without(self, *keys: str) -> Variant:
        """Return a copy of this game that does not have these house rules.

        The copy is always played by the defaults of the house rules left out. If the copy needs
        another `make_rules` or `ranking`, replace it in the copy. Raises KeyError for an unknown
        key.
        """
        gone = {key: self.option(key).default for key in keys}
        settings = {key: setting(value) for key, value in gone.items()}
        return replace(
            self,
            options=tuple(option for option in self.options if option.key not in gone),
            make_rules=lambda **house: self.make_rules(**settings | house),
            ranking=lambda house: self.ranking(gone | dict(house)),
        )

    def option(self, key: str) -> Option:
        """Return the house rule of that key. Raises KeyError if the game has none."""
        return {option.key: option for option in self.options}[key]

    def options_for(self, seats: int) -> tuple[Option, ...]:
        """Return the house rules that exist for this number of players."""
        return tuple(option for option in self.options if not option.seats or seats in option.seats)

    def complete(self, house: Mapping[str, str], seats: int | None = None) -> dict[str, str]:
        """Return every house rule with its value for that many seats, including the defaults.

        Raises UnknownHouseRule if `house` has an unknown rule or an impossible value.
        """
        if seats is None:
            seats = self.seats[0]
        options = self.options_for(seats)
        keys = [option.key for option in options]
        for key in house:
            if key not in keys:
                raise UnknownHouseRule(
                    "%(game)s with %(seats)s players has no house rule %(key)s: it has %(keys)s",
                    game=self.id,
                    seats=seats,
                    key=key,
                    keys=", ".join(keys),
                )
        facts = {**house, "seats": str(seats), "accounts": str(self.accounts(seats))}
        if "target" in keys:
            facts["target"] = self.option("target").value(facts)
        return {option.key: option.value(facts) for option in options}

    def accounts(self, seats: int) -> int:
        """Return how many scores are kept for this many players: one for each side or player.

        Each player has a score if everybody plays alone. Each also has one if the number of players
        is odd, because they cannot be the same two sides for a whole match.
        """
        return seats if self.each_for_himself or seats % 2 else 2


def _build_rules(variant: Variant, seats: int, house: Mapping[str, str]) -> Rules:
    if seats not in variant.seats:
        raise UnknownHouseRule(
            "%(game)s is played by %(seats)s, not by %(given)s",
            game=variant.id,
            seats=tuple(sorted(variant.seats)),
            given=seats,
        )
    try:
        full = variant.complete(house, seats)
    except UnknownHouseRule as wrong:
        wrong.values["game"] = variant.id  # so that a page can call its house rules by their names
        raise
    values = {key: setting(value) for key, value in full.items()}
    best_of = int(values.pop("best_of", 1))
    accounts = variant.accounts(seats)
    handicap = _by_account(str(values.pop("handicap", 0)), accounts)
    return replace(
        variant.make_rules(seats=seats, **values),
        seats=seats,
        accounts=accounts,
        best_of=best_of,
        variant=variant.id,
        house=tuple(full.items()),
        handicap=handicap,
    )


def _by_account(text: str, accounts: int) -> tuple[int, ...]:
    numbers = tuple(map(int, text.split("-")))
    return numbers if len(numbers) == accounts else numbers * accounts
