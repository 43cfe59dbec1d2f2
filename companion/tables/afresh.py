"""What a server does when its database holds other matches than a moment ago."""

from __future__ import annotations

from companion.tables import live


def start_afresh() -> None:
    """Forgets what is known of every match, and wakes every stream to look for itself."""
    from companion.tables.states import latest  # which stands on the modules that ask for this

    latest.clear()
    live.publish_all()
