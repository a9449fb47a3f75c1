"""Constructed positions for rule tests: made-up units, where they stand, the step, scripted dice."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from datasheets.systems import rulebook
from datasheets.systems.parts import model_parts
from datasheets.systems.system import Part
from exports.document import RosterDocument, document_from
from resolver.engine.battle import Battle
from resolver.engine.compile_armies import compile_armies
from resolver.engine.decision import Choice, Refusal
from resolver.engine.events import Event
from resolver.engine.game import Game
from resolver.engine.prose import LogWriter
from resolver.engine.registry import ruleset
from resolver.table.board import Area, Board, Terrain
from resolver.table.dice import DiceSource, ScriptedDice, SeededDice
from tests.armies import army as golden
from tests.gate import Guarded

Row = dict[str, Any]
INFANTRY = ("INFANTRY",)


def gun(
    name: str = "Rifle",
    range: str = '24"',
    type: str = "Rapid Fire 1",
    effects: Sequence[Row] = (),
    profiles: Sequence[Row] = (),
    **given: str,
) -> Row:
    """A weapon of S 4, AP 0, D 1 unless given; `profiles` for one with several: rows of `name` and what differs."""
    base = {"Range": range, "Type": type, "S": "4", "AP": "0", "D": "1"} | given
    rows = profiles or ({},)
    return {
        "name": name,
        "note": "",
        "profiles": [
            {
                "name": row.get("name", ""),
                "characteristics": {**base, **{k: v for k, v in row.items() if k in base}},
                "abilities": "text" if row.get("effects", effects) else "",
                "effects": list(row.get("effects", effects)),
            }
            for row in rows
        ],
    }


def blade(name: str = "Blade", **given: Any) -> Row:
    return gun(name, **{"range": "Melee", "type": "Melee", "S": "User", **given})


BLAST = {"kind": "blast", "to": {"scope": "weapon"}}


def ability(name: str, *effects: Row, aura: bool = False) -> Row:
    return {"name": name, "text": f"{name}.", "aura": aura, "external": False, "effects": list(effects)}


def unit(
    id: str,
    models: int | Sequence[tuple[int, Sequence[str]] | tuple[int, Sequence[str], Mapping[str, str]]] = 1,
    *weapons: Row,
    keywords: Sequence[str] = INFANTRY,
    abilities: Sequence[Row] = (),
    base: Row | None = None,
    height: float = 1.0,
    role: str | None = None,
    transport: Row | None = None,
    psyker: Row | None = None,
    table: Sequence[Row] = (),
    **characteristics: str,
) -> Row:
    """A unit. `models` is a number of equal models with all weapons, or rows (number, weapon names, what is their own)."""
    usual = {"M": '6"', "WS": "3+", "BS": "3+", "S": "4", "T": "4", "W": "1", "A": "1", "Ld": "7", "Sv": "4+"}
    usual |= characteristics
    names = [weapon["name"] for weapon in weapons]
    rows = [(models, names)] if isinstance(models, int) else list(models)
    profiles, groups = [], []
    for place, row in enumerate(rows):
        number, carried, own = row[0], row[1], dict(row[2]) if len(row) > 2 else {}
        words = [*keywords, *own.pop("keywords", [])]
        profiles.append(
            {
                "id": f"p{place}",
                "name": f"{id} {place}",
                "type": "unit",
                "characteristics": usual | own,
                "base": base or {"shape": "round", "mm": [25.4]},
                "height": height,
                "keywords": words,
                "damage_table": list(table),
            }
        )
        counts: dict[str, int] = {}
        for name in carried:
            key = f"w{names.index(name)}"
            counts[key] = counts.get(key, 0) + 1
        groups.append(
            {
                "id": f"{id}-m{place}",
                "name": f"{id} {place}",
                "profile": f"p{place}",
                "number": number,
                "weapons": counts,
                "wargear": {},
            }
        )
    every = sorted({word for profile in profiles for word in profile["keywords"]})
    node = {"uid": id, "entry": id, "name": id, "group": "", "number": 1, "title": "", "note": "", "selections": []}
    return {
        "id": id,
        "force": "f1",
        "name": id,
        "title": "",
        "note": "",
        "datasheet": id,
        "role": role,
        "costs": {"power": 1},
        "size": {"min": 1, "max": None},
        "understrength": False,
        "keywords": {"faction": [], "other": every},
        "abilities": list(abilities),
        "profiles": profiles,
        "weapons": [{"id": f"w{place}", **weapon} for place, weapon in enumerate(weapons)],
        "wargear": [],
        "models": groups,
        "options": [],
        "transport": transport,
        "psyker": psyker,
        "origin": node,
    }


def roster(
    units: Sequence[Row],
    declarations: Sequence[Row] = (),
    power: float | None = None,
    *,
    system: str = "wh40k-9e",
    **agreed: Any,
) -> RosterDocument:
    """A roster document of these units."""
    document = golden("gloam-court")
    document["army"] |= {
        "system": system,
        "units": list(units),
        "declarations": [{"subject": "", "key": "", "value": True, "index": 0, **row} for row in declarations],
        "model_count": sum(group["number"] for row in units for group in row["models"]),
        "agreed": agreed,
    }
    if power is not None:
        document["army"] |= {"power_level": power, "costs": {"power": power}}
    return _document(json.dumps(document, sort_keys=True))


@lru_cache(2_000)
def _document(text: str) -> RosterDocument:
    """Read a document once for all tests that field the same army."""
    return document_from(json.loads(text))


def wall(left: float, bottom: float, right: float, top: float, height: float = 5.0, **given: Any) -> Terrain:
    return Terrain("wall", Area.rectangle(left, bottom, right, top), height, **given)


class Field:
    """A battle that stands where a test puts it.

    Keys of units are "a.x" and "b.y". Units that are not `put` are not on the table. `step` is where `go()` begins.
    `made` are all of this test: afterwards what happened on them is told (tests/conftest.py).
    """

    system = "wh40k-9e"
    made: ClassVar[list[Field]] = []

    def __init__(
        self,
        a: Sequence[Row],
        b: Sequence[Row],
        step: str = "shooting",
        *,
        turn: int = 0,
        battle_round: int = 1,
        terrain: Iterable[Terrain] = (),
        declarations: tuple[Sequence[Row], Sequence[Row]] = ((), ()),
        size: tuple[float, float] = (60.0, 44.0),
    ) -> None:
        self.rules = ruleset(self.system)
        armies = compile_armies(
            tuple(roster(rows, said, system=self.system) for rows, said in zip((a, b), declarations, strict=True))
        )
        state = self.rules.initial_state(armies, "only-war")
        state.board = Board(*size, tuple(terrain))
        state.round, state.turn, state.first = battle_round, turn, 0
        state.phase = self.rules.step(step)
        self.game = Game(armies, self.rules, "only-war", state, SeededDice(1), 1)
        self.state = state
        state.memory = Guarded(state)
        self.battle: Battle | None = None
        self.made.append(self)

    def put(self, key: str, *points: tuple[float, float], z: float = 0.0, facing: float = 0.0) -> list[int]:
        """Stand the first models of a unit on these points; return their indices."""
        models = [int(model) for model in self.state.models_of(self.game.unit(key))][: len(points)]
        for model, (x, y) in zip(models, points, strict=True):
            self.state.write("poses", np.s_[:4, model], (x, y, z, facing))
            self.state.write("on_table", model, True)
        return models

    def row(self, key: str, x: float, y: float, gap: float = 0.5, number: int | None = None) -> list[int]:
        """Stand a unit in a row along x, the bases (1 inch) `gap` apart."""
        models = self.state.models_of(self.game.unit(key))
        return self.put(key, *[(x + place * (1.0 + gap), y) for place in range(len(models) if number is None else number)])

    def mark(self, key: str, *marks: str) -> None:
        for name in marks:
            self.state.write("unit_marks", self.game.unit(key), self.rules.names.unit_marks[name], np.bitwise_or)

    def pair(self, key: str, other: str, name: str) -> None:
        self.state.write(
            "pairs", (self.game.unit(key), self.game.unit(other)), int(self.rules.names.pairs[name]), np.bitwise_or
        )

    def count(self, key: str, name: str, number: int) -> None:
        self.state.write("unit_counters", (self.game.unit(key), self.rules.names.unit_counters[name]), number)

    def score(self, counter: str, points: Sequence[int]) -> None:
        """Give both players so many points."""
        self.state.write("player_counters", np.s_[:, self.rules.names.player_counters[counter]], points)

    def models(self, key: str) -> list[int]:
        return [int(model) for model in self.state.models_of(self.game.unit(key))]

    def go(self, *dice: int, source: DiceSource | None = None) -> Battle:
        """Begin the battle here, with these dice to come."""
        self.game.dice = source or ScriptedDice(dice)
        self.battle = Battle.resume(self.game)
        return self.battle

    def choose(self, kind: str = "", /, **data: Any) -> None:
        """Make the choice that is asked for; it must be of this kind."""
        battle, decision = self._pending_decision(kind)
        battle.choose(Choice(decision.id, decision.kind, data))

    def refusal(self, kind: str = "", /, **data: Any) -> Refusal | None:
        """Return why a choice would be refused, None if it would not; nothing changes, and the reason can be told."""
        battle, decision = self._pending_decision(kind)
        before = self.state.to_bytes()
        refusal = battle.check(Choice(decision.id, decision.kind, data))
        assert self.state.to_bytes() == before
        if refusal is not None:
            LogWriter(self.game.armies, self.game.ruleset).refusal(refusal)
        return refusal

    def options(self, kind: str = "", /) -> list[Any]:
        battle, _ = self._pending_decision(kind)
        return [choice.data for choice in battle.options()]

    def _pending_decision(self, kind: str) -> tuple[Battle, Any]:
        battle = self.battle
        assert battle is not None
        decision = battle.decision
        assert decision is not None, "nobody is asked"
        assert kind in ("", decision.kind), decision
        return battle, decision

    def allocate(self) -> None:
        """Let wounds fall on the first model that may be struck, until something else is asked."""
        while self.battle and self.battle.decision and self.asked == "allocate":
            self.choose(**self.options()[0])

    @property
    def asked(self) -> str:
        """The kind of the pending decision."""
        return self._pending_decision("")[1].kind

    @property
    def decision(self) -> Any:
        return self._pending_decision("")[1]

    def events(self, kind: str) -> list[Event]:
        return [event for event in self.game.events if event["kind"] == kind]

    def event(self, kind: str) -> Event:
        """The only event of this kind."""
        found = self.events(kind)
        assert len(found) == 1, [event["kind"] for event in self.game.events]
        return found[0]

    def sentences(self) -> list[str]:
        """What happened, in words; all of it can be told, and every rule that it cites is in the ledger."""
        teller, book = LogWriter(self.game.armies, self.game.ruleset), rulebook(self.system)
        decided = {decision.id for decision in book.decisions}
        for event in self.game.events:
            assert all(rule in book or rule in decided for rule in event["rules"]), event
        return [teller.sentence(event) for event in self.game.events if teller.events[event["kind"]].is_told(event)]

    def wounds(self, key: str) -> list[int]:
        return [int(self.state.wounds[model]) for model in self.models(key)]


def to(x: float, y: float, facing: float = 0.0) -> list[list[float]]:
    """A path straight to a point."""
    return [[x, y, facing]]


def moves(*steps: tuple[int, float, float]) -> list[Row]:
    return [{"model": model, "path": to(x, y)} for model, x, y in steps]


def shot(model: int, slot: int, target: str, profile: int = 0) -> Row:
    return {"model": model, "slot": slot, "profile": profile, "target": target}


def part_of(game: Game, key: str) -> Part:
    """Return the part that the characteristic of this name plays in the system of a battle."""
    found: Part = next(part for part, column in model_parts(game.ruleset.id).items() if column.key == key)
    return found
