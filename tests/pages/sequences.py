"""Send random HTTP requests of phones in every role, and compare the tables with a small model.

`Model` knows which phones are members, with which role and seat. After every request, these tests
check:

* The table agrees with the model about every phone.
* No phone has received a code or a link that it may not see.
* Only phones that may tap have tapped.

The first match is followed by rematches. Each match has its own model. The links of earlier matches
lead to the newest rematch. See tests/pages/test_sequences.py.
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
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from werkzeug.test import TestResponse

from companion import tables
from companion.pages import seats
from companion.tables import codes
from companion.tables.process_state import process_state
from companion.web import device
from tests.conftest import application
from tests.plain_phones import make_host_by_request

DEEP = settings.get_current_profile_name() == "deep"
SEATS = range(4)
PHONES = range(6)  # the first opened the table
FULL = "full"
ACTING = "acting"
TOKENS = {"player": "join_token", "watch": "watch_token", "tv": "tv_token", "host": "host_token"}
LOOKS = (
    "",
    *"/flat /tv /panel /tv/panel /log /calls /seats /record /sheet /invite /paper /rules".split(),
    *"/invite?to=play /host /rematch /another".split(),
)
CHANGES = (
    {"leave": "1"}, {"seat": "0"}, {"seat": "3"}, {"over": "0"}, {"over": "2"},
    {"name": "Quim"}, {"watch": "1"}, {},
)  # fmt: skip
TABLE = st.sampled_from([0, 1, -1])
SCRIPT = {"HX-Request": "true", "Prefer": "return=minimal"}
OTHERS = "/ /games /new /privacy /phone /try /resume /on /on?number=0000 /tv /place".split()


@dataclass
class Model:
    """What is true of one table and of each phone, after the requests so far.

    Each phone is a number from 0 to 5 (see PHONES).

    `role`: "player" or "removed" for each phone that has a role. A player may have no seat. A phone
    without a role sees only what links show it.
    `seat`: the seat of each seated phone.
    `hosts`: "full" or "acting" for each host, in the order in which they became host. No host is
    away for ten minutes.
    `replaced`: the kinds of links that were replaced.
    """

    role: dict[int, str] = field(default_factory=dict)
    seat: dict[int, int] = field(default_factory=dict)
    hosts: dict[int, str] = field(default_factory=dict)
    locked: bool = False
    replaced: set[str] = field(default_factory=set)

    def may_tap(self, phone: int) -> bool:
        return phone in self.hosts or phone in self.seat

    def join(self, phone: int, role: str, seat: int | None, *, over: bool) -> None:
        inside = self.is_in(phone)
        holder = self.holder(seat)
        shut = self.locked and role != "host" and not inside
        if self.role.get(phone) == "removed" or shut or (holder not in (None, phone) and not over):
            return
        self.role[phone] = "player"
        if role == "host":
            self.appoint(phone)
        if seat is not None:
            self.seat.pop(holder, None) if holder is not None else None
            self.seat[phone] = seat

    def is_in(self, phone: int) -> bool:
        return self.role.get(phone) == "player"

    def lets_on(self, phone: int, kind: str) -> bool:
        shut = kind == "player" and self.locked and not self.is_in(phone)
        return self.role.get(phone) != "removed" and not shut

    def lets_in(self, phone: int, kind: str) -> bool:
        needs_link = kind == "host" or not self.is_in(phone)
        return self.role.get(phone) != "removed" and not (kind in self.replaced and needs_link)

    def rematch(self) -> Model:
        return Model(dict(self.role), dict(self.seat), dict(self.hosts), self.locked)

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
        return self.hosts.get(phone) == FULL or (
            phone in self.hosts and FULL not in self.hosts.values()
        )

    def may_overrule(self, phone: int, other: int) -> bool:
        if phone not in self.hosts or phone == other:
            return False
        full = [host for host, kind in self.hosts.items() if kind == FULL]
        ranks = [*full, *(host for host in self.hosts if host not in full)]
        return other not in ranks or (
            self.is_in_charge(phone) and ranks.index(phone) < ranks.index(other)
        )

    def replace_join_link(self) -> None:
        for phone in [phone for phone in self.role if self.is_in(phone)]:
            if phone not in self.seat and phone not in self.hosts:
                del self.role[phone]


@dataclass
class Number:
    """Eight digits that a table showed to a phone: a number that is valid once.

    `at`, `code`: the index of this table in `Requests.matches`, and its code at that time.
    `giver`: the phone to which the table showed the digits.
    `gives`: "host" if the digits make a phone host, "seat" if they give it a seat.
    `seat`, `holder`: this seat, and the phone that had it; None if the digits make a phone host.
    """

    text: str
    at: int
    code: str
    gives: str
    giver: int
    seat: int | None
    holder: int | None


class Requests(RuleBasedStateMachine):
    """Random HTTP requests of six phones at a table and at the tables of its rematches.

    The parameter `at` is the index of a table: 0 is the first table, 1 is its rematch.
    """

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
        process_state().states.clear()
        self.clients: list[FlaskClient] = [self.app.test_client() for _ in PHONES]
        for client in self.clients:
            client.get("/")
        with self.app.test_request_context():
            self.names = [self.name_of(client) for client in self.clients]
        self.clients[0].post("/tables", data={"game": "catalan", "me": ""})
        self.matches = [tables.by_device(self.names[0], 1)[0].match]
        self.models = [Model({0: "player"}, hosts={0: FULL})]
        self.taps = [0]
        self.told = {phone: {(0, "player")} for phone in PHONES[:4]}
        self.numbers: list[Number] = []

    def name_of(self, client: FlaskClient) -> str:
        cookie = client.get_cookie("device")
        assert cookie is not None
        return str(device._signer(device.COOKIE).loads(cookie.value))

    def now(self, at: int) -> tables.Match:
        return tables.state(self.matches[at]).match

    def table(self, at: int) -> int:
        """Turn any integer into the index of an existing table. -1 becomes the last index."""
        return at % len(self.matches)

    def address(self, at: int, kind: str) -> str:
        now = self.now(at)
        return {"watch": now.watch_token, "tv": now.tv_token}.get(kind, now.code)

    def is_last(self, at: int) -> bool:
        return at == len(self.models) - 1

    def has(self, phone: int, at: int, kind: str) -> bool:
        return (at, kind) in self.told.get(phone, set())

    def newest_match_for(self, phone: int, at: int, kind: str) -> int | None:
        while self.models[at].lets_on(phone, kind):
            if self.is_last(at):
                return at
            at += 1
            if not self.models[at].lets_in(phone, kind):
                return None
        return None

    def learn_link(self, phone: int, at: int, kind: str) -> None:
        """Record what a phone learns when it uses its link of this kind for table `at`.

        The phone learns the link of the same kind for the newest rematch. If the link that it uses
        leads nowhere, the phone learns nothing.
        """
        there = self.newest_match_for(phone, at, kind)
        if there is not None:
            self.told.setdefault(phone, set()).add((there, kind))

    def check_answer(self, phone: int, answer: TestResponse) -> TestResponse:
        """Check an answer to this phone, and return the answer.

        The answer must not be a server error. It may contain the code or a link of a table only if
        the phone already knows that code or link, or if the phone is a member of that table.
        """
        text = "" if answer.mimetype == "text/event-stream" else answer.text + str(answer.headers)
        answer.close()
        assert answer.status_code < 500, answer.text
        for at, model in enumerate(self.models):
            now = self.now(at)
            if not self.has(phone, at, "player") and not model.is_in(phone):
                assert not any(way in text for way in (now.join_token, codes.format_code(now.code)))
                assert now.code not in answer.headers.get("Location", "")
            may_be_shown = self.is_last(at) and model.is_in_charge(phone)
            assert self.has(phone, at, "host") or may_be_shown or now.host_token not in text
        return answer

    @rule(phone=st.sampled_from(PHONES), at=TABLE, kind=st.sampled_from([*TOKENS]))
    def show(self, phone: int, at: int, kind: str) -> None:
        """Show a link to this phone, and let the phone open it."""
        at = self.table(at)
        self.told.setdefault(phone, set()).add((at, kind))
        self.learn_link(phone, at, kind)
        if kind in ("watch", "tv"):
            way = "/w/"
        elif kind == "host":
            way = "/h/"
        else:
            way = "/j/"
        link = way + getattr(self.now(at), TOKENS[kind])
        self.check_answer(phone, self.clients[phone].get(link, follow_redirects=True))

    @rule(
        phone=st.sampled_from(PHONES),
        at=TABLE,
        look=st.sampled_from(LOOKS),
        kind=st.sampled_from(["player", "watch", "tv"]),
    )
    def look(self, phone: int, at: int, look: str, kind: str) -> None:
        at = self.table(at)
        if self.has(phone, at, kind):
            self.learn_link(phone, at, "player" if self.models[at].is_in(phone) else kind)
            address = f"/t/{self.address(at, kind)}{look}"
        else:
            address = f"/t/x{look}"
        self.check_answer(phone, self.clients[phone].get(address, follow_redirects=True))

    @rule(phone=st.sampled_from(PHONES), page=st.sampled_from(OTHERS))
    def wander(self, phone: int, page: str) -> None:
        self.check_answer(phone, self.clients[phone].get(page))

    @rule(
        phone=st.sampled_from(PHONES),
        at=TABLE,
        seat=st.sampled_from([None, *SEATS]),
        over=st.booleans(),
        code=st.booleans(),
    )
    def join(self, phone: int, at: int, seat: int | None, *, over: bool, code: bool) -> None:
        """Let a phone join table `at` if the phone was shown the link to join this table.

        `seat`: the seat that the phone takes, None to watch.
        `over`: the phone takes the seat even if another phone has the seat.
        `code`: the phone joins by the code instead of by the link.
        """
        at = self.table(at)
        if not self.has(phone, at, "player"):
            return
        if seat is None:
            form = {"watch": "1"}
        elif over:
            form = {"over": str(seat)}
        else:
            form = {"seat": str(seat)}
        way = f"/c/{self.now(at).code}" if code else f"/j/{self.now(at).join_token}"
        self.learn_link(phone, at, "player")
        there = self.newest_match_for(phone, at, "player")
        if there is not None:
            self.models[there].join(phone, "player", seat, over=over)
        self.check_answer(phone, self.clients[phone].post(way, data=form))

    @rule(phone=st.sampled_from(PHONES), at=TABLE)
    def become_host(self, phone: int, at: int) -> None:
        at = self.table(at)
        if self.has(phone, at, "host"):
            there = self.newest_match_for(phone, at, "host")
            if there is not None:
                self.models[there].join(phone, "host", None, over=False)
            self.check_answer(phone, self.clients[phone].post(f"/h/{self.now(at).host_token}"))

    @rule(
        phone=st.sampled_from(PHONES),
        at=TABLE,
        kind=st.sampled_from(["player", "watch", "tv"]),
        form=st.sampled_from(CHANGES),
    )
    def change_seat(self, phone: int, at: int, kind: str, form: dict[str, str]) -> None:
        at = self.table(at)
        model = self.models[at]
        self.clients[phone].post(f"/t/{self.address(at, kind)}/seats", data=form)
        if model.is_in(phone):
            if "leave" in form:
                model.seat.pop(phone, None)
            for field_name in form.keys() & {"seat", "over"}:
                model.join(phone, "player", int(form[field_name]), over=field_name == "over")

    @rule(
        phone=st.sampled_from(PHONES),
        at=TABLE,
        kind=st.sampled_from(["player", "watch", "tv"]),
        view=st.sampled_from(["", "/tv", "/flat"]),
        listens=st.booleans(),
    )
    def tap(self, phone: int, at: int, kind: str, view: str, *, listens: bool) -> None:
        at = self.table(at)
        match = self.matches[at]
        seen = tables.state(match).version
        headers = SCRIPT if listens else {}
        form = {"tap": "fix@0=1", "seen": str(seen), "key": f"k{seen}-{phone}"}
        with tables.streams().subscribe(match.id, self.names[phone]) if listens else nullcontext():
            address = f"/t/{self.address(at, kind)}{view}/taps"
            answer = self.clients[phone].post(address, data=form, headers=headers)
        if self.has(phone, at, kind) or self.models[at].is_in(phone):
            self.check_answer(phone, answer)
        recorded = answer.status_code == (204 if listens else 303)
        assert recorded == self.models[at].may_tap(phone) or answer.status_code == 422
        self.taps[at] += recorded

    @rule(
        phone=st.sampled_from(PHONES),
        at=TABLE,
        form=st.sampled_from(["calls", "rematch", "host/delete"]),
    )
    def post(self, phone: int, at: int, form: str) -> None:
        at = self.table(at)
        if not (form == "host/delete" and self.models[at].is_in_charge(phone)):
            self.clients[phone].post(f"/t/{self.now(at).code}/{form}", data={"side": "0"})

    @rule(phone=st.sampled_from(PHONES), at=TABLE, game=st.sampled_from(["", "menorcan"]))
    def play_on(self, phone: int, at: int, game: str) -> None:
        """Let a phone start a rematch, of the same game or of another game. All members move to it.

        Only the last table can get a rematch, because every other table has one already.
        """
        at = self.table(at)
        form = {"quick": "1", "game": game} if game else {}
        self.clients[phone].post(f"/t/{self.now(at).code}/rules", data=form)
        if self.is_last(at) and self.models[at].may_tap(phone):
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
    def host(
        self, phone: int, at: int, action: str, seat: int, other: int, whom: int, link: str
    ) -> None:
        """Let a phone send an action that only hosts may do, whether the phone is host or not."""
        at = self.table(at)
        form = {
            "seat": str(seat),
            "with": str(other),
            "name": "Ona",
            "link": link,
            "phone": device.public_phone_id(self.names[whom]),
        }
        there = {row.device for row in tables.phones(self.matches[at])}
        self.clients[phone].post(f"/t/{self.now(at).code}/host/{action}", data=form)
        model = self.models[at]
        may = action not in seats.ONLY_IN_CHARGE or model.is_in_charge(phone)
        if phone in model.hosts and may:
            known = self.names[whom] in there
            self.done(at, action, seat, other, whom, link, known=known, by=phone)

    @rule(phone=st.sampled_from(PHONES), at=TABLE)
    def ask_to_be_host(self, phone: int, at: int) -> None:
        """Make a seated phone host by request, even if its table has a rematch."""
        at = self.table(at)
        model = self.models[at]
        if phone in model.seat and phone not in model.hosts:
            make_host_by_request(self.matches[at], self.names[phone])
            model.hosts[phone] = ACTING

    @rule(phone=st.sampled_from(PHONES), at=TABLE)
    def look_at_the_hosts_number(self, phone: int, at: int) -> None:
        """Request the page on which a host adds another host.

        A host in charge is shown a link and a number as long as the table has no rematch. Other
        phones are refused.
        """
        at = self.table(at)
        is_in_charge = self.models[at].is_in_charge(phone)
        answer = self.check_answer(
            phone, self.clients[phone].get(f"/t/{self.now(at).code}/host/link")
        )
        assert (answer.status_code == 403) != is_in_charge
        assert (answer.status_code == 200) == (is_in_charge and self.is_last(at))
        if answer.status_code == 200:
            self.told.setdefault(phone, set()).add((at, "host"))
            self.note_number(answer, at, "host", phone)

    @rule(phone=st.sampled_from(PHONES), at=TABLE, seat=st.sampled_from(SEATS))
    def look_at_the_number_of_a_seat(self, phone: int, at: int, seat: int) -> None:
        """Request the page with the number of a seat.

        The number is shown only if joining is closed and another phone has the seat.
        """
        at = self.table(at)
        model = self.models[at]
        answer = self.check_answer(
            phone, self.clients[phone].get(f"/t/{self.now(at).code}/seats/{seat}")
        )
        may = model.is_in(phone) and model.may_tap(phone) and model.locked and self.is_last(at)
        assert (answer.status_code == 200) == (may and model.holder(seat) not in (None, phone))
        if answer.status_code == 200:
            self.note_number(answer, at, "seat", phone, seat, model.holder(seat))

    def note_number(
        self,
        answer: TestResponse,
        at: int,
        gives: str,
        giver: int,
        seat: int | None = None,
        holder: int | None = None,
    ) -> None:
        """Remember the numbers in this answer, so that phones can try to use them later."""
        for shown in re.findall(r'class="number eight">(\d{4} \d{4})<', answer.text):
            text = shown.replace(" ", "")
            self.numbers.append(Number(text, at, self.now(at).code, gives, giver, seat, holder))

    @rule(phone=st.sampled_from(PHONES), which=st.integers(0, 9), post=st.booleans())
    def use_a_number(self, phone: int, which: int, *, post: bool) -> None:
        """Let a phone use a number that was shown before to any phone. Only a POST uses it up.

        `which` is the index of the number among all numbers that are left.
        """
        if not self.numbers:
            return
        number = self.numbers[which % len(self.numbers)]
        if not post:
            self.check_answer(phone, self.clients[phone].get(f"/n/{number.text}"))
            return
        model = self.models[number.at]
        holds = self.holds(number) and model.role.get(phone) != "removed"
        answer = self.clients[phone].post(f"/n/{number.text}")
        if holds:
            self.numbers = [other for other in self.numbers if other.text != number.text]
            self.told.setdefault(phone, set()).add((number.at, "player"))
            locked = model.locked
            model.locked = False
            role = "host" if number.gives == "host" else "player"
            model.join(phone, role, number.seat, over=True)
            model.locked = locked
        self.check_answer(phone, answer)

    def holds(self, number: Number) -> bool:
        model = self.models[number.at]
        if number.code != self.now(number.at).code or not self.is_last(number.at):
            return False
        if number.gives == "host":
            return model.is_in_charge(number.giver)
        return model.may_tap(number.giver) and model.holder(number.seat) == number.holder

    @rule(whom=st.sampled_from(PHONES), seat=st.sampled_from(SEATS))
    def play_on_with_a_number(self, whom: int, seat: int) -> None:
        """Show the numbers of a table, start a rematch, then let a phone use one of the numbers."""
        self.host(0, -1, "lock", 0, 0, 0, "")
        self.look_at_the_hosts_number(0, -1)
        self.look_at_the_number_of_a_seat(0, -1, seat)
        self.play_on(0, -1, "")
        self.use_a_number(whom, -1, post=True)

    @rule(whom=st.sampled_from(PHONES[1:4]), at=TABLE, seat=st.sampled_from(SEATS))
    def come_back(self, whom: int, at: int, seat: int) -> None:
        """Remove a phone from a table. It then tries to join again in every way that it knows."""
        self.join(whom, at, seat, over=True, code=False)
        self.host(0, at, "remove", 0, 0, whom, "")
        self.join(whom, 0, seat, over=True, code=True)
        self.join(whom, at, seat, over=True, code=True)
        self.change_seat(whom, at, "player", {"over": str(seat)})
        self.tap(whom, at, "player", "", listens=True)

    @rule(whom=st.sampled_from(PHONES[1:4]), at=TABLE, seat=st.sampled_from([None, *SEATS]))
    def come_late(self, whom: int, at: int, seat: int | None) -> None:
        """Close joining, then let a phone that knows the code or a link try to join."""
        self.host(0, at, "lock", 0, 0, 0, "")
        self.join(whom, 0, seat, over=True, code=True)
        self.join(whom, at, seat, over=True, code=True)

    @rule(
        whom=st.sampled_from(PHONES[1:]),
        kind=st.sampled_from(["join", "watch", "tv", "host"]),
        seat=st.sampled_from(SEATS),
    )
    def come_by_an_old_link(self, whom: int, kind: str, seat: int) -> None:
        """Start a rematch, and replace the rematch's link of this kind.

        Then let a phone use the link of the first table.
        """
        self.play_on(0, -1, "")
        self.host(0, -1, "revoke", 0, 0, 0, kind)
        self.show(whom, 0, "player" if kind == "join" else kind)
        self.join(whom, 0, seat, over=True, code=True)
        self.become_host(whom, 0)
        self.look(whom, 0, "/rematch", "player" if kind == "join" else kind)

    def done(
        self,
        at: int,
        action: str,
        seat: int,
        other: int,
        whom: int,
        link: str,
        *,
        known: bool,
        by: int,
    ) -> None:
        model = self.models[at]
        if action in ("lock", "unlock"):
            model.locked = action == "lock"
        elif action in ("free", "move"):
            change = {seat: None} if action == "free" else {seat: other, other: seat}
            moved = {phone: change.get(taken, taken) for phone, taken in model.seat.items()}
            model.seat = {phone: taken for phone, taken in moved.items() if taken is not None}
        elif action in ("remove", "demote", "appoint") and known:
            self.change_host(at, action, whom, by)
        elif action == "readmit" and model.role.get(whom) == "removed":
            del model.role[whom]
        elif action == "revoke":
            kinds = {"join": {"player"}, "watch": {"watch"}, "tv": {"tv"}, "host": {"host"}}
            self.replaced(at, kinds.get(link, {"player", "watch", "tv"}))

    def change_host(self, at: int, action: str, whom: int, by: int) -> None:
        model = self.models[at]
        if action == "appoint":
            if model.is_in(whom):
                model.appoint(whom)
        elif model.may_overrule(by, whom) and (action == "remove" or whom in model.hosts):
            if whom in model.hosts:
                self.replaced(at, {"host"})  # the phone knew the link of hosts, so it is replaced
            model.hosts.pop(whom, None)
            if action == "remove":
                model.remove(whom)

    def replaced(self, at: int, kinds: set[str]) -> None:
        """Record in the model that these links of table `at` were replaced.

        Then no phone knows the old links any more, and only members know the new join link.
        """
        model = self.models[at]
        model.replaced |= kinds
        if "player" in kinds:
            model.replace_join_link()
        gone = {(at, kind) for kind in kinds}
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
                assert found.host == model.hosts.get(phone, ""), (at, phone)
            assert state.version == self.taps[at]


def run(machine: type[Requests], migrated: Path) -> None:
    """Play sequences of 25 requests: 8 sequences in `make test`, 60 in `make deep`."""
    machine.migrated = migrated
    few = settings(
        max_examples=60 if DEEP else 8,
        stateful_step_count=25,
        deadline=None,
        suppress_health_check=[*HealthCheck],
    )
    run_state_machine_as_test(machine, settings=few)
