"""Which tests run in one process when there are several."""

from __future__ import annotations

from typing import Any

from xdist.scheduler import LoadScopeScheduling

BY_ITSELF = "tests/variants/test_pytruco.py"
QUICK = ("tests/engine/", "tests/variants/", "tests/cheatsheets/", "tests/board/")
ANNOUNCING = "tests/test_mdns.py"
BUILT = ("tests/test_wheel.py", "tests/test_pyz.py", "tests/test_core.py")
PREPARED = (
    "tests/browser/test_accessibility.py",
    "tests/browser/test_labels.py",
    "tests/test_adding.py",
    "tests/test_names_in_backticks.py",
)


class Spread(LoadScopeScheduling):
    """A scheduler that gives a test to whichever process is free, and keeps some tests together.

    Those are tests that announce one name in one network, tests that need what is built of the
    project, the tests of a file that prepares much for all of them, and the games of a test that
    is quick for each of them.
    """

    def _split_scope(self, nodeid: str) -> str:
        if nodeid.startswith(ANNOUNCING):
            return ANNOUNCING
        if nodeid.startswith(PREPARED):
            return nodeid.partition("::")[0]
        if nodeid.startswith(BUILT):
            return BUILT[0]
        if nodeid.startswith(QUICK) and not nodeid.startswith(BY_ITSELF):
            return nodeid.partition("[")[0]
        return nodeid

    def _assign_work_unit(self, node: Any) -> None:
        """Give the process its next test: the first that is left, or for half of them the last.

        The last tests wait for servers and disks, and the first ones compute. So both kinds run
        side by side.
        """
        if self.nodes.index(node) % 2 == 0:
            self.workqueue.move_to_end(next(reversed(self.workqueue)), last=False)
        super()._assign_work_unit(node)
