"""What a battle of the Grundregelwerk remembers, each with how long it lasts, and what its dice are rolled for."""

from __future__ import annotations

from datasheets.systems import system
from resolver.table.dice import LABELS
from resolver.table.names import BATTLE, Bits, Counters, Names
from resolver.turns.alternating import ACTIVATED, PASSED

SYSTEM = "grundregelwerk"
ACTIONS = {action.id: action for action in system(SYSTEM).actions}
"""All actions by their ids, with the rule of each and whether it is short or long."""
EDGES = ("bottom", "top")
"""The long edges of the table, as an army's `edge` counts them from 1."""
NAMES = Names(
    unit_marks=Bits(
        ACTIVATED,
        {f"did-{action}": "activation" for action in ACTIONS},
        {"acting": "activation", "spent": "activation", "free-move": "activation", "free-fight": "activation"},
        {"covered": "round", "reacted": "round", "held": BATTLE, "vanguard": BATTLE},
    ),
    model_marks=Bits({"shaken": "round", "stunned": "round", "immobilised": BATTLE, "general": BATTLE, "allocated": BATTLE}),
    pairs=Bits({"combat": BATTLE}),
    unit_counters=Counters(dict.fromkeys(("actions", "struck", "lost", "pinned", "fleeing"), BATTLE), {"reaction": "round"}),
    model_counters=Counters({"results": "round", "broken": BATTLE, "tested": BATTLE}),
    player_counters=Counters(PASSED, dict.fromkeys(("victory-points", "edge", "first", "waaaaagh"), BATTLE)),
    battle_counters=Counters(dict.fromkeys(("objectives", "decided"), BATTLE)),
)
"""`acting`: the unit whose activation it is; `spent`: it has lost the rest of its activation.

A player's `edge` is 1 for the long edge at the bottom of the table, 2 for the one at the top; `first` says who won the
roll-off for them. `results` and `broken` are bits: the rows of the damage table that came up for a vehicle in this round,
and the slots of weapons that it has lost. `tested` is the last action of its unit in which a model took a terrain test.
`objectives` is how many markers there are, `decided` that the battle is over.
"""

DICE = {
    **LABELS,
    "starting-player": "who begins a round",
    "flee": "how far a unit flees",
    "pursue": "how far a unit pursues",
    "morale": "a Morale test",
    "rally": "a try to rally",
    "vehicle-damage": "a row of the vehicle damage table",
    "objectives": "how many objectives there are",
    "loot": "which hidden marker is worth what",
    "terrain": "where terrain stands",
}
