"""Import records or a whole book, from a file or as pasted text."""

from __future__ import annotations

import re
from collections.abc import Mapping

from flask import request

from companion import book
from companion.book import Book
from companion.engine import Impossible
from companion.pages.limits import limit_imports
from companion.web.language import gettext, ngettext

LARGEST = 2 * 1024 * 1024  # characters of records read at once: some two thousand matches
UNREADABLE = {"\0", "\ufffd"}  # a picture, a spreadsheet or another encoding gives these characters
NOT_IN_A_NAME = r"[\x00-\x1f\\/:*?\"<>|]"  # characters that some file systems do not allow


def put_in(found: Book, form: Mapping[str, str]) -> str:
    """Import the file or text of a form into the book. Return the notice to show, or "".

    The notice says how many matches were in the book already. Raises Impossible, or another
    ValueError, if the text cannot be read.
    """
    with limit_imports() as meanwhile:
        name, text = _sent(form)
        if text.startswith("{"):
            book.import_book(found, text, name, meanwhile)
            return ""
        if len(text) > LARGEST:
            raise Impossible(
                "%(name)s is too large: at most 2 MB can be imported at once.", name=name
            )
        done = book.keep_records(found, text, name, meanwhile)
    return _said(done.known)


def _said(known: int) -> str:
    if not known:
        return ""
    return ngettext(
        "%(num)s of these matches was already in the book; the others were added.",
        "%(num)s of these matches were already in the book; the others were added.",
        known,
    )


def _sent(form: Mapping[str, str]) -> tuple[str, str]:
    """Return name and text of the file that was sent, or of the pasted text if there is no file.

    Raises Impossible if the file is not a text.
    """
    sent = request.files.get("file")
    if not sent or not sent.filename:
        # NOTE: instead of the name of a file: “The pasted text is not a book saved by …”
        return gettext("The pasted text"), form.get("records", "").strip()
    name = re.sub(NOT_IN_A_NAME, "-", sent.filename[-40:])
    text = sent.read().decode("utf-8-sig", "replace").strip()
    if UNREADABLE & set(text[:1000]):
        raise Impossible(
            "%(name)s cannot be read: it contains neither records nor a book as JSON.", name=name
        )
    return name, text.replace("\0", "")
