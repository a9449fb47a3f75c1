"""What each event does to the referee's table."""

from __future__ import annotations

from collections import Counter

from tests.referee.aos_1e.table import Event, Piece, Table

LASTING = {"unit.inspired": "steadfast", "fear.caused": "fearsome", "sacrifice.made": "sacrificed"}
PICKED = {"spell.rolled", "command.used", "ability.used", "sacrifice.made", "unit.selected", "unit.set-up"}


def apply(table: Table, event: Event) -> None:
    """Do to the table what an event did."""
    kind = event["kind"]
    unit = table.units.get(event.get("unit") or "")
    if table.phase == "hero" and kind in PICKED:
        table.bewildered = True
    if kind in BEFORE:
        _before(table, event)
    elif kind in TURNS:
        _turns(table, event)
    elif unit and kind in LASTING:
        unit.lasts.setdefault(LASTING[kind], set()).add(unit.player)
        if kind == "fear.caused":
            table.fearful.add(unit.key)
        if kind == "sacrifice.made":
            table.sacrificed.add(event["feature"])
    elif unit and kind == "mystery.rolled":
        unit.lasts.setdefault("befuddled" if event["befuddled"] else "ensorcelled", set()).add(unit.player)
        table.mystic.add((unit.key, event["feature"]))
    elif kind == "command.used":
        table.commanded = True
    elif kind in ("spell.rolled", "unbinding.rolled", "spell.took-effect"):
        _magic(table, event)
    elif kind in MOVES:
        _moves(table, event)
    elif kind in ATTACKS:
        _attacks(table, event)
    else:
        _losses(table, event)


BEFORE = frozenset(
    {"battlefield.created", "features.rolled", "terrain.placed", "scenery.ruled", "rolled-off", "ruling.made"}
    | {"battlefield.divided", "zone.chosen", "unit.reserved", "set-up.finished", "army.counted", "general.named"}
    | {"objective.chosen", "objective.achieved", "triumph.rolled", "triumph.used", "die.changed"}
)


def _before(table: Table, event: Event) -> None:
    kind = event["kind"]
    if kind == "battlefield.created":
        table.size = (event["width"], event["depth"])
    elif kind == "features.rolled":
        table.features_due, table.square = event["number"], True
    elif kind == "terrain.placed":
        corners = tuple((float(x), float(y)) for x, y in event["corners"])
        blocks = event["blocks_sight"], event["blocks_movement"]
        table.pieces.append(Piece(event["name"], corners, event["height"], *blocks))
        table.features_due -= 1
    elif kind == "scenery.ruled":
        old = table.pieces[event["feature"]]
        new = Piece(old.name, old.corners, old.height, old.blocks_sight, old.solid, event["scenery"])
        table.pieces[event["feature"]] = new
    elif kind == "rolled-off":
        table.rolled_off = event["purpose"], event["winner"]
    elif kind == "ruling.made":
        table.ruling[event["matter"]] = event["ruling"]
    elif kind == "battlefield.divided":
        table.divider, table.halves = event["player"], [[(x, y) for x, y in half] for half in event["halves"]]
    elif kind == "zone.chosen":
        table.zones[event["player"]] = table.halves[event["zone"] - 1]
    elif kind == "unit.reserved":
        table.units[event["unit"]].reserve = True
    elif kind == "set-up.finished":
        table.finished.append(event["player"])
    elif kind == "army.counted":
        table.counted[event["player"]] = event["number"]
        for number in event["models"]:
            table.models[number].started = True
    elif kind == "general.named":
        table.generals[event["player"]] = event["model"]
        table.models[event["model"]].general = True
    elif kind == "objective.chosen":
        table.objective[event["player"]] = event
    elif kind == "objective.achieved":
        table.achieved = event["player"]
    elif kind == "triumph.rolled":
        table.triumph[event["player"]] = event["triumph"]
        if event["model"] is not None:
            model = table.models[event["model"]]
            model.wounds, model.whole = model.wounds + 1, model.whole + 1
    else:
        table.used.add(event["player"])
        if kind == "triumph.used":
            table.units[event["unit"]].did.add("inspired")


TURNS = frozenset({"turn.chosen", "round.began", "round.ended", "turn.began", "turn.ended", "phase.began", "phase.ended"})


def _turns(table: Table, event: Event) -> None:
    kind = event["kind"]
    if kind == "turn.chosen":
        table.chosen = event["first"]
    elif kind == "round.began":
        table.round, table.turns = event["round"], []
    elif kind == "turn.began":
        table.active, table.phases = event["player"], []
        table.turns.append(event["player"])
        for unit in table.units.values():
            unit.turn, unit.slain = set(), 0
    elif kind == "phase.began":
        table.phase = event["phase"]
        table.phases.append(table.phase)
        table.fought, table.commanded, table.bewildered, table.spell = None, False, False, None
        table.sacrificed, table.mystic, table.fearful, table.tested = set(), set(), set(), set()
        for unit in table.units.values():
            unit.did, unit.casts, unit.denies = set(), Counter(), 0
            if table.phase == "hero":
                unit.shields = [player for player in unit.shields if player != table.active]
                for players in unit.lasts.values():
                    players.discard(table.active)


def _magic(table: Table, event: Event) -> None:
    unit = table.units[event["unit"]]
    if event["kind"] == "spell.rolled":
        unit.casts[event["power"]] += 1
        table.spell, table.unbinding = event, None
    elif event["kind"] == "unbinding.rolled":
        unit.denies += 1
        table.unbinding = event
    else:
        if event["power"] == "mystic-shield":
            for target in event["targets"]:
                table.units[target].shields.append(unit.player)
        table.spell = None


MOVES = frozenset(
    {"unit.selected", "unit.set-up", "unit.moved", "run.rolled", "run.stayed", "move.rolled", "charge.rolled"}
    | {"charge.failed", "models.returned", "deadly.rolled"}
)


def _moves(table: Table, event: Event) -> None:
    kind, unit = event["kind"], table.units[event["unit"]]
    if kind == "unit.selected":
        unit.did.add(event["to"])
        table.selected, table.stride, table.ran, table.charge, table.declared = unit.key, None, 0, None, None
        if event["to"] == "deploy":
            table.last_deployed = unit.player
        if event["to"] == "fight":
            table.fought = unit.player
    elif kind == "run.rolled":
        table.ran = event["distance"]
        unit.turn.add("ran")
    elif kind == "move.rolled":
        table.stride = event["distance"]
    elif kind == "charge.rolled":
        table.charge = event
    elif kind == "deadly.rolled":
        table.deadly.discard((event["model"], event["feature"]))
    elif kind == "models.returned":
        for row in event["poses"]:
            model = table.models[row[0]]
            model.alive, model.returned, model.wounds = True, True, row[1]
            _stand(table, row[0], row[2:])
    elif kind in ("unit.set-up", "unit.moved"):
        if event.get("where") == "summoned":
            unit.reserve = False
        for row in event["poses"]:
            _stand(table, row[0], row[1:])
        move = event.get("move", "")
        unit.turn |= {word for word in ("retreat", "run", "charge") if word in move} | ({"moved"} if move else set())


def _stand(table: Table, number: int, pose: list[float]) -> None:
    model = table.models[number]
    model.body, model.on = model.body.at(pose[0], pose[1], pose[2], pose[3]), True


ATTACKS = frozenset(
    {"attacks.counted", "attacks.declared", "attacks.began", "attack.made", "mortal-wounds.scored", "damage.inflicted"}
)


def _attacks(table: Table, event: Event) -> None:
    kind = event["kind"]
    if kind == "attacks.counted":
        table.counts = {(row["model"], row["weapon"]): row["attacks"] for row in event["models"]}
    elif kind == "attacks.declared":
        table.declared, table.made, table.groups = event, Counter(), []
        table.harm, table.mortal = Counter(), Counter()
    elif kind == "attacks.began":
        table.groups.append(event["target"])
    elif kind == "attack.made":
        if not event.get("extra"):
            table.made[event["model"], event["weapon"], event["target"]] += 1
        if event["damage"]:
            table.harm[event["target"]] += event["damage"]["damage"]
    elif kind == "mortal-wounds.scored":
        table.mortal[event["target"]] += event["number"]
    else:
        table.due, table.owed = event["wounds"] + event["mortal"], event["unit"]
        table.harm[event["unit"]] = table.mortal[event["unit"]] = 0


def _losses(table: Table, event: Event) -> None:
    kind = event["kind"]
    if kind == "mortal-wounds.suffered":
        table.due, table.owed = event["number"], event["unit"]
    elif kind == "attack.allocated":
        table.allocated = event["model"]
    elif kind == "wounds.ignored":
        table.due -= bool(event["ignored"])
    elif kind == "wounds.lost":
        table.models[event["model"]].wounds = event["left"]
        table.due -= event["wounds"]
    elif kind == "wounds.regained":
        table.models[event["model"]].wounds = event["left"]
    elif kind in ("model.destroyed", "model.fled"):
        model = table.models[event["model"]]
        model.alive = model.on = False
        model.wounds = 0
        table.removed[event["player"]] += 1
        if kind == "model.destroyed":
            table.units[model.unit].slain += 1
        else:
            table.fleeing -= 1
    elif kind in ("battleshock.tested", "battleshock.spared"):
        table.tested.add(event["unit"])
        table.fleeing = event.get("fleeing", 0)
    elif kind == "battle.ended":
        table.over = True
