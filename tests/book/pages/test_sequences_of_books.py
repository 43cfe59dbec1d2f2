"""Test that no sequence of requests gives a phone more rights in a book than its link."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from companion import book
from companion.tables import digits
from tests.pages.sequences import PHONES, Requests, run

OF_A_BOOK = ("", "/figures", "/new", "/delete", "/truc", "/json")
INTO_A_BOOK = (
    {"do": "add", "name": "Quim"}, {"do": "title", "title": "Mine"},
    {"do": "remove", "person": "1"}, {"do": "settle"},
    {"do": "mine", "person": "1"}, {"do": "forget"}, {"do": "sign"}, {"do": "stake", "stake": "x"},
    {"do": "x"}, {},
)  # fmt: skip


class RequestsOfABook(Requests):
    @initialize()
    def begin_a_book(self) -> None:
        self.shown: dict[int, set[str]] = {}
        self.book = book.open_book("Divendres", ["Rosa"])
        book.keep_records(
            self.book, '[Variant "put"]\n[Players "Rosa, Santi"]\n\nresign@0', "record"
        )
        self.kept = book.matches(self.book)[0].token

    @rule(phone=st.sampled_from(PHONES), link=st.sampled_from(["write", "read", "match"]))
    def show_the_book(self, phone: int, link: str) -> None:
        """Open a link of the book, or the link of its match, on this phone."""
        self.shown.setdefault(phone, set()).add(link)
        self.read(phone, link, "")

    @rule(
        phone=st.sampled_from(PHONES),
        link=st.sampled_from(["write", "read", "match"]),
        page=st.sampled_from(OF_A_BOOK),
    )
    def read(self, phone: int, link: str, page: str) -> None:
        if link in self.shown.get(phone, set()):
            answer = self.check_answer(
                phone, self.clients[phone].get(self.way(link) + (page if link != "match" else ""))
            )
            known = "write" in self.shown[phone]
            assert known or self.book.write_token not in answer.text + str(answer.headers)

    @rule(
        phone=st.sampled_from(PHONES),
        link=st.sampled_from(["read", "match"]),
        page=st.sampled_from(["", "/new", "/usual", "/delete"]),
        form=st.sampled_from(INTO_A_BOOK),
    )
    def write(self, phone: int, link: str, page: str, form: dict[str, str]) -> None:
        """Post a form by this link, and check that the book does not change.

        The link of a match is left out for a phone that has the editing link, because that phone
        may change the match.
        """
        if link == "match" and "write" in self.shown.get(phone, set()):
            return
        before = book.by_token(self.book.write_token)
        self.clients[phone].post(self.way(link) + page, data=form)
        after = book.by_token(self.book.write_token)
        assert after is not None
        assert before is not None
        assert after.book.revision == before.book.revision

    def way(self, link: str) -> str:
        return f"/m/{self.kept}" if link == "match" else f"/b/{getattr(self.book, f'{link}_token')}"


def test_no_sequence_of_requests_gives_a_phone_more_rights_in_a_book_than_its_link(
    migrated, monkeypatch
):
    """Seats are taken over at once and guesses are not limited, so that more requests succeed."""
    monkeypatch.setattr("companion.tables.process_state.AWAKE_SECONDS", 0.0)
    for most in ("MOST_WRONG", "MOST_WRONG_HERE"):
        monkeypatch.setattr(digits, most, 10_000)
    run(RequestsOfABook, migrated)
