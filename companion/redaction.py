"""Keeps the secrets of links out of the log: whoever reads one there could come in by it, also from a traceback."""

from __future__ import annotations

import logging
import re

# The secret of a link, however it was typed; on pages of a table the short code, which lets people in as well.
_SECRET = re.compile(r"(?P<kind>/(?:[bchjmnprtw]|tv|place)/|/c\?code=|[?&]place=)[^\s/?&'\"\]]+")


class SecretFilter(logging.Filter):
    """Lets every record pass, with the secrets in its message and its traceback replaced by `…`."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Replaces the secrets of this record; True, so that it is logged."""
        record.msg, record.args = redact_text(record.getMessage()), ()
        if record.exc_info and not record.exc_text:
            record.exc_text = redact_text(logging.Formatter().formatException(record.exc_info))
        return True


def redact(log: logging.Logger | logging.Handler) -> None:
    """Redact what this logger logs itself, or all that this handler writes, from whatever logger it comes."""
    if not any(isinstance(filter_, SecretFilter) for filter_ in log.filters):
        log.addFilter(SecretFilter())


def redact_text(text: str) -> str:
    """The text with `…` for what follows the beginnings of such addresses: `/t/`, `/c?code=` and the like."""
    return _SECRET.sub(r"\g<kind>…", text)
