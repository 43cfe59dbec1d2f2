"""New browsers, each with its own cookies."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.tournament.forms import Browser


@pytest.fixture
def browser(app: Flask) -> Browser:
    """Gives a new browser, with its own cookies."""
    return app.test_client
