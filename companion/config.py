"""The settings of a server, and the folder where it keeps what must outlive it."""

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
    """The folder `templates` or `static`: within the package once it is installed, beside it in a checkout."""
    return PACKAGE / name if (PACKAGE / name).is_dir() else CHECKOUT / name


def instance_folder(config: Mapping[str, object]) -> Path:
    """The folder for database and secret: the setting INSTANCE, else COMPANION_INSTANCE, else `usual_folder()`."""
    named = config.get("INSTANCE") or os.environ.get("COMPANION_INSTANCE") or usual_folder()
    return Path(str(named)).resolve()


def make_folder(folder: Path) -> None:
    """Make the folder if it is not there. A ValueError says why nothing can be stored in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ValueError(
            f"nothing can be kept in {folder} ({error.strerror}): {ELSEWHERE}"
        ) from error


def usual_folder() -> Path:
    """`instance/` in a checkout; for an installed program among what its user keeps: ~/.local/share."""
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
        "REACHABLE": str,  # says where phones find this server now: http://192.168.1.20:8000; empty: nowhere else
        # The address by its name in the local network: http://truc.local:8000; empty if it has none.
        "ANNOUNCED": str,
        "SQLALCHEMY_DATABASE_URI": database_url(folder),
        "KEEP_DAYS": keep_days(),
        "STYLE_PAGE": bool(os.environ.get("COMPANION_STYLE")),
        "MAX_CONTENT_LENGTH": 64 * 1024,
        "MAX_FORM_PARTS": 200,  # the longest form of ours, a new table for six, has some forty
        "PROXIES": proxies(),
        "ADDRESS": own_address(),  # the address for phones, if one is set: https://truc.example
        "UNDER": (os.environ.get("SCRIPT_NAME") or "").rstrip(
            "/"
        ),  # a path that the proxy leaves: see web/root.py
    }


def database_url(folder: Path) -> str:
    """The database: COMPANION_DATABASE_URL, else one SQLite file in the instance folder."""
    return os.environ.get("COMPANION_DATABASE_URL") or f"sqlite:///{folder / 'companion.sqlite3'}"


def proxies() -> int:
    """How many proxies stand before this server, whose X-Forwarded headers count: COMPANION_PROXIES, else none."""
    text = os.environ.get("COMPANION_PROXIES") or "0"
    if text not in ("0", "1", "2", "3"):
        raise ValueError(f"COMPANION_PROXIES is {text!r}: it must be 0, 1, 2 or 3")
    return int(text)


def keep_days() -> float:
    """Days after which a table nobody comes back to is deleted: COMPANION_KEEP_DAYS, else 90; 0 keeps all for ever."""
    text = os.environ.get("COMPANION_KEEP_DAYS") or "90"
    if not (text.isascii() and text.isdigit()):
        raise ValueError(
            f"COMPANION_KEEP_DAYS is {text!r}: it must be a whole number of days, or 0 to keep every table"
        )
    return float(text)


def secret(folder: Path) -> str:
    """The key that signs the cookies: made on first start, readable by its owner alone."""
    path = folder / "secret"
    try:
        if not path.exists():
            _make_secret(path)
    except OSError as error:
        raise ValueError(
            f"nothing can be written into {folder} ({error.strerror}): {ELSEWHERE}"
        ) from error
    keep_private(path)
    return path.read_text()


def _make_secret(path: Path) -> None:
    """Writes the key beside its place and links it there, so that two first starts at once end with one key."""
    with NamedTemporaryFile("w", dir=path.parent) as fresh:
        fresh.write(token_hex(32))
        fresh.flush()
        with suppress(FileExistsError):
            os.link(fresh.name, path)
