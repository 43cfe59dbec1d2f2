"""Books: the people who play together by name, every match they played, and what these add up to.

A book is a capability, as a table is: there are links to keep it, to write in it and to read it,
and no account. Functions that touch the database need an app context. They raise
`tables.Unavailable` if it cannot be used, and `NoSuchBook`, one of these, if the book was deleted.
What a person may have typed wrong is a ValueError with a sentence. How matches are counted is
described in `tallying`, `figures` and `rating`.

Books (books.py)
    open_book(title, names, variant=, seats=, house=) -> Book
    set_title(book, title)        set_usual(book, …)
        a table opened from the book begins with the usual game; without one, with that of last time
    by_token(token) -> Found | None        Found: book, role, writes, keeps, address
    replace_links(book, roles)        delete(book)

Its people (persons.py) and phones (phones.py)
    people(book) -> names by number        add_person(book, name) -> number
    rename(book, number, name)
    remove_person(book, number): no page shows the name any more, what was played stays
        is_removed_name(book): answers whether a name at a table is one of these
    merge(book, number, into): these two are one person; unmerge(book, number) undoes it
    touch(found, device): the phone has the book on its first page from now on
    forget(book, device)        of_phone(device, most)
    whose(book, device) -> number        say_whose(book, device, number)

Taken out (undoing.py): a name, a match, links, a book; for some days each may be put back
    taken_out(book) -> TakenOut, …        put_back(book, kind, number)
    deleted_books(device)        put_back_book(token, device)
    forget_taken_out(): delete for good what was taken out longer ago

Matches (drafts.py, keeping.py, keeping_records.py, gathering.py, reading.py)
    keep_table(book, match, people, device=) -> BookMatch
        once it is over; a match that is kept again is brought up to date
    open_book_with_match(title, match, device) -> Book: a new book that begins with this match
    keep_records(book, text, name) -> Imported
        how many were new and how many were known; people are found by their names
    opened(book, match, people): note that a table was opened from the book
    keep_what_is_over(book)        keep_everywhere()
    playing(book) -> State, …: its tables that are played at now
    waiting(book) -> Match, …        books_of_table(match) -> (Book, number), …
    remove_match(book, number)        seat_people(book, number, people, device)
    match_by_token(token) -> (Book, BookMatch) | None
    match_of(book, number) -> BookMatch        matches(book) -> BookMatch, …
    replay_of(kept) -> Replay | None        names_of(kept, people)        record_of
    exported(book, kind): all of it in pieces, as records, as lines for a spreadsheet, as JSON
    bring_in(book, text, name): import a whole book, as JSON, into a new one

An evening (evening.py)
    tonight(entries), evening(entries): the matches of this night, of the last one
    next_match(entries, known, busy) -> NextMatch | None: who plays next, with partners in turn

Results (signing.py, owing.py)
    sign(book, number, device)        may_sign(kept, person) -> side
    signatures(kept)        changes(kept)
    set_stake(book, number, text)        accounts(entries) -> Account, …
    settle(book, numbers, settled=)

As a page shows it (overview.py)
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
from companion.book.errors import NoSuchBook, Unknown
from companion.book.evening import NextMatch, evening, next_match, tonight
from companion.book.exporting import exported
from companion.book.gathering import (
    books_of_table,
    keep_everywhere,
    keep_what_is_over,
    opened,
    playing,
    waiting,
)
from companion.book.keeping import keep_table, open_book_with_match, remove_match, seat_people
from companion.book.keeping_records import Imported, keep_records
from companion.book.models import Book, BookMatch
from companion.book.moving import bring_in
from companion.book.overview import MatchEntry, Overview, overview
from companion.book.owing import Account, Debt, accounts, set_stake, settle
from companion.book.persons import (
    add_person,
    canonical_ids,
    is_removed_name,
    merge,
    people,
    remove_person,
    rename,
    swapped,
    unmerge,
)
from companion.book.phones import forget, of_phone, role_in, say_whose, touch, whose
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

__all__ = [
    "Account",
    "Book",
    "BookMatch",
    "Changed",
    "Debt",
    "Found",
    "Imported",
    "MatchEntry",
    "NextMatch",
    "NoSuchBook",
    "Overview",
    "Rating",
    "Signed",
    "TakenOut",
    "Unknown",
    "accounts",
    "add_person",
    "books_of_table",
    "bring_in",
    "by_token",
    "canonical_ids",
    "changes",
    "delete",
    "deleted_books",
    "evening",
    "exported",
    "forget",
    "forget_taken_out",
    "house_of",
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
    "of_phone",
    "open_book",
    "open_book_with_match",
    "opened",
    "overview",
    "people",
    "playing",
    "put_back",
    "put_back_book",
    "record_of",
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
    "settle",
    "sign",
    "signatures",
    "swapped",
    "taken_out",
    "token_now",
    "token_of",
    "tonight",
    "touch",
    "unmerge",
    "waiting",
    "whose",
]
