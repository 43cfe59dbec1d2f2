"""The project's pages on plain Flask, gunicorn and gevent: the collector as it comes, no state kept between taps."""

from __future__ import annotations

from flask import Flask, request

from companion import create_app
from companion.tables import states


def app() -> Flask:
    """The application; every tap finds nothing of any match kept, so the log is folded again."""
    made = create_app()
    made.before_request(forget)
    return made


def forget() -> None:
    """What a process that keeps nothing would know at the beginning of a tap."""
    if request.method == "POST":
        states.latest.clear()
