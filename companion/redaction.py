"""What the log must not tell: a link that lets people in is as good as a key, also in a line about an error."""

from __future__ import annotations

import logging
import re

# The secret of a link, however it was typed; on pages of a table the short code, which lets people in as well.
_SECRET = re.compile(r"/(?P<kind>[chjtw])/[^\s/?'\"\]]+")


class SecretFilter(logging.Filter):
    """Lets every record pass, secrets in its message and its traceback crossed out."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Crosses out."""
        record.msg, record.args = crossed_out(record.getMessage()), ()
        if record.exc_info and not record.exc_text:
            record.exc_text = crossed_out(logging.Formatter().formatException(record.exc_info))
        return True


def redact(log: logging.Logger | logging.Handler) -> None:
    """Let that log be discreet from now on; a handler also in what it is told by the logs below its own."""
    if not any(isinstance(known, SecretFilter) for known in log.filters):
        log.addFilter(SecretFilter())


def crossed_out(text: str) -> str:
    """The text without what stands after `/j/` and its like."""
    return _SECRET.sub(r"/\g<kind>/…", text)
