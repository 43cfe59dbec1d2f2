"""Read the settings of a server, and find the folder where it keeps what must outlive it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from tempfile import NamedTemporaryFile

from companion.own_address import own_address
from companion.tables.private import keep_private

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent  # unless the package was installed

ELSEWHERE = "name a folder that can be written to with COMPANION_INSTANCE"


def of_pages(name: str) -> Path:
    """Return the folder `templates` or `static`.

    It is in the package if that was installed, and beside it in a checkout.
    """
    installed = PACKAGE / name
    return installed if installed.is_dir() else CHECKOUT / name


def instance_folder(config: Mapping[str, object]) -> Path:
    """Return the folder for database and secret.

    It is the setting INSTANCE, else COMPANION_INSTANCE, else `usual_folder()`.
    """
    named = config.get("INSTANCE") or os.environ.get("COMPANION_INSTANCE") or usual_folder()
    return Path(str(named)).resolve()


def make_folder(folder: Path) -> None:
    """Make the folder if it is not there. A ValueError says why nothing can be stored in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = f"nothing can be kept in {folder} ({error.strerror}): {ELSEWHERE}"
        raise ValueError(why) from error


def usual_folder() -> Path:
    """Return `instance/` in a checkout, or a folder in ~/.local/share for an installed program."""
    if (CHECKOUT / "pyproject.toml").is_file():
        return CHECKOUT / "instance"
    return Path(os.environ.get("XDG_DATA_HOME") or _home() / ".local" / "share") / "truc-companion"


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:
        raise ValueError(f"this user has no home folder to keep games in: {ELSEWHERE}") from None


def defaults(folder: Path, *, creates: bool) -> dict[str, object]:
    """Return the default settings of a server.

    If `creates` is false and there is no secret yet, the key is made up, and what it signs is not
    valid after this process.
    """
    return {
        "SECRET_KEY": secret(folder) if creates else token_hex(32),
        # Where phones find this server now: http://192.168.1.20:8000; empty if only this machine
        # does.
        "REACHABLE": str,
        # The address by its name in the local network: http://truc.local:8000; empty if it has
        # none.
        "ANNOUNCED": str,
        "SQLALCHEMY_DATABASE_URI": database_url(folder),
        "KEEP_DAYS": keep_days(),
        "STYLE_PAGE": bool(os.environ.get("COMPANION_STYLE")),
        "MAX_CONTENT_LENGTH": 64 * 1024,
        "MAX_FORM_PARTS": 200,  # the longest form of ours, a new table for six, has some forty
        "PROXIES": proxies(),
        "ADDRESS": own_address(),  # the address for phones, if one is set: https://truc.example
        # A path that the proxy leaves: see web/root.py.
        "UNDER": (os.environ.get("SCRIPT_NAME") or "").rstrip("/"),
    }


def database_url(folder: Path) -> str:
    """Return COMPANION_DATABASE_URL, else the address of an SQLite file in the instance folder."""
    return os.environ.get("COMPANION_DATABASE_URL") or f"sqlite:///{folder / 'companion.sqlite3'}"


def proxies() -> int:
    """Return the number of proxies in front of this server: COMPANION_PROXIES, else 0.

    Their X-Forwarded headers count.
    """
    text = os.environ.get("COMPANION_PROXIES") or "0"
    if text not in ("0", "1", "2", "3"):
        raise ValueError(f"COMPANION_PROXIES is {text!r}: it must be 0, 1, 2 or 3")
    return int(text)


def keep_days() -> float:
    """Return the days after which an unused table is deleted: COMPANION_KEEP_DAYS, else 90.

    0 keeps every table for ever.
    """
    text = os.environ.get("COMPANION_KEEP_DAYS") or "90"
    if not (text.isascii() and text.isdigit()):
        wanted = "it must be a whole number of days, or 0 to keep every table"
        raise ValueError(f"COMPANION_KEEP_DAYS is {text!r}: {wanted}")
    return float(text)


def secret(folder: Path) -> str:
    """Return the key that signs the cookies; it is made on first start, for its owner alone."""
    path = folder / "secret"
    try:
        if not path.exists():
            _make_secret(path)
    except OSError as error:
        why = f"nothing can be written into {folder} ({error.strerror}): {ELSEWHERE}"
        raise ValueError(why) from error
    keep_private(path)
    return path.read_text()


def _make_secret(path: Path) -> None:
    """Write the key beside its place and link it there: two first starts at once get one key."""
    with NamedTemporaryFile("w", dir=path.parent) as fresh:
        fresh.write(token_hex(32))
        fresh.flush()
        with suppress(FileExistsError):
            os.link(fresh.name, path)
