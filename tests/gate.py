"""What holds that columns of a state are written by `State.write` alone."""

from __future__ import annotations

from typing import Any

from resolver.table.state import Memory, State


class Guarded(Memory):
    """A memory that fails where a column was written past `State.write` after something was worked out from it."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state
        self.said: dict[int, tuple[dict[Any, Any], bytes]] = {}

    def __getitem__(self, groups: int) -> dict[Any, Any]:
        known = super().__getitem__(groups)
        rows = self.state._layout.groups.items()
        says = b"".join(getattr(self.state, name).tobytes() for name, group in rows if group & groups)
        then, said = self.said.get(groups, (None, b""))
        if known and then is known and said != says:
            raise AssertionError("a column was written past `State.write`: what was worked out from it is stale")
        self.said[groups] = known, says
        return known
