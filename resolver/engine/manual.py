"""Writes `docs/events.md` from the tables of events and dice: `python -m resolver.engine.manual > docs/events.md`."""

from __future__ import annotations

import sys

from resolver.engine.events import HEADER, KINDS, REMEMBERED
from resolver.table.dice import LABELS

INTRODUCTION = """\
# Events

What happens in a battle, one JSON object after the other, as `muster battle --events` writes it and
`GET /battles/{battle}/events` answers. This page is written from the tables in `resolver/engine/events.py` and
`resolver/table/dice.py` (`python -m resolver.engine.manual > docs/events.md`).

Units are named by their key ("a.s1": army letter and id in the roster document), models by their number, players by 0 and 1.
"""


def manual() -> str:
    """Return the page."""
    rows = [
        f"| `{kind.name}` | {kind.meaning} | {_words(kind.fields)} | {_words(kind.optional - REMEMBERED)} |"
        for kind in KINDS.values()
    ]
    labels = [f"| `{label}` | {meaning} |" for label, meaning in LABELS.items()]
    parts = (
        INTRODUCTION,
        f"Each has the fields {_words(HEADER)}; what the engine remembers by it may be there too: {_words(REMEMBERED)}.\n",
        "| kind | what happened | fields | where it applies |\n|---|---|---|---|\n" + "\n".join(rows) + "\n",
        "## Dice\n",
        "What a die can be rolled for, the `label` of its address.\n",
        "| label | |\n|---|---|\n" + "\n".join(labels) + "\n",
    )
    return "\n".join(parts)


def _words(names: frozenset[str] | tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in (names if isinstance(names, tuple) else sorted(names)))


if __name__ == "__main__":
    sys.stdout.write(manual())
