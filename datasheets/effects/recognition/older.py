"""Sentences as the books of 8th edition word them: rows of weapon profiles, and what units and models have.

A "hit roll of 6+" is one after modifiers, an "unmodified" one says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.effects.recognition.attacks import (
    BESIDES,
    DAMAGE,
    TARGET_HAS,
    TARGET_HAS_NOT,
)
from datasheets.effects.recognition.bearers import BEARER, UNIT, blast
from datasheets.effects.recognition.grammar import Clause, Row, Table

SAME_RANK = "so units of one rank take turns in this edition anyway"

_FOR = r"(?:(?:made )?(?:for|with)|for attacks made with) this weapon"
_AFTER = r"after all of (?:this|the) weapon's (?:shots|attacks) have been resolved"
_WOUNDING = rf"(?:each time you (?:make|roll) an?|any|all) wound rolls? of {{save}}(?: {_FOR})?"
_MODIFIED: Row = {"roll": "wound", "needs": "{save}", "unmodified": False}
_HIT: Row = {"kind": "modify-roll", "roll": "hit"}
_ADD: Row = {**_HIT, "operation": "add", "value": "{n}"}
_SUBTRACT: Row = {**_HIT, "operation": "subtract", "value": "{n2}"}
_FLIES = (({**_ADD, "when": (TARGET_HAS,)}), ({**_SUBTRACT, "when": (TARGET_HAS_NOT,)}))
_AGAIN: Row = {"kind": "re-roll", "roll": "{roll}", "results": "failed", "when": (TARGET_HAS,)}
_HITS = rf"(?:to )?hit rolls(?: {_FOR}| made)?"
_AGAINST = r"(?:against|when targeting) (?:targets|units|models|enemies)"

TWO_DICE = Clause(
    r"(?:roll two dice when inflicting damage(?: with (?:it|this weapon))?,? and discard the lowest(?: result)?"
    r"|roll one additional d6 when inflicting damage with it and discard one of the dice)",
    ({"kind": "best-roll", "of": "damage", "times": 2},),
)
ATTACKS = (
    TWO_DICE,
    Clause(r"add {n} to the hit roll if the target can {keys}; otherwise,? subtract {n2} from the hit roll", _FLIES),
    Clause(
        r"add {n} to the hit roll and {n3} to the wound roll if the target can {keys}; otherwise,? subtract {n2} from the"
        r" hit roll",
        (*_FLIES, {**_ADD, "roll": "wound", "value": "{n3}", "when": (TARGET_HAS,)}),
    ),
    Clause(r"a damage roll of 1 or 2 counts as 3 instead", ({"kind": "minimum-damage", "value": 3},)),
)
"""What is said of one attack."""


def _backfires() -> Iterator[Clause]:
    """Rolls that turn on whoever shoots: after modifiers, or unmodified."""
    for word, unmodified in (("", False), ("unmodified ", True)):
        roll: Row = {"roll": "hit", "results": "{faces}", "unmodified": unmodified}
        yield Clause(
            rf"(?:on|for) an? {word}hit roll of {{faces}}, the bearer is slain {_AFTER}",
            ({"kind": "destroy-bearer", **roll},),
        )
        for who, whom in (("the bearer's unit", "unit"), ("the bearer", "bearer")):
            harm: Row = {"kind": "harm-bearer", **roll, "number": "{n}", "whom": whom}
            yield Clause(
                rf"for each {word}hit roll of {{faces}}, {who} suffers {{n}} mortal wounds? {_AFTER}",
                ({**harm, "each": True},),
            )
            yield Clause(
                rf"if you roll one or more {word}hit rolls of {{faces}}, {who} suffers {{n}} mortal wounds? {_AFTER}",
                ({**harm, "each": False},),
            )


WEAPONS = (
    TWO_DICE,
    Clause(
        r"roll two dice for the number of attacks when firing this weapon and discard the lowest(?: result)?",
        ({"kind": "best-roll", "of": "attacks", "times": 2},),
    ),
    *_backfires(),
    Clause(
        rf"{_WOUNDING},? (?:(?:that|the) hit is resolved (?:with|at) an?|have an) ap of {{ap}}(?: instead of -?\d)?",
        ({"kind": "modify-attack", **_MODIFIED, "characteristic": "AP", "operation": "set", "value": "{ap}"},),
    ),
    Clause(
        rf"(?:{_WOUNDING},? that hit inflicts {{fixed}} damage)(?: instead of \d)?",
        ({"kind": "modify-attack", **_MODIFIED, "characteristic": "D", "operation": "set", "value": "{fixed}"},),
    ),
    *(
        Clause(
            rf"{_WOUNDING}, (?:the target suffers|it inflicts) {{n}} mortal wounds?(?: on the target)? {how}",
            ({"kind": "attack-mortal-wounds", **_MODIFIED, "number": "{n}", "instead": instead},),
        )
        for how, instead in (
            (BESIDES, False),
            (r"in addition to any other damage", False),
            (r"instead of the normal damage", True),
        )
    ),
    Clause(
        r"each unmodified {roll} roll of (?:a )?{needs} made for an attack with this weapon inflicts {n} mortal wounds?"
        r"(?: on the target)? in addition to (?:the|any) normal damage",
        ({"kind": "attack-mortal-wounds", "roll": "{roll}", "needs": "{needs}", "number": "{n}"},),
    ),
    Clause(
        r"each hit roll of {save} with this weapon causes {more} hits (?:instead of|rather than) 1",
        ({"kind": "extra-hits", "needs": "{save}", "unmodified": False, "number": "{more}"},),
    ),
    Clause(
        r"an unmodified hit roll of {needs} for an attack made (?:using|with) this weapon scores {n} additional hits?"
        r"(?: on the target)?",
        ({"kind": "extra-hits", "needs": "{needs}", "number": "{n}"},),
    ),
    Clause(
        r"each unmodified hit roll of {needs} made for this weapon's attacks automatically hits and results in a wound"
        r" \(do not make a wound roll for that attack\)",
        (
            {"kind": "always-passes", "roll": "hit", "needs": "{needs}"},
            {"kind": "auto-wound", "needs": "{needs}"},
        ),
    ),
    Clause(
        rf"add {{n}} to (?:all )?{_HITS} {_AGAINST} that can {{keys}};"
        rf" subtract {{n2}} from (?:all |the )?{_HITS} against (?:all )?other targets",
        _FLIES,
    ),
    Clause(rf"add {{n}} to (?:all )?{_HITS} {_AGAINST} that can {{keys}}", ({**_ADD, "when": (TARGET_HAS,)},)),
    Clause(
        rf"add {{n}} to (?:all )?(?:the )?{_HITS} when targeting a unit that is in cover",
        ({**_ADD, "when": ({"name": "target-in-cover"},)},),
    ),
    Clause(
        rf"add {{n}} to (?:all )?{{roll}} rolls {_FOR} if the target is an? {{keys}}(?: unit)?",
        ({"kind": "modify-roll", "roll": "{roll}", "operation": "add", "value": "{n}", "when": (TARGET_HAS,)},),
    ),
    Clause(
        r"this weapon always wounds on a 2\+ \((?:except|other than) (?:against )?{keys} and {keys2}(?: units| models)?\)",
        (
            {
                "kind": "always-passes",
                "roll": "wound",
                "needs": "2+",
                "unmodified": False,
                "when": (TARGET_HAS_NOT, {**TARGET_HAS_NOT, "keywords": "{keys2}"}),
            },
        ),
    ),
    Clause(
        r"(?:you can )?re-roll (?:all )?failed {roll} rolls (?:when targeting|against) {keys}(?: units| models)? with"
        r" this weapon",
        (_AGAIN,),
    ),
    Clause(
        rf"when attacking an? (?:unit of )?{{keys}}(?: unit)?, you can re-roll (?:all )?failed {{roll}} rolls {_FOR}",
        (_AGAIN,),
    ),
    Clause(rf"against {{keys}}(?: targets| units)?, failed {{roll}} rolls {_FOR} are re-rolled", (_AGAIN,)),
    Clause(
        rf"(?:any|all) attacks with a wound roll of {{save}} {_FOR} have a damage characteristic of {{fixed}}(?: instead of"
        r" \d)?",
        ({"kind": "modify-attack", **_MODIFIED, "characteristic": "D", "operation": "set", "value": "{fixed}"},),
    ),
    Clause(
        rf"(?:you can )?re-roll {{roll}} rolls of {{faces}} made {_FOR}", ({**_AGAIN, "results": "{faces}", "when": ()},)
    ),
    Clause(
        r"(?:you can )?re-roll {roll} rolls of {faces} when attacking with this weapon",
        ({**_AGAIN, "results": "{faces}", "when": ()},),
    ),
    Clause(
        r"subtract {n} from (?:all )?{roll} rolls for attacks made with this weapon",
        ({"kind": "modify-roll", "roll": "{roll}", "operation": "subtract", "value": "{n}"},),
    ),
    Clause(
        rf"(?:you can )?add {{n}} to hit rolls {_FOR} when attacking a unit with {{i}} or more models",
        ({**_ADD, "when": ({"name": "target-models", "at_least": "{i}"},)},),
    ),
    Clause(
        r"overwatch attacks with this weapon hit on a {needs} regardless of modifiers",
        ({"kind": "always-passes", "roll": "hit", "needs": "{needs}", "when": ({"name": "overwatch"},)},),
    ),
    Clause(
        r"this weapon always wounds on a 2\+,? unless it is targeting an? {keys}(?: unit)?",
        (
            {
                "kind": "always-passes",
                "roll": "wound",
                "needs": "2+",
                "unmodified": False,
                "when": (TARGET_HAS_NOT,),
            },
        ),
    ),
    Clause(
        r"(?:this weapon|it) (?:always )?wounds on a {needs},? unless (?:it is targeting|the target is) an? {keys}"
        r"(?: unit| model)?,? in which case it wounds on a {needs2}",
        (
            {"kind": "wounds-on", "needs": "{needs}", "when": (TARGET_HAS_NOT,)},
            {"kind": "wounds-on", "needs": "{needs2}", "when": (TARGET_HAS,)},
        ),
    ),
    Clause(
        r"each successful {roll} roll made with this weapon inflicts {n} mortal wounds? instead of the normal damage",
        ({"kind": "attack-mortal-wounds", "roll": "{roll}", "needs": "success", "number": "{n}", "instead": True},),
    ),
    Clause(
        r"each time the bearer fights, it can make one \(and only one\) attack with this weapon; this is in addition to the"
        r" bearer's attacks",
        ({"kind": "extra-attacks", "number": "1", "only": True},),
    ),
    Clause(
        r"when attacking an? {keys}(?: unit)?, this weapon has an? damage(?: characteristic)? of {n}",
        ({**DAMAGE, "when": (TARGET_HAS,)},),
    ),
    Clause(
        r"damage rolls of 1 or 2 made for an attack with this weapon count as 3 instead",
        ({"kind": "minimum-damage", "value": 3},),
    ),
    Clause(r"a model can only fire each of its {words} once per battle", ({"kind": "single-use"},)),
    Clause(
        r"a model can only make a single attack with this weapon each time it fights",
        ({"kind": "most-attacks", "number": 1},),
    ),
    Clause(
        r"this weapon (?:can|may) target a character(?: unit)? even if it is not the closest enemy unit",
        ({"kind": "permit", "action": "target-sheltered"},),
    ),
    Clause(
        r"units (?:targeted|attacked) by this weapon do not (?:gain|receive) any bonus to their saving throws for being in"
        r" cover"
        r"|units do not receive the benefit of cover to their saving throws for attacks made with this weapon",
        ({"kind": "deny", "of": "cover"},),
    ),
    Clause(
        r"after (?:this model|a model on this mount|a model riding an? {words}) makes its close combat attacks, you can"
        r" attack with its mount; make {n} additional attacks?,? using this weapon profile",
        ({"kind": "extra-attacks", "number": "{n}", "only": True},),
    ),
)

_THIS = r"(?:this|the) model"
_HAVING = r"(?:models|a model) with this (?:ability|special rule)"
_UNIT = r"(?:this unit|(?:units|a unit) with this (?:ability|special rule))"
_LOSES = r"(?:each time|whenever)"
_EXPLODES = (
    r"roll (?:one|a) (?:d6|dice) (?:before (?:any )?embarked models disembark and )?before removing"
    r" (?:it|that model|the model|this model) from (?:play|the battlefield)"
    r"(?: and before (?:any )?embarked models disembark)?[;,] on an? (?:roll of an? )?{needs},?"
    r" it (?:explodes|crashes(?: and explodes| in a fiery explosion)?|lashes out in its death throes|suffers a cataclysmic"
    r' explosion),? and each unit within {reach}" suffers? {n} mortal wounds?'
)


def _rerolls() -> Iterator[Clause]:
    """What somebody gives to those around."""
    for who, scope in (("units", "friendly-units"), ("models", "friendly-models")):
        yield Clause(
            rf"(?:you can )?re-roll {{roll}} rolls of {{faces}}(?: made)? for friendly {{keys}} {who}(?: that are)? within"
            rf' {{i}}" of {_THIS}',
            (
                {
                    "kind": "re-roll",
                    "roll": "{roll}",
                    "results": "{faces}",
                    "to": {"scope": scope, "range": "{i}", "keywords": "{keys}"},
                },
            ),
        )


def _wounds() -> Iterator[Clause]:
    for who, to in ((_THIS, BEARER), (_HAVING, BEARER), (r"a model in this unit", UNIT)):
        ignored: Row = {"kind": "ignore-wounds", "needs": "{needs}", "to": to}
        lost = r"(?:the|that) model does not lose that wound|it does not lose that wound|that wound is not lost"
        damage = r"(?:the|that) damage is ignored and (?:the|that) wound is not lost"
        yield Clause(
            rf"{_LOSES} {who} loses a wound, roll a (?:d6|dice); on an? (?:roll of )?{{needs}},? (?:{lost}|{damage})",
            (ignored,),
        )
        yield Clause(
            rf"roll a (?:d6|dice) each time {who} loses a wound; on an? (?:roll of )?{{needs}},? (?:{lost}|{damage})",
            (ignored,),
        )


def _saves() -> Iterator[Clause]:
    for who, to in ((_THIS, BEARER), (_HAVING, BEARER), (_UNIT, UNIT)):
        save: Row = {"kind": "invulnerable-save", "save": "{save}", "to": to}
        yield Clause(rf"{who} ha(?:s|ve) an? {{save}} invulnerable save", (save,))
        yield Clause(
            rf"{who} ha(?:s|ve) an? {{save}} invulnerable save against (?:attacks made with )?ranged weapons",
            ({**save, "when": ({"name": "shooting"},)},),
        )
        yield Clause(
            rf"add {{n}} to (?:any |all )?invulnerable saving throws made for {who}",
            ({"kind": "modify-roll", "roll": "invulnerable-save", "operation": "add", "value": "{n}", "to": to},),
        )


def _fights() -> Iterator[Clause]:
    """Re-rolls in the Fight phase, against some."""
    again: Row = {
        "kind": "re-roll",
        "roll": "{roll}",
        "results": "failed",
        "when": ({"name": "phase", "phase": "fight"}, TARGET_HAS),
        "to": UNIT,
    }
    yield Clause(
        r"you can re-roll failed {roll} rolls in the fight phase for attacks by this unit that target an? {keys} unit",
        (again,),
    )
    yield Clause(
        r"if this unit attacks any {keys}(?: units?)? in the fight phase, you can re-roll failed {roll} rolls for those"
        r" attacks",
        (again,),
    )


def _reserves() -> Iterator[Clause]:
    """Units that wait elsewhere and come at the end of a Movement phase."""
    who, whom = r"(?:this unit|this model|the model|the unit)", r"(?:it|him|her|them|this unit|this model)"
    place = r"(?:high )?(?:in|on|upon|inside|beneath|under|aboard|behind) (?:the |a |an )?{words}"
    yield Clause(
        rf"during deployment,? you can set (?:up {who}|{who} up) {place} instead of (?:placing|setting up) {whom} on the"
        rf" battlefield; at the end of (?:one|any) of your movement phases,? (?:{who}|it|he|she|they) can {{words2}} - set"
        rf' {whom} up anywhere(?: on the battlefield)? that is more than {{i}}"(?: away)? from any enemy models',
        ({"kind": "reserves", "distance": "{i}", "to": UNIT},),
    )


_MENDS: Row = {"kind": "regain-wounds", "number": "{n}", "on": "turn-start", "when": ({"name": "own-turn"},)}
CHARGED: Row = {"name": "charged"}
WAS_CHARGED: Row = {"name": "was-charged"}
_IN_ANY_CHARGE = (
    (CHARGED,),
    (WAS_CHARGED, {**CHARGED, "not": True}),
    ({"name": "intervened"}, {**CHARGED, "not": True}, {**WAS_CHARGED, "not": True}),
)
UNITS = (
    *(
        Clause(
            rf"(?:during deployment,? )?when you set up (?:this unit|this model)(?: during deployment)?,?{each} it can be"
            r" set up anywhere on the battlefield that is more than {i}\"(?: away)? from (?:the enemy|your opponent's)"
            r" deployment zone and any enemy models",
            ({"kind": "infiltrate", "distance": "{i}", "to": to},),
        )
        for each, to in ((r"", UNIT), (r" if every model in this unit has this ability,?(?: then)?", BEARER))
    ),
    Clause(
        rf"(?:airborne: )?{_THIS} (?:cannot|can not) charge, can only be charged by units that can {{keys}}, and can only"
        r" attack or be attacked in the fight phase by units that can {keys2}",
        (
            {"kind": "forbid", "action": "charge", "to": BEARER},
            {"kind": "aloof", "keywords": "{keys}", "to": BEARER},
        ),
        equal=("keys", "keys2"),
    ),
    Clause(
        r"if this unit advances, it gains an? {save} invulnerable save against all shooting attacks until the start of your"
        r" next movement phase",
        (
            {
                "kind": "invulnerable-save",
                "save": "{save}",
                "on": "advance",
                "when": ({"name": "phase", "phase": "movement"}, {"name": "shooting"}),
                "until": "own-phase",
                "to": UNIT,
            },
        ),
    ),
    Clause(
        r"when resolving an attack made with a melee weapon by a model in this unit, you can re-roll the {roll} roll if that"
        r" model's unit made a charge move, was charged or performed a heroic intervention this turn",
        tuple(
            {
                "kind": "re-roll",
                "roll": "{roll}",
                "results": "all",
                "when": ({"name": "fighting"}, *how),
                "to": UNIT,
            }
            for how in _IN_ANY_CHARGE
        ),
    ),
    Clause(
        r"this vehicle receives a \+{fixed} to its armour save rolls against weapons with a strength of {i} or less",
        (
            {
                "kind": "modify-roll",
                "roll": "armour-save",
                "operation": "add",
                "value": "{fixed}",
                "when": ({"name": "weapon-strength", "at_most": "{i}"},),
                "to": BEARER,
            },
        ),
    ),
    Clause(
        r"before (?:any models are deployed|deployment) at the start of the game, (?:an? {words}|a unit with this ability)"
        r" containing 10 models may be split into two units,? each containing 5 models",
        ({"kind": "combat-squads", "models": 10, "to": UNIT},),
    ),
    Clause(
        r"before any models are deployed at the start of the game, this unit,? when containing its maximum number of"
        r" models,? may be split into two units,? each containing an equal number of models",
        ({"kind": "combat-squads", "models": 0, "to": UNIT},),
    ),
    *_fights(),
    *_reserves(),
    *_rerolls(),
    *_wounds(),
    *_saves(),
    Clause(
        r"(?:you can )?re-roll failed morale tests (?:taken )?for this unit",
        ({"kind": "re-roll", "roll": "morale", "results": "failed", "to": UNIT},),
    ),
    Clause(rf"(?:if|when) {_THIS} is (?:destroyed|reduced to 0 wounds), {_EXPLODES}", (blast(BEARER, "{reach}"),)),
    Clause(
        rf"(?:if|when) a model in this unit is (?:destroyed|reduced to 0 wounds), {_EXPLODES}", (blast(UNIT, "{reach}"),)
    ),
    Clause(
        rf"(?:your opponent must )?subtract {{n}} from (?:all |any )?hit rolls for attacks that target {_THIS} in the"
        r" shooting phase",
        (
            {
                "kind": "modify-roll",
                "roll": "hit",
                "operation": "subtract",
                "value": "{n}",
                "when": ({"name": "targeted"}, {"name": "phase", "phase": "shooting"}),
                "to": BEARER,
            },
        ),
    ),
    Clause(
        rf"at the (?:start|beginning) of (?:each of )?your turns?, {_THIS} (?:regains|heals) {{n}} (?:lost )?wounds?",
        ({**_MENDS, "to": BEARER},),
    ),
    Clause(
        r"at the (?:start|beginning) of (?:each of )?your turns?, this unit regains {n} (?:lost )?wounds?",
        ({**_MENDS, "to": UNIT},),
    ),
    *(
        Clause(
            rf"when {who} advances, (?:add|increase its move characteristic by) {{i}}\""
            r"(?: to its move(?:ment)? (?:characteristic|statistic) for (?:that|this)(?: movement)? phase instead of rolling"
            r" a dice| until the end of the phase - do not roll a dice)",
            ({"kind": "advance-instead", "distance": "{i}", "to": to},),
        )
        for who, to in ((_THIS, BEARER), (r"this unit", UNIT))
    ),
    Clause(
        r"this unit always fights first in the fight phase, even if (?:they|it) (?:didn't|did not) charge",
        ({"kind": "fight-first", "to": UNIT},),
    ),
    Clause(
        rf"{_THIS} does not suffer (?:the|he) penalty to (?:its )?hit rolls for moving and firing heavy weapons"
        rf"|{_THIS} does not suffer the penalty for moving and firing heavy weapons"
        rf"|{_THIS} can move and fire heavy weapons without suffering the penalty to its hit rolls"
        rf"|ignore the -1 to hit modifier for moving and shooting heavy weapons for {_THIS}",
        ({"kind": "permit", "action": "move-and-shoot-heavy", "to": BEARER},),
    ),
)
OF_SYSTEM = {
    "wh40k-8e": Table(
        (
            Clause(
                r"if the enemy has units that have charged, or that have a similar ability, then alternate choosing units to"
                r" fight with, starting with the player whose turn is taking place",
                why=SAME_RANK,
            ),
        )
    )
}
"""Sentences that say what only the rules of one system say."""
