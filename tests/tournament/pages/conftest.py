"""Fixtures for tests of tournament pages."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.tournament.forms import Browser


@pytest.fixture
def browser(app: Flask) -> Browser:
    """Return a function that opens a new browser with its own cookies."""
    return app.test_client
