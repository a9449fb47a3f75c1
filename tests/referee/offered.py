"""Random tables for both: the resolver is asked what it offers there, the referee's own search what there is.

`python -m tests.referee.offered charge wh40k-9e 200` prints every table on which the resolver misses all moves.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from resolver.engine.decision import Decision
from resolver.families.wh40k.moves import charge, closing
from resolver.table.board import Area, Terrain
from tests import field
from tests.referee.documents import read
from tests.referee.judge import edition_of
from tests.referee.search import moves
from tests.referee.search.scenes import Group, Scene, charge_scene, close_scene, hero_scene
from tests.referee.table import Table
from tests.referee.table import Terrain as Piece

SCENES = {"charge": charge_scene, "pile-in": close_scene, "consolidate": close_scene, "heroic-move": hero_scene}


@dataclass
class Asked:
    """A random table: what is to be decided there, and what the resolver offers."""

    scene: Scene
    system: str
    decision: Decision
    game: Any
    table: Table

    def offers(self) -> list[Any]:
        """The moves that the resolver proposes; staying and giving up are none."""
        kind = charge.move_options if self.decision.kind == "charge-move" else closing.options
        return [option for option in kind(self.game, self.decision) if option["moves"]]

    def refusal(self, found: moves.Moves) -> Any:
        """Why the resolver would refuse a move."""
        check = charge.move_check if self.decision.kind == "charge-move" else closing.check
        data = {"moves": [{"model": n, "path": [list(pose) for pose in path]} for n, path in found]}
        return check(self.game, self.decision, data)

    def seeker(self, seed: str) -> moves.Seeker:
        """The referee's search here."""
        targets = self.scene.targets if self.decision.kind == "charge-move" else None
        numbers = edition_of(self.system).numbers
        return moves.Seeker(self.table, numbers, "a.x", self.scene.most, targets, Random(seed))


def random_question(kind: str, system: str, seed: int) -> Asked:
    """Set a random table up for both."""
    scene = SCENES[kind](f"{kind} {system} {seed}", edition_of(system).numbers)
    game, table = stand(scene, system)
    data = {"most": scene.most} | ({"targets": scene.targets} if kind == "charge" else {})
    return Asked(scene, system, Decision(0, 0, "charge-move" if kind == "charge" else kind, "a.x", "", data), game, table)


def stand(scene: Scene, system: str) -> tuple[Any, Table]:
    """Set a scene up on the resolver's table, and on the referee's."""
    rows = [[_row(group) for group in scene.groups if group.player == player] for player in (0, 1)]
    armies = [field.roster(each, system=system) for each in rows]
    terrain = [Terrain(p.name, Area(p.corners), p.height, top=p.top) for p in scene.terrain]

    class Field(field.Field):
        pass

    Field.system = system
    there = Field(*rows, "charges", terrain=terrain, size=scene.size)
    there.made.remove(there)
    table = Table(read(*(json.loads(army.to_bytes()) for army in armies)))
    table.size, table.terrain = scene.size, list[Piece](scene.terrain)
    for group in scene.groups:
        for number, body in zip(there.models(group.key), group.bodies, strict=True):
            there.state.write("x", number, body.x)
            there.state.write("y", number, body.y)
            there.state.write("z", number, body.z)
            there.state.write("facing", number, body.facing)
            there.state.write("on_table", number, True)
            model = table.models[number]
            model.body, model.on_table = model.body.at(body.x, body.y, body.z, body.facing), True
    table.regroup()
    return there.game, table


def _row(group: Group) -> Any:
    row = field.unit(group.key[2:], [(1, ()) for _ in group.bases], keywords=group.words, height=2.0)
    for profile, (shape, mm) in zip(row["profiles"], group.bases, strict=True):
        profile["base"] = {"shape": shape, "mm": list(mm)}
    return row


def find_missed(kind: str, system: str, seeds: Sequence[int], tries: int = 40) -> Iterator[tuple[int, str]]:
    """Yield the tables on which the resolver offers nothing and accepts a move all the same; what is wrong on others."""
    for seed in seeds:
        there = random_question(kind, system, seed)
        if there.offers():
            continue
        seeker = there.seeker(str(seed))
        found = moves.charge(seeker, tries) if kind == "charge" else moves.close_in(seeker)
        if found is not None:
            refusal = there.refusal(found)
            yield seed, f"refused: {refusal} {found}" if refusal else f"missed: {found}"


def main(kind: str = "charge", system: str = "wh40k-9e", number: int = 200, first: int = 1) -> int:
    """Print what was missed; 1 if anything was."""
    began, count = time.monotonic(), 0
    for seed, text in find_missed(kind, system, range(first, first + number)):
        count += 1
        print(seed, text[:300], flush=True)
    print(f"{kind}, {system}, {number} tables: {count} missed, in {time.monotonic() - began:.0f} s")
    return int(bool(count))


if __name__ == "__main__":
    given = dict(enumerate(sys.argv[1:]))
    raise SystemExit(main(given.get(0, "charge"), given.get(1, "wh40k-9e"), int(given.get(2, 200)), int(given.get(3, 1))))
