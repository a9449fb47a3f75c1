"""What this game remembers between activations: marks of units and models, pairs, counters, and how long each lives."""

from __future__ import annotations

from resolver.table.names import BATTLE, Bits, Counters, Names

LIVES = ("phase", "turn", "round", "own", "battle")
POWERS = 16
"""How many different psychic powers are counted by their attempts: those that cost more with each come first."""

NAMES = Names(
    unit_marks=Bits(
        {
            "acted": "phase",  # was selected to move, arrive, manifest, shoot, charge, intervene, fight or test
            "boarded": "phase",  # embarked in this phase
            "stayed-aboard": "phase",  # was asked to disembark and did not
            "charge-near": "phase",  # within 12 inches of an enemy unit at the start of the Charge phase
            "charge-engaged": "phase",  # within Engagement Range at the start of the Charge phase
            "moved": "turn",  # moved for any reason, also by disembarking or arriving
            "normal-move": "turn",
            "advanced": "turn",
            "fell-back": "turn",
            "stationary": "turn",
            "disembarked": "turn",
            "wrecked": "turn",  # disembarked from a destroyed TRANSPORT
            "arrived": "turn",
            "held": "battle",  # starts the battle as Reinforcements
            "charged": "turn",  # made a charge move
            "intervened": "turn",  # performed a Heroic Intervention
        }
    ),
    model_marks=Bits(
        {
            "allocated": "phase",  # had an attack allocated to it
            "warlord": "battle",
            "moved": "turn",  # moved in its Movement phase, or was set up, this turn
        }
    ),
    pairs=Bits({"charge-target": "turn"}),
    unit_counters=Counters(
        {
            "actions": "phase",  # ordinal of the unit's action, for the addresses of dice
            "lost": "turn",  # models destroyed
            "casts": "phase",
            "tried": "turn",  # bits: powers that the unit attempted
            "denies": "phase",
            "struck": "phase",  # ordinal of the mortal wounds that the unit suffers at once, for the addresses of dice
            "rerolled": "phase",  # dice that were re-rolled by rules which allow a limited number
            # bits: effects that last on the unit; those that last until its own turn begins lapse (`moments.lapse`)
            **{f"lasting-{life}": BATTLE if life == "own" else life for life in LIVES},
            **{f"used-{life}": life for life in LIVES if life != "own"},  # bits: limited effects that were used
        }
    ),
    model_counters=Counters(
        {
            "fired": "phase",  # bits: weapons, by slot, that were used
            "marker": "turn",
            "spent": "battle",  # bits: weapons, by slot, that can be shot once in the battle and were
        }
    ),
    player_counters=Counters(
        {
            "victory-points": "battle",
            "command-points": "battle",
            "zone": "battle",  # 1 or 2
            "primary": "battle",  # the roll for what both players play for, of the player who made it
            "border": "battle",  # the angle of the border between the zones, of the player who drew it
            "trait": "battle",  # the place in the table, from 1, of the Warlord's trait that was determined in the battle
            "rerolls": "battle",  # re-rolls of single dice that are left
            "tried": "round",  # bits: powers that were attempted
            **{f"attempts-{power}": "phase" for power in range(POWERS)},
        }
    ),
)
