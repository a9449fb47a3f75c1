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


def hill() -> Battle:
    """Late on the hill, where a general's death decides: who holds it, who may charge, who covers, wagons beside others."""
    own = [
        squad("u", 5, arms(rof=2), blade(fp=1), rules=("Preacher",)),
        squad("v", 3, blade(rof=2, fp=1), B='8"', Type="cavalry", rules=("Furious Charge",)),
        wagon("w", "Medium Armour"),
        squad("g", 1, arms(fp=2), blade(fp=2), L="3", A="4", rules=("Fearless",)),
    ]
    foes = [
        squad("x", 5, arms(rof=2), RW="5+", MW="4+"),
        squad("y", [(2, ["Gun"]), (2, [], {"RW": "3+", "L": "2"})], arms("Gun", 30, 3, 4), RW="5+"),
        wagon("z", "Light Armour"),
        squad("h", 1, arms(fp=3), L="2", A="3"),
    ]
    field = Stage(
        own,
        foes,
        step="activate",
        terrain=GROUND,
        mission="king-of-the-hill",
        battle_round=4,
        additional_rule="death-of-the-general",
    )
    field.state.write("markers", 0, (36, 24))
    field.put("a.u", *[(34 + 1.1 * place, 23) for place in range(5)])
    field.put("a.v", (28, 14), (29.2, 14), (30.4, 14))
    field.put("a.w", (40, 14))
    (general,) = field.put("a.g", (36, 15))
    field.put("b.x", *[(30 + 1.1 * place, 29.5) for place in range(5)])
    field.put("b.y", (38.2, 34), (39.4, 34), (40.6, 34), (41.8, 34))
    field.put("b.z", (44, 26))
    (other,) = field.put("b.h", (42, 31.5))
    for model in (general, other):
        field.mark_model(model, "general")
    field.mark("b.x", "covered")
    field.count("b.h", "pinned", 1)
    field.count("a.u", "reaction", 1)
    field.score("victory-points", (2, 3))
    return field.go(source=SeededDice(4))


def loot() -> Battle:
    """Hidden loot in the last round but one, bikes beside a wood, a wagon that burns, a charge over open ground."""
    own = [
        squad("u", 4, arms(fp=1)),
        squad("v", 3, arms(reach=18, rof=2, fp=1), B='12"', Type="bike", rules=("Fast",)),
        wagon("w"),
        squad("t", 2, arms(reach=36, fp=5), rules=("Sniper",)),
    ]
    foes = [
        squad("x", 6, blade(rof=1, fp=1), B='7"', Type="beast", MW="4+", rules=("Waaaaagh!",)),
        squad("y", 3, arms("Bow", 20, 1, 1), Type="cavalry", B='9"'),
        wagon("z", "Heavy Armour"),
    ]
    field = Stage(own, foes, step="activate", terrain=GROUND, mission="secret-loot", battle_round=5)
    for marker, at in enumerate(((12, 20), (24, 26), (37, 24), (48, 20), (58, 28), (30, 36))):
        field.state.write("markers", marker, at)
    field.put("a.u", *[(22 + 1.1 * place, 22) for place in range(4)])
    field.put("a.v", (15.6, 16), (17.0, 14.8), (15.6, 13.6))
    (burning,) = field.put("a.w", (46, 16))
    field.put("a.t", (33, 8), (34.2, 8))
    field.put("b.x", *[(28 + 1.1 * place, 31) for place in range(6)])
    field.put("b.y", (48, 30), (49.2, 30), (50.4, 30))
    field.put("b.z", (52, 20))
    field.hurt(burning, 1)
    field.mark("a.w", "activated")
    field.mark("b.z", "activated")
    field.count("b.y", "reaction", 1)
    return field.go(source=SeededDice(6))


def lining_up() -> Battle:
    """Setting up where a general's death decides, with wagons, long guns and objectives, up to the first activations."""
    own = [wagon("w"), squad("u", 6, arms(reach=30)), squad("g", 1, blade(rof=2), L="3"), squad("v", 2, arms(reach=12))]
    foes = [wagon("z", "Heavy Armour"), squad("x", 6, arms(rof=2)), squad("h", 1, arms(), L="3", rules=("Vanguard",))]
    agreed = {"additional_rule": "death-of-the-general"}
    documents = roster(own, [], system=SYSTEM, **agreed), roster(foes, [], system=SYSTEM, **agreed)
    return Battle.start(documents, mission="capture-objectives", seed=5)


def closing() -> Battle:
    """Close combats of several kinds: a mixed unit, one without contact any more, fury, reach, who flees and who pursues."""
    own = [
        squad("u", [(3, ["Blade"]), (1, ["Spear"], {"L": "2", "NK": "3+"})], blade(rof=1, fp=1), blade("Spear", 2, 2, 3)),
        squad("v", 4, blade(), A="2", rules=("Furious Charge",)),
        squad("w", 1, blade("Fist", 1, 0, 6), L="4", A="3", rules=("Light Armour",), Type="walker", RW="3+", mm=50),
    ]
    foes = [
        squad("x", [(2, ["Blade"]), (2, ["Blade"], {"RW": "2+", "L": "2"})], blade(fp=2), RW="5+"),
        squad("y", 4, blade(), arms(), MW="5+", rules=("Eternal Warrior",), L="2"),
        squad("z", 5, blade(rof=1), RW="6+", MW="4+"),
    ]
    field = Stage(own, foes, step="activate", terrain=GROUND)
    field.put("a.u", (20, 24), (21.05, 24), (22.1, 24), (20.5, 22.6))
    field.put("b.x", (20, 25), (21.05, 25), (22.1, 25), (23.15, 25))
    field.put("a.v", (50, 20), (51.05, 20), (52.1, 20), (53.15, 20))
    field.put("b.y", (50, 22.4), (51.05, 22.4), (52.1, 22.4), (53.15, 22.4))
    field.put("a.w", (40, 10))
    field.put("b.z", (40.5, 14), (41.6, 14), (42.7, 14), (43.8, 14), (44.9, 14))
    field.fight("a.u", "b.x")
    field.fight("a.v", "b.y")
    return field.go(source=SeededDice(12))
