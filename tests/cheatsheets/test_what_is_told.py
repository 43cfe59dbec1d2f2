"""The sentences of a sheet that the rules alone cannot show."""

from __future__ import annotations

import pytest

from companion import variants
from tests.cheatsheets.sheets import sheet, topic, topic_names
from tests.playing import every_table

BRAZILIAN = ("mineiro", "paulista")
ENVIDO = ("argentine", "uruguayan")
CLEAN = {"clean_deck": "on"}
DUELS = {"pica_pica": "always"}
SOME_DUELS = {"pica_pica": "between"}
NO_DUELS = {"pica_pica": "off"}

# A game, its number of players, its house rules, a topic of its sheet, and what the topic says.
SAID = [
    # RULES 14: only when the other side has overtaken must it be beaten or conceded.
    *((game, 4, {}, "bets", "keep silent while your partner is ahead") for game in ENVIDO),
    *((game, 4, {}, "bets", "always counts as a call") for game in ENVIDO),
    ("argentine", 4, {}, "bets", "20 to 33"),
    ("argentine", 4, {}, "bets", "0 to 7"),
    ("argentine", 4, {"flor": "on"}, "announced", "20 to 38"),
    ("french", 2, {}, "words", "Truka, tru"),
    ("uruguayan", 4, {}, "words", "Perico, perica"),
    *((game, 4, {}, "words", "Pé") for game in BRAZILIAN),
    *((game, 4, {}, "sources", "Burning and passing at eleven") for game in BRAZILIAN),
    ("trut-gatine", 2, {}, "special", "only the winner’s points go to 0"),
    ("trut-gatine", 4, {}, "special", "only the winner’s points go to 0"),
    ("mineiro", 4, CLEAN, "ranking", "27"),
    ("paulista", 4, CLEAN, "ranking", "24"),
    ("valencian", 4, {}, "ranking", "22"),
    ("menorcan", 4, {"deck": "26"}, "ranking", "26"),
    ("french", 2, {}, "ladder", "governors"),
    ("catalan", 4, {"one_card_offer": "nondealer_proposes"}, "one_card", "may ask for one card"),
    ("mineiro", 4, {"blind_at_11_11": "on"}, "special", "nobody looks"),
    ("mineiro", 4, {"blind_at_11_11": "off"}, "special", "like any other"),
    # RULES 11 and 13: three times, or as often as the clean deck allows.
    ("mineiro", 4, {}, "deal", "t most 3 burns a hand"),
    ("mineiro", 8, CLEAN, "deal", "t most 1 burns a hand"),
    ("paulista", 6, CLEAN, "deal", "t most 1 burns a hand"),
    ("paulista", 8, {}, "deal", "t most 3 burns a hand"),
    ("paulista", 8, CLEAN, "deal", "none left to burn"),
    *((game, 4, {}, "deal", "to their partner") for game in BRAZILIAN),
    *((game, 6, {}, "deal", "of their choice") for game in BRAZILIAN),
    *((game, 8, {}, "deal", "partner opposite") for game in BRAZILIAN),
    *((game, 6, DUELS, "deal", "1 against 4") for game in ENVIDO),
    *((game, 6, SOME_DUELS, "deal", "at least 5 more") for game in ENVIDO),
    *((game, 6, DUELS, "score", "duel") for game in ENVIDO),
    # RULES 17: in a duel the last two to play are both.
    ("argentine", 6, DUELS, "bets", "duel"),
    ("argentine", 6, SOME_DUELS, "bets", "player before the dealer"),
    ("argentine", 6, SOME_DUELS, "bets", "duel"),
    ("argentine", 6, NO_DUELS, "bets", "player before the dealer"),
    # RULES 18 lists eight players and 22 cards.
    ("valencian", 8, {}, "deal", "22"),
    ("espaseta", 4, {}, "sources", "What is not known"),
    ("valencian", 4, {}, "sources", "What is not known"),
    ("venezuelan", 4, {}, "sources", "What is not known"),
]
UNSAID = [
    ("paulista", 8, CLEAN, "deal", "vira"),
    *((game, 2, {}, "deal", "passes") for game in BRAZILIAN),
    *((game, 6, NO_DUELS, "deal", "1 against 4") for game in ENVIDO),
    *((game, 6, DUELS, "deal", "at least 5 more") for game in ENVIDO),
    *((game, 6, NO_DUELS, "score", "duel") for game in ENVIDO),
    *(("argentine", 4, {}, topic, "duel") for topic in ("deal", "score", "bets")),
    ("argentine", 6, DUELS, "bets", "player before the dealer"),
    ("argentine", 6, NO_DUELS, "bets", "duel"),
]


def said(variant: str, seats: int, house: dict[str, str], wanted: str) -> str:
    """Return everything a topic says, with its rows of words."""
    found = topic(sheet(variant, seats, **house), wanted)
    return " ".join((*found.says, str(found.body)))


@pytest.mark.parametrize(("variant", "seats", "house", "wanted", "text"), SAID)
def test_the_sheet_says_what_the_rules_cannot_show(variant, seats, house, wanted, text) -> None:
    assert text in said(variant, seats, house, wanted)


@pytest.mark.parametrize(("variant", "seats", "house", "wanted", "text"), UNSAID)
def test_the_sheet_does_not_say_what_is_not_played(variant, seats, house, wanted, text) -> None:
    assert text not in said(variant, seats, house, wanted)


@pytest.mark.parametrize(("variant", "seats"), every_table())
def test_sheets_for_pairs_have_signals(variant: str, seats: int) -> None:
    game = variants.get(variant)
    pairs = any(rules.seats > rules.accounts for rules in map(game.rules, game.seats))
    assert ("signals" in topic_names(sheet(variant, seats))) == pairs
