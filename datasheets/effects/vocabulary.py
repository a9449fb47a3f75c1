"""The vocabulary as tables: kinds of effects, triggers, conditions, scopes, durations, with one sentence each.

An effect says what (`kind` and its parameters), on which trigger (`on`), under which conditions (`when`, all of them), to
whom (`to`), for how long (`until`) and how often (`limit`). Nothing here knows an edition: phases and characteristics are
words of the system. `docs/effects.md` is written from these tables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from marshmallow import fields

from datasheets.effects.fields import Inches, Number, Results, Roll, RollOrSuccess, WeaponStrength
from datasheets.fields import Choice, Flag, Items, Text, Whole

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
DENIED = ("invulnerable-saves", "saves", "ignoring-wounds", "cover")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a kind or condition. `field` makes its marshmallow field; `default` None means it must be given."""

    name: str
    field: Callable[..., fields.Field[Any]]
    meaning: str
    default: object = None


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the vocabulary: its sentence and its parameters."""

    name: str
    meaning: str
    parameters: tuple[Parameter, ...] = ()


def _table(*words: Word) -> dict[str, Word]:
    return {word.name: word for word in words}


def _choice(words: tuple[str, ...]) -> Callable[..., fields.Field[Any]]:
    return lambda **kwargs: Choice(words, **kwargs)


def _whole(least: int, most: int) -> Callable[..., fields.Field[Any]]:
    return lambda **kwargs: Whole(least=least, most=most, **kwargs)


def _keywords(**kwargs: Any) -> fields.Field[Any]:
    return Items(Text(most=60), least=1, most=20, **kwargs)


def _faces(**kwargs: Any) -> fields.Field[Any]:
    return Items(Whole(least=1, most=20), least=1, most=20, **kwargs)


_ROLL = Parameter("roll", _choice(ROLLS), "Which roll.")
_ATTACK_ROLL = Parameter("roll", _choice(ATTACK_ROLLS), "Which roll of the attack.")
_NEEDS = Parameter("needs", Roll, "The result that is needed.")
_FIRES = Parameter("needs", RollOrSuccess, 'The result that is needed; "success": the roll is passed, or there is none.')
_UNMODIFIED = Parameter("unmodified", Flag, "Whether the unmodified result counts.", True)
_NUMBER = Parameter("number", Number, "How many, fixed or rolled.")
_INSTEAD = Parameter("instead", Flag, "Instead of what the attack does otherwise; if not, in addition to it.", False)
_CHARACTERISTIC = Parameter("characteristic", lambda **k: Text(most=20, **k), "The system's key of the characteristic.")
_OPERATION = Parameter("operation", _choice(OPERATIONS), "How it changes.")
_VALUE = Parameter("value", lambda **k: Number(lowest=-20, **k), "By or to how much, fixed or rolled.")
_AT_LEAST = Parameter("at_least", _whole(0, 1000), "The least that counts.", 0)
_AT_MOST = Parameter("at_most", _whole(0, 1000), "The most that counts.", 1000)
_BAND = (_AT_LEAST, _AT_MOST)
_ANY_KEYWORD = Parameter("keywords", _keywords, "One of these keywords is enough.")

KINDS = _table(
    Word("invulnerable-save", "The model has an invulnerable save.", (Parameter("save", Roll, "The save."),)),
    Word(
        "ignore-wounds",
        "Roll for each wound that would be lost; on the result that is needed it is not lost.",
        (_NEEDS, Parameter("against", _choice(("all", "mortal")), "All wounds or only mortal wounds.", "all")),
    ),
    Word(
        "modify-characteristic",
        "Changes a characteristic of models, or of weapons with which attacks are made.",
        (
            _CHARACTERISTIC,
            Parameter("of", _choice(("models", "weapons")), "Whose characteristic it is.", "models"),
            _OPERATION,
            _VALUE,
        ),
    ),
    Word("modify-roll", "Changes the result of a roll.", (_ROLL, _OPERATION, _VALUE)),
    Word(
        "re-roll",
        "A roll may be made again.",
        (
            _ROLL,
            Parameter("results", Results, 'Which results: "all", "failed", or a list of unmodified values.'),
            Parameter("most", _whole(0, 100), "How many dice at each trigger; 0 is no limit.", 0),
        ),
    ),
    Word("auto-pass", "A roll is passed without rolling.", (_ROLL,)),
    Word(
        "always-passes",
        "A hit or wound roll of this much passes whatever it would need.",
        (_ATTACK_ROLL, _NEEDS, _UNMODIFIED),
    ),
    Word(
        "always-fails",
        "An unmodified hit or wound roll of this much or less fails, whatever else holds.",
        (_ATTACK_ROLL, Parameter("at_most", _whole(1, 5), "The highest result that fails.")),
    ),
    Word("wounds-on", "Attacks wound on this roll, whatever their Strength and the target's Toughness.", (_NEEDS,)),
    Word(
        "extra-attacks",
        "The bearer makes additional attacks with this weapon when it fights.",
        (_NUMBER, Parameter("only", Flag, "It makes no other attacks with this weapon.", False)),
    ),
    Word(
        "most-attacks",
        "The bearer makes at most so many attacks with this weapon each time it fights.",
        (Parameter("number", _whole(1, 100), "How many."),),
    ),
    Word(
        "hit-rolls",
        "So many hit rolls are made for each attack, each of which may score a hit.",
        (Parameter("number", _whole(2, 20), "How many."),),
    ),
    Word(
        "best-roll",
        "A random number of attacks, or a random damage, is rolled so many times, and the highest result counts.",
        (
            Parameter("of", _choice(("attacks", "damage")), "Of what."),
            Parameter("times", _whole(2, 6), "How many times."),
        ),
    ),
    Word(
        "extra-hits",
        "A hit roll of this much scores additional hits.",
        (_FIRES, _UNMODIFIED, _NUMBER),
    ),
    Word("auto-wound", "A hit roll of this much wounds without a wound roll.", (_FIRES, _UNMODIFIED)),
    Word(
        "attack-mortal-wounds",
        "An attack whose roll shows this much inflicts mortal wounds.",
        (_ATTACK_ROLL, _FIRES, _UNMODIFIED, _NUMBER, _INSTEAD),
    ),
    Word(
        "modify-attack",
        "An attack whose roll shows this much has another characteristic.",
        (_ATTACK_ROLL, _FIRES, _UNMODIFIED, _CHARACTERISTIC, _OPERATION, _VALUE),
    ),
    Word(
        "deny",
        "Against the attacks something cannot be used.",
        (Parameter("of", _choice(DENIED), "What cannot be used."),),
    ),
    Word(
        "pierce",
        "No invulnerable save can be made against an attack whose roll shows this much.",
        (_ATTACK_ROLL, _FIRES, _UNMODIFIED),
    ),
    Word("spill-damage", "Damage that a model does not need to be destroyed goes on to the next model of the unit."),
    Word(
        "weapon-strength",
        "The weapon has another Strength characteristic.",
        (Parameter("strength", WeaponStrength, 'As printed: "8", "+2", "x2".'),),
    ),
    Word("unchanging", "The characteristics of the weapon are changed by nothing but its own abilities."),
    Word("single-use", "The bearer can shoot with the weapon once in the battle."),
    Word("auto-hit", "Attacks hit without a hit roll."),
    Word("blast", "The number of attacks depends on the number of models of the target unit."),
    Word(
        "minimum-damage",
        "An attack inflicts at least this much damage.",
        (Parameter("value", _whole(1, 100), "The least damage."),),
    ),
    Word(
        "maximum-damage",
        "An attack inflicts at most this much damage on the models.",
        (Parameter("value", _whole(1, 100), "The most damage."),),
    ),
    Word(
        "modify-damage",
        "Changes the damage that an attack inflicts on the models.",
        (_OPERATION, _VALUE, Parameter("minimum", _whole(0, 100), "Never below this.", 1)),
    ),
    Word(
        "destroy-bearer",
        "If a roll shows one of these results, the bearer is destroyed after its attacks with this weapon.",
        (_ATTACK_ROLL, Parameter("results", _faces, "The results."), _UNMODIFIED),
    ),
    Word(
        "harm-bearer",
        "For each roll that shows one of these results, mortal wounds are suffered afterwards.",
        (
            _ATTACK_ROLL,
            Parameter("results", _faces, "The results."),
            _UNMODIFIED,
            _NUMBER,
            Parameter("each", Flag, "For each such roll; if not, once if there is any.", True),
            Parameter("whom", _choice(("unit", "bearer")), "Who suffers them.", "unit"),
        ),
    ),
    Word(
        "advance-instead",
        "When the unit Advances it makes no Advance roll; this is added to its Move until the end of the phase.",
        (Parameter("distance", _whole(0, 100), "Inches."),),
    ),
    Word(
        "explodes",
        "When the model is destroyed, roll; on the result that is needed each unit in range suffers mortal wounds.",
        (_NEEDS, Parameter("distance", Inches, "Inches, fixed or rolled."), _NUMBER),
    ),
    Word(
        "reserves",
        "The unit may start off the battlefield and arrive as Reinforcements.",
        (
            Parameter("distance", _whole(0, 100), "It is set up more than this many inches from all enemy models."),
            Parameter(
                "from_round",
                _whole(0, 20),
                "The first battle round in which it may arrive; 0: also right after both armies are deployed, where the "
                "edition has a rule for that.",
                1,
            ),
            Parameter("edge", _whole(0, 100), "It is set up wholly within this many inches of an edge; 0 is anywhere.", 0),
        ),
    ),
    Word(
        "infiltrate",
        "In deployment the unit can be set up anywhere outside its zone, too, far enough from the enemy's zone and models.",
        (Parameter("distance", _whole(1, 100), "More than so many inches."),),
    ),
    Word("objective-secured", "The models control an objective marker even where more enemy models are."),
    Word(
        "overwatch",
        "The unit can fire Overwatch.",
        (Parameter("needs", Roll, "The unmodified hit roll that is needed.", "6+"),),
    ),
    Word(
        "combat-squads",
        "In deployment a unit of this many models can be divided into two equal units.",
        (
            Parameter(
                "models", _whole(0, 1000), "The number of models that it needs; 0 is the most that its datasheet allows."
            ),
        ),
    ),
    Word(
        "mortal-wounds",
        "The units suffer mortal wounds, or only those for which a D6 shows what is needed.",
        (_NUMBER, Parameter("needs", lambda **k: Choice(("", "2+", "3+", "4+", "5+", "6+"), **k), "The D6 result.", "")),
    ),
    Word("regain-wounds", "A model regains lost wounds.", (_NUMBER,)),
    Word("return-models", "Destroyed models are set up again with their unit.", (_NUMBER,)),
    Word("fight-first", "The unit fights before units that do not."),
    Word("fight-last", "The unit fights after units that do not."),
    Word(
        "heroic-intervention",
        "The unit can make a Heroic Intervention as a CHARACTER does, towards enemies in this distance.",
        (Parameter("distance", _whole(0, 100), "Inches.", 3),),
    ),
    Word(
        "permit",
        "The unit may do what the rules would not let it do.",
        (Parameter("action", _choice(ACTIONS), "What it may do."),),
    ),
    Word(
        "forbid",
        "The unit may not do what the rules would let it do.",
        (Parameter("action", _choice(ACTIONS), "What it may not do."),),
    ),
    Word(
        "aloof",
        "Only units with one of these keywords can charge the unit, and attack it, or be attacked by it, in melee.",
        (_ANY_KEYWORD,),
    ),
    Word(
        "ignore-modifiers",
        "Modifiers that make a roll worse do not count.",
        (_ROLL,),
    ),
    Word("add-keywords", "The models have these keywords too.", (Parameter("keywords", _keywords, "The keywords."),)),
    Word(
        "extra-powers",
        "The unit attempts more psychic powers, or more denials, in a phase.",
        (Parameter("of", _choice(("manifest", "deny")), "Of what."), Parameter("number", _whole(1, 20), "How many more.")),
    ),
    Word("command-points", "The player gains command points.", (_NUMBER,)),
)

TRIGGERS = _table(
    Word("always", "Holds as long as the conditions hold."),
    Word("deployment", "While the armies are set up."),
    Word("battle-start", "At the start of the battle."),
    Word("round-start", "At the start of a battle round."),
    Word("round-end", "At the end of a battle round."),
    Word("turn-start", "At the start of a turn."),
    Word("turn-end", "At the end of a turn."),
    Word("phase-start", "At the start of a phase; a `phase` condition says which."),
    Word("phase-end", "At the end of a phase; a `phase` condition says which."),
    Word("move", "When the unit is selected to move."),
    Word("advance", "When the unit Advances."),
    Word("fall-back", "When the unit Falls Back."),
    Word("charge-declared", "When the unit declares a charge."),
    Word("charge", "When the unit has made a charge move."),
    Word("charged-at", "When a charge is declared against the unit."),
    Word("shoot", "When the unit is selected to shoot."),
    Word("after-shooting", "When the unit has shot."),
    Word("fight", "When the unit is selected to fight."),
    Word("after-fighting", "When the unit has fought."),
    Word("attack", "For each attack that the effect concerns."),
    Word("manifested", "When the psychic power is manifested."),
    Word("wound-lost", "When a model that it concerns loses a wound."),
    Word("destroyed", "When a model that it concerns is destroyed."),
    Word("unit-destroyed", "When a unit that it concerns is destroyed."),
    Word("destroys-unit", "When the bearer's unit destroys an enemy unit."),
)

CONDITIONS = _table(
    Word("phase", "It is this phase.", (Parameter("phase", lambda **k: Text(most=30, **k), "The system's id of it."),)),
    Word("own-turn", "It is the turn of the bearer's player."),
    Word("round", "The battle round lies in this band.", _BAND),
    Word("shooting", "The attack is made with a ranged weapon."),
    Word("fighting", "The attack is made with a melee weapon."),
    Word("overwatch", "The attack is made in Overwatch."),
    Word("targeted", "The attack is made against the unit; without this, hit and wound rolls are those that it makes."),
    Word(
        "weapon-type",
        "The attack is made with a weapon of one of these types.",
        (Parameter("types", _keywords, "Types as printed, without the number."),),
    ),
    Word("weapon-strength", "The Strength of the attack lies in this band.", _BAND),
    Word(
        "weapon-ap",
        "The AP of the attack is one of these.",
        (Parameter("values", lambda **k: Items(Whole(least=-20, most=0), least=1, most=20, **k), "AP values."),),
    ),
    Word("weapon-damage", "The Damage characteristic of the attack, where it is fixed, lies in this band.", _BAND),
    Word("half-range", "The target is within half the weapon's range."),
    Word("target-distance", "The distance to the target in inches lies in this band.", _BAND),
    Word("target-keyword", "The target unit has one of these keywords.", (_ANY_KEYWORD,)),
    Word("target-models", "The number of models of the target unit lies in this band.", _BAND),
    Word("target-toughness", "The Toughness of the target lies in this band.", _BAND),
    Word("target-below-half-strength", "The target unit is Below Half-strength."),
    Word("target-in-cover", "The target has the benefit of cover against the attack."),
    Word("target-closest", "The target is the closest enemy unit that is eligible."),
    Word("struck-keyword", "The model to which the attack is allocated has one of these keywords.", (_ANY_KEYWORD,)),
    Word(
        "struck-save",
        "The Save of the model to which the attack is allocated is this good or better.",
        (Parameter("save", Roll, "The Save."),),
    ),
    Word("attacker-keyword", "The attacking model has one of these keywords.", (_ANY_KEYWORD,)),
    Word("charged", "The unit made a charge move this turn."),
    Word("was-charged", "An enemy unit that declared a charge against the unit made its charge move this turn."),
    Word("intervened", "The unit made a Heroic Intervention this turn."),
    Word("moved", "The unit made a Normal Move, Advanced or Fell Back this turn."),
    Word("stationary", "The unit Remained Stationary this turn."),
    Word("advanced", "The unit Advanced this turn."),
    Word("fell-back", "The unit Fell Back this turn."),
    Word("arrived", "The unit arrived as Reinforcements this turn."),
    Word("disembarked", "The unit disembarked this turn."),
    Word("engaged", "The unit is within Engagement Range of an enemy."),
    Word("below-starting-strength", "The unit has lost models."),
    Word("below-half-strength", "The unit is Below Half-strength."),
    Word("wounds", "The wounds that the model has left lie in this band.", _BAND),
    Word("models", "The number of models of the unit lies in this band.", _BAND),
    Word("keyword", "The unit has one of these keywords.", (_ANY_KEYWORD,)),
    Word("warlord", "The bearer is the Warlord."),
    Word(
        "near",
        "A unit with one of these keywords is near.",
        (
            _ANY_KEYWORD,
            Parameter("distance", _whole(0, 100), "Inches."),
            Parameter("side", _choice(("friendly", "enemy")), "Whose unit it is.", "friendly"),
        ),
    ),
    Word("psychic-test", "The result of the Psychic test lies in this band.", _BAND),
    Word("psychic", "The cause is a psychic power."),
    Word("mortal", "The wound is a mortal wound."),
)

SCOPES = _table(
    Word("bearer", "The model that has it."),
    Word("unit", "The unit of the model that has it, and its models."),
    Word("weapon", "Attacks with this weapon profile."),
    Word("target", "The target of the attack or power."),
    Word("friendly-units", "Units of the same army."),
    Word("enemy-units", "Units of the enemy."),
    Word("units", "Units of both sides."),
    Word("friendly-models", "Models of the same army."),
    Word("enemy-models", "Models of the enemy."),
)

PICKS = _table(
    Word("all", "All that fit."),
    Word("one", "One that the player chooses."),
    Word("closest", "The closest that fits."),
)

DURATIONS = _table(
    Word("while", "As long as trigger and conditions hold; a happening is over at once."),
    Word("phase-end", "Until the end of the phase."),
    Word("turn-end", "Until the end of the turn."),
    Word("round-end", "Until the end of the battle round."),
    Word("own-phase", "Until the start of the player's next phase of the same kind."),
    Word("own-turn", "Until the start of the player's next turn."),
    Word("battle-end", "Until the end of the battle."),
)

LIMITS = _table(
    Word("none", "As often as it is triggered."),
    Word("phase", "Once in each phase."),
    Word("turn", "Once in each turn."),
    Word("round", "Once in each battle round."),
    Word("battle", "Once in the battle."),
)
