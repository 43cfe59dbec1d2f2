"""Print the figures of all servers side by side, and compare the project to the others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from math import isnan

Figures = dict[str, float]
SERVERS = ("companion", "raw", "plain")
WIDTH = 40

LOADS = {
    "taps_per_second": "taps/s",
    "p50_ms": "p50, ms",
    "p99_ms": "p99, ms",
    "late": "turns missed, the last tap undone",
    "server_ms_per_tap": "server's processor time a tap, ms",
    "server_busy": "server busy, share of its core",
    "client_busy": "client busy, share of its core",
    "client_ceiling": "taps/s that would fill the client",
    "bytes_per_tap_and_phone": "bytes on the stream, a tap and phone",
}


def table(found: dict[str, Figures], tables: int) -> str:
    head = (
        f"{'':{WIDTH}}"
        + "".join(f"{name:>11}" for name in SERVERS)
        + f"{'to raw':>9}{'to plain':>9}"
    )
    return "\n".join((head, *_loads(found, tables), *_memory(found), *_alone(found)))


def _loads(found: dict[str, Figures], tables: int) -> Iterator[str]:
    titles = {
        "closed": f"closed loop, {tables // 10} tables",
        "half": f"{tables // 2} tables, a tap every 3 s each",
        "all": f"{tables} tables, a tap every 3 s each",
    }
    for load, title in titles.items():
        yield f"{title}"
        yield from (_row(f"  {text}", f"{load} {key}", found) for key, text in LOADS.items())


def _memory(found: dict[str, Figures]) -> Iterator[str]:
    for key in dict.fromkeys(chain.from_iterable(found.values())):
        if key.startswith(("kB a stream", "held", "ms to open")):
            yield _row(key, key, found)


def _row(title: str, key: str, found: dict[str, Figures]) -> str:
    figures = [found.get(name, {}).get(key) for name in SERVERS]
    own, *others = figures
    shares = ("" if own is None or not other else f"{own / other:.2f}" for other in others)
    cells = "".join(f"{'' if figure is None else short(figure):>11}" for figure in figures)
    return f"{title:{WIDTH}.{WIDTH}}" + cells + "".join(f"{share:>9}" for share in shares)


def _alone(found: dict[str, Figures]) -> Iterator[str]:
    own = found.get("companion", {})
    if "tap late ms" in own:
        early = own["tap early ms"]
        late = own["tap late ms"]
        yield (
            f"a tap about the 5th {early:.2f} ms, about the 500th {late:.2f} ms: "
            f"{late / early:.2f} times"
        )


def short(figure: float) -> str:
    """Return the figure with three significant digits, or a dash for NaN (not measured)."""
    if isnan(figure):
        return "–"
    return f"{figure:.0f}" if abs(figure) >= 100 or figure == int(figure) else f"{figure:.3g}"
