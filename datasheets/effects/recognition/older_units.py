"""Sentences about units and models as the books of 8th edition word them: what they have and may do."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.effects.recognition.attacks import CHARGED, INTERVENED, TARGET_HAS, WAS_CHARGED
from datasheets.effects.recognition.bearers import BEARER, UNIT, blast
from datasheets.effects.recognition.grammar import Clause, Row, Table

SAME_RANK = "so units of one rank take turns in this edition anyway"

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
_IN_ANY_CHARGE = (
    (CHARGED,),
    (WAS_CHARGED, {**CHARGED, "not": True}),
    (INTERVENED, {**CHARGED, "not": True}, {**WAS_CHARGED, "not": True}),
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
