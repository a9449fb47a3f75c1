"""The loops of battles, compiled once after an install: by a process of its own, while others go on."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from resolver.table.kept_code import uncompiled_loops

COMPILER = [sys.executable, "-m", "builder.work.compiling"]
FEW_LOOPS = 4
"""So many loops are compiled in a few seconds, and there are some that no battle needs."""
NICE = 5
"""Whoever compiles meanwhile leaves the processor to whoever serves."""


def lacks_loops() -> bool:
    """Tell whether a battle must wait until loops are compiled."""
    return len(uncompiled_loops()) > FEW_LOOPS


def start_compiler(*, nice: int = 0) -> subprocess.Popen[bytes]:
    """Start a process that compiles what is not; where that fails, battles do it as they go. Its standard input ends it."""
    call = ["nice", "-n", str(nice), *COMPILER] if nice and os.name == "posix" else COMPILER
    return subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@contextmanager
def compiling_meanwhile() -> Iterator[None]:
    """Compile, during the block, what is not compiled."""
    if not lacks_loops():
        yield
        return
    with start_compiler(nice=NICE) as process:
        try:
            yield
        finally:
            process.terminate()


def _compile() -> None:
    """Compile every loop. Stop early when standard input is closed: whoever started this process is gone then."""
    Thread(target=_exit_with_input, daemon=True).start()
    import resolver.table.compiled.__main__  # noqa: F401 - to import it is to compile


def _exit_with_input() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    _compile()
