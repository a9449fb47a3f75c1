"""What each kind of event changes on the table. Kinds that are not here change nothing that the referee keeps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tests.referee.documents import Source, facts
from tests.referee.table import Lasting, Table, Terrain, Unit

Event = Mapping[str, Any]
LIVES = {"phase": ("phase",), "turn": ("phase", "turn")}
UNTIL = {"phase.ended": "phase-end", "turn.ended": "turn-end", "round.ended": "round-end"}


def apply(table: Table, event: Event) -> None:
    """Change the table as this event says."""
    change = CHANGES.get(event["kind"])
    if change:
        change(table, event)


def _battlefield(table: Table, event: Event) -> None:
    table.size = (event["width"], event["depth"])
    table.battle_size = event["battle_size"]


def _terrain(table: Table, event: Event) -> None:
    corners = tuple((float(x), float(y)) for x, y in event["corners"])
    fields = (event[name] for name in ("height", "blocks_sight", "blocks_movement", "top"))
    table.terrain.append(Terrain(event["name"], corners, *fields))


def _zone(table: Table, event: Event) -> None:
    table.zones[event["player"]] = tuple((float(x), float(y)) for x, y in event["corners"])


def _split(table: Table, event: Event) -> None:
    whole = table.units[event["unit"]]
    for number in event["models"]:
        table.models[number].unit = event["into"]
    table.units[event["into"]] = Unit(event["into"], whole.sheet, len(event["models"]))
    whole.starting -= len(event["models"])
    table.regroup()


def _merged(table: Table, event: Event) -> None:
    for model in table.models:
        if model.unit == event["unit"]:
            model.unit = event["into"]
    table.units[event["into"]].starting += table.units[event["unit"]].starting
    table.units[event["unit"]].starting = 0
    table.regroup()


def _poses(table: Table, event: Event) -> None:
    for number, x, y, z, facing in event["poses"]:
        model = table.models[number]
        model.body, model.on_table = model.body.at(x, y, z, facing), True


def _set_up(table: Table, event: Event) -> None:
    _poses(table, event)
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


def _returned(table: Table, event: Event) -> None:
    for number, wounds, x, y, z, facing in event["poses"]:
        model = table.models[number]
        model.alive, model.on_table, model.wounds = True, True, wounds
        model.body = model.body.at(x, y, z, facing)
        table.units[event["unit"]].lost -= 1
    table.regroup()


def _embarked(table: Table, event: Event) -> None:
    table.units[event["unit"]].aboard = event["transport"]
    if event["kind"] == "unit.embarked":
        table.units[event["unit"]].did["boarded"] = "phase"
    for model in table.of(event["unit"]):
        model.on_table = False


def _moved(table: Table, event: Event) -> None:
    for number, x, y, _, facing in event["poses"]:
        body = table.models[number].body
        if (body.x, body.y, body.facing) != (x, y, facing) and event["move"] in ("normal", "advance", "fall-back"):
            table.moved.add(number)
    _poses(table, event)
    did, move = table.units[event["unit"]].did, event["move"]
    if move in ("normal", "advance", "fall-back"):
        did |= {"moved": "turn", move: "turn", "was moved": "phase"}
    elif move == "charge":
        did["charged"] = "turn"
    elif move == "heroic-move":
        did["intervened"] = "turn"


def _carried(table: Table, event: Event) -> None:
    did = table.units[event["unit"]].did
    kind = {"normal-move": "normal", "advanced": "advance", "fell-back": "fall-back"}.get(str(event["move"]), "stationary")
    did[kind] = "turn"
    if kind != "stationary":
        did["moved"] = "turn"


def _stationary(table: Table, event: Event) -> None:
    table.units[event["unit"]].did |= {"stationary": "turn", "was moved": "phase"}


def _selected(table: Table, event: Event) -> None:
    table.units[event["unit"]].did[f"selected to {event['to']}"] = "phase"


def _wounds(table: Table, event: Event) -> None:
    table.models[event["model"]].wounds = event["left"]


def _gone(table: Table, event: Event) -> None:
    model = table.models[event["model"]]
    model.alive, model.on_table, model.wounds = False, False, 0
    table.units[event["unit"]].lost += 1
    table.regroup()


def _step(table: Table, event: Event) -> None:
    table.step = event["step"]
    table.round = event.get("battle_round", table.round)
    table.turn = event.get("player", table.turn)


def _phase(table: Table, event: Event) -> None:
    table.phase = event["phase"]


def _ended(table: Table, event: Event) -> None:
    life = str(event["kind"]).split(".")[0]
    for unit in table.units.values():
        unit.did = {what: until for what, until in unit.did.items() if until not in LIVES.get(life, ())}
        unit.counts.clear()
        if life == "turn":
            unit.lost, unit.charged_at = 0, []
            table.moved.clear()
    if life in LIVES:
        table.allocated.clear()
        table.fired.clear()
    table.lasting = [each for each in table.lasting if each.until != UNTIL[event["kind"]]]


def _began(table: Table, event: Event) -> None:
    name = event["effect"]
    used = [
        source
        for source in table.armies.sources
        if source.name == name and source.lasts and source.effect.get("until") == event["until"]
    ]
    own = [source for source in used if source.unit == table.memory.get("ability", (None, None))[0]]
    table.lasting += [Lasting(source, event["unit"], event["until"]) for source in own[:1]]


def _lapsed(table: Table, event: Event) -> None:
    """End what lasted until the start of this player's turn, or of this phase of it."""
    player = event["player"]
    table.lasting = [
        each for each in table.lasting if table.units[each.source.unit].player != player or not _due(each, event["phase"])
    ]


def _due(each: Lasting, begins: str) -> bool:
    """Whether an effect ends with the phase that begins: a power's with the Psychic phase, others with their own."""
    if each.until != "own-phase":
        return each.until == "own-turn"
    home = {"manifested": "psychic", "shoot": "shooting", "after-shooting": "shooting", "charge": "charge", "fight": "fight"}
    named = [c["phase"] for c in each.source.effect.get("when", ()) if isinstance(c, Mapping) and c["name"] == "phase"]
    phase = named[0] if named else home.get(str(each.source.effect.get("on")), "command")
    return bool(phase == begins)


def _fired(table: Table, event: Event) -> None:
    table.fired |= {(model, slot) for model, slot in event["fired"]}


def _warlord(table: Table, event: Event) -> None:
    table.warlords[event["player"]] = event["model"]


def _trait(table: Table, event: Event) -> None:
    """A Warlord Trait that was rolled for, or chosen before the battle: its effects are the Warlord's."""
    model = table.warlords[event["player"]]
    known = {source.name for source in table.armies.sources if source.model == model}
    for trait in facts(table.armies.system)["traits"]:
        if trait["id"] == event["trait"] and trait["name"] not in known:
            unit = table.models[model].sheet.unit
            table.armies.sources += [
                Source(effect, trait["name"], unit, model=model, aura=bool(trait.get("aura"))) for effect in trait["effects"]
            ]


def _unmarked(table: Table, event: Event) -> None:
    table.markers.pop(event["marker"], None)


def _points(table: Table, event: Event) -> None:
    table.victory_points[event["player"]] += event["points"]


def _commanded(table: Table, event: Event) -> None:
    table.command_points[event["player"]] += event["points"]


CHANGES: Mapping[str, Callable[[Table, Event], None]] = {
    "battlefield.created": _battlefield,
    "terrain.placed": _terrain,
    "warlord.named": _warlord,
    "marker.placed": lambda table, event: table.markers.update({event["marker"]: (event["at"][0], event["at"][1])}),
    "zone.chosen": _zone,
    "trait.determined": _trait,
    "marker.removed": _unmarked,
    "turn.chosen": lambda table, event: setattr(table, "first", event["first"]),
    "unit.split": _split,
    "unit.merged": _merged,
    "unit.placed-aboard": _embarked,
    "unit.held-back": lambda table, event: table.units[event["unit"]].did.update({"held": "battle"}),
    "unit.set-up": _set_up,
    "unit.moved": _moved,
    "unit.stationary": _stationary,
    "unit.carried": _carried,
    "unit.embarked": _embarked,
    "unit.selected": _selected,
    "models.returned": _returned,
    "targets.declared": _fired,
    "attack.allocated": lambda table, event: table.allocated.add(event["model"]),
    "wounds.lost": _wounds,
    "wounds.regained": _wounds,
    "model.destroyed": _gone,
    "model.fled": _gone,
    "model.removed": _gone,
    "charge.declared": lambda table, event: setattr(table.units[event["unit"]], "charged_at", list(event["targets"])),
    "step.began": _step,
    "phase.began": _phase,
    "phase.ended": _ended,
    "turn.ended": _ended,
    "round.ended": _ended,
    "ability.used": lambda table, event: table.memory.update({"ability": (event["unit"], event["ability"])}),
    "effect.began": _began,
    "effects.lapsed": _lapsed,
    "victory-points.scored": _points,
    "command-points.gained": _commanded,
}
