"""Sentences of weapon rows as the books of 8th edition word them. Those of units stand in `older_units`.

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
from datasheets.effects.recognition.grammar import Clause, Row

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
