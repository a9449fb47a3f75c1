"""Writes `docs/events.md` from the tables of events and dice: `python -m resolver.rulesets.manual > docs/events.md`."""

from __future__ import annotations

import sys
from dataclasses import replace
from textwrap import fill

from resolver.engine.events import HEADER, REMEMBERED, EventKind
from resolver.engine.registry import playable, ruleset

WIDTH = 120
INTRODUCTION = """\
# Events

What happens in a battle, one JSON object after the other, as `muster battle --events` writes it and
`GET /battles/{battle}/events` answers. This page is written from the tables of event kinds of all rulesets and
`resolver/table/dice.py` (`python -m resolver.rulesets.manual > docs/events.md`).

Units are named by their key ("a.s1": army letter and id in the roster document), models by their number, players by 0
and 1.
"""

MODIFIERS = """\
## Modifiers

What modified a roll is a list of rows, `modifiers`: in the `hit`, `wound`, `save` and `damage` of an attack, or in the
event of any other roll. There is none where nothing modified it. A row says

- `what` was changed: the `roll`; a characteristic (`BS`, `WS`, `S` of the attacker, `attack S` of the weapon, `T`,
  `AP`, `Sv`, `Ld`); what was `needed`; the `damage`; or that an unmodified result `passes` or `fails` by itself.
  `limit` is the most by which all modifiers together count;
- `by` how much: `+1`, `-1`, `x2`, `/2` or `=4`;
- who did it: an `ability` and the `unit` that has it, the `rule` of the ledger, the `weapon` whose own Strength says
  so, or the `characteristic` that is taken from the roll (AP).

Where a row changes a characteristic, `printed` has the characteristics before it, so that a reader can add up. In
Overwatch `needed` is the unmodified result that hits. Logs that an engine before version 4 made have no rows, and read
as they did.
"""


def manual() -> str:
    """Return the page."""
    rows = [
        f"| `{kind.name}` | {kind.meaning} | {_words(kind.fields)} | {_words(kind.optional - REMEMBERED)} |"
        for kind in _kinds()
    ]
    labels = [f"| `{label}` | {meaning} |" for label, meaning in sorted(_labels().items())]
    remembers = f"what the engine remembers by it may be there too: {_words(REMEMBERED)}."
    parts = (
        INTRODUCTION,
        fill(f"Each has the fields {_words(HEADER)}; {remembers}", WIDTH, break_on_hyphens=False) + "\n",
        "| kind | what happened | fields | where it applies |\n|---|---|---|---|\n" + "\n".join(rows) + "\n",
        MODIFIERS,
        "## Dice\n",
        "What a die can be rolled for, the `label` of its address.\n",
        "| label | |\n|---|---|\n" + "\n".join(labels) + "\n",
    )
    return "\n".join(parts)


def _kinds() -> list[EventKind]:
    """Return the kinds of events of all rulesets, each with the fields that it has in any."""
    found: dict[str, EventKind] = {}
    for id in playable():
        for name, kind in ruleset(id).events.items():
            found[name] = kind if name not in found else replace(kind, optional=kind.optional | found[name].optional)
    return list(found.values())


def _labels() -> dict[str, str]:
    """Return what dice are rolled for in any ruleset."""
    return {label: meaning for id in playable() for label, meaning in ruleset(id).dice.items()}


def _words(names: frozenset[str] | tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in (names if isinstance(names, tuple) else sorted(names)))


if __name__ == "__main__":
    sys.stdout.write(manual())
