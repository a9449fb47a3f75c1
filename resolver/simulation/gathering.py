"""What happened in one game, gathered from its events as they happen. Nothing here knows a game: an event is what its kind
says that it is (`EventKind.roles`), and what no event of a ruleset is, is not counted.

Keys of facts, each counted once for a game in which it was so, name an army ("a", "b") or a unit of one ("a.s1"):

| key | so in a game in which |
|---|---|
| first, army | the army acted first in the first battle round |
| alive, unit, round | the unit had a living model after this battle round |
| charged, unit, round | it had charged by the end of this battle round |
| joined, unit, round | it had been in close combat by the end of this battle round, in a game without charges |
| held, army, marker, round | the army controlled this marker when that was last determined in this battle round |
| ahead, army, round | the army had more points after this battle round, in the first half of the battle |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from datasheets.systems import system
from resolver.engine.battle import Battle, Outcome
from resolver.engine.game import Game
from resolver.simulation.totals import DRAW, LOSS, WIN, Key

ROUNDS = 5
"""Of a mission that does not end after a number of battle rounds, so many are looked at one by one."""
LETTERS = (WIN, LOSS)


class Gathering:
    """Listens to one game. `side` is the seat of army A."""

    def __init__(self, side: int) -> None:
        self._side = side
        self._first = ""
        self._actor = -1
        self._since: dict[tuple[str, int], int] = {}
        self._wounds: dict[int, int] = {}
        self._held: dict[tuple[int, int], int | None] = {}
        self._rounds: dict[int, tuple[Any, list[int]]] = {}
        self._deeds: Counter[Key] = Counter()
        self._handlers: Mapping[str, Callable[[Game, Mapping[str, Any]], None]] = {
            "round-begins": self._round_began,
            "round-ends": self._round_ended,
            "move": self._note_charge,
            "combat": self._note_combat,
            "wounds": self._note_wounds,
            "healing": self._note_healing,
            "kill": self._note_loss,
            "control": self._note_marker,
        }

    def __call__(self, game: Game, kind: str, fields: Mapping[str, Any]) -> None:
        """Take in an event."""
        known = game.ruleset.events[kind]
        if known.acts:
            self._actor = fields["unit"]
        for role in known.roles & self._handlers.keys():
            self._handlers[role](game, fields)

    def result(self, outcome: Outcome) -> str:
        """Return who won."""
        return DRAW if outcome.winner is None else self._army(outcome.winner)

    def counts(self, battle: Battle) -> Iterator[tuple[Key, int]]:
        """Yield what is to be counted of a game that is over."""
        outcome = battle.outcome
        if outcome is None:
            raise ValueError("the game is not over")
        game, result = battle.game, self.result(outcome)
        yield ("rounds", outcome.rounds), 1
        self._rounds[outcome.rounds] = self._standing(game)
        yield from self._measures(game, outcome)
        yield from self._units(game)
        for fact in self._facts(game, outcome):
            yield ("fact", *fact, result), 1

    def _army(self, player: int) -> str:
        return LETTERS[player ^ self._side]

    def _key(self, game: Game, unit: int) -> str:
        return f"{self._army(game.armies.units[unit].player)}{game.armies.units[unit].key[1:]}"

    def _round_began(self, game: Game, fields: Mapping[str, Any]) -> None:
        if game.state.round == 1:
            self._first = self._army(int(game.state.first))

    def _round_ended(self, game: Game, fields: Mapping[str, Any]) -> None:
        self._rounds[game.state.round] = self._standing(game)

    def _note_charge(self, game: Game, fields: Mapping[str, Any]) -> None:
        if fields["move"] in game.ruleset.charges and fields["poses"]:
            self._note_since("charged", game, fields["unit"])

    def _note_combat(self, game: Game, fields: Mapping[str, Any]) -> None:
        for unit in (fields["unit"], fields["target"]):
            self._note_since("joined", game, unit)

    def _note_since(self, what: str, game: Game, unit: int) -> None:
        self._since.setdefault((what, _whole(game, unit)), game.state.round)

    def _note_wounds(self, game: Game, fields: Mapping[str, Any]) -> None:
        self._wounds[fields["model"]] = fields["left"]
        self._lose(game, fields["model"], int(fields["wounds"]))

    def _note_healing(self, game: Game, fields: Mapping[str, Any]) -> None:
        self._wounds[fields["model"]] = fields["left"]

    def _note_loss(self, game: Game, fields: Mapping[str, Any]) -> None:
        model, by = fields["model"], fields["by"]
        if by is not None:
            self._lose(game, model, self._wounds.get(model, _wounds_of(game, model)))  # what is destroyed at once loses all
            self._credit(game, _unit_of(game, model), "models-taken", 1)
        self._wounds[model] = 0

    def _lose(self, game: Game, model: int, wounds: int) -> None:
        victim = _unit_of(game, model)
        self._deeds["unit", self._key(game, victim), "wounds-lost"] += wounds
        self._credit(game, victim, "wounds-taken", wounds)

    def _credit(self, game: Game, victim: int, what: str, number: int) -> None:
        """Note that the enemy who acts took something from a unit."""
        actor = self._actor
        if actor >= 0 and game.owner(actor) != game.armies.units[victim].player:
            self._deeds["unit", self._key(game, _whole(game, actor)), what] += number

    def _note_marker(self, game: Game, fields: Mapping[str, Any]) -> None:
        player = fields["player"]
        self._held[fields["marker"], game.state.round] = player
        if player is not None:
            units = {_unit_of(game, model) for model in fields["counted"]}
            for unit in units:
                if game.armies.units[unit].player == player:
                    self._deeds["unit", self._key(game, unit), "markers"] += 1

    def _standing(self, game: Game) -> tuple[Any, list[int]]:
        """Return the living models of each unit, and the points of both players."""
        units = np.array([model.unit for model in game.armies.models])
        alive = np.bincount(units, weights=game.state.alive, minlength=len(game.armies.units))
        return alive.astype(int), game.score

    def _measures(self, game: Game, outcome: Outcome) -> Iterator[tuple[Key, int]]:
        """Yield points and living models after each round; the last one's stand for all that were not played."""
        owners = np.array([unit.player for unit in game.armies.units])
        for number, (alive, score) in self._rounds.items():
            for player in (0, 1):
                army, models = self._army(player), int(alive[owners == player].sum())
                where = "end" if number == outcome.rounds else "after"
                yield (where, number, "models", army), models
                yield (where, number, "points", army), score[player]
            yield (where, number, "games"), 1
        points = [outcome.victory_points[player ^ self._side] for player in (0, 1)]
        left = [int(alive[owners == (player ^ self._side)].sum()) for player in (0, 1)]
        for what, (a, b) in (("points", points), ("models", left)):
            yield ("margin", what, a - b), 1
            for army, number in ((WIN, a), (LOSS, b)):
                yield ("sum", what, army), number
                yield ("squares", what, army), number * number

    def _units(self, game: Game) -> Iterator[tuple[Key, int]]:
        alive = self._rounds[max(self._rounds)][0]
        strength = np.bincount([model.unit for model in game.armies.models], minlength=len(alive))
        yield from self._deeds.items()
        for unit, row in enumerate(game.armies.units):
            if row.spare_of is None:
                yield ("unit", self._key(game, unit), "models-lost"), int(strength[unit] - alive[unit])
                yield ("unit", self._key(game, unit), "destroyed"), int(not alive[unit])

    def _facts(self, game: Game, outcome: Outcome) -> Iterator[Key]:
        rounds = watched_rounds(game.ruleset.id, game.mission)
        yield "first", self._first
        fought = [unit for unit in range(len(game.armies.units)) if game.armies.units[unit].spare_of is None]
        for number in range(1, rounds):
            alive, score = self._rounds[min(number, outcome.rounds)]
            for unit in fought:
                if alive[unit]:
                    yield "alive", self._key(game, unit), number
                for what in ("charged", "joined"):
                    if self._since.get((what, unit), rounds) <= number:
                        yield what, self._key(game, unit), number
            if score[0] != score[1] and number <= rounds // 2:
                yield "ahead", self._army(int(score[1] > score[0])), number
        for (marker, number), player in self._held.items():
            if player is not None and number < rounds:
                yield "held", self._army(player), marker, number


def watched_rounds(id: str, mission: str) -> int:
    """Return the battle round before which facts are looked at: the last one, after which all is decided."""
    found = system(id).mission(mission)
    return (found.rounds if found else None) or ROUNDS


def _unit_of(game: Game, model: int) -> int:
    return game.armies.models[model].unit


def _wounds_of(game: Game, model: int) -> int:
    """Return the wounds of a model that lost none."""
    armies = game.armies
    return armies.profiles[armies.loadouts[armies.models[model].loadout].profile].wounds


def _whole(game: Game, unit: int) -> int:
    """Return the unit that a part was split off from, or the unit itself."""
    origin = game.armies.units[unit].spare_of
    return unit if origin is None else origin
