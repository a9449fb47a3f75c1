"""Set-up: the players set up their units in turn until they have none left or stop; who stopped last chooses later.

Source: AOS-SETUP-05..13, AOS-GENERAL-01, AOS-VICTORY-06, AOS-Q-39, -53.
"""

from __future__ import annotations

from datasheets.systems import system
from exports.document import is_reserve
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.shared.moves import deployment, placing
from resolver.shared.selecting import select
from resolver.table.geometry import Indices

FIRST, LAST = 1, 2
GENERAL = "general"


def hold_reserves(game: Game) -> Script[bool]:
    """Units that their rosters keep in reserve are not set up (AOS-SETUP-08, -11); one of each army is, at least."""
    for player in (0, 1):
        army, units = game.armies.documents[player].army, game.units_of(player)
        declared = {unit.id for unit in army.fielded if is_reserve(army, unit)}
        kept = [unit for unit in units if game.armies.units[unit].id in declared]
        for unit in kept if len(kept) < len(units) else kept[1:]:
            yield from _hold(game, unit)
    return True


def _hold(game: Game, unit: int) -> Script[None]:
    yield from game.happen("unit.reserved", unit=unit, marks=["held"], rules=("AOS-SETUP-11",))


def set_up(game: Game) -> Script[bool]:
    """One player sets up one unit, or stops for good; then the other, until both have finished (AOS-SETUP-05, -08, -12)."""
    player = game.go if not game.player_count(game.go, "finished") else 1 - game.go
    if game.player_count(player, "finished"):
        yield from _count(game)
        return True
    units = deployment.waiting_units(game, player)
    first = not game.units_on_table(player)
    rules = ("AOS-SETUP-08",)
    unit = yield from select(
        game, player, "deploy", units, "deploy.alternate", rules=rules, optional=not first, marks=(), go=1 - player
    )
    if unit is None:
        yield from _finish(game, player, stopped=True)
        return False
    data = yield from game.ask("set-up", player, "AOS-SETUP-07", unit, reserves=False)
    if data["poses"] is None:
        yield from game.happen("unit.unplaced", unit=unit, rules=("AOS-SETUP-08", "AOS-Q-53"), go=player)
        yield from _hold(game, unit)
    else:
        cited = ("AOS-SETUP-05", "AOS-SETUP-06", "AOS-SETUP-07", "AOS-UNIT-05", "AOS-UNIT-07")
        poses = placing.full(game, data["poses"])
        yield from game.happen("unit.set-up", unit=unit, where="deployment", poses=poses, rules=cited)
    if not deployment.waiting_units(game, player):
        yield from _finish(game, player, stopped=False)
    return False


def _finish(game: Game, player: int, *, stopped: bool) -> Script[None]:
    """A player has finished setting up, for good; what is left are its reserves (AOS-SETUP-09, -11, -12, AOS-Q-53)."""
    for unit in deployment.waiting_units(game, player):
        yield from _hold(game, unit)
    last = bool(game.player_count(1 - player, "finished"))
    yield from game.happen(
        "set-up.finished",
        player=player,
        stopped=stopped,
        last=last,
        player_counts={"finished": LAST if last else FIRST},
        go=1 - player,
        rules=("AOS-SETUP-12",),
    )


def _count(game: Game) -> Script[None]:
    """Count the models of both armies: those that are on the battlefield now (AOS-SETUP-09, -10)."""
    for player in (0, 1):
        models = game.state.standing_of(player).tolist()
        yield from game.happen(
            "army.counted",
            player=player,
            models=models,
            number=len(models),
            model_marks=["started"],
            player_counts={"models": len(models)},
            rules=("AOS-SETUP-09", "AOS-SETUP-10"),
        )


def first_to_finish(game: Game) -> int:
    """Return the player who was the first to finish setting up."""
    return 0 if game.player_count(0, "finished") == FIRST else 1


def name_generals(game: Game) -> Script[bool]:
    """First the player who finished first, then the other, names the general: any model (AOS-GENERAL-01, AOS-Q-53)."""
    for player in (first_to_finish(game), 1 - first_to_finish(game)):
        model = declared_general(game, player)
        if model is None or not game.state.on_table[model]:
            models = _choices(game, player)
            data = yield from game.ask("general", player, "AOS-GENERAL-01", models=models)
            model = int(data["model"])
        fields = {"player": player, "unit": int(game.state.unit[model]), "model": model}
        yield from game.happen("general.named", model_marks=["general"], rules=("AOS-GENERAL-01",), **fields)
    return True


def declared_general(game: Game, player: int) -> int | None:
    """Return the model that a player's roster names as the general, None where it names none."""
    for declared in game.armies.documents[player].army.declarations_of(GENERAL):
        found = game.armies.model(player, declared.subject, declared.index)
        if found is not None:
            return found
    return None


def _choices(game: Game, player: int) -> list[int]:
    models: Indices = game.state.standing_of(player)
    return [int(model) for model in models]


def general(game: Game, player: int) -> int | None:
    """Return the general of a player while it is on the battlefield; no new one is chosen (AOS-Q-25)."""
    for model in game.state.standing_of(player):
        if game.model_marked(int(model), GENERAL):
            return int(model)
    return None


def chooser_of_first_turn(game: Game, setting: str) -> int:
    """Return who chooses who has the first turn of the battle: who finished last or, by the setting, first (AOS-Q-01)."""
    first = first_to_finish(game)
    return first if setting == "finished_first" else 1 - first


def usual_general(system_id: str) -> str:
    """Return the keyword of models that are usually generals."""
    kinds = {each.kind: each for each in system(system_id).declarations}
    return kinds[GENERAL].usual or ""
