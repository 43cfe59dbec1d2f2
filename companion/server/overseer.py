"""The first process starts the one that answers, replaces it if it died or hangs, and stops it."""

from __future__ import annotations

import logging
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress

HUNG = 30.0  # seconds without a sign of life after which a worker is replaced
ASLEEP = 5.0  # seconds between two looks that show: this machine, or this process, was suspended
LOOK = 1.0  # seconds between two looks
STOPPED = 5.0  # seconds after which a server that was told to stop is ended
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT, signal.SIGHUP)  # each means to stop
YOUNG = 5.0  # seconds: a worker that died earlier may not be able to work at all
PAUSE = 1.0  # seconds before it is replaced
FAILED = 1  # the exit status if the worker could not even start

SignOfLife = Callable[[], None]

_log = logging.getLogger("companion.server")


def on_stop(work: Callable[[], object]) -> None:
    """Have a function called whenever this process is told to stop.

    A signal that is ignored stays so: `nohup` has SIGHUP ignored.
    """
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda *_: work())


class Overseer:
    """Runs `work` in a process of its own, again and again until it is told to stop.

    `work` is given a function to call every second; not to call it for HUNG seconds means that it
    hangs. It is to end by itself when it gets SIGTERM. `ready` is called once, when the first
    process has called that function.
    """

    def __init__(self, work: Callable[[SignOfLife], None], ready: Callable[[], None]) -> None:
        self._work = work
        self._ready = ready
        self._worker = 0  # its process id, 0 while there is none
        self._signs, self._sign = os.pipe()  # a worker writes into it, this process reads
        self._stopping = False
        self._is_ready = False
        self._started = 0.0
        self._last_sign = 0.0  # moments of the monotonic clock
        self._last_look = 0.0

    def run(self) -> int:
        """Return the exit status once the server has been told to stop."""
        os.set_blocking(self._sign, False)
        os.set_blocking(self._signs, False)
        on_stop(self._note_stop)
        while not self._stopping:
            self._start_worker()
            self._watch_worker()
            if not self._is_ready and not self._stopping:
                _log.error("The server could not start.")
                return FAILED
            if time.monotonic() - self._started < YOUNG and not self._stopping:
                time.sleep(PAUSE)
        self._end_worker()
        return 0

    def _note_stop(self) -> None:
        self._stopping = True
        with suppress(BlockingIOError):
            os.write(self._sign, b"x")  # ends the waiting for a sign

    def _start_worker(self) -> None:
        with suppress(OSError):  # the disk of the log may be full
            sys.stdout.flush()
            sys.stderr.flush()
        self._last_sign = self._last_look = time.monotonic()
        self._started = time.monotonic()
        overseer = os.getpid()
        self._worker = os.fork()
        if self._worker == 0:
            self._become_worker(overseer)

    def _become_worker(self, overseer: int) -> None:
        """Work, in the new process; it ends here, whatever happens."""
        status = FAILED

        def give_sign() -> None:
            if os.getppid() != overseer:
                os.kill(os.getpid(), signal.SIGTERM)  # the overseer is gone: set the port free
            with suppress(BlockingIOError):
                os.write(self._sign, b"x")

        try:
            self._work(give_sign)
            status = 0
        except Exception:
            _log.exception("The server process ends by a fault of its own")
        finally:
            with suppress(Exception):
                logging.shutdown()
                sys.stdout.flush()
            os._exit(status)

    def _watch_worker(self) -> None:
        """Return when the worker has ended, has been ended because it hangs, or is to stop."""
        while not self._stopping:
            self._take_signs()
            if self._has_ended():
                _log.error("The server process has died, and another one takes its place.")
                return
            if self._hangs():
                _log.error("The server process hangs, and another one takes its place.")
                os.kill(self._worker, signal.SIGKILL)
                os.waitpid(self._worker, 0)
                self._worker = 0
                return

    def _take_signs(self) -> None:
        """Wait for a sign of life, LOOK seconds at most."""
        select.select([self._signs], [], [], LOOK)
        with suppress(BlockingIOError):
            os.read(self._signs, 1000)
            self._last_sign = time.monotonic()
            if not self._is_ready and not self._stopping:
                self._is_ready = True
                self._ready()

    def _hangs(self) -> bool:
        """Return whether there was no sign for too long.

        After the machine, or this process, was suspended, the worker has the whole time again.
        """
        now = time.monotonic()
        if now - self._last_look > ASLEEP:
            self._last_sign = now
        self._last_look = now
        return now - self._last_sign > HUNG

    def _has_ended(self) -> bool:
        ended, _ = os.waitpid(self._worker, os.WNOHANG)
        if ended:
            self._worker = 0
        return bool(ended)

    def _end_worker(self) -> None:
        """Tell the worker to stop, and end it when it has not done so in time."""
        if not self._worker:
            return
        os.kill(self._worker, signal.SIGTERM)
        end = time.monotonic() + STOPPED
        while not self._has_ended():
            if time.monotonic() > end:
                os.kill(self._worker, signal.SIGKILL)
                os.waitpid(self._worker, 0)
                return
            time.sleep(0.01)
