"""Books: what stays when the evening is over. People by name, every match played "in" it, what they add up to.

A book is a capability as a table is: a link to write, a link to read, no account. Functions that touch the database
need an app context and raise `tables.Unavailable` when it cannot be used; `NoSuchBook`, one of these, once the book was
deleted. What a person may have typed wrong is a ValueError with a sentence. How matches are counted: `tallying`,
`figures`, `rating`.

Books (books.py)
    open_book(title, names, variant=, seats=, house=) -> Book        set_title(book, title)      set_usual(book, …)
        the usual game is what a table opened from the book begins with; none (an empty one): as last time
    by_token(token) -> Found | None        Found: book, role, writes, address        replace_links(book, roles)
    delete(book): all of it, for good

Its people (persons.py) and phones (phones.py)
    people(book) -> names by number        add_person(book, name) -> number        rename(book, number, name)
    remove_person(book, number): the name is nowhere in the book any more, what was played stays
    touch(found, device): on its first page from now on        forget(book, device)        of_phone(device, most)
    whose(book, device) -> number        say_whose(book, device, number)

Matches (drafts.py, keeping.py, gathering.py, reading.py)
    keep_table(book, match, people, device=) -> Kept        once it is over; again: brought up to date
    grow(title, match, device) -> Book        a new book that begins with this match
    keep_records(book, text, name) -> int        records come with their names
    opened(book, match, people)        a table opened from the book: keep_what_is_over(book), keep_everywhere()
    waiting(book) -> Match, …        books_of_table(match) -> (Book, number), …
    remove_match(book, number)        seat_people(book, number, people, device)
    match_by_token(token) -> (Book, Kept) | None        match_of(book, number)        matches(book)
    played_of(kept) -> Played | None        names_of(kept, people)        record_of, records_of, hands_csv, as_json

Results (signing.py, owing.py)
    sign(book, number, device)        may_sign(kept, person) -> side        signatures(kept)        changes(kept)
    set_stake(book, number, text)        debts(entries) -> Debt, …        settle(book, numbers, settled=)

As a page shows it (overview.py)
    overview(book) -> Overview        entries, totals, ratings, course(person), of(person)
"""

from __future__ import annotations

from companion.book.books import Found, by_token, delete, open_book, replace_links, set_title, set_usual
from companion.book.drafts import single
from companion.book.errors import NoSuchBook, Unknown
from companion.book.gathering import books_of_table, keep_everywhere, keep_what_is_over, opened, waiting
from companion.book.keeping import grow, keep_records, keep_table, remove_match, seat_people
from companion.book.models import Book, Kept
from companion.book.overview import Entry, Overview, overview
from companion.book.owing import Debt, debts, set_stake, settle
from companion.book.packing import Unreadable, pack, unpack
from companion.book.persons import add_person, people, remove_person, rename
from companion.book.phones import forget, of_phone, say_whose, touch, whose
from companion.book.rating import Rating
from companion.book.reading import (
    as_json,
    hands_csv,
    house_of,
    match_by_token,
    match_of,
    matches,
    names_of,
    played_of,
    record_of,
    records_of,
)
from companion.book.signing import Changed, Signed, changes, may_sign, sign, signatures

__all__ = [
    "Book",
    "Changed",
    "Debt",
    "Entry",
    "Found",
    "Kept",
    "NoSuchBook",
    "Overview",
    "Rating",
    "Signed",
    "Unknown",
    "Unreadable",
    "add_person",
    "as_json",
    "books_of_table",
    "by_token",
    "changes",
    "debts",
    "delete",
    "forget",
    "grow",
    "hands_csv",
    "house_of",
    "keep_everywhere",
    "keep_records",
    "keep_table",
    "keep_what_is_over",
    "match_by_token",
    "match_of",
    "matches",
    "may_sign",
    "names_of",
    "of_phone",
    "open_book",
    "opened",
    "overview",
    "pack",
    "people",
    "played_of",
    "record_of",
    "records_of",
    "remove_match",
    "remove_person",
    "rename",
    "replace_links",
    "say_whose",
    "seat_people",
    "set_stake",
    "set_title",
    "set_usual",
    "settle",
    "sign",
    "signatures",
    "single",
    "touch",
    "unpack",
    "waiting",
    "whose",
]
