"""What happens when a model is destroyed: it may explode, those aboard get out, it is removed, its unit may be destroyed.

Source: 9E-SSTR-02, -04, -07, -08, 9E-DESTR-01..05, 9E-PERILS-03, 9E-REINF-08, 9E-MTEST-04, 9E-Q-28, -56.
"""

from __future__ import annotations

from collections.abc import Sequence

from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.families.wh40k.edition import edition
from resolver.families.wh40k.units import explosions
from resolver.shared.moves import moving, placing
from resolver.shared.rolling import D6, amount
from resolver.shared.units import removal

SILENT = {"model.fled": ("morale.fled", "attrition.fled"), "model.removed": ("coherency.removed",)}
"""Ways in which a model goes that never trigger rules about destroyed models."""


def destroy(game: Game, model: int, cause: str, by: int | None) -> Script[None]:
    """Destroy a model: first what its destruction sets off, then it is removed from play.

    `by` is the player who destroyed it, None where nobody did (9E-SSTR-07, -08).
    """
    unit = int(game.state.unit[model])
    yield from explosions.explode(game, model)
    alone = edition(game).psychic.slain_alone
    if cause == "perils" and (alone or len(game.state.models_of(unit)) == 1):
        yield from explosions.perils(game, unit, model if alone else None)
    riders = yield from leave_wreck(game, model)
    yield from remove(game, model, "model.destroyed", cause, by)
    yield from edition(game).moves.all_out(game, riders)


def remove(game: Game, model: int, kind: str, cause: str, by: int | None) -> Script[None]:
    """Remove a model from play; with the last one its unit is destroyed (9E-SSTR-04).

    Those aboard a transport that flees or is removed get out first: they could never leave it (9E-DESTR-02).
    """
    riders = (yield from leave_wreck(game, model)) if kind in SILENT else []
    yield from removal.remove_model(game, model, kind, cause, by, SILENT.get(kind, ()))
    yield from edition(game).moves.all_out(game, riders)


def never_arrived(game: Game) -> Script[None]:
    """When the battle ends, Reinforcements that were never set up count as destroyed, by nobody (9E-REINF-08)."""
    for unit in game.living_units():
        if not game.on_table(unit) and game.state.embarked_in[unit] < 0:
            yield from removal.lose_unit(game, unit, "never-arrived", ("reinforcements.never",))


def leave_behind(game: Game, unit: int, poses: Sequence[Sequence[float]]) -> Script[None]:
    """The models of a unit that could not be set up are destroyed."""
    placed = {int(row[0]) for row in poses}
    for model in [int(model) for model in game.state.models_of(unit) if int(model) not in placed]:
        yield from remove(game, model, "model.destroyed", "no-room", None)


def leave_wreck(game: Game, model: int) -> Script[list[int]]:
    """When a transport model is destroyed, those aboard get out before it is removed; return the units that did."""
    riders = removal.aboard(game, model)
    for unit in riders:
        yield from game.happen(
            "unit.bails-out", unit=unit, transport=model, counts={"actions": 1}, rules=("wreck.disembark",)
        )
        data = yield from game.ask("disembark", game.owner(unit), "wreck.disembark", unit, transport=model, emergency=True)
        poses = data["poses"] or []
        if poses:
            yield from game.happen(
                "unit.set-up",
                unit=unit,
                where="destroyed-transport",
                transport=model,
                poses=placing.full(game, poses),
                marks=["disembarked", "moved", *edition(game).moves.wreck_marks],
                rules=("wreck.disembark", "disembark.place", "set-up.enemies"),
                **moving.moved_marks(game),
            )
        yield from leave_behind(game, unit, poses)
        yield from edition(game).moves.unit_out(game, [unit])
    return [unit for unit in riders if game.on_table(unit)]


def survive(game: Game, units: list[int]) -> Script[None]:
    """Roll one die for each model that got out; for each 1 their player loses one of them all.

    9E-DESTR-04: of each unit as it gets out. 8E-TRANSPORT-10, 8E-Q-08: of all units, when the wreck is removed.
    """
    lost = 0
    for unit in units:
        dice = []
        for number in range(len(game.state.standing(unit))):
            face, _ = yield from amount(game, "destroyed-transport", D6, unit, number=number, best=6, needed=2)
            dice.append(face)
        lost += dice.count(1)
        yield from game.happen(
            "survivors.rolled", unit=unit, dice=dice, destroyed=dice.count(1), rules=("wreck.survivors", "wreck.spared")
        )
    for _ in range(lost):
        standing = [int(model) for unit in units for model in game.state.standing(unit)]
        data = yield from game.ask("casualty", game.owner(units[0]), "wreck.survivors", units[0], models=standing)
        yield from destroy(game, data["model"], "destroyed-transport", None)
