"""No sequence of HTTP requests gives a phone more rights than its link.

In some of the sequences, a phone asks to become host, or asks for the seat of another phone.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from companion import tables
from companion.tables import digits, request_rows, requests
from companion.tables.models import now
from tests.pages.sequences import ACTING, FULL, PHONES, SEATS, TABLE, Requests, run

MINUTE = timedelta(minutes=1)
TEN_MINUTES = timedelta(minutes=10)


@dataclass
class Wish:
    at: int
    kind: str
    phone: int
    seat: int
    holder: int | None = None


class Asking(Requests):
    """Random HTTP requests as in `Requests`, and requests of phones to other phones.

    A phone asks to become host, or to get the seat of a phone that is awake. Another phone agrees
    or refuses. If no phone answers within a minute, the phone gets what it asked for.
    """

    @initialize()
    def open(self) -> None:
        super().open()
        self.wishes: list[Wish] = []
        self.asked: list[tuple[int, int, int, timedelta]] = []
        self.refused: set[tuple[int, int, int, timedelta]] = set()
        self.kept: set[tuple[int, int]] = set()
        self.shift = timedelta()
        for module in (requests, request_rows):
            module.now = lambda: now() + self.shift

    def teardown(self) -> None:
        for module in (requests, request_rows):
            module.now = now
        super().teardown()

    def ask(self, phone: int, at: int, **form: str) -> None:
        self.check_answer(
            phone, self.clients[phone].post(f"/t/{self.now(at).code}/requests", data=form)
        )

    def wishes_at(self, at: int, kind: str) -> list[Wish]:
        return [wish for wish in self.wishes if (wish.at, wish.kind) == (at, kind)]

    @rule(phone=st.sampled_from(PHONES), at=TABLE)
    def ask_to_become_host(self, phone: int, at: int) -> None:
        """Let any phone ask to become host.

        The phone asks even if it has no seat, if it is host already, or if it has just asked.
        """
        at = self.table(at)
        model = self.models[at]
        seat = model.seat.get(phone)
        self.ask(phone, at, ask="host")
        if not self.is_last(at) or seat is None or phone in model.hosts:
            return
        if any(wish.phone == phone for wish in self.wishes_at(at, "host")):
            return
        lately = [who for who in self.asked if who[0] == at and self.shift - who[3] < TEN_MINUTES]
        if not any(phone == other or seat == theirs for _, other, theirs, _ in lately):
            self.wishes.append(Wish(at, "host", phone, seat))
            self.asked.append((at, phone, seat, self.shift))

    @rule(phone=st.sampled_from(PHONES), at=TABLE, seat=st.sampled_from(SEATS))
    def ask_for_a_seat(self, phone: int, at: int, seat: int) -> None:
        """Let a member ask for the seat of a phone that has an open stream."""
        at = self.table(at)
        model = self.models[at]
        holder = model.holder(seat)
        if holder is None or not model.is_in(phone):
            return
        with tables.streams().subscribe(self.matches[at].id, self.names[holder]):
            self.check_answer(
                phone,
                self.clients[phone].post(f"/t/{self.now(at).code}/seats", data={"over": str(seat)}),
            )
        wishes = self.wishes_at(at, "seat")
        is_wanted = any(seat == wish.seat or phone == wish.phone for wish in wishes)
        if holder == phone or is_wanted or (at, seat) in self.kept:
            return
        self.wishes.append(Wish(at, "seat", phone, seat, holder))

    @rule(phone=st.sampled_from(PHONES), at=TABLE, which=st.integers(0, 5), agrees=st.booleans())
    def answer(self, phone: int, at: int, which: int, *, agrees: bool) -> None:
        at = self.table(at)
        there = self.open_at(at)
        if not there:
            return
        request = there[which % len(there)]
        self.ask(phone, at, **{"agree" if agrees else "refuse": str(request.number)})
        asker = self.names.index(request.device)
        for wish in self.wishes_at(at, request.kind):
            if wish.phone == asker and self.is_asked(phone, wish):
                self.wishes.remove(wish)
                self.follow(wish, phone, agrees=agrees)
                return

    def open_at(self, at: int) -> list[tables.Request]:
        every = tables.state(self.matches[at]).requests
        return [request for request in every if request.outcome == "open"]

    def is_asked(self, phone: int, wish: Wish) -> bool:
        model = self.models[wish.at]
        if wish.kind == "host":
            return phone in model.hosts and phone != wish.phone
        return phone == wish.holder and model.holder(wish.seat) == phone

    def follow(self, wish: Wish, by: int, *, agrees: bool) -> None:
        model = self.models[wish.at]
        if wish.kind == "seat":
            if agrees:
                model.join(wish.phone, "player", wish.seat, over=True)
            else:
                self.kept.add((wish.at, wish.seat))
        elif agrees and model.is_in_charge(by):
            model.appoint(wish.phone)
        elif agrees:
            model.hosts.setdefault(wish.phone, ACTING)
        else:
            self.refused.add(
                next(who for who in reversed(self.asked) if who[:2] == (wish.at, wish.phone))
            )

    @rule(phone=st.sampled_from(PHONES), at=TABLE, game=st.sampled_from(["", "menorcan"]))
    def play_on(self, phone: int, at: int, game: str) -> None:
        """Start a rematch.

        A phone whose request was refused must wait at the rematch, too, before it may ask again.
        """
        known = len(self.matches)
        old = self.table(at)
        super().play_on(phone, at, game)
        if len(self.matches) > known:
            refused = self.refused.intersection(self.asked)
            carried = [(known, *who[1:]) for who in refused if who[0] == old]
            self.asked.extend(carried)
            self.refused.update(carried)

    @rule()
    def a_minute_goes_by(self) -> None:
        self.forget_void_requests()
        self.shift += MINUTE
        wishes = self.wishes
        self.wishes = []
        self.kept = set()
        for wish in wishes:
            model = self.models[wish.at]
            if wish.kind == "host":
                if wish.phone in model.seat:
                    model.hosts.setdefault(wish.phone, ACTING)
            elif model.holder(wish.seat) in (None, wish.holder):
                model.join(wish.phone, "player", wish.seat, over=True)

    @rule(
        phone=st.sampled_from(PHONES[1:4]),
        seat=st.sampled_from(SEATS),
        by=st.sampled_from(PHONES),
        agrees=st.booleans(),
    )
    def sit_down_and_ask(self, phone: int, seat: int, by: int, *, agrees: bool) -> None:
        """Let a phone take a seat and ask to become host. Then the phone `by` says yes or no."""
        self.join(by, -1, None, over=False, code=True)
        self.join(phone, -1, seat, over=True, code=False)
        self.ask_to_become_host(phone, -1)
        self.answer(by, -1, 0, agrees=agrees)

    @rule(phone=st.sampled_from(PHONES[1:4]), seat=st.sampled_from(SEATS), leaves=st.booleans())
    def ask_and_wait(self, phone: int, seat: int, *, leaves: bool) -> None:
        """Let a phone ask to become host, and let a minute pass.

        If `leaves` is true, the phone leaves its seat for a moment before the minute is over.
        """
        self.join(phone, -1, seat, over=True, code=False)
        self.ask_to_become_host(phone, -1)
        if leaves:
            self.change_seat(phone, -1, "player", {"leave": "1"})
            self.forget_void_requests()
            self.change_seat(phone, -1, "player", {"seat": str(seat)})
        self.a_minute_goes_by()

    @rule(
        phone=st.sampled_from(PHONES[1:4]),
        whom=st.sampled_from(PHONES[:4]),
        seat=st.sampled_from(SEATS),
    )
    def ask_for_the_seat_of(self, phone: int, whom: int, seat: int) -> None:
        """Let two phones join: `whom` takes the seat, `phone` takes none.

        Then `phone` asks for the seat of `whom`, which is awake.
        """
        self.join(whom, -1, seat, over=True, code=True)
        self.join(phone, -1, None, over=False, code=True)
        self.ask_for_a_seat(phone, -1, seat)

    @rule(
        phone=st.sampled_from(PHONES[1:4]), seat=st.sampled_from(SEATS), by=st.sampled_from(PHONES)
    )
    def ask_and_play_on(self, phone: int, seat: int, by: int) -> None:
        """Let a phone ask to become host, and start a rematch before the request is answered.

        Then answer the request at the old table, and ask once more there.
        """
        old = self.table(-1)
        self.join(phone, old, seat, over=True, code=True)
        self.ask_to_become_host(phone, old)
        self.play_on(0, old, "")
        self.forget_void_requests()
        self.answer(by, old, 0, agrees=True)
        self.a_minute_goes_by()
        self.ask_to_become_host(phone, old)

    def forget_void_requests(self) -> None:
        """Remove the requests of phones that lost their seat or are no longer members."""
        self.wishes = [wish for wish in self.wishes if self.still_stands(wish)]

    @invariant()
    def the_table_says_what_the_model_says(self) -> None:
        """Check every phone against the model. Also check that the model has each open request."""
        if not hasattr(self, "matches"):
            return
        super().the_table_says_what_the_model_says()
        self.forget_void_requests()
        for at, model in enumerate(self.models):
            for request in self.open_at(at):
                asker = self.names.index(request.device)
                is_known = any(wish.phone == asker for wish in self.wishes_at(at, request.kind))
                is_void = request.kind == "host" and not self.is_last(at)
                assert is_known or is_void or model.hosts.get(asker) == FULL

    def still_stands(self, wish: Wish) -> bool:
        model = self.models[wish.at]
        if not model.is_in(wish.phone):
            return False
        if wish.kind == "seat":
            return True
        return (
            self.is_last(wish.at)
            and wish.phone in model.seat
            and model.hosts.get(wish.phone) != FULL
        )


@pytest.mark.parametrize("part", [1, 2])
def test_no_sequence_of_requests_gives_a_phone_more_rights_than_its_link(
    migrated, monkeypatch, part
):
    """In this test, only phones with an open stream are awake, and phones may try many numbers."""
    monkeypatch.setattr("companion.tables.process_state.AWAKE_SECONDS", 0.0)
    for most in ("MOST_WRONG", "MOST_WRONG_HERE"):
        monkeypatch.setattr(digits, most, 10_000)
    run(Asking, migrated)
