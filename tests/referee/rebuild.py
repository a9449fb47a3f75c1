"""What each kind of event changes on the table. Kinds that are not here change nothing that the referee keeps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tests.referee.documents import Source, facts
from tests.referee.table import Lasting, Table, Terrain, Unit

Event = Mapping[str, Any]
LIVES = {"phase": ("phase",), "turn": ("phase", "turn")}
HOMES = {
    "movement": ("move", "advance", "fall-back"),
    "psychic": ("manifested",),
    "shooting": ("shoot", "after-shooting"),
    "charge": ("charge-declared", "charged-at", "charge"),
    "fight": ("fight", "after-fighting"),
}
"""What triggers effects in which phase; everything else comes in none."""
UNTIL = {"phase.ended": "phase-end", "turn.ended": "turn-end", "round.ended": "round-end"}


def apply(table: Table, event: Event) -> None:
    """Change the table as this event says."""
    change = CHANGES.get(event["kind"])
    if change:
        change(table, event)


def _create_battlefield(table: Table, event: Event) -> None:
    table.size = (event["width"], event["depth"])
    table.battle_size = event["battle_size"]


def _place_terrain(table: Table, event: Event) -> None:
    corners = tuple((float(x), float(y)) for x, y in event["corners"])
    fields = (event[name] for name in ("height", "blocks_sight", "blocks_movement", "top"))
    table.terrain.append(Terrain(event["name"], corners, *fields))


def _set_zone(table: Table, event: Event) -> None:
    table.zones[event["player"]] = tuple((float(x), float(y)) for x, y in event["corners"])


def _split_unit(table: Table, event: Event) -> None:
    whole = table.units[event["unit"]]
    for number in event["models"]:
        table.models[number].unit = event["into"]
    table.units[event["into"]] = Unit(event["into"], whole.sheet, len(event["models"]))
    whole.starting -= len(event["models"])
    table.regroup()


def _merge_units(table: Table, event: Event) -> None:
    for model in table.models:
        if model.unit == event["unit"]:
            model.unit = event["into"]
    table.units[event["into"]].starting += table.units[event["unit"]].starting
    table.units[event["unit"]].starting = 0
    table.regroup()


def _set_poses(table: Table, event: Event) -> None:
    for number, x, y, z, facing in event["poses"]:
        model = table.models[number]
        model.body, model.on_table = model.body.at(x, y, z, facing), True


def _set_up(table: Table, event: Event) -> None:
    _set_poses(table, event)
    unit = table.units[event["unit"]]
    unit.aboard = None
    if event["where"] not in ("deployment", "after-deployment"):
        unit.did["moved"] = "turn"
        table.moved |= {row[0] for row in event["poses"]}
    if event["where"] in ("disembark", "destroyed-transport"):
        unit.did["disembarked"] = "turn"
    if event["where"] == "destroyed-transport":
        unit.did["wrecked"] = "turn"
    if event["where"] == "reinforcements":
        unit.did["arrived"] = "turn"


def _return_models(table: Table, event: Event) -> None:
    for number, wounds, x, y, z, facing in event["poses"]:
        model = table.models[number]
        model.alive, model.on_table, model.wounds = True, True, wounds
        model.body = model.body.at(x, y, z, facing)
        table.units[event["unit"]].lost -= 1
    table.regroup()


def _embark_unit(table: Table, event: Event) -> None:
    table.units[event["unit"]].aboard = event["transport"]
    if event["kind"] == "unit.embarked":
        table.units[event["unit"]].did["boarded"] = "phase"
    for model in table.of(event["unit"]):
        model.on_table = False


def _move_unit(table: Table, event: Event) -> None:
    for number, x, y, _, facing in event["poses"]:
        body = table.models[number].body
        if (body.x, body.y, body.facing) != (x, y, facing) and event["move"] in ("normal", "advance", "fall-back"):
            table.moved.add(number)
    _set_poses(table, event)
    did, move = table.units[event["unit"]].did, event["move"]
    if move in ("normal", "advance", "fall-back"):
        did |= {"moved": "turn", move: "turn", "was moved": "phase"}
    elif move == "charge":
        did["charged"] = "turn"
    elif move == "heroic-move":
        did["intervened"] = "turn"


def _note_carried_move(table: Table, event: Event) -> None:
    did = table.units[event["unit"]].did
    kind = {"normal-move": "normal", "advanced": "advance", "fell-back": "fall-back"}.get(str(event["move"]), "stationary")
    did[kind] = "turn"
    if kind != "stationary":
        did["moved"] = "turn"


def _note_stationary(table: Table, event: Event) -> None:
    table.units[event["unit"]].did |= {"stationary": "turn", "was moved": "phase"}


def _note_selection(table: Table, event: Event) -> None:
    table.units[event["unit"]].did[f"selected to {event['to']}"] = "phase"


def _set_wounds(table: Table, event: Event) -> None:
    table.models[event["model"]].wounds = event["left"]


def _remove_model(table: Table, event: Event) -> None:
    model = table.models[event["model"]]
    model.alive, model.on_table, model.wounds = False, False, 0
    table.units[event["unit"]].lost += 1
    table.regroup()


def _begin_step(table: Table, event: Event) -> None:
    table.step = event["step"]
    table.round = event.get("battle_round", table.round)
    table.turn = event.get("player", table.turn)


def _begin_turn(table: Table, event: Event) -> None:
    table.memory["turn began"] = True


def _begin_phase(table: Table, event: Event) -> None:
    table.phase = event["phase"]


def _end_period(table: Table, event: Event) -> None:
    life = str(event["kind"]).split(".")[0]
    for unit in table.units.values():
        unit.did = {what: until for what, until in unit.did.items() if until not in LIVES.get(life, ())}
        unit.counts.clear()
        if life == "turn":
            unit.lost, unit.charged_at = 0, []
            table.moved.clear()
            table.memory["turn began"] = False
    if life in LIVES:
        table.allocated.clear()
        table.fired.clear()
    table.lasting = [each for each in table.lasting if each.until != UNTIL[event["kind"]]]


def _begin_effect(table: Table, event: Event) -> None:
    name = event["effect"]
    used = [
        source
        for source in table.armies.sources
        if source.name == name and source.lasts and source.effect.get("until") == event["until"]
    ]
    own = [source for source in used if source.unit == table.memory.get("ability", (None, None))[0]]
    table.lasting += [Lasting(source, event["unit"], event["until"]) for source in own[:1]]


def _end_effects(table: Table, event: Event) -> None:
    """End what lasted until the start of this player's turn, or of this phase of it."""
    player, begins = event["player"], event["phase"] if table.memory.get("turn began") else ""
    table.lasting = [
        each for each in table.lasting if table.units[each.source.unit].player != player or not _is_due(each, begins)
    ]


def _is_due(each: Lasting, begins: str) -> bool:
    """Whether an effect ends with the phase that begins, "" for the turn: its own phase, or the turn where it has none."""
    if each.until != "own-phase":
        return each.until == "own-turn" and not begins
    named = [c["phase"] for c in each.source.effect.get("when", ()) if isinstance(c, Mapping) and c["name"] == "phase"]
    trigger = str(each.source.effect.get("on"))
    return bool((named[0] if named else next((phase for phase in HOMES if trigger in HOMES[phase]), "")) == begins)


def _note_shots(table: Table, event: Event) -> None:
    table.fired |= {(model, slot) for model, slot in event["fired"]}


def _name_warlord(table: Table, event: Event) -> None:
    table.warlords[event["player"]] = event["model"]


def _add_trait(table: Table, event: Event) -> None:
    """A Warlord Trait that was rolled for, or chosen before the battle: its effects are the Warlord's."""
    model = table.warlords[event["player"]]
    known = {source.name for source in table.armies.sources if source.model == model}
    for trait in facts(table.armies.system)["traits"]:
        if trait["id"] == event["trait"] and trait["name"] not in known:
            unit = table.models[model].sheet.unit
            table.armies.sources += [
                Source(effect, trait["name"], unit, model=model, aura=bool(trait.get("aura"))) for effect in trait["effects"]
            ]


def _remove_marker(table: Table, event: Event) -> None:
    table.markers.pop(event["marker"], None)


def _score_points(table: Table, event: Event) -> None:
    table.victory_points[event["player"]] += event["points"]


def _gain_command_points(table: Table, event: Event) -> None:
    table.command_points[event["player"]] += event["points"]


CHANGES: Mapping[str, Callable[[Table, Event], None]] = {
    "battlefield.created": _create_battlefield,
    "terrain.placed": _place_terrain,
    "warlord.named": _name_warlord,
    "marker.placed": lambda table, event: table.markers.update({event["marker"]: (event["at"][0], event["at"][1])}),
    "zone.chosen": _set_zone,
    "trait.determined": _add_trait,
    "marker.removed": _remove_marker,
    "turn.chosen": lambda table, event: setattr(table, "first", event["first"]),
    "unit.split": _split_unit,
    "unit.merged": _merge_units,
    "unit.placed-aboard": _embark_unit,
    "unit.held-back": lambda table, event: table.units[event["unit"]].did.update({"held": "battle"}),
    "unit.set-up": _set_up,
    "unit.moved": _move_unit,
    "unit.stationary": _note_stationary,
    "unit.carried": _note_carried_move,
    "unit.embarked": _embark_unit,
    "unit.selected": _note_selection,
    "models.returned": _return_models,
    "targets.declared": _note_shots,
    "attack.allocated": lambda table, event: table.allocated.add(event["model"]),
    "wounds.lost": _set_wounds,
    "wounds.regained": _set_wounds,
    "model.destroyed": _remove_model,
    "model.fled": _remove_model,
    "model.removed": _remove_model,
    "charge.declared": lambda table, event: setattr(table.units[event["unit"]], "charged_at", list(event["targets"])),
    "step.began": _begin_step,
    "turn.began": _begin_turn,
    "phase.began": _begin_phase,
    "phase.ended": _end_period,
    "turn.ended": _end_period,
    "round.ended": _end_period,
    "ability.used": lambda table, event: table.memory.update({"ability": (event["unit"], event["ability"])}),
    "effect.began": _begin_effect,
    "effects.lapsed": _end_effects,
    "victory-points.scored": _score_points,
    "command-points.gained": _gain_command_points,
}
