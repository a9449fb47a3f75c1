"""Units with much that rules speak of, for recorded battles."""

from __future__ import annotations

from typing import Any

from tests.field import BLAST, Row, ability, blade, gun, unit

HULL = {"shape": "hull", "mm": [101.6, 63.5]}
BIKE = {"shape": "oval", "mm": [60.0, 35.0]}
WEAPON, BEARER, OWN = {"scope": "weapon"}, {"scope": "bearer"}, {"scope": "unit"}
ATTACK = {"on": "attack"}
BANG = ability(
    "Explodes",
    {
        **{"kind": "explodes", "needs": "3+", "distance": 6, "number": "D3", "on": "destroyed"},
        "to": {"scope": "units", "range": 6},
    },
)
FAR_BANG = ability(
    "Explodes far",
    {
        **{"kind": "explodes", "needs": "2+", "distance": "2D6", "number": "1", "on": "destroyed"},
        "to": {"scope": "units", "range": 12},
    },
)
RESERVES = ability("Drop", {"kind": "reserves", "distance": 9, "from_round": 1, "on": "deployment", "to": OWN})
SECURED = ability("Secured", {"kind": "objective-secured", "to": OWN})
WATCHFUL = ability("Watchful", {"kind": "overwatch", "needs": "5+", "to": OWN})
COMMAND = ability(
    "Command",
    {"kind": "re-roll", "roll": "hit", "results": [1], **ATTACK, "to": {"scope": "friendly-units", "range": 6}},
    {"kind": "modify-characteristic", "characteristic": "Ld", "operation": "add", "value": "1"}
    | {"to": {"scope": "friendly-units", "range": 6}},
    aura=True,
)
DREAD = ability(
    "Dread",
    {"kind": "modify-roll", "roll": "hit", "operation": "subtract", "value": "1", **ATTACK}
    | {"to": {"scope": "enemy-units", "range": 6}},
    {"kind": "modify-characteristic", "characteristic": "Ld", "operation": "subtract", "value": "1"}
    | {"to": {"scope": "enemy-units", "range": 6}},
    aura=True,
)
CHARM = ability("Charm", {"kind": "invulnerable-save", "save": "5+", "to": OWN})
TOUGH = ability("Tough", {"kind": "ignore-wounds", "needs": "5+", "to": OWN})
STUBBORN = ability("Stubborn", {"kind": "re-roll", "roll": "morale", "results": "failed", "to": OWN})
KEEN = ability("Keen", {"kind": "re-roll", "roll": "charge", "results": "all", "to": OWN})
SWIFT = ability(
    "Swift",
    {"kind": "permit", "action": "charge-after-advance", "to": OWN},
    {"kind": "permit", "action": "shoot-after-fall-back", "to": OWN},
)
FURY = ability(
    "Fury",
    {"kind": "modify-characteristic", "characteristic": "A", "operation": "add", "value": "1"}
    | {"on": "charge", "to": OWN, "until": "turn-end"},
)
VEILED = ability(
    "Veiled",
    {"kind": "modify-roll", "roll": "hit", "operation": "subtract", "value": "1", "on": "charge", "until": "turn-end"}
    | {"to": OWN, "when": ["targeted"]},
    {"kind": "modify-roll", "roll": "wound", "operation": "add", "value": "1", "on": "charge", "until": "turn-end"}
    | {"to": OWN, "when": [{"name": "target-models", "at_least": 5}]},
)
RALLY = ability(
    "Rally",
    {
        "kind": "regain-wounds",
        "number": "D3",
        "on": "turn-start",
        "to": {"scope": "friendly-units", "range": 9, "pick": "one"},
    },
    {"kind": "return-models", "number": "1", "on": "turn-end", "to": {"scope": "friendly-units", "range": 9, "pick": "one"}},
)
CURSE = ability(
    "Curse",
    {
        "kind": "mortal-wounds",
        "number": "1",
        "needs": "4+",
        "on": "phase-start",
        "when": [{"name": "phase", "phase": "shooting"}],
    }
    | {"to": {"scope": "enemy-units", "range": 12}},
)


def on(roll: str = "", needs: str = "6+", **given: Any) -> Row:
    """What happens where a roll of the attack (the hit roll) shows so much."""
    rolled = {"roll": roll} if roll else {}
    return {**rolled, "needs": needs, "on": "attack", "to": WEAPON, **given}


RIFLE, SWORD = gun("Rifle"), blade("Sword", AP="-1")
PISTOL = gun("Pistol", range='12"', type="Pistol 1", AP="-1")
GRENADE = gun("Grenade", range='6"', type="Grenade D6", S="3", effects=[BLAST])
CANNON = gun("Cannon", range='36"', type="Heavy D6", S="7", AP="-2", D="2", effects=[BLAST])
LANCE = gun(
    "Lance",
    range='48"',
    type="Heavy 1",
    S="9",
    AP="-3",
    D="D6",
    effects=[{"kind": "re-roll", "roll": "damage", "results": "all", **ATTACK, "to": WEAPON}],
)
PLASMA = gun(
    "Plasma",
    range='24"',
    type="Rapid Fire 1",
    S="7",
    AP="-3",
    profiles=[
        {"name": "safe"},
        {
            "name": "hot",
            "S": "8",
            "D": "2",
            "effects": [
                {"kind": "destroy-bearer", "roll": "hit", "results": [1], "on": "after-shooting", "to": BEARER},
            ],
        },
    ],
)
FLAMER = gun("Flamer", range='12"', type="Assault D6", effects=[{"kind": "auto-hit", "to": WEAPON}])
STORM = gun(
    "Storm",
    range='18"',
    type="Assault 4",
    effects=[
        {"kind": "extra-hits", "number": "1", **on()},
        {"kind": "attack-mortal-wounds", "number": "1", "instead": False, **on("wound")},
    ],
)
RIPPER = gun(
    "Ripper",
    type="Assault 3",
    effects=[
        {"kind": "auto-wound", **on()},
        {"kind": "modify-attack", "characteristic": "AP", "operation": "set", "value": "-4", **on("wound")},
    ],
)
FLAIL = blade(
    "Flail",
    S="+1",
    AP="-2",
    D="D3",
    effects=[
        {"kind": "re-roll", "roll": "wound", "results": "failed", **ATTACK, "to": WEAPON},
        {"kind": "extra-attacks", "number": "1", "on": "fight", "to": WEAPON},
    ],
)
FIST = blade(
    "Fist",
    S="x2",
    AP="-3",
    D="2",
    effects=[{"kind": "modify-roll", "roll": "hit", "operation": "subtract", "value": "1", **ATTACK, "to": WEAPON}],
)
SCYTHE = blade("Scythe", S="+2", AP="-1", effects=[{"kind": "hit-rolls", "number": 2, **ATTACK, "to": WEAPON}])


def power(
    id: str, *effects: Row, value: int = 5, target: str = "enemy-unit", range_in: int | None = 18, step: int = 0
) -> Row:
    return {
        "id": id,
        "name": id.title(),
        "value": value,
        "step": step,
        "range_in": range_in,
        "target": target,
        "duration": "",
        "keywords": [],
        "text": "",
        "effects": list(effects),
    }


TARGET = {"scope": "target"}
SMITE = power(
    "smite",
    *(
        {"kind": "mortal-wounds", "number": number, "on": "manifested", "to": TARGET}
        | {"when": [{"name": "psychic-test", **band}]}
        for number, band in (("D3", {"at_most": 10}), ("D6", {"at_least": 11}))
    ),
    target="closest-enemy-unit",
    step=1,
)
HASTE = power(
    "haste",
    {"kind": "modify-characteristic", "characteristic": "M", "operation": "add", "value": "3"}
    | {"on": "manifested", "until": "own-phase", "to": TARGET},
    {"kind": "invulnerable-save", "save": "4+", "on": "manifested", "until": "own-phase", "to": TARGET},
    value=6,
    target="friendly-unit",
)
HEX = power(
    "hex",
    {"kind": "modify-roll", "roll": "hit", "operation": "subtract", "value": "1"}
    | {"on": "manifested", "until": "own-turn", "to": TARGET},
    value=4,
)
LIFE = power("life", {"kind": "regain-wounds", "number": "D3", "on": "manifested", "to": TARGET}, value=4, target="self")


def troops(id: str, models: int = 4, **given: Any) -> Row:
    """Infantry with rifles; one has a better weapon, the leader a sword."""
    rest = models - 2
    rows = [(1, ["Pistol", "Sword"], {"A": "2", "Ld": "8"}), (1, ["Plasma"]), (rest, ["Rifle", "Grenade"])]
    return unit(id, rows, PISTOL, SWORD, PLASMA, RIFLE, GRENADE, **{"abilities": [SECURED], "height": 1.4, **given})


def lord(id: str = "lord", **given: Any) -> Row:
    words = ("CHARACTER", "INFANTRY")
    usual = {"W": "4", "A": "4", "WS": "2+", "BS": "2+", "Sv": "3+", "Ld": "9", "abilities": [COMMAND, CHARM]}
    return unit(id, 1, STORM, FLAIL, keywords=words, **{**usual, **given})


def psyker(id: str, *powers: Row, casts: int = 2, denies: int = 1, **given: Any) -> Row:
    known = {"casts": casts, "denies": denies, "powers": list(powers)}
    usual = {"W": "3", "Ld": "8", "keywords": ("CHARACTER", "INFANTRY", "PSYKER")}
    return unit(id, 1, PISTOL, SWORD, psyker=known, **{**usual, **given})


def tank(id: str = "tank", **given: Any) -> Row:
    """A transport that explodes, whose characteristics change with its wounds."""
    room = {"capacity": 6, "admits": [["INFANTRY"]], "refuses": [], "slots": {}, "text": ""}
    table = [
        {"wounds": [4, 8], "characteristics": {"M": '10"', "BS": "3+"}},
        {"wounds": [1, 3], "characteristics": {"M": '6"', "BS": "5+"}},
    ]  # what is "*" depends on the wounds left
    usual = {"M": "*", "BS": "*", "T": "7", "W": "8", "Sv": "3+", "A": "3", "WS": "6+", "height": 3.0, "base": HULL}
    words = ("VEHICLE", "TRANSPORT")
    return unit(id, 1, LANCE, RIPPER, keywords=words, transport=room, table=table, **{"abilities": [BANG], **usual, **given})


def flyer(id: str = "jet", **given: Any) -> Row:
    usual = {"M": '20-40"', "T": "6", "W": "6", "Sv": "3+", "height": 3.0, "base": HULL}
    return unit(id, 1, CANNON, keywords=("VEHICLE", "AIRCRAFT", "FLY"), abilities=[BANG], **{**usual, **given})


def riders(id: str = "riders", models: int = 3, **given: Any) -> Row:
    usual = {"M": '12"', "T": "5", "W": "2", "A": "2", "base": BIKE, "abilities": [FURY, KEEN]}
    return unit(id, models, RIPPER, FIST, keywords=("BIKER",), **{**usual, **given})


def beasts(id: str = "beasts", models: int = 5, **given: Any) -> Row:
    usual = {"M": '2D6"', "A": "2", "Sv": "6+", "Ld": "5", "abilities": [TOUGH, SWIFT]}
    return unit(id, models, SCYTHE, keywords=("BEAST", "FLY"), **{**usual, **given})


def guns(id: str = "guns", models: int = 2, **given: Any) -> Row:
    usual = {"M": '5"', "W": "2", "Sv": "4+", "abilities": [WATCHFUL]}
    return unit(id, models, CANNON, FLAMER, **{**usual, **given})
