"""The grammar of abilities that stand in the row of a weapon profile. They concern attacks with that profile only.

Tables: "weapon" a whole sentence; "fights", "selects" and "wounding" what is said of the bearer that fights, that selects a
target, of attacks that wound; the others are those of `attacks`.
"""

from __future__ import annotations

from datasheets.effects.recognition import attacks, older
from datasheets.effects.recognition.attacks import (
    BESIDES,
    CHOICES,
    ENDINGS,
    NO_COVER,
    SINCE_CHARGING,
    TARGET_HAS,
    TARGET_HAS_NOT,
)
from datasheets.effects.recognition.grammar import Clause, Opening, Table

MUSTERED = "what it replaces is settled when the army is mustered"
LABEL = "a name by which other rules mean this weapon"

_WITH = r"(?:made )?(?:with|using) (?:(?:this|the) )?(?:weapon|profile)(?: profile)?(?: with this weapon profile)?"
_BY = rf"(?:{_WITH}|made by this weapon)"
_ATTACK = (
    rf"(?:(?:each time|when) (?:an|the bearer makes an?|a)(?: ranged| melee)? attack (?:roll )?(?:is )?{_WITH}"
    rf"|when (?:attacking|a model attacks) with this weapon|when resolving an attack {_WITH}"
    rf"|each time an attack (?:{_WITH} )?is made)"
)
_ALLOCATED = rf"each time an attack (?:is )?{_BY} is allocated to"
_SHOOTS = r"(?:each time the bearer shoots(?: (?:with|using) this weapon(?: profile)?)?, )?"
_ANY_ONES = rf"{_SHOOTS}if any unmodified hit rolls of {{faces}} are made for (?:an attack|attacks) {_WITH}"
_EACH_ONE = rf"each time an unmodified hit roll of {{faces}} is made (?:for|by) an attack {_WITH}"
_AFTER = r"after shooting(?: with)? this weapon(?: profile)?"
_FOR = r"for (?:attacks made with )?this weapon"
_ADDS = r"(?:it|they) (?:can make|makes?) {n} additional attacks? (?:with|using) this weapon"
_AT_MOST = r"attacks? can be made with this weapon(?: while resolving that fight)?"
_REROLL = {"kind": "re-roll", "roll": "{roll}"}
_GREEN = {"kind": "always-passes", "roll": "wound", "needs": "2+", "unmodified": False}
_UNSEEN = {"kind": "permit", "action": "target-unseen"}
_SHELTERED = {"kind": "permit", "action": "target-sheltered"}

SENTENCES = (
    *CHOICES,
    Clause(r"-?\s*blast", ({"kind": "blast"},)),
    Clause(
        r"(?:this weapon|attacks made with this weapon)"
        r"(?: hits(?: its targets?)? automatically| automatically hits?(?: (?:it'?s|the) targets?)?)",
        ({"kind": "auto-hit"},),
    ),
    Clause(
        r"this weapon(?: profile)? (?:can|may) (?:be used to )?target units (?:(?:that|which) are )?not visible to"
        r" (?:the bearer|the firer|the firing model)",
        (_UNSEEN,),
    ),
    Clause(r"this weapon can target a character even if it is not the closest enemy unit", (_SHELTERED,)),
    Clause(
        r"make {i} hit rolls for each attack (?:made )?with this (?:weapon|profile)(?:,? instead of 1)?",
        ({"kind": "hit-rolls", "number": "{i}"},),
    ),
    Clause(
        r"the bearer can only shoot (?:with )?(?:this weapon|each {words} it is equipped with) once per battle"
        r"|(?:this weapon|each {words2}) can (?:only )?be (?:fired|used|shot) once per battle"
        r"|you can only use this weapon once per battle|one use only",
        ({"kind": "single-use"},),
    ),
    Clause(rf"(?:you can )?re-roll {{roll}} rolls {_FOR}", ({**_REROLL, "results": "all"},)),
    Clause(rf"(?:you can )?re-roll (?:all )?failed {{roll}} rolls {_FOR}", ({**_REROLL, "results": "failed"},)),
    Clause(rf"(?:you can )?re-roll {{roll}}s? rolls of {{faces}} {_FOR}", ({**_REROLL, "results": "{faces}"},)),
    Clause(
        rf"(?:you can )?re-roll {{roll}} rolls {_FOR} that target {{keys}} units",
        ({**_REROLL, "results": "all", "when": (TARGET_HAS,)},),
    ),
    Clause(
        rf"(?:you can )?re-roll (?:all )?failed {{roll}} rolls {_FOR} (?:if the target is an?|when targeting an?)"
        r" {keys}(?: units?)?",
        ({**_REROLL, "results": "failed", "when": (TARGET_HAS,)},),
    ),
    Clause(
        rf"add {{n}} to (?:all )?{{roll}} rolls (?:made )?{_FOR}",
        ({"kind": "modify-roll", "roll": "{roll}", "operation": "add", "value": "{n}"},),
    ),
    Clause(
        r"attacks made with this weapon can only target units that can {keys}",
        ({"kind": "forbid", "action": "shoot", "when": (TARGET_HAS_NOT,)},),
    ),
    Clause(r"this weapon always wounds on (?:a roll of )?(?:a )?2\+", (_GREEN,)),
    Clause(
        r"this weapon always wounds targets \(other than {keys}\) on a roll of 2\+",
        ({**_GREEN, "when": (TARGET_HAS_NOT,)},),
    ),
    Clause(
        r"damage rolls of 1 or 2 made with this weapon count as 3 instead"
        r"|treat any damage rolls of 1 or 2 made for this weapon as 3 instead",
        ({"kind": "minimum-damage", "value": 3},),
    ),
    Clause(
        r"excess damage from this weapon is not lost; instead keep allocating (?:excess )?damage to another model in the"
        r" (?:target )?unit until either all (?:of )?(?:the )?(?:excess )?damage (?:is|has been) allocated or the target"
        r"(?: unit)? is destroyed",
        ({"kind": "spill-damage"},),
    ),
    Clause(
        r"each unmodified {roll} roll of (?:a )?{needs} inflicts {n} mortal wounds? on the target " + BESIDES,
        ({"kind": "attack-mortal-wounds", "roll": "{roll}", "needs": "{needs}", "number": "{n}"},),
    ),
    Clause(
        r"if you roll a {roll} roll of {save} for this weapon, it inflicts {n} mortal wounds?(?: on the target)? " + BESIDES,
        (
            {
                "kind": "attack-mortal-wounds",
                "roll": "{roll}",
                "needs": "{save}",
                "unmodified": False,
                "number": "{n}",
            },
        ),
    ),
    Clause(
        r"(?:this|the) relic replaces an? {words}|(?:this weapon )?replaces the bearer's {words2}",
        why=MUSTERED,
    ),
    Clause(r"this weapon is an? {words} weapon", why=LABEL),
    Clause(
        rf"{_ANY_ONES}, the bearer is destroyed {_AFTER}",
        ({"kind": "destroy-bearer", "roll": "hit", "results": "{faces}"},),
    ),
    *(
        Clause(
            rf"{begins}, {who} suffers {{n}} mortal wounds? {_AFTER}",
            (
                {
                    "kind": "harm-bearer",
                    "roll": "hit",
                    "results": "{faces}",
                    "number": "{n}",
                    "each": each,
                    "whom": whom,
                },
            ),
        )
        for begins, each in ((_ANY_ONES, False), (_EACH_ONE, True))
        for who, whom in (("the bearer's unit", "unit"), ("the bearer", "bearer"))
    ),
    Clause(
        rf"each time a successful {{roll}} (?:roll )?is made for an attack {_WITH}, the target suffers {{n}} mortal wounds?"
        rf" {BESIDES}",
        ({"kind": "attack-mortal-wounds", "roll": "{roll}", "needs": "success", "number": "{n}"},),
    ),
    Clause(
        rf"each time a successful {{roll}} (?:roll )?is made for an attack {_WITH}, the target suffers {{n}} mortal wounds?"
        r" and the attack sequence ends",
        ({"kind": "attack-mortal-wounds", "roll": "{roll}", "needs": "success", "number": "{n}", "instead": True},),
    ),
    Clause(
        rf"each time an attack {_WITH} successfully hits, the target suffers {{n}} mortal wounds?"
        r" and the attack sequence ends",
        ({"kind": "attack-mortal-wounds", "roll": "hit", "needs": "success", "number": "{n}", "instead": True},),
    ),
    Clause(
        r"(?:units in cover|units attacked by this weapon) do not (?:receive|gain) any bonus to their saving throws"
        r" (?:against wounds caused by this weapon|for being in cover)",
        (NO_COVER,),
    ),
    Clause(
        r"(?:the bearer can only make a single attack|no more than one attack can be made) with (?:this weapon|each {words})"
        r"(?: each time it fights)?",
        ({"kind": "most-attacks", "number": 1},),
    ),
    Clause(
        r"(?:each|an?) {words} can only be used to make one attack each time this model fights",
        ({"kind": "most-attacks", "number": 1},),
    ),
    Clause(
        r"units do not receive the benefits? of cover to their saving throws against attacks made with this weapon",
        (NO_COVER,),
    ),
)
SPILL = Clause(
    r"excess damage it inflicts is not lost,? instead,? keep allocating (?:excess )?damage to another model in the target"
    r" unit until either all (?:of )?(?:the )?(?:excess )?damage (?:is|has been) allocated or the target unit is destroyed",
    ({"kind": "spill-damage"},),
)
OPENINGS = (
    Opening(_ATTACK, "attack"),
    Opening(
        rf"each time an unmodified {{roll}} roll of (?:a )?{{needs}} is made for an attack {_WITH}",
        "rolled",
        sets={"unmodified": True},
    ),
    Opening(r"(?:when|each time) (?:the bearer|this model|the bearer's unit) fights", "fights"),
    Opening(r"each time the bearer is selected to fight", "fights"),
    Opening(r"(?:each time|when) you select a target (?:for|with) this weapon", "selects"),
    Opening(
        rf"{_ATTACK} when firing overwatch",
        "overwatch",
        when=({"name": "overwatch"},),
    ),
    Opening(
        rf"{_ALLOCATED} an? (?:enemy )?{{keys}}(?: model)?",
        "struck",
        when=({"name": "struck-keyword", "keywords": "{keys}"},),
    ),
    Opening(rf"{_ALLOCATED} (?:an?|a model in an?) (?:enemy )?{{keys}} unit", "struck", when=(TARGET_HAS,)),
    Opening(
        rf"{_ALLOCATED} a model with a save characteristic of {{save}} or better",
        "struck",
        when=({"name": "struck-save", "save": "{save}"},),
    ),
    Opening(rf"{_ALLOCATED} (?:an enemy|a) model", "any-model"),
    Opening(r"if the target is within half range(?: of this weapon)?", "attack", when=(attacks.HALF_RANGE,)),
    Opening(r"attacks made with this weapon", "wounding"),
    Opening(r"in addition", "weapon"),
)

TABLES = {
    **attacks.TABLES,
    "attack": attacks.TABLES["attack"] + Table((SPILL, *older.ATTACKS)),
    "weapon": Table((*SENTENCES, *older.WEAPONS), OPENINGS),
    "overwatch": Table(
        (
            Clause(
                r"that attack hits on (?:an unmodified|a) (?:hit )?roll of {needs}",
                ({"kind": "always-passes", "roll": "hit", "needs": "{needs}"},),
            ),
        )
    ),
    "fights": Table(
        (
            Clause(_ADDS, ({"kind": "extra-attacks", "number": "{n}"},)),
            Clause(
                rf"{_ADDS},? and no more than (?:those )?{{n2}} {_AT_MOST}",
                ({"kind": "extra-attacks", "number": "{n}", "only": True},),
                equal=("n", "n2"),
            ),
            Clause(
                rf"{_ADDS},? and (?:no more than|only) {{i}} {_AT_MOST}",
                ({"kind": "extra-attacks", "number": "{n}"}, {"kind": "most-attacks", "number": "{i}"}),
            ),
            Clause(
                r"no more than {i} attacks? can be made with (?:this weapon|each {words})",
                ({"kind": "most-attacks", "number": "{i}"},),
            ),
            Clause(
                r"it can make no more than {i} attacks? with this weapon",
                ({"kind": "most-attacks", "number": "{i}"},),
            ),
        ),
        SINCE_CHARGING,
    ),
    "selects": Table(
        (
            Clause(r"you can ignore the look out\s?,? sir!? rule", (_SHELTERED,)),
            Clause(
                r"you cannot target {keys} units",
                ({"kind": "forbid", "action": "shoot", "when": (TARGET_HAS,)},),
            ),
        )
    ),
    "wounding": Table(
        (
            Clause(r"wound on (?:a )?2\+", (_GREEN,)),
            Clause(r"wound {keys} units on a 2\+", ({**_GREEN, "when": (TARGET_HAS,)},)),
        ),
        (),
        ENDINGS,
    ),
}
