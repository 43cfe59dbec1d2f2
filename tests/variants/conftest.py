"""The transcripts come first, then what is asked of all of them together."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The module that asks what the transcripts have shown runs after them; tests/spreading.py keeps them together."""
    items.sort(key=lambda item: item.path.name == "test_ways_to_end.py")
