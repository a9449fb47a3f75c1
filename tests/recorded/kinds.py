"""What becomes of effects of every kind when armies are enlisted: whether they are resolved, last, and can be used up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from datasheets.effects.effect import load
from datasheets.effects.vocabulary import KINDS, ROLLS, TRIGGERS
from datasheets.problems import DocumentError
from resolver.engine.compile_armies import compile_armies
from resolver.engine.registry import ruleset
from resolver.shared.effects.sources import collect
from tests.field import Row, ability, roster, unit

TRIED: dict[str, tuple[Any, ...]] = {
    "roll": ROLLS,
    "needs": ("4+",),
    "save": ("4+",),
    "results": ([1],),
    "characteristic": ("S", "D"),
    "of": ("weapons", "models", "attacks", "damage", "cover", "manifest", "deny"),
    "operation": ("add",),
    "value": ("1", "D3", 2),
    "number": ("1", "D3", 2),
    "distance": (6, "2D6"),
    "at_most": (2,),
    "times": (2,),
    "strength": ("8",),
    "models": (4,),
    "keywords": (["FLY"],),
    "action": ("shoot-after-advance",),
}
"""What parameters are tried, by their names; others keep their default."""
VARIED: tuple[Row, ...] = (
    {},
    {"until": "turn-end"},
    {"limit": "battle"},
    {"to": {"scope": "friendly-units", "range": 6, "pick": "one"}},
    {"when": [{"name": "phase", "phase": "fight"}]},
    {"when": [{"name": "phase", "phase": "command"}]},
    {"when": [{"name": "struck-keyword", "keywords": ["FLY"]}]},
)
AT_ONCE = 30
"""So many effects are enlisted together: few enough that all that last have room."""
VARIED_ON = ("always", "attack", "charge", "turn-start")
CODES = {(False, False): ".L", (False, True): "uB", (True, False): "xl", (True, True): "yb"}
"""For (listed as not resolved, can be used up) a letter where it does not last, and one where it does."""


def effect_lines(system: str, kind: str) -> Iterator[str]:
    """A line for each way to write a kind of effect, with a letter for each trigger and variation."""
    names = [parameter.name for parameter in KINDS[kind].parameters if parameter.name in TRIED]
    for values in product(*(TRIED[name] for name in names)):
        given = dict(zip(names, values, strict=True))
        rows = [row for row in _vary_triggers({"kind": kind, **given}) if _is_one(row)]
        letters = (_letters(system, rows[first : first + AT_ONCE]) for first in range(0, len(rows), AT_ONCE))
        if rows:
            yield f"{kind} {given} {''.join(letters)}"


def _vary_triggers(given: Row) -> Iterator[Row]:
    """Yield every trigger, some of them varied; of rolls beyond the first only two, as nothing else depends on the roll."""
    for on in TRIGGERS if given.get("roll", "hit") == "hit" else ("always", "charge"):
        for more in VARIED if on in VARIED_ON else VARIED[:1]:
            yield {**given, "on": on, "to": {"scope": "unit"}, **more}


def _is_one(row: Row) -> bool:
    try:
        load(row)
    except DocumentError:
        return False
    return True


def _letters(system: str, rows: list[Row]) -> str:
    own = unit("x", 4, abilities=[ability(str(place), row) for place, row in enumerate(rows)])
    armies = compile_armies((roster([own], system=system), roster([unit("y")], system=system)))
    listed = {row["name"] for row in ruleset(system).list_unresolved(armies)}
    found = {source.name: source for source in collect(armies, ruleset(system)).every}
    each = [(name in listed, found.get(name)) for name in map(str, range(len(rows)))]
    return "".join(
        CODES[is_listed, bool(source and source.used is not None)][bool(source and source.lasting is not None)]
        for is_listed, source in each
    )
