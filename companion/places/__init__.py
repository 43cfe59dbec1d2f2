"""Places: the tables of a bar, each with a code that stays. No request, no HTML but in `pages` and `extension`.

open_place(name, device) -> Place       ValueError, a sentence, for a name that cannot be one
by_token(token) -> Place | None         by the code on its card: whoever scans it
by_keep_token(token) -> Place | None    by the link of whoever looks after it
of_phone(device, most) -> Place, …      those a phone has opened, the newest first
played_at(place) -> State | None        the match that goes on there
move_in(place, match) -> bool           a match begins there; False where another phone was quicker
rename(place, name), replace_code(place), delete(place)
"""

from __future__ import annotations

from companion.places.place import (
    LONGEST_NAME,
    Place,
    by_keep_token,
    by_token,
    delete,
    move_in,
    of_phone,
    open_place,
    played_at,
    rename,
    replace_code,
)

__all__ = [
    "LONGEST_NAME",
    "Place",
    "by_keep_token",
    "by_token",
    "delete",
    "move_in",
    "of_phone",
    "open_place",
    "played_at",
    "rename",
    "replace_code",
]
