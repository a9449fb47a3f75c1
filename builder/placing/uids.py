"""The uids of a roster that is made from a list: the list's own ids where they can serve, others numbered as edits do."""

from __future__ import annotations

import re

from builder.operations.roster_json import next_uid

USABLE = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,79}")


class Uids:
    """Gives every force and selection a uid of its own. `reserved` are the ids of the list, which no new one may be."""

    def __init__(self, reserved: set[str]) -> None:
        self._taken: set[str] = set()
        self._next = next_uid(reserved)

    def selection(self, wanted: str = "") -> str:
        """Return a uid for a selection."""
        return self._uid(wanted, "s")

    def force(self, wanted: str = "") -> str:
        """Return a uid for a force."""
        return self._uid(wanted, "f")

    @property
    def next(self) -> int:
        """The number from which on no uid was given."""
        return self._next

    def _uid(self, wanted: str, letter: str) -> str:
        if not USABLE.fullmatch(wanted) or wanted in self._taken:
            wanted = f"{letter}{self._next}"
            self._next += 1
        self._taken.add(wanted)
        return wanted
