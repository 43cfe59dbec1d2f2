"""Keep the secrets of links out of the log and out of tracebacks.

Anyone who reads the secret of a link could use the link.
"""

from __future__ import annotations

import logging
import re

# The secret of a link, and the short code of a table, which lets people in as well.
_SECRET = re.compile(
    r"(?P<kind>/(?:[bchjkmnprtw]|tv|place)/|/c\?code=|[?&](?:place|table)=)[^\s/?&'\"\]]+"
)


class SecretFilter(logging.Filter):
    """A filter that replaces the secrets in messages and tracebacks by `…`."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Replace the secrets in this record. Return True so that logging writes the record."""
        record.msg = redact_text(record.getMessage())
        record.args = ()
        if record.exc_info and not record.exc_text:
            record.exc_text = redact_text(logging.Formatter().formatException(record.exc_info))
        return True


def redact(log: logging.Logger | logging.Handler) -> None:
    """Replace the secrets in the messages of this logger, or in all that this handler writes."""
    if not any(isinstance(filter_, SecretFilter) for filter_ in log.filters):
        log.addFilter(SecretFilter())


def redact_text(text: str) -> str:
    """Return the text with `…` in place of the secrets after `/t/`, `/c?code=` and the like."""
    return _SECRET.sub(r"\g<kind>…", text)
