"""The grammar of what units and models are and may do: saves, wounds that are not lost, tests, moves, reserves.

Whom a sentence is about is said in tables, `WHOM`, `MODELS` and `OWNERS`: each wording makes its own rows.
"""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.effects.recognition import attacks
from datasheets.effects.recognition.grammar import Clause, Row, Rows

BEARER: Row = {"scope": "bearer"}
UNIT: Row = {"scope": "unit"}
WHOM: tuple[tuple[str, Row], ...] = (
    (r"(?:this model|the bearer|this warlord|this transport|this (?-i:[A-Z]+) model)", BEARER),
    (r"(?:this unit|the bearer's unit|this model's unit)", UNIT),
)
MODELS: tuple[tuple[str, Row], ...] = (
    (r"(?:this model|the bearer|this warlord|this transport|this (?-i:[A-Z]+) model)", BEARER),
    (r"(?:a model|(?:all )?models|each model|every model) in (?:this unit|the bearer's unit|this model's unit)", UNIT),
)
OWNERS: tuple[tuple[str, Row], ...] = (
    (r"(?:this model's|the bearer's|this warlord's)", BEARER),
    (r"(?:this unit's|the bearer's unit's)", UNIT),
)
MUSTERED = "settled when the army is mustered"
NO_ACTIONS = "there are no actions in these missions"

_KEYS = {"move": "M", "weapon skill": "WS", "ballistic skill": "BS", "strength": "S", "toughness": "T", "attacks": "A"}
CHARACTERISTICS = {**_KEYS, "leadership": "Ld"}
"""Those of models that the resolver asks for; Wounds are as printed."""
SURVIVES = r"roll (?:one|a) d6[:;,] on an? {needs},? (?:that|the) wound is not lost"
EXPLODES = (
    r"roll (?:one|a) d6 (?:before any embarked models disembark and )?before removing (?:it|that model)"
    r" from (?:play|the battlefield)(?: and before any embarked models disembark)?; on an? {needs},? it explodes,? and each"
    r' unit within {i}" suffers {n} mortal wounds?'
)


def blast(to: Row, distance: str = "{i}") -> Row:
    """Return the effect of models that explode."""
    return {"kind": "explodes", "needs": "{needs}", "distance": distance, "number": "{n}", "on": "destroyed", "to": to}


FIGHTS_FIRST: Row = {
    "kind": "fight-first",
    "on": "phase-start",
    "when": ({"name": "phase", "phase": "fight"}, {"name": "engaged"}),
    "until": "phase-end",
}


def _permit(*actions: str) -> tuple[Row, ...]:
    return tuple({"kind": "permit", "action": action} for action in actions)


def modify(key: str, operation: str, value: str = "{n}") -> Row:
    """Return the effect of a changed characteristic of models."""
    return {"kind": "modify-characteristic", "characteristic": key, "operation": operation, "value": value}


def _saves(models: str, to: Row) -> Iterator[Clause]:
    """What models have: invulnerable saves, wounds that are not lost, characteristics."""
    own = {"to": to}
    shooting = r" against (?:(?:ranged|shooting|shooting or overwatch) attacks|(?:attacks made with )?ranged weapons)"
    melee = (
        r"(?: against (?:melee attacks|(?:attacks made with )?melee weapons)(?: in the fight phase)?| in the fight phase)"
    )
    always: Rows = ()
    when_shooting: Rows = ({"name": "shooting"},)
    when_fighting: Rows = ({"name": "fighting"},)
    for kind, when in ((r"", always), (shooting, when_shooting), (melee, when_fighting)):
        yield Clause(
            rf"{models} (?:has|have) an? {{save}} invulnerable save{kind}",
            ({"kind": "invulnerable-save", "save": "{save}", "when": when, **own},),
        )
    for kind, joint, when in (
        (r"", r"(?:which is increased|increasing) to", always),
        (shooting, r"and", when_shooting),
    ):
        yield Clause(
            rf"{models} (?:has|have) an? {{save}} invulnerable save{kind},? {joint} an? {{save2}} invulnerable save{melee}",
            (
                {"kind": "invulnerable-save", "save": "{save}", "when": when, **own},
                {"kind": "invulnerable-save", "save": "{save2}", "when": when_fighting, **own},
            ),
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
    yield Clause(rf"{models} (?:has|have) a save characteristic of {{skill}}", ({**modify("Sv", "set", "{skill}"), **own},))
    yield Clause(rf"(?:each time|when|if) {models} is (?:destroyed|reduced to 0 wounds), {EXPLODES}", (blast(BEARER),))
    for name, key in CHARACTERISTICS.items():
        inches = '"' if key == "M" else ""
        yield Clause(rf"add {{n}}{inches} to the {name} characteristic of {models}", ({**modify(key, "add"), **own},))
        if key in ("WS", "BS"):
            yield Clause(rf"improve the {name} characteristic of {models} by {{n}}", ({**modify(key, "subtract"), **own},))
    yield Clause(
        rf"add {{n}} to the strength and attacks characteristics of {models}",
        tuple({**modify(key, "add"), **own} for key in ("S", "A")),
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
    *(Clause(rf"add {{n}}\" to {owner} move characteristic", ({**modify("M", "add"), "to": to},)) for owner, to in OWNERS),
    *(
        Clause(rf"add {{n}} to {owner} {name} characteristic", ({**modify(key, "add"), "to": to},))
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
