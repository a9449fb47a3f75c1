"""A quick `muster` for tests: its start takes a second or two, so each call is forked from a process that has all loaded.

`program` is a file to call like `muster`. It hands its words, folder, environment and streams to a process that was
forked from the tests'. That one forks again for each call and runs the command line; SIGINT and SIGTERM are passed on.
What is about the start itself or about what Python reads first (PYTHONHASHSEED, closed streams) calls `PROGRAM` in a new
Python.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import traceback
from ast import literal_eval
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import pytest

from builder.cli import main
from resolver.simulation.blocks import Wish
from tests.simulation.armies import simulate

PROGRAM = "from builder.cli import main; main(prog_name='muster')"
"""The program, for a new Python."""
ASK = """#!{python} -SE
import os, signal, socket, sys
with socket.socket(socket.AF_UNIX) as asked:
    asked.connect({address!r})
    socket.send_fds(asked, [b" "], [0, 1, 2])
    asked.sendall(repr((sys.argv[1:], os.getcwd(), dict(os.environ))).encode())
    asked.shutdown(socket.SHUT_WR)
    answers = asked.makefile()
    process = int(answers.readline())
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, frame: os.kill(process, number))
    sys.exit(int(answers.readline() or {failed}))
"""
FAILED = 70
"""The status of a call that ended as no call of `muster` does."""


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A file that does what `muster` does, at once."""
    folder = tmp_path_factory.mktemp("program")
    address, file = str(folder / "asked"), folder / "muster"
    simulate(Wish(1))  # systems are read and compiled loops loaded before the fork
    tests = os.getpid()
    with socket.create_server(address, family=socket.AF_UNIX, backlog=20) as asked:
        forking = os.fork()
        if not forking:
            _fork(asked, tests)
    file.write_text(ASK.format(python=sys.executable, address=address, failed=FAILED))
    file.chmod(0o755)
    yield file
    os.kill(forking, signal.SIGKILL)
    os.waitpid(forking, 0)


def _fork(asked: socket.socket, tests: int) -> NoReturn:
    """Fork for each call, as long as the process of the tests is there; nobody waits for the children."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    asked.settimeout(5)
    while os.getppid() == tests:
        with suppress(TimeoutError), asked.accept()[0] as call:
            if not os.fork():
                asked.close()
                _run(call)
    os._exit(0)


def _run(call: socket.socket) -> NoReturn:
    """Run the command line for whoever calls, with all that is theirs, and say the status."""
    status = FAILED
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        call.sendall(b"%d\n" % os.getpid())
        _, streams, _, _ = socket.recv_fds(call, 1, 3)
        with call.makefile("rb") as told:
            words, folder, environment = literal_eval(told.read().decode())
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w", 1)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        main(words, prog_name="muster")
    except SystemExit as end:
        status = int(end.code or 0)
    except BaseException:
        traceback.print_exc()
    finally:
        for written in (sys.stdout, sys.stderr):
            with suppress(OSError):
                written.flush()
        call.sendall(b"%d\n" % status)
        os._exit(status)
