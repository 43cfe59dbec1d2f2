"""Build cheat-sheets for tests, by game, number of players and house rules."""

from __future__ import annotations

from companion import variants
from companion.cheatsheets import Sheet, Topic, build_sheet
from companion.engine import Rules


def rules(variant: str, seats: int | None = None, **house: str) -> Rules:
    return variants.get(variant).rules(seats, house)


def sheet(variant: str, seats: int | None = None, **house: str) -> Sheet:
    return build_sheet(variants.get(variant), rules(variant, seats, **house))


def topic(sheet: Sheet, wanted: str) -> Topic:
    return next(topic for topic in sheet.topics if topic.id == wanted)


def topic_names(sheet: Sheet) -> set[str]:
    return {topic.id for topic in sheet.topics}
