"""Sentences of Age of Sigmar's warscrolls about what units withstand and may do: wounds, rend, runs, spells, charges."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.effects.recognition.bearers import BEARER, UNIT
from datasheets.effects.recognition.grammar import Clause, Ending, Opening, Row, Rows, Table

HERO_PHASE: Row = {"name": "phase", "phase": "hero"}
OWN_HERO_PHASE: Row = {"on": "phase-start", "when": (HERO_PHASE, {"name": "own-turn"}), "limit": "phase"}
COMBAT: Row = {"name": "phase", "phase": "combat"}
SHOOTING: Row = {"name": "phase", "phase": "shooting"}
IT = r"(?:this model|this hero)"
US = r"(?:this unit|models in this unit|a model in this unit)"
WHO: tuple[tuple[str, Row], ...] = ((IT, BEARER), (US, UNIT))
LOST = r"(?:it|(?:the|that) (?:mortal )?wound(?: or mortal wound)?) is (?:ignored|negated)"


def _wounds() -> Iterator[Clause]:
    """Wounds that are not suffered: a dice for each that is allocated."""
    for who, to in WHO:
        for wound, against in ((r"a wound or (?:a )?mortal wound", "all"), (r"a mortal wound", "mortal")):
            allocated = rf"(?:you allocate {wound} to {who}|{wound} is allocated to {who}|{who} suffers {wound})"
            for needs, on in (("{needs}", r"on an? {needs}"), ("5+", r"on an? 5 or an? 6")):
                lives: Row = {"kind": "ignore-wounds", "needs": needs, "against": against, "to": to}
                yield Clause(rf"roll a dice (?:each time|whenever) {allocated}[;:,] {on},? {LOST}", (lives,))
                yield Clause(rf"(?:each time|whenever) {allocated},? (?:you can )?roll a dice[;:,] {on},? {LOST}", (lives,))


def _healing() -> Iterator[Clause]:
    """Wounds that heal in each of a player's hero phases."""
    heals: Row = {"kind": "regain-wounds", "number": "{n}", "to": BEARER, **OWN_HERO_PHASE}
    phases = r"(?:at the start of|in) (?:each of )?your hero phases?"
    given = rf"heal {{n}} wounds?(?: that (?:has|have) been)? (?:allocated to|suffered by) {IT}"
    yield Clause(rf"{phases},? (?:you can )?{given}", (heals,))
    yield Clause(rf"{IT} heals {{n}} wounds? {phases}", (heals,))
    yield Clause(rf"{phases},? {IT} heals {{n}} wounds?", (heals,))


def _saves() -> Iterator[Clause]:
    """Rend that does not count, and modifiers of save rolls of which none does."""
    ignores: Row = {"kind": "ignore-modifiers", "roll": "save", "to": UNIT}
    yield Clause(
        r"ignore (?:all )?modifiers \(positive or negative\) when making save rolls for this (?:unit|model)",
        ({**ignores, "better": True},),
    )
    yield Clause(
        r"when you make save rolls for this (?:unit|model), ignore the enemy's rend characteristic"
        r" unless it is -2 or better",
        ({**ignores, "when": ({"name": "weapon-ap", "values": (-1,)},)},),
    )


def _permits() -> Iterator[Clause]:
    """Shots and charges after a run or a retreat."""
    owner = rf"(?:{IT}|{US})"
    for did, done, after in (("run", "ran", "advance"), ("retreat", "retreated", "fall-back")):
        for said, actions in (
            ("shoot", ("shoot",)),
            ("charge", ("charge",)),
            (r"(?:shoot (?:and|or) charge|charge (?:and|or) shoot)", ("shoot", "charge")),
        ):
            given = tuple({"kind": "permit", "action": f"{action}-after-{after}", "to": UNIT} for action in actions)
            turn = r"(?: later)?(?: in the same turn| in the same phase| that turn)?"
            yield Clause(rf"{owner} can {did} and (?:still )?{said}{turn}", given)
            when = (
                r"(?: (?:earlier )?in (?:the same turn|(?:its|the|that) movement phase)| during (?:its|the) movement phase)?"
            )
            yield Clause(rf"{owner} can (?:still )?{said} even if (?:it|they) {done}{when}", given)


def _spells() -> Iterator[Clause]:
    """Who unbinds spells without being a wizard."""
    yield Clause(
        rf"{IT} can (?:attempt to )?unbind (?:one|1|a) spell in (?:each|the) enemy hero phase"
        r" (?:as if (?:it|he|she|they) (?:were|was) a wizard|in the same manner as a wizard)",
        ({"kind": "extra-powers", "of": "deny", "number": 1, "to": UNIT},),
    )


def _charges() -> Iterator[Clause]:
    """Mortal wounds where a charge ends."""
    struck: Row = {"kind": "mortal-wounds", "number": "{n}", "on": "charge"}
    near: Row = {"scope": "enemy-units", "range": "{i}"}
    done = (
        rf"(?:after|when|if) (?:{IT}|this unit|it) (?:completes|makes|ends|finishes|has finished|has made)"
        r" (?:its|a) charge move"
    )
    picked = rf"(?:you (?:can|may) )?(?:pick|select) an enemy unit within {{i}}\"(?: of (?:it|{IT}|this unit))?"
    victim = r"(?:the|that) (?:enemy )?unit suffers {n} mortal wounds?"
    yield Clause(
        rf"roll a dice for each enemy unit (?:that is )?within {{i}}\" of (?:{IT}|this unit) {done}[;:,] on an? {{needs}},?"
        rf" {victim}",
        ({**struck, "needs": "{needs}", "to": near},),
    )
    yield Clause(
        rf"{done},? {picked}[;:,] {victim}",
        ({**struck, "to": {**near, "pick": "one"}},),
    )
    yield Clause(
        rf"{done},? {picked} and roll a dice[;:,] on an? {{needs}},? {victim}",
        ({**struck, "needs": "{needs}", "to": {**near, "pick": "one"}},),
    )


_MOVES = {"charge": "charge", "run": "advance"}
ROLLS_OF_ATTACKS = {"hit": ("hit",), "wound": ("wound",), "hit and wound": ("hit", "wound")}


def _conditions() -> Iterator[tuple[str, Rows]]:
    """What a sentence about this model or unit says besides: when its effect holds."""
    subject = r"(?:it|this model|this unit)"
    yield "", ()
    yield (
        rf" (?:if|in a turn in which) {subject} (?:made|makes|completed) a charge move"
        r"(?: in the same turn| (?:this|that) turn)",
        ({"name": "charged"},),
    )
    yield (
        rf" (?:if|in a turn in which) {subject} (?:has )?charge[ds](?: in the same turn| this turn| that turn)",
        ({"name": "charged"},),
    )
    yield (
        rf' (?:if|while) {subject} is within {{i}}" of (?:an?|any) friendly {{keys}}(?: units?| models?)?',
        ({"name": "near", "keywords": "{keys}", "distance": "{i}"},),
    )
    yield (
        rf' (?:if|while) {subject} is within {{i}}" of (?:an?|any) {{keys}}(?: units?| models?)? from your army',
        ({"name": "near", "keywords": "{keys}", "distance": "{i}"},),
    )


def _attacks() -> Iterator[Clause]:
    """Hit and wound rolls of this model or unit, of those that attack it, and its save rolls, under a condition."""
    target: tuple[tuple[str, Rows], ...] = (
        (
            r" (?:(?:if|when) the target is|that targets?|against|when targeting) an? {keys}(?: unit| model)?",
            ({"name": "target-keyword", "keywords": "{keys}"},),
        ),
    )
    for who, to in ((r"(?:this model(?:'s attacks)?|this hero)", BEARER), (r"(?:this unit(?:'s attacks)?)", UNIT)):
        for said, when in (*_conditions(), *target):
            for name, rolls in ROLLS_OF_ATTACKS.items():
                yield from _changes(name, rolls, rf"(?: made)? for (?:attacks made by )?{who}{said}", when, to)
        against = rf"(?: made)? (?:for attacks )?(?:made )?(?:that target|against|targeting) {who}"
        for name, rolls in ROLLS_OF_ATTACKS.items():
            yield from _changes(name, rolls, against, ({"name": "targeted"},), to)
        missiles: tuple[tuple[str, Rows], ...] = ((r" against missile weapons", ({"name": "shooting"},)),)
        for said, when in (*_conditions(), *missiles):
            yield from _changes("save", ("save",), rf"(?: made)? for {who}{said}", when, to)
        for said, when in _conditions():
            for name, roll in _MOVES.items():
                yield from _changes(name, (roll,), rf" for {who}{said}", when, to)
            both = (_MOVES["run"], _MOVES["charge"])
            yield from _changes(r"(?:run and charge|charge and run)", both, rf" for {who}{said}", when, to)


def _changes(name: str, rolls: tuple[str, ...], whose: str, when: Rows, to: Row) -> Iterator[Clause]:
    """A roll that is changed or may be thrown again."""
    for operation, towards in (("add", "to"), ("subtract", "from")):
        yield Clause(
            rf"(?:you can |your opponent must )?{operation} {{fixed}} {towards} (?:the |any |all )?"
            rf"(?:result of (?:any |all )?)?{name} rolls?{whose}",
            tuple(
                {"kind": "modify-roll", "roll": roll, "operation": operation, "value": "{fixed}", "when": when, "to": to}
                for roll in rolls
            ),
        )
    for results, which, of in (("all", "", ""), ("failed", "failed ", ""), ("{faces}", "", " of {faces}")):
        yield Clause(
            rf"(?:you can )?re-roll (?:all |any )?{which}{name} rolls?{of}{whose}",
            tuple({"kind": "re-roll", "roll": roll, "results": results, "when": when, "to": to} for roll in rolls),
        )


def _bravery() -> Iterator[Clause]:
    """Battleshock tests that those around do not take, and Bravery that they lose or gain."""
    within = r'within {i}" of this (?:model|unit)'
    friends: Row = {"scope": "friendly-units", "range": "{i}", "keywords": "{keys}"}
    spared: Row = {"kind": "auto-pass", "roll": "morale", "to": friends}
    for who in (r"(?:friendly )?{keys} units from your army", r"friendly {keys} units"):
        yield Clause(
            rf"{who} do not (?:need to|have to) take battleshock tests (?:if|while) they are {within}",
            (spared,),
        )
    yield Clause(rf"do not take battleshock tests for friendly {{keys}} units while they are {within}", (spared,))
    lowers: Row = {"kind": "modify-characteristic", "characteristic": "Bravery", "operation": "subtract", "value": "{fixed}"}
    enemies: Row = {"scope": "enemy-units", "range": "{i}"}
    yield Clause(
        rf"enemy units {within} must subtract {{fixed}} from their bravery(?: characteristic)?", ({**lowers, "to": enemies},)
    )
    yield Clause(
        rf"subtract {{fixed}} from the bravery(?: characteristic)? of (?:all |any )?enemy units (?:that are|while they are)"
        rf" {within}",
        ({**lowers, "to": enemies},),
    )
    for whose in (r"(?:all )?friendly {keys} (?:units|models)", r"all {keys} (?:units|models) (?:in|from) your army"):
        yield Clause(
            rf"add {{fixed}} to the bravery(?: characteristic)? of {whose} (?:that are |while they are )?{within}",
            ({**lowers, "operation": "add", "to": friends},),
        )


PUBLISHED = Clause(r"faq v\d+\.\d+", why="it says where a text was published")
TABLE = Table(
    (*_wounds(), *_healing(), *_saves(), *_permits(), *_spells(), *_charges(), *_attacks(), *_bravery(), PUBLISHED),
    (Opening(r"in the combat phase", when=(COMBAT,)), Opening(r"in the shooting phase", when=(SHOOTING,))),
    (
        Ending(r"in the combat phase", when=(COMBAT,), alone=True),
        Ending(r"in the shooting phase", when=(SHOOTING,), alone=True),
    ),
)
