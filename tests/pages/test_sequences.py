"""No sequence of requests lifts a phone above its link: random ones, by every role, against a small model.

The model is `Model`: who is in, as what, in which seat. After every request the table must say the same of every phone,
a phone that was never shown the way in must never have been told it, and only phones that may tap have tapped.
There is a model for each match of an evening: a link of the first one leads on to the last, through all between.
"""

from __future__ import annotations

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
from companion.tables import codes
from companion.tables.memory import memory
from companion.web import device
from tests.conftest import application

SEATS = range(4)
PHONES = range(6)  # the first opened the table
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
    "/another",
)
CHANGES = (
    {"leave": "1"}, {"seat": "0"}, {"seat": "3"}, {"over": "0"}, {"over": "2"},
    {"name": "Quim"}, {"watch": "1"}, {},
)  # fmt: skip
TABLE = st.sampled_from([0, 1, -1])
SCRIPT = {"HX-Request": "true", "Prefer": "return=minimal"}
OTHERS = ("", "/games", "/new", "/privacy", "/phone", "/try", "/resume", "/on", "/on?number=0000", "/tv", "/place")


@dataclass
class Model:
    """Who is in: ("host" or "player", seat), or "removed"; whoever is not named has no more than the links show."""

    role: dict[int, str] = field(default_factory=dict)
    seat: dict[int, int] = field(default_factory=dict)
    locked: bool = False
    replaced: set[str] = field(default_factory=set)

    def may_tap(self, phone: int) -> bool:
        return self.role.get(phone) == "host" or phone in self.seat

    def join(self, phone: int, role: str, seat: int | None, *, over: bool) -> None:
        inside, holder = self.is_in(phone), self.holder(seat)
        shut = self.locked and role != "host" and not inside
        if self.role.get(phone) == "removed" or shut or (holder not in (None, phone) and not over):
            return
        self.role[phone] = "host" if self.role.get(phone) == "host" else role
        if seat is not None:
            self.seat.pop(holder, None) if holder is not None else None
            self.seat[phone] = seat

    def is_in(self, phone: int) -> bool:
        return self.role.get(phone) in ("host", "player")

    def lets_on(self, phone: int, door: str) -> bool:
        """Whether a link leads this phone on from here."""
        shut = door == "player" and self.locked and not self.is_in(phone)
        return self.role.get(phone) != "removed" and not shut

    def lets_in(self, phone: int, door: str) -> bool:
        """Whether a link of an earlier match leads this phone here."""
        return self.role.get(phone) != "removed" and (door not in self.replaced or self.is_in(phone))

    def rematch(self) -> Model:
        """The model of the match that follows: everybody comes along."""
        return Model(dict(self.role), dict(self.seat), self.locked)

    def holder(self, seat: int | None) -> int | None:
        return next((phone for phone, taken in self.seat.items() if taken == seat), None)

    def remove(self, phone: int) -> None:
        self.seat.pop(phone, None)
        self.role[phone] = "removed"

    def replace_join_link(self) -> None:
        self.role = {p: r for p, r in self.role.items() if r != "player" or p in self.seat}


class Requests(RuleBasedStateMachine):
    """Requests of six phones at one table, and at those where its match goes on; `at` counts them from the first."""

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
        self.matches = [tables.by_device(self.names[0], 1)[0].match]
        self.models, self.taps = [Model({0: "host"})], [0]
        self.told = {phone: {(0, "player")} for phone in PHONES[:4]}

    def name_of(self, client: FlaskClient) -> str:
        cookie = client.get_cookie("device")
        assert cookie is not None
        return str(device._signer(device.COOKIE).loads(cookie.value))

    def now(self, at: int) -> tables.Match:
        return tables.state(self.matches[at]).match

    def table(self, at: int) -> int:
        """One of the tables there are: the first, the last, or one between."""
        return at % len(self.matches)

    def address(self, at: int, door: str) -> str:
        """An address of a table: its code, also for phones that were never told it, or a token to watch."""
        now = self.now(at)
        return {"watch": now.watch_token, "tv": now.tv_token}.get(door, now.code)

    def has(self, phone: int, at: int, door: str) -> bool:
        """Whether this phone was shown that link, and it was not replaced since."""
        return (at, door) in self.told.get(phone, set())

    def led_on(self, phone: int, at: int, door: str) -> int | None:
        """The table to which that link of this one leads the phone, None for nowhere."""
        while self.models[at].lets_on(phone, door):
            if at == len(self.models) - 1:
                return at
            at += 1
            if not self.models[at].lets_in(phone, door):
                return None
        return None

    def hears_of(self, phone: int, at: int, door: str) -> None:
        """By a link this phone is told the same link of the table to which it leads."""
        there = self.led_on(phone, at, door)
        if there is not None:
            self.told.setdefault(phone, set()).add((there, door))

    def hear(self, phone: int, answer: TestResponse) -> TestResponse:
        """What this phone is told: the way in only if it was shown it, or is in to play."""
        text = "" if answer.mimetype == "text/event-stream" else answer.text + str(answer.headers)
        answer.close()
        assert answer.status_code < 500, answer.text
        for at, model in enumerate(self.models):
            now = self.now(at)
            if not self.has(phone, at, "player") and not model.is_in(phone):
                assert not any(way in text for way in (now.join_token, codes.grouped(now.code)))
                assert now.code not in answer.headers.get("Location", "")
            assert self.has(phone, at, "host") or now.host_token not in text
        return answer

    @rule(phone=st.sampled_from(PHONES), at=TABLE, door=st.sampled_from([*DOORS]))
    def show(self, phone: int, at: int, door: str) -> None:
        """Somebody shows this phone a link; it looks at it."""
        at = self.table(at)
        self.told.setdefault(phone, set()).add((at, door))
        self.hears_of(phone, at, door)
        way = "/w/" if door in ("watch", "tv") else "/h/" if door == "host" else "/j/"
        self.hear(phone, self.clients[phone].get(way + getattr(self.now(at), DOORS[door]), follow_redirects=True))

    @rule(
        phone=st.sampled_from(PHONES),
        at=TABLE,
        look=st.sampled_from(LOOKS),
        door=st.sampled_from(["player", "watch", "tv"]),
    )
    def look(self, phone: int, at: int, look: str, door: str) -> None:
        """A page of the table, by an address it was shown or by any other; looking changes nothing."""
        at = self.table(at)
        if self.has(phone, at, door):
            self.hears_of(phone, at, "player" if self.models[at].is_in(phone) else door)
            address = f"/t/{self.address(at, door)}{look}"
        else:
            address = f"/t/x{look}"
        self.hear(phone, self.clients[phone].get(address, follow_redirects=True))

    @rule(phone=st.sampled_from(PHONES), page=st.sampled_from(OTHERS))
    def wander(self, phone: int, page: str) -> None:
        self.hear(phone, self.clients[phone].get(page or "/"))

    @rule(
        phone=st.sampled_from(PHONES),
        at=TABLE,
        seat=st.sampled_from([None, *SEATS]),
        over=st.booleans(),
        code=st.booleans(),
    )
    def join(self, phone: int, at: int, seat: int | None, *, over: bool, code: bool) -> None:
        """By the link or the code, if it was shown it."""
        at = self.table(at)
        if not self.has(phone, at, "player"):
            return
        form = {"watch": "1"} if seat is None else {"over" if over else "seat": str(seat)}
        way = f"/c/{self.now(at).code}" if code else f"/j/{self.now(at).join_token}"
        self.hears_of(phone, at, "player")
        there = self.led_on(phone, at, "player")
        if there is not None:
            self.models[there].join(phone, "player", seat, over=over)
        self.hear(phone, self.clients[phone].post(way, data=form))

    @rule(phone=st.sampled_from(PHONES), at=TABLE)
    def become_host(self, phone: int, at: int) -> None:
        at = self.table(at)
        if self.has(phone, at, "host"):
            there = self.led_on(phone, at, "host")
            if there is not None:
                self.models[there].join(phone, "host", None, over=False)
            self.hear(phone, self.clients[phone].post(f"/h/{self.now(at).host_token}"))

    @rule(
        phone=st.sampled_from(PHONES),
        at=TABLE,
        door=st.sampled_from(["player", "watch", "tv"]),
        form=st.sampled_from(CHANGES),
    )
    def change_seat(self, phone: int, at: int, door: str, form: dict[str, str]) -> None:
        """At any address of the table, also at its code by a phone that was never told it."""
        at = self.table(at)
        model = self.models[at]
        self.clients[phone].post(f"/t/{self.address(at, door)}/seats", data=form)
        if model.is_in(phone):
            if "leave" in form:
                model.seat.pop(phone, None)
            for field_name in form.keys() & {"seat", "over"}:
                model.join(phone, "player", int(form[field_name]), over=field_name == "over")

    @rule(
        phone=st.sampled_from(PHONES),
        at=TABLE,
        door=st.sampled_from(["player", "watch", "tv"]),
        view=st.sampled_from(["", "/tv", "/flat"]),
        listens=st.booleans(),
    )
    def tap(self, phone: int, at: int, door: str, view: str, *, listens: bool) -> None:
        """By a form, or by a script whose stream is open, whatever became of its right to one."""
        at = self.table(at)
        match = self.matches[at]
        seen, headers = tables.state(match).version, SCRIPT if listens else {}
        form = {"tap": "fix@0=1", "seen": str(seen), "key": f"k{seen}-{phone}"}
        with tables.live.subscribe(match.id, self.names[phone]) if listens else nullcontext():
            address = f"/t/{self.address(at, door)}{view}/taps"
            answer = self.clients[phone].post(address, data=form, headers=headers)
        if self.has(phone, at, door) or self.models[at].is_in(phone):
            self.hear(phone, answer)
        recorded = answer.status_code == (204 if listens else 303)
        assert recorded == self.models[at].may_tap(phone) or answer.status_code == 422
        self.taps[at] += recorded

    @rule(phone=st.sampled_from(PHONES), at=TABLE, form=st.sampled_from(["calls", "rematch", "host/delete"]))
    def post(self, phone: int, at: int, form: str) -> None:
        """What only those who play, or only the host, may do; none of it lets anybody in. The table is not deleted."""
        at = self.table(at)
        if not (form == "host/delete" and self.models[at].role.get(phone) == "host"):
            self.clients[phone].post(f"/t/{self.now(at).code}/{form}", data={"side": "0"})

    @rule(phone=st.sampled_from(PHONES), at=TABLE, game=st.sampled_from(["", "menorcan"]))
    def play_on(self, phone: int, at: int, game: str) -> None:
        """With the same rules or another game at a new table, to which everybody comes along; once for each table."""
        at = self.table(at)
        form = {"quick": "1", "game": game} if game else {}
        self.clients[phone].post(f"/t/{self.now(at).code}/rules", data=form)
        if at == len(self.matches) - 1 and self.models[at].may_tap(phone):
            following = tables.rematch_of(self.matches[at])
            assert following is not None
            self.matches.append(following)
            self.models.append(self.models[at].rematch())
            self.taps.append(0)

    @rule(
        phone=st.sampled_from(PHONES),
        at=TABLE,
        action=st.sampled_from([*seats.HOST_ACTIONS]),
        seat=st.sampled_from(SEATS),
        other=st.sampled_from(SEATS),
        whom=st.sampled_from(PHONES),
        link=st.sampled_from([*seats.REPLACED, ""]),
    )
    def host(self, phone: int, at: int, action: str, seat: int, other: int, whom: int, link: str) -> None:
        """Any of the host's actions, by anybody."""
        at = self.table(at)
        form = {
            "seat": str(seat),
            "with": str(other),
            "name": "Ona",
            "link": link,
            "phone": device.short(self.names[whom]),
        }
        there = {row.device for row in tables.phones(self.matches[at])}
        self.clients[phone].post(f"/t/{self.now(at).code}/host/{action}", data=form)
        if self.models[at].role.get(phone) == "host":
            self.done(at, action, seat, other, whom, link, known=self.names[whom] in there, own=phone == whom)

    @rule(whom=st.sampled_from(PHONES[1:4]), at=TABLE, seat=st.sampled_from(SEATS))
    def come_back(self, whom: int, at: int, seat: int) -> None:
        """One that plays is removed, and tries every way it knows to be in again."""
        self.join(whom, at, seat, over=True, code=False)
        self.host(0, at, "remove", 0, 0, whom, "")
        self.join(whom, 0, seat, over=True, code=True)
        self.join(whom, at, seat, over=True, code=True)
        self.change_seat(whom, at, "player", {"over": str(seat)})
        self.tap(whom, at, "player", "", listens=True)

    @rule(whom=st.sampled_from(PHONES[1:4]), at=TABLE, seat=st.sampled_from([None, *SEATS]))
    def come_late(self, whom: int, at: int, seat: int | None) -> None:
        """The table is closed to newcomers; one who knows the code, or that of the first table, comes now."""
        self.host(0, at, "lock", 0, 0, 0, "")
        self.join(whom, 0, seat, over=True, code=True)
        self.join(whom, at, seat, over=True, code=True)

    @rule(whom=st.sampled_from(PHONES[1:]), door=st.sampled_from(["join", "watch", "tv"]), seat=st.sampled_from(SEATS))
    def come_by_an_old_link(self, whom: int, door: str, seat: int) -> None:
        """The match goes on, the link of the new table is replaced, and somebody comes with the old one."""
        self.play_on(0, -1, "")
        self.host(0, -1, "revoke", 0, 0, 0, door)
        self.show(whom, 0, "player" if door == "join" else door)
        self.join(whom, 0, seat, over=True, code=True)
        self.look(whom, 0, "/rematch", "player" if door == "join" else door)

    def done(
        self, at: int, action: str, seat: int, other: int, whom: int, link: str, *, known: bool, own: bool
    ) -> None:
        """What a host's action does to the model."""
        model = self.models[at]
        if action in ("lock", "unlock"):
            model.locked = action == "lock"
        elif action in ("free", "move"):
            change = {seat: None} if action == "free" else {seat: other, other: seat}
            moved = {phone: change.get(taken, taken) for phone, taken in model.seat.items()}
            model.seat = {phone: taken for phone, taken in moved.items() if taken is not None}
        elif action == "remove" and known and not own:
            model.remove(whom)
        elif action == "readmit" and model.role.get(whom) == "removed":
            del model.role[whom]
        elif action == "revoke":
            doors = {"join": {"player"}, "watch": {"watch"}, "tv": {"tv"}}.get(link, {"player", "watch", "tv"})
            self.replaced(at, doors)

    def replaced(self, at: int, doors: set[str]) -> None:
        """What was shown of these links is worth nothing any more; those who play are told the new one."""
        model = self.models[at]
        model.replaced |= doors
        if "player" in doors:
            model.replace_join_link()
        gone = {(at, door) for door in doors}
        self.told = {phone: known - gone for phone, known in self.told.items()}
        for phone in model.role:
            if model.is_in(phone):
                self.told.setdefault(phone, set()).add((at, "player"))

    @invariant()
    def the_table_says_what_the_model_says(self) -> None:
        if not hasattr(self, "matches"):
            return
        for at, model in enumerate(self.models):
            state = tables.state(self.matches[at])
            for phone, name in enumerate(self.names):
                found = tables.access(state, name)
                role = model.role.get(phone, "stranger")
                assert (found.role, found.seat) == (role, model.seat.get(phone)), (at, phone)
            assert state.version == self.taps[at]


def run(machine: type[Requests], migrated: Path, examples: int, steps: int) -> None:
    """So many sequences of so many requests."""
    machine.migrated = migrated
    few = settings(
        max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=[*HealthCheck]
    )
    run_state_machine_as_test(machine, settings=few)


def test_no_sequence_of_requests_lifts_a_phone_above_its_link(migrated):
    run(Requests, migrated, examples=30, steps=25)
