"""Decide which tests run in the same process if a run has several processes."""

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
    "tests/words/test_every_word.py",
)


class Spread(LoadScopeScheduling):
    """A scheduler that gives the next test to a process that is free.

    The tests of each of these groups run in one process:

    - tests that announce the same name in one network
    - tests that need the built project
    - tests of a file with a costly fixture
    - all cases of a quick test
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
        """Give a process its next test: the first or the last of the tests that are left.

        Half of the processes take tests from the end. The first tests compute, and the last tests
        wait for servers and disks, so both kinds run at the same time.
        """
        if self.nodes.index(node) % 2 == 0:
            self.workqueue.move_to_end(next(reversed(self.workqueue)), last=False)
        super()._assign_work_unit(node)
