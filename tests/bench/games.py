"""Prepare games for the benchmarks.

Tables are written straight into a database. Each table has the cookies of its phones, and the legal
taps of a whole match.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

from flask import Flask

from companion import create_app, tables, variants
from companion.engine import Game, Offer, legal, play, start
from companion.engine.records import house
from companion.tables.models import Match, Member
from companion.tables.new_match import add_match
from companion.tables.store import open_session, writing
from companion.web import device

SEED = 5
MATCHES = 40
NAMES = ("Anna", "Biel", "Carme", "Dídac")
GAMES = (("catalan", "target=24 best_of=5"), ("argentine", "best_of=5"))
LONG = ("catalan", "target=99 best_of=5")
FAVOURED = {
    "trick": 6,
    "fold": 0,
    "hand": 0,
}  # the weights of kinds of taps in the random choice; other kinds have the weight 1


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its code, the cookies of its phones, and the taps of its match.

    `taps`: pairs of the number of the phone that taps and the text of the tap.
    `version`: the number of taps that are recorded already.
    """

    code: str
    cookies: tuple[str, ...]
    taps: tuple[tuple[int, str], ...]
    version: int = 0


def application(folder: Path) -> Flask:
    """Return the app with an up-to-date database in this folder. Ignore environment variables."""
    app = create_app(
        {"INSTANCE": folder, "SQLALCHEMY_DATABASE_URI": f"sqlite:///{folder / 'companion.sqlite3'}"}
    )
    tables.migrate_now(app)
    return app


def prepare(folder: Path, number: int, first: int = 0) -> list[Table]:
    """Fill a new database with this many tables of four phones each, and return them.

    The tables play Catalan truc and Argentine truco in turn. There are MATCHES different random
    matches, and `first` is the seed of the first match.
    """
    app = application(folder)
    seeds = range(first, first + MATCHES)
    prepared = [(kind, walk(*kind, seed)) for seed, kind in zip(seeds, cycle(GAMES), strict=False)]
    with app.app_context(), writing() as connection, open_session(connection) as session:
        found = []
        for kind, taps in islice(cycle(prepared), number):
            match = _match(*kind)
            add_match(
                session, match, [f"{name} {len(found)}" for name in NAMES]
            )  # names differ, so that no two panels are equal
            session.add_all(_members(match))
            found.append(Table(match.code, tuple(_cookies(match)), taps))
        session.flush()
        return found


def prepare_long(folder: Path, number: int, played: int) -> list[Table]:
    """Add tables to the database, and record the first `played` taps of each match."""
    app = application(folder)
    found = []
    with app.app_context():
        for seed in range(number):
            taps = walk(*LONG, seed)
            with writing() as connection, open_session(connection) as session:
                add_match(session, match := _match(*LONG), NAMES)
                session.add_all(_members(match))
                session.flush()
            for version, (phone, tap) in enumerate(taps[:played]):
                tables.record_tap(
                    match, _device(match, phone), tap, seen=version, key=f"before{version}"
                )
            found.append(Table(match.code, tuple(_cookies(match)), taps[played:], played))
    return found


def copied(prepared: Path, folder: Path) -> Path:
    shutil.copytree(prepared, folder)
    return folder


def walk(variant: str, rules: str, seed: int) -> tuple[tuple[int, str], ...]:
    """Return random legal taps that finish a match, each with the number of the phone that taps."""
    chance = random.Random(SEED * 1000 + seed)
    game = start(variants.build_rules(variant, None, house(rules)))
    return tuple(_walked(game, chance))


def _walked(game: Game, chance: random.Random) -> Iterator[tuple[int, str]]:
    while offers := legal(game):
        tap = chance.choice(tuple(_chosen(offers, chance).all_taps()))
        game = play(game, tap)
        yield chance.randrange(len(NAMES)) if tap.seat is None else tap.seat, str(tap)


def _chosen(offers: tuple[Offer, ...], chance: random.Random) -> Offer:
    weights = [FAVOURED.get(offer.group, 1) for offer in offers]
    return chance.choices(offers, weights if any(weights) else None)[0]


def _match(variant: str, rules: str) -> Match:
    built = variants.get(variant).rules(None, house(rules))
    text = " ".join(f"{key}={value}" for key, value in built.house)
    return Match(variant=variant, seats=built.seats, house=text, dealer=0, score="", games="")


def _members(match: Match) -> Iterator[Member]:
    for seat in range(match.seats):
        host = "" if seat else "full"
        yield Member(
            match_id=match.id, device=_device(match, seat), role="player", host=host, seat=seat
        )


def _device(match: Match, seat: int) -> str:
    return f"{match.id:016x}-{seat}"


def _cookies(match: Match) -> Iterator[str]:
    for seat in range(match.seats):
        yield f"{device.COOKIE}={device._signer(device.COOKIE).dumps(_device(match, seat))}"
