"""The vehicle damage table: what each face does, and when a result destroys the vehicle instead. Said for battles and odds.

Source: GRW-VEHICLE-05..14, GRW-Q-42, -43, -45.
"""

from __future__ import annotations

from resolver.attack.profile import DamageTable, Plight

SHAKEN, STUNNED, IMMOBILISED, WEAPON, DESTROYED, EXPLODES = range(1, 7)
RESULTS = {
    SHAKEN: ("shaken", "GRW-VEHICLE-07"),
    STUNNED: ("stunned", "GRW-VEHICLE-08"),
    IMMOBILISED: ("immobilised", "GRW-VEHICLE-09"),
    WEAPON: ("weapon-destroyed", "GRW-VEHICLE-10"),
    DESTROYED: ("destroyed", "GRW-VEHICLE-11"),
    EXPLODES: ("explodes", "GRW-VEHICLE-12"),
}
"""Each row by its face: what it is called, and the rule."""
NAMES = tuple(name for name, _ in RESULTS.values())


def destroys_instead(face: int, *, again: bool, weapons: int, immobilised: bool) -> str:
    """Return why a row destroys a vehicle, whatever it says: "twice", "not-applicable", or "" where it does not.

    Args:
        again: the row has come up before in this turn (GRW-VEHICLE-14).
        weapons: how many weapons the vehicle has left; without any neither Shaken nor Weapon Destroyed changes anything.
        immobilised: it cannot move any more (GRW-VEHICLE-13, GRW-Q-45).
    """
    if again:
        return "twice"
    idle = (face in (SHAKEN, WEAPON) and not weapons) or (face == IMMOBILISED and immobilised)
    return "not-applicable" if idle else ""


def _follow(plight: Plight, face: int) -> Plight | str:
    """How a vehicle stands after one more roll in the same turn, or how it has ended."""
    name = RESULTS[face][0]
    again, immobilised = name in plight.results, RESULTS[IMMOBILISED][0] in plight.results
    if face == EXPLODES:
        return name
    if face == DESTROYED or destroys_instead(face, again=again, weapons=plight.weapons, immobilised=immobilised):
        return RESULTS[DESTROYED][0]
    return Plight(tuple(sorted((*plight.results, name))), plight.weapons - (face == WEAPON))


TABLE = DamageTable(results=NAMES, fallen=RESULTS[DESTROYED][0], follow=_follow)
"""The table as odds know it: for a vehicle that is whole before, in one turn."""
