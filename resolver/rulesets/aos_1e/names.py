"""What this edition remembers: marks of units and models, counters of units, models and players, and how long each lasts."""

from __future__ import annotations

from collections.abc import Mapping

from resolver.shared.rules import LASTING
from resolver.table.dice import LABELS
from resolver.table.names import BATTLE, Bits, Counters, Names

OBJECTIVES = ("assassinate", "blunt", "endure", "seize-ground")
"""The Sudden Death objectives, in the order of their table; a player's counter "objective" holds the place from 1."""
OBJECTIVE_RULES = dict(zip(OBJECTIVES, ("AOS-SUDTAB-02", "AOS-SUDTAB-03", "AOS-SUDTAB-04", "AOS-SUDTAB-05"), strict=True))
ENDURE = 1 + OBJECTIVES.index("endure")
TRIUMPHS = ("blessed", "inspired", "empowered")
"""The Triumphs, in the order of their table; a player's counter "triumph" holds the place from 1."""
TRIUMPH_RULES = dict(zip(TRIUMPHS, ("AOS-TRITAB-02", "AOS-TRITAB-03", "AOS-TRITAB-04"), strict=True))

NAMES = Names(
    unit_marks=Bits(
        {
            "acted": "phase",
            "held": BATTLE,  # is a reserve
            "moved": "turn",  # was moved in its movement phase
            "ran": "turn",
            "retreated": "turn",
            "charged": "turn",  # made a charge move
            "inspired": "phase",  # re-rolls its failed hit rolls by the Triumph
            "sought": BATTLE,  # is the enemy's Sudden Death target
        }
    ),
    model_marks=Bits(
        {
            "allocated": "phase",
            "general": BATTLE,
            "empowered": BATTLE,
            "started": BATTLE,  # began the battle on the battlefield
            "returned": BATTLE,  # left play and came back
        }
    ),
    unit_counters=Counters(
        {
            "actions": "phase",  # ordinal of the unit's action, for the addresses of dice
            "lost": "turn",  # models slain
            "casts": "phase",
            "tried": "phase",  # bits: spells that the unit attempted
            "denies": "phase",
            "struck": "phase",  # ordinal of the wounds that the unit suffers at once, for the addresses of dice
            "own": BATTLE,  # bits: what lasts until a player's next hero phase (`lasting.OWN`), for each player
            **{f"lasting-{life}": BATTLE if life == "own" else life for life in LASTING},
            **{f"used-{life}": life for life in LASTING if life != "own"},
        }
    ),
    player_counters=Counters(
        {
            "zone": BATTLE,  # 1 or 2
            "border": BATTLE,  # the angle of the border between the territories, of the player who drew it
            "finished": BATTLE,  # 1: was the first to finish setting up, 2: was the last
            "models": BATTLE,  # models on the battlefield when set-up ended
            "removed": BATTLE,  # models removed from play since then
            "objective": BATTLE,
            "feature": BATTLE,  # the number, from 1, of the terrain feature to seize
            "limit": BATTLE,  # of the first player: the last battle round, 0 where their number is not limited
            "quiet": BATTLE,  # of the first player: rounds, one after the other, in which the armies did not shrink
            "seen": BATTLE,  # of the first player: the most models that were out of play at the end of a round
            "achieved": BATTLE,  # 1: the Sudden Death objective is achieved
            "triumph": BATTLE,
            "triumphs": BATTLE,  # uses of the Triumph that are left
            "commanded": "phase",  # command abilities used
            "sacrificed": "phase",  # bits: Damned features at which a unit made its sacrifice
        }
    ),
)

DICE: Mapping[str, str] = {
    **LABELS,
    "advance": "how much further a unit runs",
    "charge": "how far a charge reaches",
    "deadly": "whether Deadly terrain slays a model",
    "deny": "an unbinding roll",
    "features": "how many terrain features a square has",
    "ignore-wounds": "whether a lost wound is ignored",
    "morale": "a battleshock test",
    "mystical": "what Mystical terrain does to a unit",
    "psychic": "a casting roll",
    "sacrifice": "what a sacrifice costs",
    "scenery": "the scenery rule of a terrain feature",
    "triumph": "which Triumph a player has",
}
"""What dice are rolled for, by their labels. Rolls that effects may be about have the names of those rolls."""
