"""Which process holds something in the database, and whether it still lives: what a dead one held is free again."""

from __future__ import annotations

import os
import secrets
import socket
from functools import cache


@cache
def _token(process: int) -> str:
    return secrets.token_hex(4)


def holder() -> str:
    """Return what this process is called: its machine, its number, and something that tells it from an earlier one."""
    return f"{socket.gethostname()}/{os.getpid()}/{_token(os.getpid())}"


def is_alive(name: str) -> bool:
    """Tell whether a process lives that called itself so; of another machine that is not known, and taken for granted."""
    host, _, rest = name.partition("/")
    number, _, token = rest.partition("/")
    if not number.isdigit():
        return False
    if host != socket.gethostname():
        return True
    if int(number) == os.getpid():
        return token == _token(os.getpid())
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
