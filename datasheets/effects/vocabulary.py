"""The vocabulary as tables: kinds of effects, triggers, conditions, scopes, durations, with a sentence each.

An effect says what (`kind` and its parameters), on which trigger (`on`), under which conditions (`when`, all of them), to
whom (`to`), for how long (`until`) and how often (`limit`). Nothing here knows an edition: phases and characteristics are
words of the system. `docs/effects.md` is written from these tables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from marshmallow import fields

from datasheets.effects.fields import Inches, Number, Results, Roll, RollOrSuccess, WeaponStrength
from datasheets.fields import Choice, Flag, Items, Text, Whole
from datasheets.words import Message

OPERATIONS = ("set", "divide", "multiply", "add", "subtract")
ATTACK_ROLLS = ("hit", "wound")
ROLLS = (
    "hit",
    "wound",
    "save",
    "armour-save",
    "invulnerable-save",
    "ignore-wounds",
    "damage",
    "attacks",
    "advance",
    "charge",
    "morale",
    "attrition",
    "psychic",
    "deny",
    "explodes",
)
ACTIONS = (
    "advance",
    "charge",
    "charge-after-advance",
    "charge-after-fall-back",
    "deny",
    "embark",
    "fall-back",
    "fight",
    "fire-overwatch",
    "heroic-intervention",
    "manifest",
    "move",
    "move-and-shoot-heavy",
    "shoot",
    "shoot-after-advance",
    "shoot-after-fall-back",
    "shoot-without-penalty",
    "target-past-engaged",
    "target-sheltered",
    "target-unseen",
)
ROLLS_OF_MODELS = frozenset(
    {"hit", "wound", "damage", "attacks", "save", "armour-save", "invulnerable-save", "ignore-wounds"}
)
"""Rolls that are made for one model; all others are made for a unit."""
OF_UNITS = frozenset({"permit", "forbid", "advance-instead", "fight-first", "fight-last", "reserves", "regain-wounds"})
"""Kinds of effects that a unit has as a whole."""
AT_ONCE = frozenset(
    {"advance-instead", "blast", "combat-squads", "command-points", "destroy-bearer", "explodes", "extra-attacks"}
    | {"harm-bearer", "mortal-wounds", "regain-wounds", "reserves", "return-models"}
)
"""Kinds of effects that are used up at their moment, whatever `until` says."""
DIVIDES, SECURES = "combat-squads", "objective-secured"
"""The kinds of effects by which a unit may be divided, and a model controls a marker before all that have none."""
DENIED = ("invulnerable-saves", "saves", "ignoring-wounds", "cover")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a kind or condition. `field` makes its marshmallow field; `default` None means it must be given.

    Its sentence is that of `effects.parameter.<code>`, or of its name where it has no `code`. One that came `later` is
    written only where it differs from its default: documents from before it say nothing of it, and stay as they are.
    """

    name: str
    field: Callable[..., fields.Field[Any]]
    default: object = None
    code: str = ""
    later: bool = False

    @property
    def meaning(self) -> Message:
        """What it says, in one sentence."""
        return Message(f"effects.parameter.{self.code or self.name}")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the vocabulary and its parameters. Its sentence is that of `effects.<table>.<name>`."""

    name: str
    parameters: tuple[Parameter, ...] = ()
    table: str = ""

    @property
    def meaning(self) -> Message:
        """What it says, in one sentence."""
        return Message(f"effects.{self.table}.{self.name}")


def _table(table: str, *words: Word) -> dict[str, Word]:
    return {word.name: replace(word, table=table) for word in words}


def _choice(words: tuple[str, ...]) -> Callable[..., fields.Field[Any]]:
    return lambda **kwargs: Choice(words, **kwargs)


def _whole(least: int, most: int) -> Callable[..., fields.Field[Any]]:
    return lambda **kwargs: Whole(least=least, most=most, **kwargs)


def _keywords(**kwargs: Any) -> fields.Field[Any]:
    return Items(Text(most=60), least=1, most=20, **kwargs)


def _faces(**kwargs: Any) -> fields.Field[Any]:
    return Items(Whole(least=1, most=20), least=1, most=20, **kwargs)


_ROLL = Parameter("roll", _choice(ROLLS))
_ATTACK_ROLL = Parameter("roll", _choice(ATTACK_ROLLS), code="attack-roll")
_NEEDS = Parameter("needs", Roll)
_FIRES = Parameter("needs", RollOrSuccess, code="needs-or-success")
_UNMODIFIED = Parameter("unmodified", Flag, True)
_NUMBER = Parameter("number", Number)
_INSTEAD = Parameter("instead", Flag, False)
_CHARACTERISTIC = Parameter("characteristic", lambda **k: Text(most=20, **k))
_OPERATION = Parameter("operation", _choice(OPERATIONS))
_VALUE = Parameter("value", lambda **k: Number(lowest=-20, **k))
_AT_LEAST = Parameter("at_least", _whole(0, 1000), 0)
_AT_MOST = Parameter("at_most", _whole(0, 1000), 1000)
_BAND = (_AT_LEAST, _AT_MOST)
_ANY_KEYWORD = Parameter("keywords", _keywords)

KINDS = _table(
    "kinds",
    Word("invulnerable-save", (Parameter("save", Roll),)),
    Word(
        "ignore-wounds",
        (_NEEDS, Parameter("against", _choice(("all", "mortal")), "all")),
    ),
    Word(
        "modify-characteristic",
        (
            _CHARACTERISTIC,
            Parameter("of", _choice(("models", "weapons")), "models", code="whose"),
            _OPERATION,
            _VALUE,
        ),
    ),
    Word("modify-roll", (_ROLL, _OPERATION, _VALUE)),
    Word(
        "re-roll",
        (
            _ROLL,
            Parameter("results", Results),
            Parameter("most", _whole(0, 100), 0),
        ),
    ),
    Word("auto-pass", (_ROLL,)),
    Word(
        "always-passes",
        (_ATTACK_ROLL, _NEEDS, _UNMODIFIED),
    ),
    Word(
        "always-fails",
        (_ATTACK_ROLL, Parameter("at_most", _whole(1, 5), code="highest-failure")),
    ),
    Word("wounds-on", (_NEEDS,)),
    Word(
        "extra-attacks",
        (_NUMBER, Parameter("only", Flag, False)),
    ),
    Word(
        "most-attacks",
        (Parameter("number", _whole(1, 100), code="count"),),
    ),
    Word(
        "hit-rolls",
        (Parameter("number", _whole(2, 20), code="count"),),
    ),
    Word(
        "best-roll",
        (
            Parameter("of", _choice(("attacks", "damage"))),
            Parameter("times", _whole(2, 6)),
        ),
    ),
    Word(
        "extra-hits",
        (_FIRES, _UNMODIFIED, _NUMBER),
    ),
    Word("auto-wound", (_FIRES, _UNMODIFIED)),
    Word(
        "attack-mortal-wounds",
        (_ATTACK_ROLL, _FIRES, _UNMODIFIED, _NUMBER, _INSTEAD),
    ),
    Word(
        "modify-attack",
        (_ATTACK_ROLL, _FIRES, _UNMODIFIED, _CHARACTERISTIC, _OPERATION, _VALUE),
    ),
    Word(
        "deny",
        (Parameter("of", _choice(DENIED), code="denied"),),
    ),
    Word(
        "pierce",
        (_ATTACK_ROLL, _FIRES, _UNMODIFIED),
    ),
    Word("spill-damage"),
    Word(
        "weapon-strength",
        (Parameter("strength", WeaponStrength),),
    ),
    Word("unchanging"),
    Word("single-use"),
    Word("auto-hit"),
    Word("blast"),
    Word(
        "minimum-damage",
        (Parameter("value", _whole(1, 100), code="least-damage"),),
    ),
    Word(
        "maximum-damage",
        (Parameter("value", _whole(1, 100), code="most-damage"),),
    ),
    Word(
        "modify-damage",
        (_OPERATION, _VALUE, Parameter("minimum", _whole(0, 100), 1)),
    ),
    Word(
        "destroy-bearer",
        (_ATTACK_ROLL, Parameter("results", _faces, code="faces"), _UNMODIFIED),
    ),
    Word(
        "harm-bearer",
        (
            _ATTACK_ROLL,
            Parameter("results", _faces, code="faces"),
            _UNMODIFIED,
            _NUMBER,
            Parameter("each", Flag, True),
            Parameter("whom", _choice(("unit", "bearer")), "unit"),
        ),
    ),
    Word(
        "advance-instead",
        (Parameter("distance", _whole(0, 100)),),
    ),
    Word(
        "explodes",
        (_NEEDS, Parameter("distance", Inches, code="rolled-distance"), _NUMBER),
    ),
    Word(
        "reserves",
        (
            Parameter("distance", _whole(0, 100), code="arrival-distance"),
            Parameter(
                "from_round",
                _whole(0, 20),
                1,
            ),
            Parameter("edge", _whole(0, 100), 0),
        ),
    ),
    Word(
        "infiltrate",
        (Parameter("distance", _whole(1, 100), code="infiltration-distance"),),
    ),
    Word("objective-secured"),
    Word(
        "overwatch",
        (Parameter("needs", Roll, "6+", code="overwatch-needs"),),
    ),
    Word(
        "combat-squads",
        (Parameter("models", _whole(0, 1000)),),
    ),
    Word(
        "mortal-wounds",
        (_NUMBER, Parameter("needs", lambda **k: Choice(("", "2+", "3+", "4+", "5+", "6+"), **k), "", code="wound-needs")),
    ),
    Word("regain-wounds", (_NUMBER,)),
    Word("return-models", (_NUMBER,)),
    Word("fight-first"),
    Word("fight-last"),
    Word(
        "heroic-intervention",
        (Parameter("distance", _whole(0, 100), 3),),
    ),
    Word(
        "permit",
        (Parameter("action", _choice(ACTIONS)),),
    ),
    Word(
        "forbid",
        (Parameter("action", _choice(ACTIONS), code="forbidden"),),
    ),
    Word(
        "aloof",
        (_ANY_KEYWORD,),
    ),
    Word(
        "ignore-modifiers",
        (_ROLL, Parameter("better", Flag, False, later=True)),
    ),
    Word("add-keywords", (Parameter("keywords", _keywords, code="added-keywords"),)),
    Word(
        "extra-powers",
        (Parameter("of", _choice(("manifest", "deny"))), Parameter("number", _whole(1, 20), code="more-powers")),
    ),
    Word("command-points", (_NUMBER,)),
)

TRIGGERS = _table(
    "triggers",
    Word("always"),
    Word("deployment"),
    Word("battle-start"),
    Word("round-start"),
    Word("round-end"),
    Word("turn-start"),
    Word("turn-end"),
    Word("phase-start"),
    Word("phase-end"),
    Word("move"),
    Word("advance"),
    Word("fall-back"),
    Word("charge-declared"),
    Word("charge"),
    Word("charged-at"),
    Word("shoot"),
    Word("after-shooting"),
    Word("fight"),
    Word("after-fighting"),
    Word("attack"),
    Word("manifested"),
    Word("wound-lost"),
    Word("destroyed"),
    Word("unit-destroyed"),
    Word("destroys-unit"),
)

CONDITIONS = _table(
    "conditions",
    Word("phase", (Parameter("phase", lambda **k: Text(most=30, **k)),)),
    Word("own-turn"),
    Word("round", _BAND),
    Word("shooting"),
    Word("fighting"),
    Word("overwatch"),
    Word("targeted"),
    Word(
        "weapon-type",
        (Parameter("types", _keywords),),
    ),
    Word("weapon-strength", _BAND),
    Word(
        "weapon-ap",
        (Parameter("values", lambda **k: Items(Whole(least=-20, most=0), least=1, most=20, **k)),),
    ),
    Word("weapon-damage", _BAND),
    Word("half-range"),
    Word("target-distance", _BAND),
    Word("target-keyword", (_ANY_KEYWORD,)),
    Word("target-models", _BAND),
    Word("target-toughness", _BAND),
    Word("target-below-half-strength"),
    Word("target-in-cover"),
    Word("target-closest"),
    Word("struck-keyword", (_ANY_KEYWORD,)),
    Word(
        "struck-save",
        (Parameter("save", Roll, code="save-characteristic"),),
    ),
    Word("attacker-keyword", (_ANY_KEYWORD,)),
    Word("charged"),
    Word("was-charged"),
    Word("intervened"),
    Word("moved"),
    Word("stationary"),
    Word("advanced"),
    Word("fell-back"),
    Word("arrived"),
    Word("disembarked"),
    Word("engaged"),
    Word("below-starting-strength"),
    Word("below-half-strength"),
    Word("wounds", _BAND),
    Word("models", _BAND),
    Word("keyword", (_ANY_KEYWORD,)),
    Word("warlord"),
    Word(
        "near",
        (
            _ANY_KEYWORD,
            Parameter("distance", _whole(0, 100)),
            Parameter("side", _choice(("friendly", "enemy")), "friendly"),
        ),
    ),
    Word("psychic-test", _BAND),
    Word("psychic"),
    Word("mortal"),
)

SCOPES = _table(
    "scopes",
    Word("bearer"),
    Word("unit"),
    Word("weapon"),
    Word("target"),
    Word("friendly-units"),
    Word("enemy-units"),
    Word("units"),
    Word("friendly-models"),
    Word("enemy-models"),
)

PICKS = _table(
    "picks",
    Word("all"),
    Word("one"),
    Word("closest"),
)

DURATIONS = _table(
    "durations",
    Word("while"),
    Word("phase-end"),
    Word("turn-end"),
    Word("round-end"),
    Word("own-phase"),
    Word("own-turn"),
    Word("battle-end"),
)

LIMITS = _table(
    "limits",
    Word("none"),
    Word("phase"),
    Word("turn"),
    Word("round"),
    Word("battle"),
)
