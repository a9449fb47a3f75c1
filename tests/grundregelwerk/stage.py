"""Positions for tests of the Grundregelwerk: made-up units, where they stand and in which state, scripted dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from resolver.engine.battle import Battle
from resolver.engine.compile_armies import compile_armies
from resolver.engine.game import Game
from resolver.engine.registry import ruleset
from resolver.table.board import Area, Board, Terrain
from resolver.table.dice import SeededDice
from tests.field import Field, Row, roster, unit
from tests.gate import Guarded

SYSTEM = "grundregelwerk"
USUAL = {"B": '6"', "NK": "4+", "FK": "4+", "RW": "4+", "A": "1", "L": "1", "MW": "3+", "Type": "infantry"}
TAGS = {"wood": ("soft-cover", "wood"), "ruin": ("hard-cover", "ruin"), "hill": ("los-blocker", "hill")}


def arms(name: str = "Rifle", reach: float = 24, rof: int = 1, fp: int = 0, kind: str = "ranged", text: str = "") -> Row:
    """A weapon."""
    shown = {"Kind": kind, "Range": f'{reach:g}"', "RoF": str(rof), "FP": str(fp)}
    profile = {"name": "", "characteristics": shown, "abilities": text, "effects": []}
    return {"name": name, "note": "", "profiles": [profile]}


def blade(name: str = "Blade", reach: float = 1, rof: int = 0, fp: int = 0) -> Row:
    return arms(name, reach, rof, fp, "melee")


def squad(id: str, models: Any = 1, *weapons: Row, rules: Sequence[str] = (), mm: float = 25.4, **given: str) -> Row:
    """A unit of infantry with 4+ for everything, unless given; `models` as `tests.field.unit` takes them."""
    said = [{"name": name, "text": f"{name}.", "aura": False, "external": False, "effects": []} for name in rules]
    row = unit(id, models, *weapons, keywords=(), abilities=said, base={"shape": "round", "mm": [mm]}, **(USUAL | given))
    for profile in row["profiles"]:
        profile["characteristics"] = {key: profile["characteristics"][key] for key in USUAL}
        profile["keywords"] = []
    row["keywords"] = {"faction": [], "other": []}
    return row


def piece(name: str, left: float, bottom: float, right: float, top: float, **given: Any) -> Terrain:
    tags = given.pop("tags", TAGS.get(name, ("los-blocker", "closed")))
    called = {"wood": "woods", "pillar": "support-pillar"}.get(name, name)
    return Terrain(
        called, Area.rectangle(left, bottom, right, top), 4.0, blocks_movement=False, top=False, tags=tags, **given
    )


class DiceByLabel:
    """Dice that fall for each label as a test says: a face, or one for each address; `usual` where it says nothing."""

    def __init__(self, usual: int = 6, **faces: Any) -> None:
        self.usual, self.faces = usual, faces

    def roll(self, address: Any, sides: int = 6) -> int:
        face = self.faces.get(address.label.replace("-", "_"), self.usual)
        return int(face(address)) if callable(face) else int(face)


class Stage(Field):
    """A battle of the Grundregelwerk that stands where a test puts it; army a has the edge at the bottom."""

    system = SYSTEM

    def __init__(
        self,
        a: Sequence[Row],
        b: Sequence[Row],
        *,
        step: str = "act",
        turn: int = 0,
        battle_round: int = 1,
        terrain: Iterable[Terrain] = (),
        mission: str = "annihilation",
        declarations: tuple[Sequence[Row], Sequence[Row]] = ((), ()),
        **agreed: Any,
    ) -> None:
        self.rules = ruleset(SYSTEM)
        said = zip((a, b), declarations, strict=True)
        documents = [roster(rows, declared, system=SYSTEM, **agreed) for rows, declared in said]
        armies = compile_armies((documents[0], documents[1]))
        state = self.rules.initial_state(armies, mission)
        state.board = Board(72.0, 48.0, tuple(terrain))
        state.round, state.turn, state.first = battle_round, turn, 0
        state.phase = self.rules.step(step)
        for player in (0, 1) if step != "edges" else ():
            state.write("player_counters", (player, self.rules.names.player_counters["edge"]), player + 1)
        self.game = Game(armies, self.rules, mission, state, SeededDice(1), 1)
        self.state = state
        state.memory = Guarded(state)
        self.battle: Battle | None = None
        self.made.append(self)

    def act(self, key: str) -> None:
        """It is this unit's activation."""
        self.mark(key, "acting", "activated")

    def fight(self, key: str, other: str) -> None:
        """Both units are in close combat with each other."""
        self.pair(key, other, "combat")
        self.pair(other, key, "combat")

    def hurt(self, model: int, left: int) -> None:
        self.state.write("wounds", model, left)

    def mark_model(self, model: int, *marks: str) -> None:
        for name in marks:
            self.state.write("marks", model, self.rules.names.model_marks[name], np.bitwise_or)

    def take(self, action: str) -> None:
        self.choose("action", action=action)

    def shoot(self, target: str = "b.x", slot: int = 0) -> None:
        """Shoot at a unit with the weapon in one slot of every model."""
        models = self.state.standing(self.game.unit(self.decision.subject))
        shots = [{"model": int(model), "slot": slot, "profile": 0, "target": target} for model in models]
        self.choose("fire", shots=shots)

    def lose(self) -> None:
        """Let losses fall on the first model that may be lost, until something else is asked."""
        while self.battle and self.battle.decision and self.asked in ("loss", "assign"):
            self.choose(**self.options()[0])

    def offered_actions(self) -> set[str]:
        """The actions that are offered."""
        return {data["action"] for data in self.options("action")}
