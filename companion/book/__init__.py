"""Books: people who play together, every match they played, and their statistics.

There are no user accounts: whoever has a link to a book may do what the link allows (manage, write
or read). Functions that touch the database need an app context. They raise `tables.Unavailable` if
the database cannot be used, and `NoSuchBook` if the book was deleted for good. Wrong input raises
ValueError with a message for the user. `tallying`, `figures` and `rating` say how matches are
counted.

Books (books.py)
    open_book(title, names, variant=, seats=, house=) -> Book
    by_token(token) -> Found | None     the book of a link, and the role of the link
    token_of(book, role)                the token of the book's link for a role
    token_now(found)                    the present token of the link that was used
    set_title(book, title)
    set_usual(book, …)                  sets the game with which tables of the book begin
    replace_links(book, roles)
    delete(book)

People (persons.py)
    people(book)                        names by number, also those of merged people
    people_to_choose(book)              names by number, each person once
    add_person(book, name) -> number
    rename(book, number, name)
    remove_person(book, number)         hides the name; the matches stay
    is_removed_name(book)               a function that says whether a name was removed
    merge(book, number, into)           for two entries that are one person
    unmerge(book, number)
    canonical_ids(book)                 the person into whom each merged person was merged
    swapped(before, chosen)             people by seat after some of them changed places

Time (days.py, zones.py)
    zone_of(book)                       the time zone of the book
    day_of(moment, zone)                the day of a match played at this moment
    set_zone(book, zone)

Phones (phones.py)
    remember_phone(found, device)       puts the book on the first page of a phone
    forget(book, device)                removes the book from that page
    of_phone(device, most)              the books of a phone
    role_in(book, device)               what a phone may do in a book
    whose(book, device) -> number       the person whose phone it is
    say_whose(book, device, number)

Removed things (undoing.py): for some days a name, a match, a link or a book may be put back
    taken_out(book) -> TakenOut, …
    put_back(book, kind, number)
    deleted_books(device)
    put_back_book(token, device)
    forget_taken_out()                  deletes for good what can no longer be put back

Matches (keeping.py, keeping_records.py, gathering.py, reading.py)
    keep_table(book, match, people, device=) -> BookMatch
        adds the match of a table, or brings the kept match up to date
    open_book_with_match(title, match, device) -> Book
    keep_records(book, text, name) -> Imported
        adds the matches of a text of records; people are found by their names
    note_table(book, match, people)     notes that a table was opened from the book
    keep_what_is_over(book)             keeps the finished matches of such tables
    keep_everywhere()                   keeps the finished matches of the tables of all books
    playing(book) -> State, …           the tables in play that were opened from the book
    waiting(book) -> Match, …           tables whose match is not in the book yet
    books_of_table(match) -> (Book, number), …
    remove_match(book, number)
    seat_people(book, number, people, device)
    match_by_token(token) -> (Book, BookMatch) | None
    match_of(book, number) -> BookMatch
    matches(book) -> BookMatch, …
    replay_of(kept) -> Replay | None
    names_of(kept, people), record_of(kept, people), house_of(kept)

Whole books (exporting.py, moving.py)
    export_book(book, kind)             pieces of text: records, a spreadsheet, or JSON
    import_book(book, text, name)       fills a new book from JSON

An evening (evening.py)
    tonight(entries, zone)              the matches of this evening
    next_match(entries, known, busy) -> NextMatch | None
        suggests who plays next; partners change

Results (signing.py, owing.py)
    may_sign(kept, person) -> side
    sign(book, number, device)
    signatures(kept) -> Signed by side
    changes(kept) -> Changed, …
    set_stake(book, number, text)
    open_debts(entries) -> OpenDebts, …  who owes whom what
    settle(book, numbers, settled=)

Everything that a page shows (overview.py)
    overview(book) -> Overview
        entries, games, totals, by_game, ratings(game), course(person, game), of(person)
"""

from __future__ import annotations

from companion.book.books import (
    Found,
    by_token,
    delete,
    open_book,
    replace_links,
    set_title,
    set_usual,
    token_now,
    token_of,
)
from companion.book.days import day_of, zone_of
from companion.book.errors import NoSuchBook, Unknown
from companion.book.evening import NextMatch, next_match, tonight
from companion.book.exporting import export_book
from companion.book.gathering import (
    books_of_table,
    keep_everywhere,
    keep_what_is_over,
    note_table,
    playing,
    waiting,
)
from companion.book.keeping import keep_table, open_book_with_match, remove_match, seat_people
from companion.book.keeping_records import Imported, keep_records
from companion.book.models import Book, BookMatch
from companion.book.moving import import_book
from companion.book.overview import MatchEntry, Overview, overview
from companion.book.owing import Debt, OpenDebts, open_debts, set_stake, settle
from companion.book.persons import (
    add_person,
    canonical_ids,
    is_removed_name,
    merge,
    people,
    people_to_choose,
    remove_person,
    rename,
    swapped,
    unmerge,
)
from companion.book.phones import forget, of_phone, remember_phone, role_in, say_whose, whose
from companion.book.rating import Rating
from companion.book.reading import (
    house_of,
    match_by_token,
    match_of,
    matches,
    names_of,
    record_of,
    replay_of,
)
from companion.book.signing import Changed, Signed, changes, may_sign, sign, signatures
from companion.book.undoing import (
    TakenOut,
    deleted_books,
    forget_taken_out,
    put_back,
    put_back_book,
    taken_out,
)
from companion.book.zones import set_zone

__all__ = [
    "Book",
    "BookMatch",
    "Changed",
    "Debt",
    "Found",
    "Imported",
    "MatchEntry",
    "NextMatch",
    "NoSuchBook",
    "OpenDebts",
    "Overview",
    "Rating",
    "Signed",
    "TakenOut",
    "Unknown",
    "add_person",
    "books_of_table",
    "by_token",
    "canonical_ids",
    "changes",
    "day_of",
    "delete",
    "deleted_books",
    "export_book",
    "forget",
    "forget_taken_out",
    "house_of",
    "import_book",
    "is_removed_name",
    "keep_everywhere",
    "keep_records",
    "keep_table",
    "keep_what_is_over",
    "match_by_token",
    "match_of",
    "matches",
    "may_sign",
    "merge",
    "names_of",
    "next_match",
    "note_table",
    "of_phone",
    "open_book",
    "open_book_with_match",
    "open_debts",
    "overview",
    "people",
    "people_to_choose",
    "playing",
    "put_back",
    "put_back_book",
    "record_of",
    "remember_phone",
    "remove_match",
    "remove_person",
    "rename",
    "replace_links",
    "replay_of",
    "role_in",
    "say_whose",
    "seat_people",
    "set_stake",
    "set_title",
    "set_usual",
    "set_zone",
    "settle",
    "sign",
    "signatures",
    "swapped",
    "taken_out",
    "token_now",
    "token_of",
    "tonight",
    "unmerge",
    "waiting",
    "whose",
    "zone_of",
]
