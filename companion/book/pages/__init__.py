"""The pages of books: routes that read a request, and view-models that templates show."""

from __future__ import annotations

from companion.book.pages import (
    book_page,
    book_table,
    figures_page,
    keep_match,
    match_page,
    match_replay,
    usual_game,
)

PAGES = (book_page, book_table, usual_game, figures_page, match_page, match_replay, keep_match)
