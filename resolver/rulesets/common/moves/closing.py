"""Short moves towards the enemy: pile in, consolidate, Heroic Intervention.

Source: 9E-PILEIN-01..03, 9E-CONS-01..03, 9E-HEROMV-01, -02, 9E-AIRHI-01, 9E-Q-35.
"""

from __future__ import annotations

from collections.abc import Iterator

from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.common.moves import contact, moving
from resolver.rulesets.common.moves.moving import CONSOLIDATE, HEROIC, PILE_IN, Limits, Manner, Mover
from resolver.rulesets.common.units import characteristics, engagement

INCHES = 3.0
MANNERS: dict[str, Manner] = {"pile-in": PILE_IN, "consolidate": CONSOLIDATE, "heroic-move": HEROIC}
CLOSER = {"pile-in": "pile-in.closer", "consolidate": "consolidate.closer", "heroic-move": "heroic-move.closer"}
TOUCHING = {"pile-in": "pile-in.touching", "consolidate": "consolidate.touching", "heroic-move": ""}


def pile_in(game: Game, unit: int) -> Script[None]:
    """Move the models of a unit that fights up to 3 inches closer to the enemy."""
    yield from _close(game, unit, "pile-in", ("pile-in", "pile-in.closer", "pile-in.touching"))


def consolidate(game: Game, unit: int) -> Script[None]:
    """Move the models of a unit that has fought up to 3 inches closer to the enemy."""
    yield from _close(game, unit, "consolidate", ("consolidate", "consolidate.closer", "consolidate.touching"))


def intervene(game: Game, unit: int) -> Script[None]:
    """Make a Heroic Intervention move."""
    yield from _close(game, unit, "heroic-move", ("heroic-move", "heroic-move.closer"), ("intervened",))


def _close(game: Game, unit: int, kind: str, rules: tuple[str, ...], marks: tuple[str, ...] = ()) -> Script[None]:
    if not len(engagement.enemies(game, game.owner(unit))):
        return
    data = yield from game.ask(kind, game.owner(unit), rules[0], unit, most=INCHES)
    poses = moving.moved(game, unit, MANNERS[kind], limits(game, unit), data)
    yield from game.happen("unit.moved", unit=unit, move=kind, most=INCHES, poses=poses, rules=rules, marks=list(marks))


def limits(game: Game, unit: int) -> Limits:
    """Return how far each model may move: 3 inches, a model without a Move characteristic not at all (9E-DS-06)."""
    models = game.state.standing(unit)
    return {int(m): INCHES if characteristics.move(game, int(m)) is not None else 0.0 for m in models}


def check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a move that breaks a rule; the move in which no model moves is always legal."""
    if not data["moves"]:
        return None
    unit, kind = game.unit(decision.subject), decision.kind
    mover = Mover(game, unit, MANNERS[kind], limits(game, unit))
    return moving.refusal(mover, data) or moving.closer_refusal(mover, mover.start, CLOSER[kind], TOUCHING[kind])


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Propose to move as close as the unit gets, and to stay."""
    unit, kind = game.unit(decision.subject), decision.kind

    def accept(mover: Mover) -> Refusal | None:
        return moving.closer_refusal(mover, mover.start, CLOSER[kind], TOUCHING[kind])

    yield from contact.closing_in(game, unit, MANNERS[kind], limits(game, unit), accept)
    yield {"moves": []}
