"""The settings of a server, and the folder where it keeps what must outlive it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from tempfile import NamedTemporaryFile

from companion.tables.private import keep_private

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent  # unless the package was installed

COMPRESSED = ("text/html", "text/css", "text/javascript", "image/svg+xml", "application/manifest+json")


def instance_folder(config: Mapping[str, object]) -> Path:
    """The folder for database and secret: the setting INSTANCE, else COMPANION_INSTANCE, else `usual_folder()`."""
    named = config.get("INSTANCE") or os.environ.get("COMPANION_INSTANCE") or usual_folder()
    folder = Path(str(named)).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def usual_folder() -> Path:
    """`instance/` in a checkout; for an installed program among what its user keeps: ~/.local/share."""
    if (CHECKOUT / "pyproject.toml").is_file():
        return CHECKOUT / "instance"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "truc-companion"


def defaults(folder: Path) -> dict[str, object]:
    """What every server starts from. Live updates are an event stream, which must never wait in a compressor."""
    return {
        "SECRET_KEY": secret(folder),
        "REACHABLE": "",  # where phones find this server, once it runs: http://192.168.1.20:8000
        "SQLALCHEMY_DATABASE_URI": database_url(folder),
        "KEEP_DAYS": keep_days(),
        "SESSION_COOKIE_SAMESITE": "Lax",
        "BABEL_TRANSLATION_DIRECTORIES": str(PACKAGE / "translations"),
        "STYLE_PAGE": bool(os.environ.get("COMPANION_STYLE")),
        "MAX_CONTENT_LENGTH": 64 * 1024,
        "MAX_FORM_PARTS": 200,  # the longest form of ours, a new table for six, has some forty
        "PROXIES": proxies(),
        "COMPRESS_MIMETYPES": COMPRESSED,
        "COMPRESS_ALGORITHM": ("br", "gzip"),
        "COMPRESS_BR_LEVEL": 5,  # from here on smaller than gzip
        "COMPRESS_ALGORITHM_STREAMING": ("br", "gzip"),
    }


def database_url(folder: Path) -> str:
    """The database: COMPANION_DATABASE_URL, else one SQLite file in the instance folder."""
    return os.environ.get("COMPANION_DATABASE_URL") or f"sqlite:///{folder / 'companion.sqlite3'}"


def proxies() -> int:
    """How many proxies stand before this server, whose X-Forwarded headers count: COMPANION_PROXIES, else none."""
    text = os.environ.get("COMPANION_PROXIES") or "0"
    if text not in ("0", "1", "2", "3"):
        raise ValueError(f"COMPANION_PROXIES is {text!r}: the number of proxies before this server is wanted, 0 to 3")
    return int(text)


def keep_days() -> float:
    """Days after which a table nobody comes back to is deleted: COMPANION_KEEP_DAYS, else 90; 0 keeps all for ever."""
    text = os.environ.get("COMPANION_KEEP_DAYS") or "90"
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"COMPANION_KEEP_DAYS is {text!r}: a whole number of days is wanted, 0 to keep every table")
    return float(text)


def secret(folder: Path) -> str:
    """The key that signs the cookies: made on first start, readable by its owner alone."""
    path = folder / "secret"
    if not path.exists():
        _make_secret(path)
    keep_private(path)
    return path.read_text()


def _make_secret(path: Path) -> None:
    """Writes the key beside its place and links it there, so that two first starts at once end with one key."""
    with NamedTemporaryFile("w", dir=path.parent) as fresh:
        fresh.write(token_hex(32))
        fresh.flush()
        with suppress(FileExistsError):
            os.link(fresh.name, path)
