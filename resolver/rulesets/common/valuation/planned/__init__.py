"""How a program that plans weighs what it may choose: goals for all units, and proposals and values in their light.

| module | job |
|---|---|
| `weights` | what counts how much |
| `campaign` | what is still to be won, and who stands on the markers |
| `tasks` | the goals: what each marker is worth to each unit |
| `stand` | what a place is worth to a unit with a goal |
| `going` | moves, Advances, set-ups: proposals and values |
| `blows` | shooting and fighting |
"""

from __future__ import annotations

from resolver.engine.ruleset import Planning
from resolver.rulesets.common.valuation.planned import assault, blows, going, riding, tasks

PLANNING = Planning(
    prospects=tasks.prospects,
    proposals={"move": going.moves, "advance": going.advances, "set-up": going.set_ups},
    valuation={
        "move": going.move,
        "advance": going.advance,
        "set-up": going.set_up,
        "arrive": going.arrive,
        "disembark": riding.disembark,
        "embark": riding.embark,
        "shots": blows.shots,
        "melee": blows.fight,
        "select": assault.select,
        "charge": assault.charge,
    },
    led=frozenset({"move", "advance", "set-up", "arrive", "disembark", "embark"}),
)
