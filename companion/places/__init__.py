"""Places: the tables of a bar, each with a code that stays.

Only the page modules and `extension` use requests or HTML.

open_place(name, device) -> Place       raises ValueError if the text cannot be a name
by_token(token) -> Place | None         find a place by the link on its card
by_keep_token(token) -> Place | None    find a place by its managing link
of_phone(device, most) -> Place, …      the places that a phone opened, newest first
existing(ids) -> set[int]               which of these ids are ids of places
played_at(place) -> LiveMatch, …        the matches that are played at a place, oldest first
opens_too_many(place) -> bool           whether its card opened too many tables in the last hour
move_in(place, match) -> bool           add a match; False if another phone was quicker
cards_of(match) -> CardOfMatch, …       the places where a match is played
let_card_lead(match, place_id, leads)   choose whether the card of a place leads to the match
rename(place, name), replace_code(place), delete(place)
"""

from __future__ import annotations

from companion.places.place import (
    LONGEST_NAME,
    Place,
    by_keep_token,
    by_token,
    delete,
    existing,
    of_phone,
    open_place,
    rename,
    replace_code,
)
from companion.places.playing import (
    CardOfMatch,
    LiveMatch,
    cards_of,
    let_card_lead,
    move_in,
    opens_too_many,
    played_at,
)

__all__ = [
    "LONGEST_NAME",
    "CardOfMatch",
    "LiveMatch",
    "Place",
    "by_keep_token",
    "by_token",
    "cards_of",
    "delete",
    "existing",
    "let_card_lead",
    "move_in",
    "of_phone",
    "open_place",
    "opens_too_many",
    "played_at",
    "rename",
    "replace_code",
]
