"""Sentences of Age of Sigmar's warscrolls: its own rolls, Bravery, wounds that heal, who flies, what a unit consists of."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.effects.recognition.bearers import BEARER, MUSTERED, UNIT
from datasheets.effects.recognition.grammar import Clause, Ending, Opening, Row, Table
from datasheets.effects.recognition.sigmar_units import OWN_HERO_PHASE
from datasheets.effects.recognition.sigmar_units import TABLE as OF_UNITS

ROLLS = {
    "hit": "hit",
    "wound": "wound",
    "save": "save",
    "charge": "charge",
    "run": "advance",
    "casting": "psychic",
    "unbinding": "deny",
}
"""What the game calls a roll, and what effects call it."""
PRINTED = "it stands in the rows of models and weapons"
WHOM: tuple[tuple[str, Row], ...] = (
    (r"(?:attacks made by )?(?:this model|the bearer)", BEARER),
    (r"(?:attacks made by )?(?:this unit|the bearer's unit|models in this unit)", UNIT),
)
NEAR = r'within {i}" of (?:this model|the bearer|this unit)'
AURAS: tuple[tuple[str, Row], ...] = (
    (rf"enemy units {NEAR}", {"scope": "enemy-units", "range": "{i}"}),
    (rf"friendly {{keys}} units {NEAR}", {"scope": "friendly-units", "range": "{i}", "keywords": "{keys}"}),
)
MANY: Row = {"name": "models", "at_least": "{i9}"}


def _rolls() -> Iterator[Clause]:
    """Rolls that are changed or thrown again, for somebody or for those around."""
    for who, to in (*WHOM, *AURAS):
        for name, roll in ROLLS.items():
            for operation, towards in (("add", "to"), ("subtract", "from")):
                changed: Row = {"kind": "modify-roll", "roll": roll, "operation": operation, "value": "{fixed}", "to": to}
                yield Clause(
                    rf"{operation} {{fixed}} {towards} (?:the |any |all )?{name} rolls? (?:of|for) {who}", (changed,)
                )
                if to is UNIT:
                    yield Clause(rf"{operation} {{fixed}} {towards} its {name} rolls?", (changed,))
            again: Row = {"kind": "re-roll", "roll": roll, "to": to}
            yield Clause(rf"(?:you can )?re-roll {name} rolls? (?:of|for) {who}", ({**again, "results": "all"},))
            yield Clause(rf"(?:you can )?re-roll failed {name} rolls? (?:of|for) {who}", ({**again, "results": "failed"},))
            yield Clause(rf"(?:you can )?re-roll {name} rolls? of {{faces}} for {who}", ({**again, "results": "{faces}"},))
        tests: Row = {"kind": "re-roll", "roll": "morale", "results": "all", "to": to}
        yield Clause(rf"(?:you can )?re-roll (?:failed )?battleshock tests (?:of|for) {who}", (tests,))


def _characteristics() -> Iterator[Clause]:
    """Bravery and Move of somebody or of those around."""
    for who, to in (*WHOM, *AURAS):
        for name, inches in (("Bravery", ""), ("Move", '"?')):
            for operation, towards in (("add", "to"), ("subtract", "from")):
                changed: Row = {"kind": "modify-characteristic", "characteristic": name, "operation": operation}
                yield Clause(
                    rf"{operation} {{fixed}}{inches} {towards} the {name}(?: characteristic)? of {who}",
                    ({**changed, "value": "{fixed}", "to": to},),
                )


def _living_on() -> Iterator[Clause]:
    """Wounds that heal or are ignored, tests that are not taken."""
    heals: Row = {"kind": "regain-wounds", "number": "{n}", "to": BEARER, **OWN_HERO_PHASE}
    yield Clause(r"this model heals {n} wounds? (?:at the start of|in) each of your hero phases", (heals,))
    yield Clause(r"in (?:each of )?your hero phases?,? this model heals {n} wounds?", (heals,))
    for who, to in ((r"this model", BEARER), (r"(?:this unit|a model in this unit)", UNIT)):
        lost = r"(?:it|that wound|the wound|that wound or mortal wound) is (?:ignored|negated)"
        yield Clause(
            rf"roll a dice each time {who} suffers a wound or mortal wound[;:,] on an? {{needs}},? {lost}",
            ({"kind": "ignore-wounds", "needs": "{needs}", "to": to},),
        )
    steady: Row = {"kind": "auto-pass", "roll": "morale", "to": UNIT}
    yield Clause(
        r"(?:this unit|models in this unit) (?:never takes?|(?:does|do|need) not take) battleshock tests", (steady,)
    )
    rend: Row = {"kind": "ignore-modifiers", "roll": "save", "to": UNIT}
    yield Clause(r"the rend of attacks against this unit does not change its save rolls", (rend,))
    yield Clause(
        r"ignore (?:the )?rend (?:characteristic )?(?:of|when making save rolls for) attacks against this unit", (rend,)
    )


def _attacks() -> Iterator[Clause]:
    """What unmodified rolls of attacks do besides."""
    mortal: Row = {"kind": "attack-mortal-wounds", "roll": "{roll}", "needs": "{needs}", "number": "{n}"}
    for who, to in ((r"this model", BEARER), (r"this unit", UNIT)):
        yield Clause(
            rf"each unmodified {{roll}} roll of {{needs}} for an attack made by {who} inflicts {{n}} mortal wounds? in"
            r" addition to its damage",
            ({**mortal, "to": to},),
        )


def _nothing() -> Iterator[Clause]:
    """What changes nothing in a battle: who is in a unit and with which arms, what a battalion has."""
    yield Clause(r"(?:an? )?{words} is a single model", why=PRINTED)
    yield Clause(r"a unit of {words} (?:has {i} or more|can have any number of) models", why=PRINTED)
    yield Clause(
        r"(?:it|they|he|she|each unit|units|(?:most |some )?units of {words}|some {words2}) (?:is|are|enter battle)"
        r" (?:instead )?armed with (?![a-z' ,-]*\b(?:can|may|add|re-roll|gains?)\b)[a-z' ,-]+",
        why=PRINTED,
    )
    yield Clause(r"any number of additional (?:{words} )?units", why=MUSTERED)
    yield Clause(r"must (?:include|contain) [a-z0-9' ,-]+", why=MUSTERED)
    yield Clause(r"(?:an? {words}(?: \(pg \d+\))?|it) can (?:also )?include [a-z0-9' (),-]+", why=MUSTERED)
    yield Clause(r"an? {words} general must have the {words2} command trait", why=MUSTERED)
    yield Clause(
        r"(?:if your army includes any {words}, )?one(?: {words2})? must have the {words3} artefact of power", why=MUSTERED
    )
    yield Clause(r"models in this unit may be {words}", why=PRINTED)
    yield Clause(r"{words} can carry (?:either )?an? {words2}", why=PRINTED)


FLIES = Clause(
    r"(?:this (?:model|unit)|models (?:of|in) this unit) can fly",
    ({"kind": "add-keywords", "keywords": ("FLY",), "to": UNIT},),
)
SENTENCES = Table(
    (*_rolls(), *_characteristics(), *_living_on(), *_attacks(), *_nothing(), FLIES),
    (Opening(r"(?:while|if) (?:this unit|it) has {i9} or more models", when=(MANY,)),),
    (Ending(r"while (?:this unit|it) has {i9} or more models", when=(MANY,)),),
)
EVERY = SENTENCES + OF_UNITS
TABLES = {"unit": EVERY, "wargear": EVERY, "weapon": Table()}
