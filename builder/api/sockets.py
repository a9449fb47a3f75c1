"""Which user of this machine holds the other end of a connection, where the system says so (Linux, /proc/net/tcp).

A proxy that was installed as a service runs as a user of its own (www-data, caddy, nobody), and no person's browser does.
Who hangs up has no user any more: a visitor makes a proxy hang up by going away, so nobody is taken for the owner then.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

TABLES = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
LOCAL, REMOTE, STATE, USER, INODE = 1, 2, 3, 7, 9
"""Columns of these tables."""
LISTENS = "0A"
"""The state of a socket that listens."""
GONE = "-"
"""Stands for the user of a peer that has hung up."""
MAPPED = bytes(10) + b"\xff\xff"
"""How an IPv4 address begins that is written as an IPv6 one."""
SERVICES = (range(1, 1000), range(61184, 65520), range(65534, 65535))
"""Users that are no people: those of packages, those that systemd makes for a service, and nobody."""


def service_at(address: str, port: str, own_port: str) -> str:
    """Return the name of the service's user that holds the other end of a connection on this machine.

    "" where it is a person's, root's or our own, or where the system does not say; `GONE` where nobody holds it any more.

    Args:
        address: the peer's address.
        port: the peer's port.
        own_port: the port at which we listen.
    """
    try:
        user = _user_at(address, port, own_port)
    except ProcessLookupError:
        return GONE
    if user is None or user == os.getuid() or not any(user in users for users in SERVICES):
        return ""
    return _name_of(user)


def _user_at(address: str, port: str, own_port: str) -> int | None:
    """Return the user at the other end, None where the system does not say; `ProcessLookupError`: it has hung up."""
    if not (port.isdigit() and own_port.isdigit()):
        return None
    wanted, ending = {f"{each}:{int(port):04X}" for each in _table_spellings(address)}, f":{int(own_port):04X}"
    complete = False
    for row in _rows():
        if row[LOCAL] in wanted and row[REMOTE].endswith(ending):
            if row[INODE] == "0":
                raise ProcessLookupError
            return int(row[USER])
        complete |= row[STATE] == LISTENS and row[LOCAL].endswith(ending)
    if complete:  # we stand in the table ourselves, so whoever is there would too
        raise ProcessLookupError
    return None


def _rows() -> Iterator[list[str]]:
    """Yield the rows of the tables that can be read."""
    for table in TABLES:
        try:
            lines = table.read_text(encoding="ascii").splitlines()
        except OSError:
            continue
        yield from (row for line in lines[1:] if len(row := line.split()) > INODE)


def _table_spellings(address: str) -> tuple[str, ...]:
    """Return an address as the tables write it: words of four bytes, each in the machine's order."""
    try:
        short = socket.inet_pton(socket.AF_INET, address)
        found: tuple[bytes, ...] = (short, MAPPED + short)
    except OSError:
        try:
            found = (socket.inet_pton(socket.AF_INET6, address.partition("%")[0]),)
        except OSError:
            return ()
    return tuple("".join(_word(packed[n : n + 4]) for n in range(0, len(packed), 4)) for packed in found)


def _word(four: bytes) -> str:
    return f"{int.from_bytes(four, sys.byteorder):08X}"


def _name_of(user: int) -> str:
    try:
        import pwd

        return pwd.getpwuid(user).pw_name
    except (ImportError, KeyError):
        return str(user)
