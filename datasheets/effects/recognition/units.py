"""The grammar of abilities of units, models and wargear.

Tables: "unit" a whole sentence; "targeted" and "allocated" what is said of attacks against it; "theirs" what units near it
get, and "models-theirs" their models' attacks; the others are those of `attacks`. Whom a sentence is about is one table,
`WHOM`: each wording makes its own rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from datasheets.effects.recognition import attacks
from datasheets.effects.recognition.grammar import Clause, Opening, Row, Rows, Table

BEARER: Row = {"scope": "bearer"}
UNIT: Row = {"scope": "unit"}
WHOM: tuple[tuple[str, Row], ...] = (
    (r"(?:this model|the bearer|this warlord|this transport|this (?-i:[A-Z]+) model)", BEARER),
    (r"(?:this unit|the bearer's unit|this model's unit)", UNIT),
)
MODELS: tuple[tuple[str, Row], ...] = (
    (r"(?:this model|the bearer|this warlord|this transport|this (?-i:[A-Z]+) model)", BEARER),
    (r"(?:a model|(?:all )?models|each model) in (?:this unit|the bearer's unit|this model's unit)", UNIT),
)
OWNERS: tuple[tuple[str, Row], ...] = (
    (r"(?:this model's|the bearer's|this warlord's)", BEARER),
    (r"(?:this unit's|the bearer's unit's)", UNIT),
)
KINDS_OF_ATTACK: tuple[tuple[str, Rows], ...] = (
    (r"an?", ()),
    (r"a ranged", ({"name": "shooting"},)),
    (r"a melee", ({"name": "fighting"},)),
)
TARGETED: Row = {"name": "targeted"}
CHARGED, INTERVENED = attacks.CHARGED, attacks.INTERVENED
WAS_CHARGED: Row = {"name": "was-charged"}
IN_FIGHTS: Row = {"name": "fighting"}
MUSTERED = "settled when the army is mustered"
NO_ACTIONS = "there are no actions in these missions"

_KEYS = {"move": "M", "weapon skill": "WS", "ballistic skill": "BS", "strength": "S", "toughness": "T", "attacks": "A"}
CHARACTERISTICS = {**_KEYS, "leadership": "Ld"}
"""Those of models that the resolver asks for; Wounds are as printed."""
FEAR = r"(?:combat )?attrition tests?"
SURVIVES = r"roll (?:one|a) d6[:;,] on an? {needs},? (?:that|the) wound is not lost"
EXPLODES = (
    r"roll (?:one|a) d6 (?:before any embarked models disembark and )?before removing (?:it|that model)"
    r" from (?:play|the battlefield)(?: and before any embarked models disembark)?; on an? {needs},? it explodes,? and each"
    r' unit within {i}" suffers {n} mortal wounds?'
)


BLAST: Row = {"kind": "explodes", "needs": "{needs}", "distance": "{i}", "number": "{n}", "on": "destroyed", "to": BEARER}


FIGHTS_FIRST: Row = {
    "kind": "fight-first",
    "on": "phase-start",
    "when": ({"name": "phase", "phase": "fight"}, {"name": "engaged"}),
    "until": "phase-end",
}


def _permit(*actions: str) -> tuple[Row, ...]:
    return tuple({"kind": "permit", "action": action} for action in actions)


def _modify(key: str, operation: str = "{op}", value: str = "{n}") -> Row:
    return {"kind": "modify-characteristic", "characteristic": key, "operation": operation, "value": value}


def _saves(models: str, to: Row) -> Iterator[Clause]:
    """What models have: invulnerable saves, wounds that are not lost, characteristics."""
    own = {"to": to}
    for kind, when in (
        (r"", ()),
        (r" against ranged (?:attacks|weapons)", "shooting"),
        (r" against melee attacks", "fighting"),
    ):
        conditions: Rows = ({"name": when},) if isinstance(when, str) else ()
        yield Clause(
            rf"{models} (?:has|have) an? {{save}} invulnerable save{kind}",
            ({"kind": "invulnerable-save", "save": "{save}", "when": conditions, **own},),
        )
    for wound, against in (("a wound", "all"), ("a wound as a result of a mortal wound", "mortal")):
        yield Clause(
            rf"each time {models} would lose {wound}, {SURVIVES}",
            ({"kind": "ignore-wounds", "needs": "{needs}", "against": against, **own},),
        )
    yield Clause(
        rf"each time {models} would suffer a mortal wound, roll (?:one|a) d6[:;,] on an? {{needs}},? that"
        r" mortal wound is not suffered",
        ({"kind": "ignore-wounds", "needs": "{needs}", "against": "mortal", **own},),
    )
    yield Clause(rf"{models} (?:has|have) a save characteristic of {{skill}}", ({**_modify("Sv", "set", "{skill}"), **own},))
    yield Clause(rf"(?:each time|when|if) {models} is (?:destroyed|reduced to 0 wounds), {EXPLODES}", (BLAST,))
    for name, key in CHARACTERISTICS.items():
        inches = '"' if key == "M" else ""
        yield Clause(rf"add {{n}}{inches} to the {name} characteristic of {models}", ({**_modify(key, "add"), **own},))
        if key in ("WS", "BS"):
            yield Clause(rf"improve the {name} characteristic of {models} by {{n}}", ({**_modify(key, "subtract"), **own},))
    yield Clause(
        rf"add {{n}} to the strength and attacks characteristics of {models}",
        tuple({**_modify(key, "add"), **own} for key in ("S", "A")),
    )
    yield Clause(
        rf"{models} (?:do|does) not suffer the penalty (?:incurred )?to (?:their |its )?hit rolls (?:incurred )?for"
        r" (?:moving and firing heavy weapons|firing heavy weapons in the same turn that (?:their unit|it|this model) has"
        r" moved)",
        ({"kind": "permit", "action": "move-and-shoot-heavy", **own},),
    )


def _rolls(whom: str, to: Row) -> Iterator[Clause]:
    """What rolls and tests of a unit are like, and what it may do."""
    own = {"to": to}
    rolls = {"advance roll": "advance", "charge roll": "charge", "morale test": "morale", "psychic test": "psychic"}
    for words, roll in rolls.items():
        again = {"kind": "re-roll", "roll": roll, "results": "all", **own}
        each = rf"each time an? {words} is (?:made|taken) for {whom},"
        yield Clause(rf"(?:you can )?re-roll {words}s (?:made|taken) for {whom}", (again,))
        yield Clause(rf"{each} you can re-roll (?:that|the) (?:test|roll|{words})", (again,))
        for operation, sign in (("add", "add"), ("subtract", "subtract")):
            yield Clause(
                rf"{each} {sign} {{n}} (?:to|from) (?:that|the) (?:test|roll|{words})",
                ({"kind": "modify-roll", "roll": roll, "operation": operation, "value": "{n}", **own},),
            )
    both = tuple({"kind": "re-roll", "roll": roll, "results": "all", **own} for roll in ("advance", "charge"))
    yield Clause(rf"you can re-roll advance rolls and charge rolls made for {whom}", both)
    yield Clause(rf"you can re-roll advance and charge rolls made for {whom}", both)
    yield Clause(
        rf"each time a morale test is taken for {whom}, it is automatically passed|{whom} automatically passes morale tests",
        ({"kind": "auto-pass", "roll": "morale", **own},),
    )
    yield Clause(
        rf"each time {whom} advances, do not make an advance roll, instead,? until the end of the phase, add {{i}}\" to the"
        r" move characteristic of (?:models in this unit|this model|the bearer)",
        ({"kind": "advance-instead", "distance": "{i}", **own},),
    )
    for words, actions in (
        (r"(?:declare a )?charge in a turn in which (?:it|they) advanced", ("charge-after-advance",)),
        (r"(?:declare a )?charge in a turn in which (?:it|they) fell back", ("charge-after-fall-back",)),
        (
            r"declare a charge in a turn in which (?:it|they) (?:advanced or fell back|fell back or advanced)",
            ("charge-after-advance", "charge-after-fall-back"),
        ),
        (r"shoot in a turn in which (?:it|they) fell back", ("shoot-after-fall-back",)),
        (
            r"shoot and declare a charge in a turn in which (?:it|they) fell back",
            ("shoot-after-fall-back", "charge-after-fall-back"),
        ),
        (r"shoot in a turn in which (?:it|they) advanced", ("shoot-after-advance",)),
        (
            r"shoot and declare a charge in a turn in which (?:it|they) advanced",
            ("shoot-after-advance", "charge-after-advance"),
        ),
    ):
        yield Clause(rf"{whom} is eligible to {words}", tuple({**row, **own} for row in _permit(*actions)))
    yield Clause(rf"{whom} has the objective secured ability", ({"kind": "objective-secured", **own},))
    yield Clause(
        rf"at the start of the fight phase, if {whom} is within engagement range of any enemy units, it can fight first that"
        r" phase",
        ({**FIGHTS_FIRST, **own},),
    )
    yield Clause(rf"{whom} can never have a relic or a warlord trait", why=MUSTERED)
    yield Clause(
        rf"{whom} cannot perform (?:any )?actions(?:, as described in the warhammer 40,000 core book)?", why=NO_ACTIONS
    )


def _reserves() -> Iterator[Clause]:
    """Units that wait elsewhere. What every model of a unit must have is the bearer's: all may not have it."""
    place = r"(?:high )?(?:in|on|upon|inside|beneath|under|aboard|behind) (?:the |a |an )?{words} instead of"
    far = r'(?: on the battlefield)? that is more than {i}" away from (?:any )?enemy models'
    for condition, to in ((r"", UNIT), (r" if every model in this unit has this ability,(?: then)?", BEARER)):
        begins = (
            rf"during deployment,?{condition} you can set (?:up (?:this unit|this model)|(?:this unit|this model|it) up)"
        )
        given = ({"kind": "reserves", "distance": "{i}", "to": to},)
        yield Clause(
            rf"{begins} {place} (?:setting it up|placing it) on the battlefield; if you do(?: so)?,? (?:then )?in the"
            rf" reinforcements step of (?:one|any) of your movement phases you can set up (?:this unit|this model|it)"
            rf" anywhere{far}",
            given,
        )
        yield Clause(
            rf"{begins} {place} (?:setting it up|placing it) on the battlefield; at the end of (?:one|any) of your movement"
            rf" phases,? (?:this|the) (?:unit|model) can {{words2}} - set (?:it|this unit|this model) up anywhere{far}",
            given,
        )


REGAINS: Row = {
    "kind": "regain-wounds",
    "number": "{n}",
    "on": "phase-start",
    "to": BEARER,
    "when": ({"name": "phase", "phase": "command"}, {"name": "own-turn"}),
}
SENTENCES = (
    *attacks.CHOICES,
    *(
        Clause(
            rf"add {{n}} to psychic tests taken for {whom}",
            ({"kind": "modify-roll", "roll": "psychic", "operation": "add", "value": "{n}", "to": to},),
        )
        for whom, to in WHOM
    ),
    *(clause for models, to in MODELS for clause in _saves(models, to)),
    *(clause for whom, to in WHOM for clause in _rolls(whom, to)),
    *(Clause(rf"add {{n}}\" to {owner} move characteristic", ({**_modify("M", "add"), "to": to},)) for owner, to in OWNERS),
    *(
        Clause(rf"add {{n}} to {owner} {name} characteristic", ({**_modify(key, "add"), "to": to},))
        for owner, to in OWNERS
        for name, key in CHARACTERISTICS.items()
        if key not in ("M", "WS", "BS")
    ),
    *(
        Clause(
            rf"add {{n}} to armour saving throws made for {models}",
            ({"kind": "modify-roll", "roll": "armour-save", "operation": "add", "value": "{n}", "to": to},),
        )
        for models, to in MODELS
    ),
    Clause(r"in your command phase, this model regains (?:up to )?{n} lost wounds?", (REGAINS,)),
    *_reserves(),
    Clause(
        r"before any models are deployed at the start of the game, if this unit contains 10 models it may be split into two"
        r" units, each containing 5 models",
        ({"kind": "combat-squads", "models": 10, "to": UNIT},),
    ),
)


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


def _charging() -> Iterator[Opening]:
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
                rf"{operation} {{n}}{inches} (?:to|from) the {name} characteristic of {models}", (_modify(key, operation),)
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
            ({**_modify(key, "add"), "to": UNIT},),
        )
        for name, key in (("attacks", "A"), ("strength", "S"))
    ),
    Clause(
        r"add {n} to the strength and attacks characteristics? of models in (?:this|that) unit",
        tuple({**_modify(key, "add"), "to": UNIT} for key in ("S", "A")),
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
    "unit": Table(SENTENCES, (*_attacks(), *_auras(), *_charging(), Opening(r"in addition", "unit"))),
    "wargear": Table(SENTENCES, (*_attacks(), *_auras(), Opening(r"in addition", "wargear"))),
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
