"""Measure a tap and some pages within one process, without a socket.

The output says how much time each cache saves, and how much code a tap runs.

    python -m tests.bench.inside [NAME …]

A NAME is a cache that is measured; `a+b` measures two caches that are switched off together.
Without a NAME, every cache is measured. If the NAME is `path`, the output has the files and
functions of a tap instead, in the order of their first calls.

A tap is measured with all that the server does for it: it answers the request, writes the row, and
draws and compresses the panels of four phones for their streams. Two tables play the same match,
one with the cache and one without it. They take turns in tapping first. Pages are measured in the
same way. The printed factor is the processor time without the cache, divided by the time with it.
"""

from __future__ import annotations

import functools
import gc
import importlib
import pkgutil
import re
import statistics
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from io import BytesIO
from itertools import chain, cycle, islice
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any
from urllib.parse import urlencode

from flask import Flask

import companion
from companion import tables
from companion.pages.stream import Listener
from companion.tables.access import Viewer
from companion.web import language
from companion.web.answers import stream_packer
from companion.web.guests import Guest
from tests.bench import games
from tests.bench.phones import BROWSER

PAIRS = 6  # pairs of tables at which a cache is measured
TAPS = 20  # at each table
PAGES = 6  # requests of each page at each table
HERE = str(Path(companion.__file__).parent)
PLACES = ("/t/{code}", "/t/{code}/sheet")
LRU = type(functools.lru_cache(len))

Swap = tuple[object, str, object, object]
"""The module or class that has a cache, its name there, the cache, and the function without it."""


class Seated:
    """A table with four phones that have open streams."""

    def __init__(self, app: Flask, made: games.Table) -> None:
        self.app = app
        self.made = made
        self.version = 0
        self.seen = [""] * 4
        self.taps = iter(made.taps)
        with app.app_context():
            match = tables.by_code(made.code)
        assert match is not None
        self.phones = []
        for n in range(4):
            device = games._device(match, n)
            guest = Guest(Viewer("player", n))
            self.phones.append(Listener(app, match, device, guest, language.load("ca"), ""))
        self.streams = [phone.subscribe() for phone in self.phones]
        self.packed = [stream_packer() for _ in self.phones]
        for stream in self.streams:
            stream.__enter__()

    def tap(self) -> float:
        """Make the next tap, draw it for all phones, and return the seconds of processor time."""
        seat, text = next(self.taps)
        form = urlencode({"tap": text, "seen": self.version, "key": f"k{self.version}"}).encode()
        asked = self.asking("POST", f"/t/{self.made.code}/taps", seat, form)
        begun = time.process_time()
        assert self.answered(asked) == "204 NO CONTENT"
        self.version += 1
        for number, phone in enumerate(self.phones):
            self.seen[number], event = phone.look((self.version, 0), self.seen[number])
            self.packed[number].compress(event or b"")
            self.packed[number].flush(zlib.Z_SYNC_FLUSH)
        return time.process_time() - begun

    def page(self, place: str) -> float:
        """Request the page with the path `place`, and return the seconds of processor time."""
        asked = self.asking("GET", place.format(code=self.made.code), 1)
        begun = time.process_time()
        assert self.answered(asked) == "200 OK"
        return time.process_time() - begun

    def asking(self, method: str, path: str, seat: int, form: bytes = b"") -> dict[str, Any]:
        """Return the WSGI environment of a request that the phone in this seat sends."""
        heads = dict(line.split(": ") for line in BROWSER) | {"Cookie": self.made.cookies[seat]}
        heads |= {"HX-Request": "true", "Prefer": "return=minimal"} if form else {}
        lines = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in heads.items()}
        return lines | {
            "REQUEST_METHOD": method, "SCRIPT_NAME": "", "PATH_INFO": path, "QUERY_STRING": "",
            "SERVER_NAME": "bench", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": "bench", "wsgi.url_scheme": "http",
            "CONTENT_TYPE": "application/x-www-form-urlencoded", "CONTENT_LENGTH": str(len(form)),
            "wsgi.input": BytesIO(form), "wsgi.errors": sys.stderr,
        }  # fmt: skip

    def answered(self, asked: dict[str, Any]) -> str:
        said: list[str] = []

        def begin(status: str, *_: object) -> Callable[[bytes], object]:
            said.append(status)
            return said.append

        answer: Any = self.app.wsgi_app(asked, begin)
        for _ in answer:
            pass
        answer.close()
        return said[0]


def modules() -> list[ModuleType]:
    names = [one.name for one in pkgutil.walk_packages(companion.__path__, "companion.")]
    ours = [name for name in names if not re.search("__main__|migrations", name)]
    return list(map(importlib.import_module, ours))


def caches(every: list[ModuleType]) -> dict[str, list[Swap]]:
    """Return a mapping from the name of each cache to the places in the code that refer to it."""
    found: dict[str, tuple[Any, Any]] = {}
    for module in every:
        for name, value in vars(module).items():
            if getattr(value, "__module__", "") != module.__name__:
                continue
            if isinstance(value, LRU) or "cached" in getattr(
                getattr(value, "__code__", None), "co_freevars", ()
            ):
                uncached = value.__wrapped__  # type: ignore[attr-defined]
                found[f"{module.__name__}.{name}"] = (value, uncached)
            for attribute, inner in vars(value).items() if isinstance(value, type) else ():
                if isinstance(inner, functools.cached_property):
                    found[f"{module.__name__}.{name}.{attribute}"] = inner, property(inner.func)
    return places_of(every, found)


def places_of(every: list[ModuleType], found: dict[str, tuple[Any, Any]]) -> dict[str, list[Swap]]:
    owners: list[Any] = [*every]
    for module in every:
        owners += [kind for kind in vars(module).values() if isinstance(kind, type)]
    places: list[tuple[object, str, object]] = []
    for owner in owners:
        places += [(owner, name, value) for name, value in vars(owner).items()]
    swaps = {}
    for full, (cache, plain) in found.items():
        here = [(owner, name) for owner, name, value in places if value is cache]
        swaps[full] = [(owner, name, cache, plain) for owner, name in here]
    return swaps


def slowdown(
    work: Callable[[Seated], float], pairs: Iterable[tuple[Seated, Seated]], swaps: list[Swap]
) -> float:
    """Return how many times longer `work` takes without the caches in `swaps`.

    A pair has a table for the run with the caches, and one for the run without. The result is the
    median of all pairs.
    """
    found = []
    for number, (with_it, without) in enumerate(pairs):
        first = bool(number % 2)
        times = {}
        for bare in (first, not first):
            for owner, name, cache, plain in swaps:
                setattr(owner, name, plain if bare else cache)
            times[bare] = work(without if bare else with_it)
        found.append(times[True] / times[False])
    for owner, name, cache, _ in swaps:
        setattr(owner, name, cache)
    return statistics.median(found)


def code_of(work: Callable[[], object]) -> list[tuple[str, str]]:
    """Return the project's functions that `work` runs, with their files, in order of first call.

    Functions compiled from templates are left out. Generator expressions count as functions. Before
    Python 3.12, comprehensions count as functions too.
    """
    run: dict[tuple[str, str], None] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(HERE):
            run.setdefault((file.removeprefix(f"{HERE}/"), frame.f_code.co_qualname))

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return list(run)


def tell_code(run: list[tuple[str, str]]) -> None:
    """Print how many files and functions are in `run`, in all and for each package."""
    defined = [(file, name) for file, name in run if not name.endswith(">")]
    print(f"a tap: {len({file for file, _ in run})} files, {len(run)} functions,", end=" ")
    print(f"{len(defined)} without comprehensions and the like")
    rooms: dict[str, list[str]] = {}
    for file, _ in defined:
        rooms.setdefault(file.partition("/")[0], []).append(file)
    for room, files in rooms.items():
        print(f"  {room:12} {len(set(files)):3} {len(files):4}")


def seated(folder: Path) -> Iterator[tuple[Seated, Seated]]:
    """Yield pairs of tables that play the same match, after their first five taps."""
    for number in range(100):
        made = games.prepare(folder / str(number), 2 * games.MATCHES, first=number * games.MATCHES)
        app = games.application(folder / str(number))
        for some in zip(made, made[games.MATCHES :], strict=False):
            one, other = (Seated(app, table) for table in some)
            for _ in range(5):
                one.tap(), other.tap()
            yield one, other


def main() -> None:
    known = caches(modules())
    names = sys.argv[1:]
    wanted = [[one for one in known if one.endswith(tuple(name.split("+")))] for name in names]
    with tempfile.TemporaryDirectory() as folder:
        tables_of = seated(Path(folder))
        run = code_of(next(tables_of)[0].tap)
        tell_code(run)
        if names == ["path"]:
            print(*(f"{file}: {name}" for file, name in run), sep="\n")
            return
        gc.freeze(), gc.disable()
        for off in wanted or [[name] for name in known]:
            some = list(islice(tables_of, PAIRS))
            swaps = list(chain.from_iterable(known[name] for name in off))
            figures = {"tap": slowdown(Seated.tap, islice(cycle(some), PAIRS * TAPS), swaps)}
            for place in PLACES:
                load = partial(Seated.page, place=place)
                figures[place] = slowdown(load, islice(cycle(some), PAIRS * PAGES), swaps)
            texts = [f"{where} {figure:.2f}" for where, figure in figures.items()]
            print(f"{'+'.join(off):50}", *texts, flush=True)
            gc.collect()


if __name__ == "__main__":
    main()
