"""No sequence of requests lifts a phone above its link: random ones, by every role, against a small model.

The model is `Model`: who is in, as what, in which seat. After every request the table must say the same of every phone,
a phone that was never shown the way in must never have been told it, and only phones that may tap have tapped.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from flask.testing import FlaskClient
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from werkzeug.test import TestResponse

from companion import tables
from companion.pages import seats
from companion.tables import codes, digits
from companion.tables.changes import changing
from companion.tables.memory import memory
from companion.tables.seats import appoint
from companion.web import device
from tests.conftest import application

SEATS = range(4)
PHONES = range(6)  # the first opened the table
FULL, ACTING = "full", "acting"
DOORS = {"player": "join_token", "watch": "watch_token", "tv": "tv_token", "host": "host_token"}
LOOKS = (
    "",
    "/flat",
    "/tv",
    "/panel",
    "/tv/panel",
    "/log",
    "/calls",
    "/seats",
    "/record",
    "/sheet",
    "/invite",
    "/paper",
    "/rules",
    "/invite?to=play",
    "/host",
    "/rematch",
)
CHANGES = (
    {"leave": "1"}, {"seat": "0"}, {"seat": "3"}, {"over": "0"}, {"over": "2"},
    {"name": "Quim"}, {"watch": "1"}, {},
)  # fmt: skip
SCRIPT = {"HX-Request": "true", "Prefer": "return=minimal"}
OTHERS = ("", "/games", "/new", "/privacy", "/phone", "/try", "/resume", "/on", "/on?number=0000", "/tv", "/place")


@dataclass
class Model:
    """Who is in: "player", with a seat or not, or "removed"; whoever is not named has no more than the links show.

    `hosts` are those of them who are host, fully or by request, in the order in which they became so. Nobody looks
    away for ten minutes here.
    """

    role: dict[int, str] = field(default_factory=dict)
    seat: dict[int, int] = field(default_factory=dict)
    hosts: dict[int, str] = field(default_factory=dict)
    locked: bool = False

    def may_tap(self, phone: int) -> bool:
        return phone in self.hosts or phone in self.seat

    def join(self, phone: int, role: str, seat: int | None, *, over: bool) -> None:
        inside, holder = self.role.get(phone) == "player", self.holder(seat)
        shut = self.locked and role != "host" and not inside
        if self.role.get(phone) == "removed" or shut or (holder not in (None, phone) and not over):
            return
        self.role[phone] = "player"
        if role == "host":
            self.appoint(phone)
        if seat is not None:
            self.seat.pop(holder, None) if holder is not None else None
            self.seat[phone] = seat

    def holder(self, seat: int | None) -> int | None:
        return next((phone for phone, taken in self.seat.items() if taken == seat), None)

    def remove(self, phone: int) -> None:
        self.seat.pop(phone, None)
        self.hosts.pop(phone, None)
        self.role[phone] = "removed"

    def appoint(self, phone: int) -> None:
        if self.hosts.get(phone) != FULL:
            self.hosts.pop(phone, None)
            self.hosts[phone] = FULL

    def is_in_charge(self, phone: int) -> bool:
        return self.hosts.get(phone) == FULL or (phone in self.hosts and FULL not in self.hosts.values())

    def may_overrule(self, phone: int, other: int) -> bool:
        if phone not in self.hosts or phone == other:
            return False
        full = [host for host, kind in self.hosts.items() if kind == FULL]
        ranks = [*full, *(host for host in self.hosts if host not in full)]
        return other not in ranks or (self.is_in_charge(phone) and ranks.index(phone) < ranks.index(other))

    def replace_join_link(self) -> None:
        self.role = {p: r for p, r in self.role.items() if r != "player" or p in self.seat or p in self.hosts}


@dataclass
class Number:
    """Eight digits that were shown to a phone: what they give, at which code, for a seat and whom it is taken from."""

    text: str
    code: str
    gives: str
    giver: int
    seat: int | None
    holder: int | None


class Requests(RuleBasedStateMachine):
    """Requests of six phones at one table."""

    migrated: Path

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        shutil.copytree(self.migrated, self.folder, dirs_exist_ok=True)
        self.app = application(self.folder)
        self.context = self.app.app_context()
        self.context.push()

    def teardown(self) -> None:
        tables.db.engine.dispose()
        self.context.pop()
        shutil.rmtree(self.folder)

    @initialize()
    def open(self) -> None:
        memory().latest.clear()
        self.clients: list[FlaskClient] = [self.app.test_client() for _ in PHONES]
        for client in self.clients:
            client.get("/")
        with self.app.test_request_context():
            self.names = [self.name_of(client) for client in self.clients]
        self.clients[0].post("/tables", data={"game": "catalan", "me": ""})
        self.match = tables.by_device(self.names[0], 1)[0].match
        self.model, self.taps = Model({0: "player"}, hosts={0: FULL}), 0
        self.told = {phone: {"player"} for phone in PHONES[:4]}
        self.numbers: list[Number] = []

    def name_of(self, client: FlaskClient) -> str:
        cookie = client.get_cookie("device")
        assert cookie is not None
        return str(device._signer(device.COOKIE).loads(cookie.value))

    @property
    def now(self) -> tables.Match:
        return tables.state(self.match).match

    def address(self, phone: int, door: str) -> str:
        """An address of the table: its code, also for phones that were never told it, or a token to watch."""
        return {"watch": self.now.watch_token, "tv": self.now.tv_token}.get(door, self.now.code)

    def hear(self, phone: int, answer: TestResponse) -> TestResponse:
        """What this phone is told: the way in only if it was shown it, or is in to play."""
        text = "" if answer.mimetype == "text/event-stream" else answer.text + str(answer.headers)
        answer.close()
        assert answer.status_code < 500, answer.text
        told, now = self.told.get(phone, set()), self.now
        if "player" not in told and self.model.role.get(phone) != "player":
            assert not any(way in text for way in (now.join_token, codes.grouped(now.code)))
        assert "host" in told or self.model.is_in_charge(phone) or now.host_token not in text
        return answer

    @rule(phone=st.sampled_from(PHONES), door=st.sampled_from([*DOORS]))
    def show(self, phone: int, door: str) -> None:
        """Somebody shows this phone a link; it looks at it."""
        self.told.setdefault(phone, set()).add(door)
        way = "/w/" if door in ("watch", "tv") else "/h/" if door == "host" else "/j/"
        self.hear(phone, self.clients[phone].get(way + getattr(self.now, DOORS[door]), follow_redirects=True))

    @rule(phone=st.sampled_from(PHONES), look=st.sampled_from(LOOKS), door=st.sampled_from(["player", "watch", "tv"]))
    def look(self, phone: int, look: str, door: str) -> None:
        """A page of the table, by an address it was shown or by any other; looking changes nothing."""
        address = f"/t/{self.address(phone, door)}{look}" if door in self.told.get(phone, set()) else f"/t/x{look}"
        self.hear(phone, self.clients[phone].get(address, follow_redirects=True))

    @rule(phone=st.sampled_from(PHONES), page=st.sampled_from(OTHERS))
    def wander(self, phone: int, page: str) -> None:
        self.hear(phone, self.clients[phone].get(page or "/"))

    @rule(phone=st.sampled_from(PHONES), seat=st.sampled_from([None, *SEATS]), over=st.booleans(), code=st.booleans())
    def join(self, phone: int, seat: int | None, *, over: bool, code: bool) -> None:
        """By the link or the code, if it was shown it."""
        if "player" not in self.told.get(phone, set()):
            return
        form = {"watch": "1"} if seat is None else {"over" if over else "seat": str(seat)}
        way = f"/c/{self.now.code}" if code else f"/j/{self.now.join_token}"
        self.model.join(phone, "player", seat, over=over)
        self.hear(phone, self.clients[phone].post(way, data=form))

    @rule(phone=st.sampled_from(PHONES))
    def become_host(self, phone: int) -> None:
        if "host" in self.told.get(phone, set()):
            self.model.join(phone, "host", None, over=False)
            self.hear(phone, self.clients[phone].post(f"/h/{self.now.host_token}"))

    @rule(phone=st.sampled_from(PHONES), door=st.sampled_from(["player", "watch", "tv"]), form=st.sampled_from(CHANGES))
    def change_seat(self, phone: int, door: str, form: dict[str, str]) -> None:
        """At any address of the table, also at its code by a phone that was never told it."""
        self.clients[phone].post(f"/t/{self.address(phone, door)}/seats", data=form)
        if self.model.role.get(phone) == "player":
            if "leave" in form:
                self.model.seat.pop(phone, None)
            for field_name in form.keys() & {"seat", "over"}:
                self.model.join(phone, "player", int(form[field_name]), over=field_name == "over")

    @rule(
        phone=st.sampled_from(PHONES),
        door=st.sampled_from(["player", "watch", "tv"]),
        view=st.sampled_from(["", "/tv", "/flat"]),
        listens=st.booleans(),
    )
    def tap(self, phone: int, door: str, view: str, *, listens: bool) -> None:
        """By a form, or by a script whose stream is open, whatever became of its right to one."""
        seen, headers = tables.state(self.match).version, SCRIPT if listens else {}
        form = {"tap": "fix@0=1", "seen": str(seen), "key": f"k{seen}-{phone}"}
        with tables.live.subscribe(self.match.id, self.names[phone]) if listens else nullcontext():
            answer = self.hear(
                phone,
                self.clients[phone].post(f"/t/{self.address(phone, door)}{view}/taps", data=form, headers=headers),
            )
        recorded = answer.status_code == (204 if listens else 303)
        assert recorded == self.model.may_tap(phone) or answer.status_code == 422
        self.taps += recorded

    @rule(phone=st.sampled_from(PHONES), form=st.sampled_from(["calls", "rematch", "rules", "host/delete"]))
    def post(self, phone: int, form: str) -> None:
        """What only those who play, or only the host, may do; none of it lets anybody in. The table is not deleted."""
        if not (form == "host/delete" and self.model.is_in_charge(phone)):
            self.clients[phone].post(f"/t/{self.now.code}/{form}", data={"side": "0"})

    @rule(
        phone=st.sampled_from(PHONES),
        action=st.sampled_from([*seats.HOST_ACTIONS]),
        seat=st.sampled_from(SEATS),
        other=st.sampled_from(SEATS),
        whom=st.sampled_from(PHONES),
        link=st.sampled_from([*seats.REPLACED, ""]),
    )
    def host(self, phone: int, action: str, seat: int, other: int, whom: int, link: str) -> None:
        """Any of the host's actions, by anybody."""
        form = {
            "seat": str(seat),
            "with": str(other),
            "name": "Ona",
            "link": link,
            "phone": device.short(self.names[whom]),
        }
        there = {row.device for row in tables.phones(self.match)}
        self.clients[phone].post(f"/t/{self.now.code}/host/{action}", data=form)
        if phone in self.model.hosts and (action not in seats.ONLY_IN_CHARGE or self.model.is_in_charge(phone)):
            known = self.names[whom] in there
            self.done(action, seat, other, whom, link, known=known, by=phone)

    @rule(phone=st.sampled_from(PHONES))
    def ask_to_be_host(self, phone: int) -> None:
        """One that sits becomes host by request."""
        if phone in self.model.seat and phone not in self.model.hosts:
            with changing(self.match) as (session, current):
                appoint(session, current, session.get_one(tables.Member, (current.id, self.names[phone])), ACTING)
            self.model.hosts[phone] = ACTING

    @rule(phone=st.sampled_from(PHONES))
    def look_at_the_hosts_number(self, phone: int) -> None:
        """Only a host in charge is shown one, and the link of hosts."""
        answer = self.hear(phone, self.clients[phone].get(f"/t/{self.now.code}/host/link"))
        assert (answer.status_code == 200) == self.model.is_in_charge(phone)
        if answer.status_code == 200:
            self.told.setdefault(phone, set()).add("host")
            self.note_number(answer, "host", phone)

    @rule(phone=st.sampled_from(PHONES), seat=st.sampled_from(SEATS))
    def look_at_the_number_of_a_seat(self, phone: int, seat: int) -> None:
        """Only those who may tap are shown one, while joining is closed, for the seat of another phone."""
        model = self.model
        answer = self.hear(phone, self.clients[phone].get(f"/t/{self.now.code}/seats/{seat}"))
        may = model.role.get(phone) == "player" and model.may_tap(phone) and model.locked
        assert (answer.status_code == 200) == (may and model.holder(seat) not in (None, phone))
        if answer.status_code == 200:
            self.note_number(answer, "seat", phone, seat, model.holder(seat))

    def note_number(
        self, answer: TestResponse, gives: str, giver: int, seat: int | None = None, holder: int | None = None
    ) -> None:
        """Numbers are kept for ever here: whatever becomes of those who were shown them, somebody tries them."""
        for shown in re.findall(r'class="number eight">(\d{4} \d{4})<', answer.text):
            self.numbers.append(Number(shown.replace(" ", ""), self.now.code, gives, giver, seat, holder))

    @rule(phone=st.sampled_from(PHONES), which=st.integers(0, 9), post=st.booleans())
    def use_a_number(self, phone: int, which: int, *, post: bool) -> None:
        """Any number that was ever shown, by any phone; a look uses up nothing."""
        if not self.numbers:
            return
        number = self.numbers[which % len(self.numbers)]
        if not post:
            self.hear(phone, self.clients[phone].get(f"/n/{number.text}"))
            return
        holds = self.holds(number) and self.model.role.get(phone) != "removed"
        self.hear(phone, self.clients[phone].post(f"/n/{number.text}"))
        if holds:
            self.numbers = [other for other in self.numbers if other.text != number.text]
            self.told.setdefault(phone, set()).add("player")
            locked, self.model.locked = self.model.locked, False
            self.model.join(phone, "host" if number.gives == "host" else "player", number.seat, over=True)
            self.model.locked = locked

    def holds(self, number: Number) -> bool:
        """Whether whoever was shown that number could be shown it now."""
        model = self.model
        if number.code != self.now.code:
            return False
        if number.gives == "host":
            return model.is_in_charge(number.giver)
        return model.may_tap(number.giver) and model.holder(number.seat) == number.holder

    @rule(whom=st.sampled_from(PHONES[1:4]), seat=st.sampled_from(SEATS))
    def come_back(self, whom: int, seat: int) -> None:
        """One that plays is removed, and tries every way it knows to be in again."""
        self.join(whom, seat, over=True, code=False)
        self.host(0, "remove", 0, 0, whom, "")
        self.join(whom, seat, over=True, code=True)
        self.change_seat(whom, "player", {"over": str(seat)})
        self.tap(whom, "player", "", listens=True)

    @rule(whom=st.sampled_from(PHONES[1:4]), seat=st.sampled_from([None, *SEATS]))
    def come_late(self, whom: int, seat: int | None) -> None:
        """The table is closed to newcomers; one who knows the code comes now."""
        self.host(0, "lock", 0, 0, 0, "")
        self.join(whom, seat, over=True, code=True)

    def done(self, action: str, seat: int, other: int, whom: int, link: str, *, known: bool, by: int) -> None:
        """What a host's action does to the model."""
        model = self.model
        if action in ("lock", "unlock"):
            model.locked = action == "lock"
        elif action in ("free", "move"):
            change = {seat: None} if action == "free" else {seat: other, other: seat}
            moved = {phone: change.get(taken, taken) for phone, taken in model.seat.items()}
            model.seat = {phone: taken for phone, taken in moved.items() if taken is not None}
        elif action in ("remove", "demote", "appoint") and known:
            self.change_host(action, whom, by)
        elif action == "readmit" and model.role.get(whom) == "removed":
            del model.role[whom]
        elif action == "revoke":
            doors = {"join": {"player"}, "watch": {"watch"}, "tv": {"tv"}, "host": {"host"}}
            self.replaced(doors.get(link, {"player", "watch", "tv"}))

    def change_host(self, action: str, whom: int, by: int) -> None:
        """A phone is put out, made host or made none."""
        model = self.model
        if action == "appoint":
            if model.role.get(whom) == "player":
                model.appoint(whom)
        elif model.may_overrule(by, whom) and (action == "remove" or whom in model.hosts):
            if whom in model.hosts:
                self.forget_host_link()
            model.hosts.pop(whom, None)
            if action == "remove":
                model.remove(whom)

    def forget_host_link(self) -> None:
        """Whoever is host no more knew the link of hosts: there is a new one."""
        self.replaced({"host"})

    def replaced(self, doors: set[str]) -> None:
        """What was shown of these links is worth nothing any more; those who play are told the new one."""
        if "player" in doors:
            self.model.replace_join_link()
        self.told = {phone: known - doors for phone, known in self.told.items()}
        for phone, role in self.model.role.items():
            if role == "player":
                self.told.setdefault(phone, set()).add("player")

    @invariant()
    def the_table_says_what_the_model_says(self) -> None:
        if not hasattr(self, "match"):
            return
        state = tables.state(self.match)
        for phone, name in enumerate(self.names):
            found = tables.access(state, name)
            role = self.model.role.get(phone, "stranger")
            assert (found.role, found.seat) == (role, self.model.seat.get(phone)), phone
            assert found.host == self.model.hosts.get(phone, ""), phone
        assert state.version == self.taps


def run(machine: type[Requests], migrated: Path, examples: int, steps: int) -> None:
    """So many sequences of so many requests."""
    machine.migrated = migrated
    few = settings(
        max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=[*HealthCheck]
    )
    run_state_machine_as_test(machine, settings=few)


def test_no_sequence_of_requests_lifts_a_phone_above_its_link(migrated, monkeypatch):
    """Wrong numbers are not slowed down here, so that all of them are tried; tests of digits show the brake."""
    monkeypatch.setattr("companion.tables.memory.AWAKE_SECONDS", 0.0)  # seats are taken over at once
    for most in ("MOST_WRONG", "MOST_WRONG_HERE"):
        monkeypatch.setattr(digits, most, 10_000)
    run(Requests, migrated, examples=30, steps=25)
