"""Short moves towards the enemy: pile in, consolidate, Heroic Intervention.

Source: 9E-PILEIN-01..03, 9E-CONS-01..03, 9E-HEROMV-01, -02, 9E-AIRHI-01, 9E-Q-35; 8E-PILEIN-01, 8E-CONSOL-01, 8E-HEROIC-02,
8E-Q-14, -67, -68.
"""

from __future__ import annotations

from collections.abc import Iterator

from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.families.wh40k.edition import edition
from resolver.shared.effects import abilities
from resolver.shared.moves import contact, legs, moving
from resolver.shared.moves.moving import Limits, Manner, Mover
from resolver.shared.units import characteristics, engagement
from resolver.table.geometry import Indices

INCHES = 3.0
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
    every, said = limits(game, unit, kind), {"rules": rules, "marks": list(marks)}
    yield from legs.carry_out(game, unit, manner(game, kind), every, data, move=kind, most=INCHES, **said)


def manner(game: Game, kind: str) -> Manner:
    """Return how models move towards the enemy; where they fly, over terrain as well."""
    flies = edition(game).combat.flies_always
    return Manner(kind, enemies="free", flying=flies, flies_over_terrain=flies)


def heroes(game: Game, unit: int) -> Indices:
    """Return the models of a unit that a Heroic Intervention moves: all or, where they move alone, its Characters.

    Who may do as a Character does moves as one.
    """
    models = game.state.standing(unit)
    if not edition(game).combat.heroics.alone:
        return models
    return models[
        [
            engagement.model_has(game, int(model), "CHARACTER")
            or bool(abilities.effects(game, "heroic-intervention", unit, int(model)))
            for model in models
        ]
    ]


def limits(game: Game, unit: int, kind: str) -> Limits:
    """Return how far each model may move: 3 inches, a model without a Move characteristic not at all (9E-DS-06, 8E-Q-76)."""
    moving_ones = heroes(game, unit) if kind == "heroic-move" else game.state.standing(unit)
    able = {int(m) for m in moving_ones if characteristics.move(game, int(m)) is not None}
    return {int(m): INCHES if int(m) in able else 0.0 for m in game.state.standing(unit)}


def check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a move that breaks a rule; the move in which no model moves is always legal."""
    if not data["moves"]:
        return None
    unit, kind = game.unit(decision.subject), decision.kind
    mover = Mover(game, unit, manner(game, kind), limits(game, unit, kind))
    return _bystander(game, unit, kind, data) or moving.refusal(mover, data) or _closer(mover, kind)


def _bystander(game: Game, unit: int, kind: str, data: Data) -> Refusal | None:
    """Only models that intervene may move in a Heroic Intervention (8E-Q-67)."""
    barred = set(map(int, game.state.standing(unit))) - set(map(int, heroes(game, unit)))
    moved = [step["model"] for step in data["moves"] if kind == "heroic-move" and step["model"] in barred]
    return Refusal("heroic-intervention.units", "model.no-hero", {"model": moved[0]}) if moved else None


def _closer(mover: Mover, kind: str) -> Refusal | None:
    return moving.closer_refusal(mover, CLOSER[kind], TOUCHING[kind])


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Propose to move as close as the unit gets, and to stay."""
    unit, kind = game.unit(decision.subject), decision.kind
    every = limits(game, unit, kind)
    yield from contact.closing_in(game, unit, manner(game, kind), every, lambda mover, _: _closer(mover, kind))
    yield {"moves": []}
