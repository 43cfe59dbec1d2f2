"""Which tests run in one process when there are several."""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling

TRANSCRIPTS = "tests/variants/test_"
BY_ITSELF = "tests/variants/test_pytruco.py"
ANNOUNCING = "tests/test_announcing.py"


class Spread(LoadScopeScheduling):
    """A test goes to whichever process is free.

    Transcripts stay together: one test asks what all have shown. So do those who announce one name in one network.
    """

    def _split_scope(self, nodeid: str) -> str:
        if nodeid.startswith(ANNOUNCING):
            return ANNOUNCING
        together = nodeid.startswith(TRANSCRIPTS) and not nodeid.startswith(BY_ITSELF)
        return TRANSCRIPTS if together else nodeid
