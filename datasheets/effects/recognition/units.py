"""The grammar of abilities of units, models and wargear: attacks that they make and suffer, charges, auras; the tables.

Tables: "unit" and "wargear" a whole sentence; "targeted" and "allocated" what is said of attacks against somebody;
"charging" what a charge gives; "theirs" what units near somebody get; the others are those of `attacks`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from datasheets.effects.recognition import attacks, older_units
from datasheets.effects.recognition.bearers import CHARACTERISTICS, MODELS, SENTENCES, SURVIVES, UNIT, WHOM, modify
from datasheets.effects.recognition.grammar import Clause, Opening, Row, Rows, Table

KINDS_OF_ATTACK: tuple[tuple[str, Rows], ...] = (
    (r"an?", ()),
    (r"a ranged", ({"name": "shooting"},)),
    (r"a melee", ({"name": "fighting"},)),
)
TARGETED: Row = {"name": "targeted"}
CHARGED, INTERVENED, WAS_CHARGED = attacks.CHARGED, attacks.INTERVENED, attacks.WAS_CHARGED
IN_FIGHTS: Row = {"name": "fighting"}


def _attacks() -> Iterator[Opening]:
    """Beginnings that are about attacks: those that somebody makes, and those that are made against somebody."""
    for kind, when in KINDS_OF_ATTACK:
        for models, to in MODELS:
            yield Opening(rf"each time {models} makes {kind} attack", "attack", when=when, to=to)
            yield Opening(rf"each time {kind} attack is made by {models}", "attack", when=when, to=to)
            yield Opening(rf"each time {kind} attack is allocated to {models}", "allocated", when=when, to=to)
        for whom, to in WHOM:
            weapon = {"shooting": " with a ranged weapon", "fighting": " with a melee weapon"}
            using = weapon[str(when[0]["name"])] if when else ""
            yield Opening(rf"when resolving an attack made{using} against {whom}", "targeted", when=(TARGETED, *when), to=to)
            yield Opening(
                rf"each time {kind} attack (?:is made against|targets|is made that targets) {whom}",
                "targeted",
                when=(TARGETED, *when),
                to=to,
            )
    for models, to in MODELS:
        yield Opening(
            rf"each time an attack with a damage characteristic of {{i}} is allocated to {models}",
            "allocated",
            when=({"name": "weapon-damage", "at_least": "{i}", "at_most": "{i}"},),
            to=to,
        )


def _charge_openings() -> Iterator[Opening]:
    """Beginnings that are about charging: what follows holds in that turn, of models that attack in melee."""
    either = ((CHARGED,), (WAS_CHARGED, {**CHARGED, "not": True}), (INTERVENED, {**WAS_CHARGED, "not": True}))
    yield Opening(
        r"at the start of the fight phase, if this unit made a charge move, was charged or performed a heroic intervention"
        r" this turn, until the end of the phase",
        "charging",
        when=(IN_FIGHTS,),
        either=either,
    )
    yield Opening(
        r"if this unit makes a charge move, is charged or performs a heroic intervention",
        "charging-turn",
        either=either,
    )
    for begun, how in (
        (r"made a charge move", ((CHARGED,),)),
        (r"made a charge move or performed a heroic intervention", ((CHARGED,), (INTERVENED,))),
        (r"made a charge move, was charged or performed a heroic intervention", either),
    ):
        yield Opening(
            rf"each time this unit fights, if it {begun} this turn,? (?:then )?until that fight is resolved",
            "charging",
            when=(IN_FIGHTS,),
            either=how,
        )


def _auras() -> Iterator[Opening]:
    near = r"within {i}\" of (?:this model|the bearer|this unit|this warlord|this (?-i:[A-Z]+) model)"
    for who, scope in ((r"a friendly {keys} unit", "friendly-units"), (r"an enemy unit", "enemy-units")):
        to: Row = {"scope": scope, "range": "{i}"}
        if "keys" in who:
            to = {**to, "keywords": "{keys}"}
        yield Opening(rf"while {who} is {near}", "theirs", to=to)
    yield Opening(
        rf"while a friendly {{keys}} unit \(excluding {{keys2}} units\) is {near}",
        "theirs",
        to={"scope": "friendly-units", "range": "{i}", "keywords": "{keys}", "without": "{keys2}"},
    )


def _near(models: str, whom: str) -> Iterator[Clause]:
    """What an aura gives to the units in it."""
    for name, key in CHARACTERISTICS.items():
        inches = '"' if key == "M" else ""
        for operation in ("add", "subtract"):
            if key in ("WS", "BS"):
                continue
            yield Clause(
                rf"{operation} {{n}}{inches} (?:to|from) the {name} characteristic of {models}", (modify(key, operation),)
            )
    yield Clause(rf"{models} have an? {{save}} invulnerable save", ({"kind": "invulnerable-save", "save": "{save}"},))
    yield Clause(
        rf"each time a model in that unit would lose a wound, {SURVIVES}", ({"kind": "ignore-wounds", "needs": "{needs}"},)
    )
    yield Clause(
        rf"each time a morale test is taken for {whom}, it is automatically passed",
        ({"kind": "auto-pass", "roll": "morale"},),
    )
    yield Clause(rf"{whom} has the objective secured ability", ({"kind": "objective-secured"},))
    for operation in ("add", "subtract"):
        yield Clause(
            rf"each time a combat attrition test is taken for {whom}, {operation} {{n}} (?:to|from) that"
            r"(?: combat attrition)? test",
            ({"kind": "modify-roll", "roll": "attrition", "operation": operation, "value": "{n}"},),
        )
    for roll in ("advance", "charge"):
        again: Row = {"kind": "re-roll", "roll": roll, "results": "all"}
        yield Clause(
            rf"each time an? {roll} roll is made for {whom}, you can re-roll (?:that|the) (?:{roll} )?roll", (again,)
        )
        yield Clause(
            rf"each time an? {roll} roll is made for {whom}, add {{n}} to (?:that|the) (?:{roll} )?roll",
            ({"kind": "modify-roll", "roll": roll, "operation": "add", "value": "{n}"},),
        )


CHARGERS = (
    *(
        Clause(
            rf"add {{n}} to the {name} characteristics? of models in (?:this|that) unit",
            ({**modify(key, "add"), "to": UNIT},),
        )
        for name, key in (("attacks", "A"), ("strength", "S"))
    ),
    Clause(
        r"add {n} to the strength and attacks characteristics? of models in (?:this|that) unit",
        tuple({**modify(key, "add"), "to": UNIT} for key in ("S", "A")),
    ),
)
SHIELD: Row = {"kind": "modify-damage"}
TABLES = {
    **attacks.TABLES,
    "attack": attacks.TABLES["attack"]
    + Table(
        (),
        (
            Opening(
                r"if (?:it|this model) has {i} or fewer wounds remaining",
                when=({"name": "wounds", "at_most": "{i}"},),
            ),
        ),
    ),
    "unit": Table(
        (*SENTENCES, *older_units.UNITS), (*_attacks(), *_auras(), *_charge_openings(), Opening(r"in addition", "unit"))
    ),
    "wargear": Table((*SENTENCES, *older_units.UNITS), (*_attacks(), *_auras(), Opening(r"in addition", "wargear"))),
    "charging": Table(CHARGERS),
    "charging-turn": Table(tuple(replace(row, pattern=rf"{row.pattern} until the end of the turn") for row in CHARGERS)),
    "theirs": Table(
        tuple(_near(r"(?:models in that unit|that unit)", r"that unit")),
        tuple(
            Opening(rf"each time a model in that unit makes {kind} attack", "attack", when=when)
            for kind, when in KINDS_OF_ATTACK
        ),
    ),
    "targeted": Table(
        (
            Clause(
                r"subtract {n} from (?:that attack's|the) {roll} roll",
                ({"kind": "modify-roll", "roll": "{roll}", "operation": "subtract", "value": "{n}"},),
            ),
            Clause(
                r"an unmodified {roll} roll of 1-{i}(?: for that attack)? always fails,? irrespective of any abilities"
                r" that the weapon or (?:the )?model making (?:that|the) attack may have",
                ({"kind": "always-fails", "roll": "{roll}", "at_most": "{i}"},),
            ),
        )
    ),
    "allocated": Table(
        (
            Clause(
                r"subtract {n} from the damage characteristic of that attack \(to a minimum of {i}\)",
                ({**SHIELD, "operation": "subtract", "value": "{n}", "minimum": "{i}"},),
            ),
            Clause(
                r"halve the damage characteristic of that attack(?: \(rounding up\))?",
                ({**SHIELD, "operation": "divide", "value": "2"},),
            ),
            Clause(
                r"add {n} to (?:any|the) armour saving throws? made against that attack",
                ({"kind": "modify-roll", "roll": "armour-save", "operation": "add", "value": "{n}"},),
            ),
        )
    ),
}
