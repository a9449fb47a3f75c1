"""What each event does to the referee's table."""

from __future__ import annotations

from collections import Counter

from tests.referee.grundregelwerk.table import MARCHES, Event, Piece, Table


def apply(table: Table, event: Event) -> None:
    """Do to the table what an event did."""
    kind = event["kind"]
    unit = table.units.get(event.get("unit") or "")
    if kind == "battle.began":
        table.mission = event["mission"]
    elif kind == "battlefield.created":
        table.size = (event["width"], event["depth"])
    elif kind == "terrain.placed":
        corners = tuple((float(x), float(y)) for x, y in event["corners"])
        table.pieces.append(Piece(event["name"], corners, tuple(event.get("tags", ())), event["blocks_sight"]))
    elif kind == "zone.chosen":
        table.edges[event["player"]] = event["zone"]
    elif kind == "marker.placed":
        table.markers[event["marker"]] = tuple(event["at"])
    elif kind in ("unit.set-up", "unit.moved"):
        _move(table, event)
    elif kind == "round.began":
        table.round, table.last_player = event["round"], None
    elif kind == "round.ended":
        for each in table.units.values():
            each.marker = each.reacted = each.covered = each.activated = False
        for model in table.models:
            model.marks -= {"shaken", "stunned"}
            model.results.clear()
        table.ended = True
    elif kind == "starting-player.rolled":
        table.starter, table.ended = event["player"], False
    elif kind == "unit.activated" and unit:
        unit.activated, table.acting, table.done, table.free, table.last_player = True, unit.key, [], False, unit.player
    elif kind == "activation.ended":
        table.acting = ""
    elif kind == "waaaaagh.announced":
        table.shouted.add(event["player"])
    elif kind == "action.began":
        _begin(table, event)
    elif kind == "action.ended" and unit:
        table.witnesses = {foe for foe in table.foes(unit.key) if table.of(unit.key) and table.sees(foe, unit.key)}
    elif kind == "area.secured" and unit:
        unit.marker = True
    elif kind == "reaction.made" and unit:
        unit.marker, unit.reacted = False, True
    elif kind == "cover.taken" and unit:
        unit.covered = True
    elif kind == "hits.rolled":
        table.hits, table.due, table.batch = event if event["hits"] else None, 0, None
        if event["cause"] != "combat":
            table.fired.update(event["models"])
    elif kind == "saves.rolled":
        table.save, table.due, table.batch = event, event["unsaved"], event if event["models"] else None
        if event["cause"] == "combat":
            table.dealt[event["by_unit"]] += event["unsaved"]
        table.hits = None
    elif kind == "hits.ignored":
        table.hits = None
    elif kind == "combat.fought":
        table.dealt.clear()
        table.measured.clear()
    elif kind == "wounds.lost":
        table.models[event["model"]].wounds = event["left"]
        table.due -= 1
    elif kind == "model.destroyed":
        _destroy(table, event)
    elif kind == "vehicle.damaged":
        model = table.models[event["model"]]
        model.results.add(event["dice"])
        table.rolled = model.number
        if not event["instead"] and event["result"] in ("shaken", "stunned", "immobilised"):
            model.marks.add(event["result"])
    elif kind == "weapon.destroyed":
        table.models[event["model"]].broken.add(event["slot"])
    elif kind == "nerve.tested" and unit:
        table.tested.add(unit.key)
    elif kind == "unit.pinned" and unit:
        unit.pinned, unit.marker = True, False
    elif kind == "unit.fleeing" and unit:
        unit.pinned, unit.fleeing, unit.marker = False, True, False
    elif kind == "rally.tried" and unit and event["passed"]:
        unit.pinned = unit.fleeing = False
    elif kind == "unit.flees":
        table.fled = event["inches"]
    elif kind == "combat.joined":
        table.combats.add(frozenset((event["unit"], event["target"])))
    elif kind == "combat.ended":
        table.combats.discard(frozenset((event["unit"], event["target"])))
    elif kind == "general.chosen":
        table.models[event["model"]].general = True
    elif kind == "loot.revealed":
        table.loot.append(event["value"])
    elif kind == "victory-points.scored":
        table.score[event["player"]] += event["points"]


def _move(table: Table, event: Event) -> None:
    if event["kind"] == "unit.moved":
        table.moved = event["unit"] if event["move"] in MARCHES else ""
        if event.get("leg", 1) == 1:
            table.travelled, table.known = {}, len(table.pieces)
        for step in event["paths"]:
            model = table.models[step["model"]]
            way = table.travelled.setdefault(step["model"], [(model.x, model.y)])
            way += [(pose[0], pose[1]) for pose in step["path"]]
    for number, x, y, _, facing in event["poses"]:
        model = table.models[number]
        model.x, model.y, model.facing, model.on = x, y, facing, True


def _begin(table: Table, event: Event) -> None:
    if event["manner"] == "action":
        if event["action"] == "free-move":
            table.free = True
        else:
            table.done.append(event["action"])
    table.action, table.shot, table.tested, table.fired = event, Counter(), set(), Counter()
    table.moved, table.travelled, table.batch = "", {}, None
    table.measured.clear()
    table.before = Counter(model.unit for model in table.models if model.alive)


def _destroy(table: Table, event: Event) -> None:
    model = table.models[event["model"]]
    if event["cause"] in ("shooting", "explosion"):
        table.shot[model.unit] += 1
    if model.wounds and table.rolled != model.number:  # the damage table took it, no hit of its own
        table.due -= 1
    model.alive = model.on = False
    model.wounds = 0
