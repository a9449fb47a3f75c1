"""How the recorded battles of the Grundregelwerk begin: most of its actions, each short enough to read."""

from __future__ import annotations

from resolver.engine.battle import Battle
from resolver.table.dice import SeededDice
from tests.field import Row, roster
from tests.grundregelwerk.stage import SYSTEM, Stage, arms, blade, piece, squad

GROUND = (piece("wood", 18, 12, 26, 20), piece("ruin", 34, 26, 42, 34), piece("pillar", 28, 20, 31, 23))


def wagon(id: str, *rules: str) -> Row:
    """A vehicle with two guns."""
    guns = arms("Cannon", 36, 2, 5), arms("Carbine", 18, 2, 1)
    return squad(id, 1, *guns, rules=rules, mm=60, B='10"', RW="3+", L="3", Type="vehicle")


def beginning() -> Battle:
    """From the roll for edges on: secret loot, a unit with Vanguard, a vehicle."""
    own = [squad("u", 3, arms(), rules=("Vanguard",)), wagon("w", "Light Armour")]
    foes = [squad("x", 3, arms(fp=2)), squad("y", 2, blade(rof=1), B='8"', Type="cavalry")]
    documents = roster(own, [], system=SYSTEM), roster(foes, [], system=SYSTEM)
    return Battle.start(documents, mission="secret-loot", seed=11)


def fighting() -> Battle:
    """A close combat, a pinned unit, one that flees, one with a reaction marker, a Waaaaagh! to come."""
    own = [
        squad("u", 3, blade(rof=1, fp=1), rules=("Furious Charge", "Waaaaagh!")),
        squad("v", 2, arms(fp=3), blade(), rules=("Sniper",)),
        squad("w", 2, arms()),
    ]
    foes = [squad("x", 3, blade(), L="2"), squad("y", 3, arms("Gun", 30, 2, 2)), squad("z", 2, arms(), MW="4+")]
    field = Stage(own, foes, step="activate", terrain=GROUND)
    field.put("a.u", (20, 24), (20, 25.1), (20, 26.2))
    field.put("a.v", (24, 10), (25.2, 10))
    field.put("a.w", (40, 20), (41.2, 20))
    field.put("b.x", (21, 24), (21, 25.1), (21, 26.2))
    field.put("b.y", (30, 36), (31.2, 36), (32.4, 36))
    field.put("b.z", (44, 30), (45.2, 30))
    field.fight("a.u", "b.x")
    field.count("a.w", "pinned", 1)
    field.count("b.z", "fleeing", 1)
    field.count("b.y", "reaction", 1)
    return field.go(source=SeededDice(5))


def wagons() -> Battle:
    """Vehicles close together, so that explosions chain, and bikes beside a wood."""
    own = [wagon("w"), wagon("v", "Heavy Armour"), squad("u", 3, arms(fp=6), rules=("Preacher",))]
    bikes = squad("y", 2, arms(reach=18, rof=2), rules=("Fast",), B='12"', Type="bike")
    field = Stage(own, [wagon("x"), wagon("z", "Light Armour"), bikes], step="activate", terrain=GROUND)
    field.put("a.w", (20, 8))
    field.put("a.v", (24, 8))
    field.put("a.u", (20, 4), (21.2, 4), (22.4, 4))
    field.put("b.x", (22, 30))
    field.put("b.z", (26, 30))
    field.put("b.y", (20, 22), (22, 22))
    return field.go(source=SeededDice(9))
