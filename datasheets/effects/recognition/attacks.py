"""The grammar of one attack: against whom it counts, what a roll sets off, what else happens to the attack.

Shared by abilities of weapons and of units. Tables: "attack" what one attack does; "rolled" what a hit or wound roll of a
certain result does; "struck" what depends on the model to which the attack is allocated.
"""

from __future__ import annotations

from datasheets.effects.recognition.grammar import Clause, Ending, Opening, Row, Table

CHOICE = "a weapon with several profiles is used with the one that its player chooses"
TARGET_HAS: Row = {"name": "target-keyword", "keywords": "{keys}"}
TARGET_HAS_NOT: Row = {**TARGET_HAS, "not": True}
NO_COVER: Row = {"kind": "deny", "of": "cover"}
HALF_RANGE: Row = {"name": "half-range"}
CHARGED: Row = {"name": "charged"}
INTERVENED: Row = {"name": "intervened"}
WAS_CHARGED: Row = {"name": "was-charged"}

_UNITS = r"(?: units?| models?| target)?"
_ENEMY = r"an? (?:enemy |target )?(?:unit|target)"
_AT = r"(?:against|(?:that )?targets|if (?:that attack|it) targets|if the target is)"
AGAINST = (
    Opening(r"against an? (?:enemy )?{keys} model", "struck", when=({"name": "struck-keyword", "keywords": "{keys}"},)),
    Opening(
        rf"{_AT} an? (?:enemy |target )?{{keys}}{_UNITS}"
        rf" \(excluding {{keys2}}(?: units?| models?)?\)",
        when=(TARGET_HAS, {**TARGET_HAS_NOT, "keywords": "{keys2}"}),
    ),
    Opening(
        rf"{_AT} an? (?:enemy |target )?{{keys}}{_UNITS}",
        when=(TARGET_HAS,),
    ),
    Opening(
        rf"{_AT} an? (?:enemy )?{{keys}} unit or {{keys2}} unit",
        either=((TARGET_HAS,), ({**TARGET_HAS, "keywords": "{keys2}"}, TARGET_HAS_NOT)),
    ),
    Opening(rf"(?:against|(?:that )?targets) {_ENEMY}s? that (?:can|has the) {{keys}}(?: keyword)?", when=(TARGET_HAS,)),
    Opening(
        rf"(?:against|(?:that )?targets) {_ENEMY} \((?:excluding|other than) (?:an? )?{{keys}}(?: units?| models?)?\)",
        when=(TARGET_HAS_NOT,),
    ),
    Opening(rf"against {_ENEMY} that is not an? {{keys}}(?: unit)?", when=(TARGET_HAS_NOT,)),
    Opening(rf"against {_ENEMY} that does not have the {{keys}} keywords?", when=(TARGET_HAS_NOT,)),
    Opening(r"if the target is not an? {keys}(?: unit)?", when=(TARGET_HAS_NOT,)),
    Opening(r"if the target does not have the {keys} keywords?", when=(TARGET_HAS_NOT,)),
    Opening(rf"unless (?:the|that) target (?:is an?|has the) {{keys}}(?: keywords?|{_UNITS})", when=(TARGET_HAS_NOT,)),
    Opening(
        r"(?:if the target is|(?:against|(?:that )?targets) (?:an enemy|an enemy unit|a target|a unit)(?: that is)?)"
        r" within half(?:-| )range(?: of this weapon)?",
        when=(HALF_RANGE,),
    ),
)
ENDINGS = (
    Ending(rf"unless (?:the|that) target (?:is an?|has the) {{keys}}(?: keywords?|{_UNITS})", (TARGET_HAS_NOT,)),
    Ending(r"if the target is an? {keys}(?: units?)?", (TARGET_HAS,), alone=True),
    Ending(r"if the target can {keys}", (TARGET_HAS,), alone=True),
)
SINCE_CHARGING = (
    Opening(r"if (?:the bearer|it|the bearer's unit|this model|this unit) made a charge move this turn", when=(CHARGED,)),
    Opening(
        r"if (?:the bearer|it|the bearer's unit|this model|this unit)"
        r" made a charge move or performed a heroic intervention this turn",
        either=((CHARGED,), (INTERVENED,)),
    ),
    Opening(
        r"in a turn in which (?:the bearer|it|the bearer's unit|this model|this unit)"
        r" made a charge move or (?:performed )?a heroic intervention",
        either=((CHARGED,), (INTERVENED,)),
    ),
)
ROLLED = (
    Opening(r"(?:on )?an? unmodified {roll} roll of (?:a )?{needs}", "rolled", sets={"unmodified": True}),
    Opening(r"(?:on )?an? {roll} roll of {save}", "rolled", sets={"needs": "{save}", "unmodified": False}),
    Opening(
        r"if a hit is scored|(?:on )?a successful hit rolls?|if the hit roll is successful",
        "rolled",
        sets={"unmodified": True, "roll": "hit", "needs": "success"},
    ),
    Opening(
        r"if (?:that|the) attack successfully wounds(?: the target)?|if the wound roll is successful"
        r"|on a successful wound roll|successfully wounds",
        "rolled",
        sets={"unmodified": True, "roll": "wound", "needs": "success"},
    ),
)

DAMAGE: Row = {"kind": "modify-characteristic", "characteristic": "D", "of": "weapons", "operation": "set", "value": "{n}"}
_FIRES: Row = {"needs": "{needs}", "unmodified": "{unmodified}"}
_MORTAL: Row = {"kind": "attack-mortal-wounds", "roll": "{roll}", "number": "{n}", **_FIRES}
_CHANGED: Row = {"kind": "modify-attack", "roll": "{roll}", **_FIRES}
_PASSES: Row = {"kind": "always-passes", "roll": "{roll}", **_FIRES}
_TARGET = r"(?:the|its) target"
_SUFFERS = rf"(?:(?:{_TARGET}|it|that unit) suffers|(?:it |that attack |it also )?inflicts)"
BESIDES = r"in addition(?:al)? to (?:any|the|its) (?:normal|other|additional) damage"
DAMAGE_IS = (
    r"(?:(?:that|the) attacks? has an? damage characteristics? of"
    r"|(?:it|this weapon) has an? damage characteristic of|an? damage characteristic of)"
)
AP_IS = r"(?:(?:that attack|this weapon) has )?an? (?:armour penetration|ap) characteristic of"
ON_ROLLS = (
    Clause(rf"{_SUFFERS} {{n}} mortal wounds?(?: (?:on|to|of) {_TARGET})? {BESIDES}", (_MORTAL,)),
    Clause(
        rf"{_SUFFERS} {{n}} mortal wounds?(?: (?:on|to) {_TARGET})? and the attack sequence ends",
        ({**_MORTAL, "instead": True},),
    ),
    Clause(
        r"(?:that attack |it )?automatically wounds(?: the target)?",
        ({"kind": "auto-wound", **_FIRES},),
        given={"roll": "hit"},
    ),
    Clause(
        r"scores {more} hits instead of 1",
        ({"kind": "extra-hits", "number": "{more}", **_FIRES},),
        given={"roll": "hit"},
    ),
    Clause(r"scores {n} additional hits?", ({"kind": "extra-hits", "number": "{n}", **_FIRES},), given={"roll": "hit"}),
    Clause(
        rf"{DAMAGE_IS} {{fixed}}(?: for that attack)?",
        ({**_CHANGED, "characteristic": "D", "operation": "set", "value": "{fixed}"},),
    ),
    Clause(
        rf"{AP_IS} {{ap}}(?: for that attack)?",
        ({**_CHANGED, "characteristic": "AP", "operation": "set", "value": "{ap}"},),
    ),
    Clause(
        r"add {n} to the damage characteristic of (?:that attack|this weapon for that attack)",
        ({**_CHANGED, "characteristic": "D", "operation": "add", "value": "{n}"},),
    ),
    Clause(
        r"improve (?:that attack's armour penetration characteristic|the armour penetration characteristic of that attack)"
        r" by {n}",
        ({**_CHANGED, "characteristic": "AP", "operation": "subtract", "value": "{n}"},),
    ),
    Clause(r"(?:is )?(?:always|automatically) successful", (_PASSES,)),
    Clause(r"for that attack is always successful", (_PASSES,)),
    Clause(
        r"(?:always )?(?:successfully )?wounds the target|always wounds(?: the target)?",
        (_PASSES,),
        given={"roll": "wound"},
    ),
    Clause(
        r"invulnerable (?:saving throws?|saves?) cannot be (?:made|taken) against (?:that|the|this) attack",
        ({"kind": "pierce", "roll": "{roll}", **_FIRES},),
    ),
)
ON_ATTACKS = (
    Clause(
        r"(?:you (?:must|can) )?{op} {n} (?:to|from) (?:(?:that|the|this) attack's|that attacks|the) {roll} rolls?",
        ({"kind": "modify-roll", "roll": "{roll}", "operation": "{op}", "value": "{n}"},),
    ),
    Clause(
        r"(?:you (?:must|can) )?{op} {n} (?:to|from) both (?:those )?hit rolls",
        ({"kind": "modify-roll", "roll": "hit", "operation": "{op}", "value": "{n}"},),
    ),
    Clause(
        r"(?:you can )?re-roll (?:that attack's|the) {roll} roll",
        ({"kind": "re-roll", "roll": "{roll}", "results": "all"},),
    ),
    Clause(
        r"(?:you can )?re-roll (?:that attack's|the) hit roll and (?:the )?wound roll",
        tuple({"kind": "re-roll", "roll": roll, "results": "all"} for roll in ("hit", "wound")),
    ),
    Clause(
        r"(?:you can )?re-roll (?:an? )?{roll} rolls? of (?:an? )?{faces}",
        ({"kind": "re-roll", "roll": "{roll}", "results": "{faces}"},),
    ),
    Clause(
        r"(?:you can )?re-roll (?:that attack's|the) damage roll",
        ({"kind": "re-roll", "roll": "damage", "results": "all"},),
    ),
    Clause(
        rf"(?:that attacks?|it) automatically hits {_TARGET}|do not make a hit roll[:;] it automatically scores a hit",
        ({"kind": "auto-hit"},),
    ),
    Clause(
        r"treat the bearer as having a weapon skill characteristic of {skill}",
        ({**DAMAGE, "characteristic": "WS", "of": "models", "value": "{skill}"},),
    ),
    Clause(
        r"the bearer has a ballistic skill characteristic of {skill}(?: for that attack)?",
        ({**DAMAGE, "characteristic": "BS", "of": "models", "value": "{skill}"},),
    ),
    Clause(r"ma[kd]es? {i} (?:hits?|attack) rolls instead of 1", ({"kind": "hit-rolls", "number": "{i}"},)),
    Clause(
        r"(?:an )?invulnerable (?:saving throws?|saves?) cannot be (?:made|taken)(?: against (?:that|this|the) attack)?",
        ({"kind": "deny", "of": "invulnerable-saves"},),
    ),
    Clause(r"rules that ignore wounds cannot be used", ({"kind": "deny", "of": "ignoring-wounds"},)),
    Clause(rf"{DAMAGE_IS} {{n}}(?: for that attack)?", (DAMAGE,)),
    Clause(r"add {n} to the damage characteristic(?: (?:of|for) that attack)?", ({**DAMAGE, "operation": "add"},)),
    Clause(
        rf"{AP_IS} {{ap}}(?: for that attack)?",
        ({**DAMAGE, "characteristic": "AP", "value": "{ap}"},),
    ),
    Clause(
        r"improve the armour penetration characteristic of that attack by {n}",
        ({**DAMAGE, "characteristic": "AP", "operation": "subtract"},),
    ),
    Clause(
        r"add {n} to (?:the strength characteristic of that attack|this weapon's strength)",
        ({**DAMAGE, "characteristic": "S", "operation": "add"},),
    ),
    Clause(
        r"(?:(?:that attack|this weapon) has )?an? strength characteristic of {strength}(?: for that attack)?",
        ({"kind": "weapon-strength", "strength": "{strength}"},),
    ),
    Clause(
        r"(?:the target(?: unit)?|units) (?:does|do) not receive the benefits? of (?:light |dense )?cover"
        r"(?: to (?:its|their) saving throws?)?"
        r"(?: against (?:(?:that|this) (?:attack|target)|attacks made with this weapon))?",
        (NO_COVER,),
    ),
    Clause(
        r"(?:it|that attack) always wounds on an unmodified (?:wound )?roll of {needs}",
        ({"kind": "always-passes", "roll": "wound", "needs": "{needs}"},),
    ),
)
ON_MODELS = (
    Clause(rf"{DAMAGE_IS} {{n}}", (DAMAGE,)),
    Clause(r"add {n} to the damage characteristic of that attack", ({**DAMAGE, "operation": "add"},)),
)
ON_ANY_MODEL = (
    Clause(
        r"that model's unit suffers {n} mortal wounds? " + BESIDES,
        ({"kind": "attack-mortal-wounds", "roll": "wound", "needs": "success", "number": "{n}"},),
    ),
    Clause(
        r"that (?:enemy )?model cannot use any rules to ignore the wounds it loses",
        ({"kind": "deny", "of": "ignoring-wounds"},),
    ),
)

CHOICES = (
    Clause(
        r"(?:before selecting targets|each time an attack is made with this weapon|when attacking with this weapon"
        r"|when selecting to fire with this weapon),? (?:select|choose) one of the (?:following )?profiles?"
        r"(?: (?:from )?below)?(?: to (?:(?:make attacks|attack|make that attack) with|make that attack))?:?",
        why=CHOICE,
    ),
    Clause(
        r"(?:each time (?:this model|the bearer) fights, )?(?:choose|select) (?:a profile|one of the profiles)(?: below)?"
        r" (?:before selecting targets|for each attack)",
        why=CHOICE,
    ),
    Clause(
        r"the player chooses one of the (?:two )?profiles before targets are selected; the attacks are made with that one",
        why=CHOICE,
    ),
)

TABLES = {
    "attack": Table(ON_ATTACKS, (*AGAINST, *SINCE_CHARGING, *ROLLED), ENDINGS),
    "rolled": Table(ON_ROLLS, AGAINST, ENDINGS),
    "struck": Table(ON_MODELS),
    "any-model": Table(ON_ANY_MODEL),
}
