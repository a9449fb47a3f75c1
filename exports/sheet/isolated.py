"""Verifying in a process of its own: a stranger's PDF is drawn by native code, which may take for ever or break.

`python -m exports.sheet.isolated` reads a PDF from standard input and writes what was found as JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from datasheets.words import Message
from exports.document import RosterDocument, read_code
from exports.sheet.untrusted import NotASheet
from exports.sheet.verifying import Verification, agrees, verify

SECONDS = 120
MOST_MEMORY = 3_000_000_000


def verify_isolated(data: bytes, against: str | RosterDocument | None = None) -> Verification:
    """Do what `verify` does, within limits of time and memory and without harm to this process.

    Raises:
        NotASheet: The file is no sheet, its roster cannot be read, or it takes more than a sheet does.
        ValueError: `against` is neither a digest nor a check code.
    """
    wanted = against.digest if isinstance(against, RosterDocument) else None if against is None else read_code(against)
    answer = ask_process(data)
    if "refused" in answer:
        raise NotASheet(_rebuild(answer["refused"]))
    found = Verification(**answer | {"differences": tuple(map(_rebuild, answer["differences"]))})
    return replace(found, matches=agrees(found.digest, found.check_code, wanted))


def ask_process(data: bytes) -> dict[str, Any]:
    """Return what `examine` says in a process of its own.

    Raises:
        NotASheet: It takes more time or memory than a sheet does.
    """
    command = [sys.executable, "-m", __name__]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    root = Path(__file__).parents[2]
    try:
        done = subprocess.run(
            command, input=data, capture_output=True, timeout=SECONDS, check=True, cwd=root, env=environment
        )
        answer: dict[str, Any] = json.loads(done.stdout)
    except (subprocess.SubprocessError, ValueError) as error:
        raise NotASheet(Message("refused.sheet.heavy")) from error
    return answer


def _plain(value: object) -> object:
    """Return a sentence as its code and values, everything else as it is."""
    if isinstance(value, Message):
        return {"code": value.code, "values": {name: _plain(each) for name, each in value.values.items()}}
    return value


def _rebuild(plain: object) -> Any:
    """Return what was made plain."""
    if not isinstance(plain, Mapping):
        return plain
    return Message(plain["code"], {name: _rebuild(each) for name, each in plain["values"].items()})


def _limit() -> None:
    """Take this process the right to more time and memory, where the system can."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def examine(data: bytes) -> dict[str, Any]:
    """Verify a PDF; return what was found, or why it is refused, as JSON."""
    try:
        found = verify(data)
    except NotASheet as error:
        return {"refused": _plain(error.args[0])}
    values = {name: getattr(found, name) for name in ("consistent", "matches", "digest", "check_code", "address")}
    return {**values, "differences": [_plain(each) for each in found.differences]}


def _main() -> None:
    _limit()
    json.dump(examine(sys.stdin.buffer.read()), sys.stdout)


if __name__ == "__main__":
    _main()
