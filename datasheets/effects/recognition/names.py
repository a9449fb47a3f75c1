"""Abilities of weapons that are a name only: what the name means stands in a rule of the army, by game system.

The meanings are held to the rules' texts in published data by a test.
"""

from __future__ import annotations

from datasheets.effects.recognition.grammar import Clause, Table

_BIG = {"name": "target-keyword", "keywords": ("VEHICLE", "TITANIC")}
_NOT_BIG = {**_BIG, "not": True}
PLAGUE = Clause(r"plague weapon", ({"kind": "re-roll", "roll": "wound", "results": (1,)},))

NAMES = {
    "wh40k-9e": Table(
        (
            PLAGUE,
            Clause(
                r"shuriken",
                (
                    {
                        "kind": "modify-attack",
                        "roll": "wound",
                        "needs": "6+",
                        "characteristic": "AP",
                        "operation": "subtract",
                        "value": "2",
                    },
                ),
            ),
            Clause(
                r"poisoned weapon \({save}\)",
                ({"kind": "always-passes", "roll": "wound", "needs": "{save}", "when": (_NOT_BIG,)},),
            ),
            Clause(
                r"malefic {fixed}",
                ({"kind": "extra-attacks", "number": "{fixed}", "only": True}, {"kind": "unchanging"}),
            ),
            Clause(
                r"turret weapon",
                (
                    {"kind": "modify-roll", "roll": "hit", "operation": "add", "value": "1"},
                    {"kind": "permit", "action": "target-past-engaged"},
                ),
            ),
            Clause(
                r"sonic weapon",
                (
                    {
                        "kind": "modify-characteristic",
                        "characteristic": "D",
                        "of": "weapons",
                        "operation": "add",
                        "value": "1",
                        "when": ({"name": "half-range"},),
                    },
                ),
            ),
        )
    ),
    "wh40k-8e": Table(
        (
            PLAGUE,
            Clause(
                r"poisoned weapon",
                (
                    {"kind": "wounds-on", "needs": "4+", "when": (_NOT_BIG,)},
                    {"kind": "wounds-on", "needs": "6+", "when": (_BIG,)},
                ),
            ),
        )
    ),
}
