"""Constructed positions of Age of Sigmar: warscrolls of its own columns, where they stand, the step, scripted dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from exports.document import RosterDocument
from resolver.engine.compile_armies import compile_armies
from resolver.engine.decision import Decision
from resolver.engine.game import Game
from resolver.engine.ruleset import Ruleset
from resolver.rulesets.aos_1e import features
from resolver.rulesets.aos_1e.lasting import OWN
from resolver.table.board import Area, Board, Terrain
from resolver.table.dice import SeededDice
from tests import field
from tests.field import Row
from tests.gate import Guarded

MISSION = "glorious-victory"
USUAL = {"Move": '5"', "Wounds": "1", "Bravery": "6", "Save": "5+"}
SWORD = {"Type": "melee", "Range": '1"', "Attacks": "1", "To Hit": "4+", "To Wound": "4+", "Rend": "-", "Damage": "1"}
BOLT: Row = {
    "id": "arcane-bolt",
    "name": "Arcane Bolt",
    "value": 5,
    "step": 0,
    "range_in": 18,
    "target": "visible-enemy-unit",
    "duration": "instant",
    "keywords": [],
    "text": "D3 mortal wounds.",
    "effects": [{"kind": "mortal-wounds", "number": "D3", "on": "manifested", "to": {"scope": "target"}}],
}
SHIELD: Row = {
    **BOLT,
    "id": "mystic-shield",
    "name": "Mystic Shield",
    "value": 6,
    "target": "caster-or-visible-friendly-unit",
    "duration": "own-hero-phase",
    "effects": [
        {
            "kind": "modify-roll",
            "roll": "save",
            "operation": "add",
            "value": "1",
            "on": "manifested",
            "to": {"scope": "target"},
            "until": "own-phase",
        }
    ],
}


def weapon(name: str, type: str = "melee", effects: Sequence[Row] = (), **given: str) -> Row:
    """A weapon: a sword unless something else is given; `Hit` and `Wound` stand for To Hit and To Wound."""
    said = {{"Hit": "To Hit", "Wound": "To Wound"}.get(key, key): value for key, value in given.items()}
    usual = SWORD | {"Type": type} | ({"Range": '20"'} if type == "missile" else {})
    row = {"name": "", "characteristics": usual | said, "abilities": "text" if effects else "", "effects": list(effects)}
    return {"name": name, "note": "", "profiles": [row]}


def blade(name: str = "Sword", **given: Any) -> Row:
    return weapon(name, **given)


def bow(name: str = "Bow", **given: Any) -> Row:
    return weapon(name, "missile", **given)


def unit(id: str, models: Any = 1, *weapons: Row, commands: Sequence[Row] = (), **given: Any) -> Row:
    """A warscroll as `tests.field.unit` makes one, with this game's columns."""
    own = {key: given.pop(key) for key in list(given) if key in USUAL}
    keywords = given.pop("keywords", ())
    made = field.unit(id, models, *weapons, keywords=keywords, **given)
    for profile in made["profiles"]:
        kept = {key: value for key, value in profile["characteristics"].items() if key in USUAL}
        profile["characteristics"] = USUAL | own | kept
    made["costs"] = {}
    return made | ({"commands": list(commands)} if commands else {})


def wizard(id: str = "w", casts: int = 1, denies: int = 1, powers: Sequence[Row] = (BOLT, SHIELD), **given: Any) -> Row:
    """A wizard that is a hero."""
    psyker = {"casts": casts, "denies": denies, "powers": list(powers)}
    return unit(id, given.pop("models", 1), *given.pop("weapons", ()), keywords=("HERO", "WIZARD"), psyker=psyker, **given)


def feature(kind: str, left: float, bottom: float, right: float, top: float, *tags: str, **given: Any) -> Terrain:
    """A terrain feature of a kind over a rectangle."""
    known = next(each for each in features.KINDS if each.name == kind)
    height = given.get("height", known.height)
    return Terrain(
        kind, Area.rectangle(left, bottom, right, top), height, known.sight, known.solid, True, ("feature", *tags)
    )


def roster(units: Sequence[Row], declarations: Sequence[Row] = (), **agreed: Any) -> RosterDocument:
    return field.roster(units, declarations, system="aos-1e", **agreed)


def general(id: str) -> Row:
    """What a roster says of its general: the first model of a unit."""
    return {"kind": "general", "subject": f"{id}-m0"}


def question(kind: str, subject: str = "", player: int = 0, **data: Any) -> Decision:
    """A decision that a player is asked for, outside of any battle."""
    return Decision(1, player, kind, subject, "", data)


class Field(field.Field):
    """A battle of Age of Sigmar that stands where a test puts it."""

    system = "aos-1e"

    def __init__(
        self,
        a: Sequence[Row],
        b: Sequence[Row],
        step: str = "shoot",
        *,
        turn: int = 0,
        battle_round: int = 1,
        terrain: Iterable[Terrain] = (),
        declarations: tuple[Sequence[Row], Sequence[Row]] = ((), ()),
        agreed: tuple[Mapping[str, Any], Mapping[str, Any]] = ({}, {}),
        size: tuple[float, float] = (72.0, 48.0),
    ) -> None:
        self.rules = field.ruleset(self.system)
        rows = zip((a, b), declarations, agreed, strict=True)
        armies = compile_armies(tuple(roster(units, said, **with_) for units, said, with_ in rows))  # type: ignore[arg-type]
        state = self.rules.initial_state(armies, MISSION)
        state.board = Board(*size, tuple(terrain))
        state.round, state.turn, state.first = battle_round, turn, 0
        state.phase = self.rules.step(step)
        self.game = Game(armies, self.rules, MISSION, state, SeededDice(1), 1)
        self.state = state
        state.memory = Guarded(state)
        self.battle = None
        self.made.append(self)

    @classmethod
    def rules_of(cls) -> Ruleset:
        return field.ruleset(cls.system)

    def player(self, player: int, **counts: int) -> None:
        """Set counters of a player."""
        for name, number in counts.items():
            self.state.write("player_counters", (player, self.rules.names.player_counters[name]), number)

    def model_mark(self, model: int, mark: str) -> None:
        self.state.write("marks", model, self.rules.names.model_marks[mark], np.bitwise_or)

    def lasts(self, key: str, name: str, player: int = 0) -> None:
        """Let something last on a unit until a player's next hero phase."""
        self.count(key, "own", OWN[name] << 8 * player)

    def wound(self, model: int, left: int) -> None:
        self.state.write("wounds", model, left)

    def finish(self) -> None:
        """Take the first option of everything that is asked until the battle is over or stands."""
        while self.battle and self.battle.decision:
            self.battle.choose(self.battle.options()[0])
