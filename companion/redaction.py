"""Keep the secrets of links out of the log, also out of tracebacks.

Anyone who reads one there could come in by it.
"""

from __future__ import annotations

import logging
import re

# The secret of a link, in any way it was typed; on pages of a table the short code, which lets
# people in as well.
_SECRET = re.compile(r"(?P<kind>/(?:[bchjmnprtw]|tv|place)/|/c\?code=|[?&]place=)[^\s/?&'\"\]]+")


class SecretFilter(logging.Filter):
    """A filter that replaces the secrets in every message and traceback by `…`."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Replace the secrets of this record; return True, so that it is logged."""
        record.msg = redact_text(record.getMessage())
        record.args = ()
        if record.exc_info and not record.exc_text:
            record.exc_text = redact_text(logging.Formatter().formatException(record.exc_info))
        return True


def redact(log: logging.Logger | logging.Handler) -> None:
    """Redact what this logger logs itself, or all that this handler writes, from any logger."""
    if not any(isinstance(filter_, SecretFilter) for filter_ in log.filters):
        log.addFilter(SecretFilter())


def redact_text(text: str) -> str:
    """Return the text with `…` for what follows `/t/`, `/c?code=` and the like in an address."""
    return _SECRET.sub(r"\g<kind>…", text)
