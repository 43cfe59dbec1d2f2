"""Read the settings of a server, and find the folder for its database and its secret."""

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
CHECKOUT = PACKAGE.parent  # if the package is not installed

MOST_DIGITS_OF_DAYS = 5  # with more digits, the days would lead back to before the year 1

ELSEWHERE = "set COMPANION_INSTANCE to a folder that this user may write to"


def of_pages(name: str) -> Path:
    """Return the folder with this name, `templates` or `static`.

    In an installed program the folder is inside the package, in a checkout beside the package.
    """
    installed = PACKAGE / name
    if installed.is_dir():
        return installed
    return CHECKOUT / name


def instance_folder(config: Mapping[str, object]) -> Path:
    """Return the folder for the database and the secret.

    It is the setting INSTANCE, else the environment variable COMPANION_INSTANCE, else
    `usual_folder()`.
    """
    named = config.get("INSTANCE") or os.environ.get("COMPANION_INSTANCE") or usual_folder()
    return Path(str(named)).resolve()


def make_folder(folder: Path) -> None:
    """Create the folder if it does not exist. Raises ValueError if that is impossible."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = f"cannot create the folder {folder} ({error.strerror}): {ELSEWHERE}"
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
        raise ValueError(f"this user has no home folder: {ELSEWHERE}") from None


def defaults(folder: Path, *, creates: bool) -> dict[str, object]:
    """Return the default settings of a server.

    If `creates` is true, the key that signs cookies is read from `folder`, and created there if it
    does not exist. If `creates` is false, the key is a new one, which is lost when this process
    ends.
    """
    key = token_hex(32)
    if creates:
        key = secret(folder)
    return {
        "SECRET_KEY": key,
        # A function that returns the present address for phones, http://192.168.1.20:8000, or "" if
        # only this machine can reach the server.
        "REACHABLE": str,
        # A function that returns the address by the announced name, http://truc.local:8000, or ""
        # if no name is announced.
        "ANNOUNCED": str,
        "SQLALCHEMY_DATABASE_URI": database_url(folder),
        "KEEP_DAYS": keep_days(),
        "STYLE_PAGE": bool(os.environ.get("COMPANION_STYLE")),
        "MAX_CONTENT_LENGTH": 64 * 1024,
        "MAX_FORM_PARTS": 200,  # our longest form, a new table for six, has about forty
        "PROXIES": proxies(),
        "ADDRESS": own_address(),  # the address for phones, if one is set: https://truc.example
        # A path that the proxy does not remove: see web/root.py.
        "UNDER": (os.environ.get("SCRIPT_NAME") or "").rstrip("/"),
    }


def database_url(folder: Path) -> str:
    """Return COMPANION_DATABASE_URL, else the address of an SQLite file in the instance folder."""
    return os.environ.get("COMPANION_DATABASE_URL") or f"sqlite:///{folder / 'companion.sqlite3'}"


def proxies() -> int:
    """Return the number of proxies in front of this server: COMPANION_PROXIES, else 0.

    The server trusts X-Forwarded headers from this number of proxies.
    """
    text = os.environ.get("COMPANION_PROXIES") or "0"
    if text not in ("0", "1", "2", "3"):
        raise ValueError(f"COMPANION_PROXIES must be 0, 1, 2 or 3, not {text!r}")
    return int(text)


def keep_days() -> float:
    """Return after how many days an unused table is deleted: COMPANION_KEEP_DAYS, else 90.

    0 means that no table is deleted.
    """
    text = os.environ.get("COMPANION_KEEP_DAYS") or "90"
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS_OF_DAYS):
        wanted = "a whole number of days up to 99999, or 0 to keep every table"
        raise ValueError(f"COMPANION_KEEP_DAYS must be {wanted}, not {text!r}")
    return float(text)


def secret(folder: Path) -> str:
    """Return the key that signs the cookies. The first start of the server creates it.

    Raises ValueError if its file is empty or is not a text file.
    """
    path = folder / "secret"
    try:
        if not path.exists():
            _make_secret(path)
    except OSError as error:
        why = f"cannot write into the folder {folder} ({error.strerror}): {ELSEWHERE}"
        raise ValueError(why) from error
    keep_private(path)
    key = path.read_text(errors="replace")
    if "\ufffd" in key or not key.strip():  # by an empty key anyone could sign cookies
        then = "delete it and start the server; every phone then has to join again"
        raise ValueError(f"{path} does not contain a key: {then}")
    return key


def _make_secret(path: Path) -> None:
    """Create the file of the key that signs the cookies.

    The file is written under another name and then linked. Therefore two servers that start for the
    first time at the same moment get the same key, and a power cut leaves no empty file.
    """
    with NamedTemporaryFile("w", dir=path.parent) as fresh:
        fresh.write(token_hex(32))
        fresh.flush()
        os.fsync(fresh.fileno())
        with suppress(FileExistsError):
            os.link(fresh.name, path)
