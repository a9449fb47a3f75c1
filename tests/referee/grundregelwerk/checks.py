"""The checks: for kinds of events what is wrong with one, each with the rule of the ledger that is broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import hypot

from tests.referee.grundregelwerk.table import (
    MARCHES,
    TOUCH,
    Event,
    Model,
    Piece,
    Point,
    Table,
    Unit,
    depths,
    ends,
    inside,
    partly,
    segments,
)

Fault = tuple[str, str]
Check = Callable[[Table, Event], Iterator[Fault]]
CHECKS: dict[str, list[Check]] = {}
LONG = ("suppressive-fire", "take-cover", "sprint")
IN_TERRAIN = {
    **{"infantry": 4, "walker": 4, "beast": 8, "cavalry": 4, "vehicle": 8, "bike": 6, "jump_troops": 4},
    **{"antigrav_bike": 12, "antigrav_vehicle": 12},
}
TESTED = ("walker", "cavalry", "vehicle", "bike")
ON_FOOT = ("infantry", "cavalry", "beast", "walker")
RESULTS = ("shaken", "stunned", "immobilised", "weapon-destroyed", "destroyed", "explodes")


def on(*kinds: str) -> Callable[[Check], Check]:
    """Register a check for kinds of events."""

    def register(check: Check) -> Check:
        for kind in kinds:
            CHECKS.setdefault(kind, []).append(check)
        return check

    return register


@on("starting-player.rolled")
def check_starting_player(table: Table, event: Event) -> Iterator[Fault]:
    units = [len(table.standing(player)) for player in (0, 1)]
    if event["modifiers"] != [int(units[player] < units[1 - player]) for player in (0, 1)]:
        yield "GRW-ROUND-02", "Who has fewer units adds 1, nobody else."
    totals = [face + event["modifiers"][player] for player, face in enumerate(event["throws"][-1])]
    if totals[0] != totals[1]:
        if event["player"] != int(totals[1] > totals[0]):
            yield "GRW-ROUND-01", "The higher roll begins."
    elif table.starter is None:
        yield "GRW-ROUND-04", "Before the first round a tie is rolled again."
    elif event["player"] == table.starter:
        yield "GRW-ROUND-03", "On a tie the other player begins."


@on("unit.activated")
def check_activation(table: Table, event: Event) -> Iterator[Fault]:
    unit = table.units[event["unit"]]
    waiting = {p: [u for u in table.standing(p) if not table.units[u].activated] for p in (0, 1)}
    if unit.activated:
        yield "GRW-ROUND-08", "A unit is activated once in a round."
    if unit.player != event["player"]:
        yield "GRW-ROUND-05", "Players activate their own units."
    if not unit.fleeing and any(table.units[u].fleeing for u in waiting[unit.player]):
        yield "GRW-FLEE-04", "Fleeing units come first."
    if table.last_player is None and unit.player != table.starter and waiting[1 - unit.player]:
        yield "GRW-ROUND-05", "The starting player activates first."
    if table.last_player == unit.player and waiting[1 - unit.player]:
        yield "GRW-ROUND-06", "The players take turns."


@on("action.began")
def check_action(table: Table, event: Event) -> Iterator[Fault]:
    unit, what, manner = table.units[event["unit"]], event["action"], event["manner"]
    if manner == "action":
        yield from _sequence(table, unit, what)
    elif manner == "reaction" and what not in ("move", "shoot", "close-combat"):
        yield "GRW-Q-33", "A reaction is Move, Shoot or Close Combat."
    elif manner == "free" and unit.player not in table.shouted:
        yield "GRW-SPECIAL-10", "Only a Waaaaagh! gives all units free actions."
    if unit.fleeing:
        if what not in ("flee", "rally"):
            yield "GRW-FLEE-03", "A fleeing unit flees and rallies."
        return
    if unit.pinned and what != "rally":
        yield "GRW-PINNED-01", "A pinned unit may only Rally."
    if table.fights(unit.key) and what not in ("close-combat", "take-cover", "rally"):
        yield "GRW-Q-35", "A unit in close combat does nothing else."
    touched = [foe for foe in table.foes(unit.key) if table.touches(unit.key, foe)]
    if what == "close-combat" and not table.fights(unit.key) and not touched:
        yield "GRW-ACTMELEE-01", "Close Combat needs contact."
    if what == "flee" or (what == "rally" and not unit.pinned):
        yield "GRW-Q-93", "Nobody flees or rallies without reason."
    models = table.of(unit.key)
    if what in ("move", "sprint", "free-move") and all(model.marks & {"stunned", "immobilised"} for model in models):
        yield "GRW-VEHICLE-09", "It cannot move."
    if what in ("shoot", "suppressive-fire") and all(model.marks & {"stunned", "shaken"} for model in models):
        yield "GRW-VEHICLE-07", "It cannot shoot."


def _sequence(table: Table, unit: Unit, what: str) -> Iterator[Fault]:
    if unit.key != table.acting:
        yield "GRW-ROUND-05", "Only the active unit acts."
    if what == "free-move":
        if "Fast" not in unit.rules or table.free:
            yield "GRW-SPECIAL-02", "One free Move, and only for Fast units."
        return
    if what in table.done:
        yield "GRW-ACTION-02", "The two short actions are different."
    if len(table.done) >= 2 or any(each in LONG for each in table.done) or (table.done and what in LONG):
        yield "GRW-ACTION-01", "Two short actions, or a long one."
    if what == "rally" and unit.fleeing and "flee" not in table.done:
        yield "GRW-Q-29", "Flee comes before Rally."


@on("activation.ended")
def check_must_flee(table: Table, event: Event) -> Iterator[Fault]:
    if table.acting and table.of(table.acting) and table.units[table.acting].fleeing and "flee" not in table.done:
        fell = table.action is not None and table.done
        if not fell:
            yield "GRW-FLEE-02", "A fleeing unit flees in its activation."


@on("reaction.made")
def check_reaction(table: Table, event: Event) -> Iterator[Fault]:
    unit = table.units[event["unit"]]
    if not unit.marker:
        yield "GRW-SECURE-01", "A reaction needs a marker."
    if unit.reacted:
        yield "GRW-SECURE-05", "A unit reacts once in a round."
    if unit.player == table.units[event["target"]].player:
        yield "GRW-SECURE-02", "Units react to enemies."
    if event["unit"] not in table.witnesses:
        yield "GRW-SECURE-02", "Who reacts saw the enemy when it ended its action."


@on("unit.moved")
def check_move(table: Table, event: Event) -> Iterator[Fault]:
    unit = table.units[event["unit"]]
    ways = {} if event.get("leg", 1) == 1 else {number: list(way) for number, way in table.travelled.items()}
    for step in event["paths"]:
        model = table.models[step["model"]]
        if model.unit != unit.key or not model.alive:
            yield "GRW-MODEL-02", "Models move with their unit."
        if model.marks & {"stunned", "immobilised"}:
            yield "GRW-VEHICLE-09", "This model cannot move."
        way = ways.setdefault(model.number, [(model.x, model.y)])
        way += [(pose[0], pose[1]) for pose in step["path"]]
    if event["move"] in MARCHES:
        yield from _check_march(table, unit, event, ways)
    else:
        for way in ways.values():
            if length(way) > event["most"] + 0.01:
                yield "GRW-FLEE-06", "The dice say how far."
        barred = [] if "Flying" in unit.rules else [piece for piece in table.pieces if is_barred(piece, unit.type)]
        if any(inside(way, piece) > 0.1 for way in ways.values() for piece in barred):
            yield "GRW-Q-81", "It goes through what it may not enter."
    yield from _stands(table, unit, event)


def _check_march(table: Table, unit: Unit, event: Event, ways: dict[int, list[Point]]) -> Iterator[Fault]:
    home = unit.rules & {"Flying", "Terrain Experience"}
    pieces = table.pieces if event.get("leg", 1) == 1 else table.pieces[: table.known]
    slow = not home and any(inside(way, piece) >= 1.0 - 1e-6 for way in ways.values() for piece in pieces)
    tested = unit.type in TESTED and not home and "leg" not in event  # a test cuts a move into legs
    if tested and any(inside(way, piece) > 0.05 for way in ways.values() for piece in pieces):
        yield "GRW-TTEST-01", "It enters terrain and takes no test."
    times = 2 if event["move"] == "sprint" else 1
    for number, way in ways.items():
        stride = table.models[number].stride
        most = times * (min(stride, IN_TERRAIN[unit.type]) if slow else stride)
        if length(way) > most + 0.001:
            yield "GRW-MOVE-02" if slow else "GRW-ACTMOVE-01", f"It moved {length(way):.2f} of {most}."
    if unit.pinned or unit.fleeing:
        yield "GRW-PINNED-01", "Pinned and fleeing units do not move."


def length(way: list[Point]) -> float:
    """The length of a way."""
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way))


def _stands(table: Table, unit: Unit, event: Event) -> Iterator[Fault]:
    """Nobody ends on another model, off the table, or where its type may not be."""
    moved = {row[0]: _at(table.models[row[0]], row) for row in event["poses"]}
    there = [moved.get(model.number, model) for model in table.models if model.alive and (model.on or model.number in moved)]
    for model in moved.values():
        if not (model.radius - 1e-3 <= model.x <= table.size[0] - model.radius + 1e-3):
            yield "GRW-Q-91", "It left the table."
        if not (model.radius - 1e-3 <= model.y <= table.size[1] - model.radius + 1e-3):
            yield "GRW-Q-91", "It left the table."
        if any(other.number != model.number and _overlap(table, model, other) for other in there):
            yield "GRW-Q-91", "It ends on another model."
        for piece in table.pieces:
            if is_barred(piece, unit.type) and partly(model, piece):
                yield "GRW-TERRAIN-06", "Its type may not be there."
    if event["move"] in MARCHES and not event.get("more") and "leg" not in event:
        mates = [moved.get(model.number, model) for model in table.of(unit.key)]
        for model in mates if moved else ():
            if len(mates) > 1 and min(table.gap(model, other) for other in mates if other is not model) > 2.0 + TOUCH:
                yield "GRW-Q-53", "It is out of coherency."


def is_barred(piece: Piece, kind: str) -> bool:
    """Whether a type of unit may not be in a piece."""
    return "closed" in piece.tags or ("hard-cover" in piece.tags and kind not in ON_FOOT)


def between(start: Model, end: Model) -> Iterator[Model]:
    """A model at places a tenth of an inch apart along a straight way, its end last."""
    steps = max(int(10 * hypot(end.x - start.x, end.y - start.y)), 1)
    for step in range(1, steps + 1):
        share = step / steps
        at = [start.number, start.x + share * (end.x - start.x), start.y + share * (end.y - start.y), 0.0, start.facing]
        yield _at(start, at)


def _at(model: Model, row: list[float]) -> Model:
    return Model(
        model.number, model.unit, model.values, model.guns, model.radius, model.half, model.wounds, row[1], row[2], row[4]
    )


def _overlap(table: Table, one: Model, other: Model) -> bool:
    if abs(one.x - other.x) + abs(one.y - other.y) > 12:
        return False
    near = table.gap(one, other)
    return near <= 0.0 and hypot(one.x - other.x, one.y - other.y) < one.radius + other.radius + one.half + other.half - 0.01


def _gaps(table: Table, unit: Unit, target: Unit) -> dict[int, float]:
    """How far who strikes is from the enemy when it measures: once, before its weapons roll (GRW-MELEE-03)."""
    if unit.key not in table.measured:
        table.measured[unit.key] = {model.number: table.nearest(model, target.key) for model in table.of(unit.key)}
    return table.measured[unit.key]


@on("hits.rolled")
def check_hits(table: Table, event: Event) -> Iterator[Fault]:
    unit, target = table.units[event["unit"]], table.units[event["target"]]
    models = [table.models[number] for number in event["models"]]
    combat, suppress = event["cause"] == "combat", event["cause"] == "suppression"
    gaps = _gaps(table, unit, target)
    near = [model.number for model in models if gaps.get(model.number, 999.0) <= event["reach"] + TOUCH + 1e-6]
    if near != event["near"]:
        yield "GRW-RANGED-03", "Models in range roll, the others do not."
    gun = next((gun for model in models for gun in model.guns if gun.name == event["weapon"]), None)
    printed = (gun.reach, gun.rate, gun.fp) if gun else (1.0, 0, 0)
    attacking = combat and table.action is not None and event["unit"] == table.action["unit"]
    fury = int(attacking and "Furious Charge" in unit.rules)
    if (event["reach"], event["rate"], event["fp"]) != (printed[0], printed[1], printed[2] + fury) or event["extra"] != fury:
        yield "GRW-RANGED-04", "The weapon is printed otherwise."
    skills = {model.need("NK" if combat else "FK") or 7 for model in models}
    wanted = sum(int(model.values["A"]) + event["rate"] + fury for model in models) if combat else event["rate"] * len(near)
    if len(event["dice"]) != (0 if skills == {7} else wanted):
        yield "GRW-MELEE-04" if combat else "GRW-RANGED-04", f"{wanted} dice, not {len(event['dice'])}."
    harder = 0 if combat or suppress else table.cover(target.key)[1]
    need = 6 if suppress else max(min(skills) + harder, 2)
    if event["needed"] != min(need, 7):
        yield "GRW-SUPPRESS-02" if suppress else "GRW-RANGED-05", f"{need} is needed."
    if event["hits"] != sum(face >= need and face > 1 for face in event["dice"]):
        yield "GRW-RANGED-05", "The hits are counted otherwise."
    if event["before"] and "Preacher" not in unit.rules:
        yield "GRW-SPECIAL-12", "Only a Preacher's unit re-rolls."
    for old, new in zip(event["before"], event["dice"], strict=False):
        if old != new and old >= need:
            yield "GRW-SPECIAL-12", "Only failed rolls are re-rolled."
    if not combat:
        yield from _check_shot(table, unit, target, models, event)
    elif frozenset((unit.key, target.key)) not in table.combats:
        yield "GRW-MELEE-01", "They are not in close combat."


def _check_shot(table: Table, unit: Unit, target: Unit, models: list[Model], event: Event) -> Iterator[Fault]:
    if table.fights(unit.key) or table.fights(target.key):
        yield "GRW-Q-35", "Nobody shoots in or into close combat."
    if not table.fired and not table.sees(unit.key, target.key):
        yield "GRW-RANGED-02", "There is no line of sight."
    for model in models:
        if model.marks & {"shaken", "stunned"}:
            yield "GRW-VEHICLE-07", "This model cannot shoot."
        if not model.alive:
            yield "GRW-RANGED-01", "It is gone and shoots."
        if table.fired[model.number] and not unit.vehicle:
            yield "GRW-ACTSHOOT-01", "One weapon for each model."
        left = [gun.name for slot, gun in enumerate(model.guns) if slot not in model.broken]
        if event["weapon"] not in left:
            yield "GRW-VEHICLE-10", "That weapon is gone."


@on("hits.ignored", "saves.rolled")
def check_answer(table: Table, event: Event) -> Iterator[Fault]:
    unit = table.units[event["unit"]]
    fp = event["fp"] if event["kind"] == "hits.ignored" else event["weapon_fp"]
    armour = unit.armour if event.get("cause") != "terrain" else None
    if (armour is not None and fp < armour[1]) != (event["kind"] == "hits.ignored"):
        yield "GRW-VEHICLE-01", "Armour ignores hits below its FP, and only those."
    number = event.get("number", len(event.get("dice", ())))
    if table.hits is not None and table.hits["target"] == unit.key and number > table.hits["hits"]:
        yield "GRW-RANGED-06", "There are more saves than hits."
    whole = event["kind"] == "hits.ignored" or not event.get("models")
    if table.hits is not None and table.hits["target"] == unit.key and whole and number != table.hits["hits"]:
        yield "GRW-RANGED-06", "Each hit is saved once."


@on("saves.rolled")
def check_saves(table: Table, event: Event) -> Iterator[Fault]:
    unit, terrain = table.units[event["unit"]], event["cause"] == "terrain"
    armour = None if terrain else unit.armour
    fp = max(event["weapon_fp"] - armour[0], 0) if armour else event["weapon_fp"]
    if event["fp"] != fp:
        yield "GRW-VEHICLE-04", "Armour reduces the FP."
    if event["rw"] not in {model.need("RW") for model in table.of(unit.key)}:
        yield "GRW-RANGED-06", "No model has that RW."
    cover = table.cover(unit.key)[0] if event["cause"] in ("shooting", "suppression", "explosion") else 0
    if table.batch is not None and goes_on(table.batch, event):
        cover = table.batch["bonuses"].get("cover", 0)
    wanted = ({"cover": cover} if cover else {}) | ({"take-cover": 1} if unit.covered and not terrain else {})
    if dict(event["bonuses"]) != wanted:
        yield "GRW-TERRAIN-02", "The bonuses are others."
    need = 99 if event["rw"] is None else max(event["rw"] + event["fp"] - sum(event["bonuses"].values()), 2)
    if event["needed"] != min(need, 7):
        yield "GRW-RANGED-06", f"{need} is needed."
    if event["unsaved"] != sum(face < need or face == 1 for face in event["dice"]):
        yield "GRW-RANGED-06", "The failed saves are counted otherwise."


def goes_on(batch: Event, event: Event) -> bool:
    """Whether these saves are of the same hits as the last, by models with a higher RW: cover was settled before them."""
    if not event["models"] or (event["rw"] or 7) <= (batch["rw"] or 7):
        return False
    return all(event[key] == batch[key] for key in ("unit", "by_unit", "weapon", "cause"))


def failed_its_save(table: Table, model: Model) -> bool:
    """Whether a model failed a save that it rolled itself, or stands in for one of its profile that is gone."""
    save = table.save
    if not save or not save["models"]:
        return True
    rolled = zip(save["models"], save["dice"], strict=True)
    lost = [table.models[number] for number, face in rolled if face < save["needed"] or face == 1]
    return model in lost or any(not each.alive and each.values == model.values for each in lost)


@on("wounds.lost", "model.destroyed")
def check_loser(table: Table, event: Event) -> Iterator[Fault]:
    if (
        table.due > 0
        and event["cause"] not in ("fled", "pursued")
        and not failed_its_save(table, table.models[event["model"]])
    ):
        yield "GRW-Q-66", "Another model failed its save."


@on("wounds.lost")
def check_wounds(table: Table, event: Event) -> Iterator[Fault]:
    model = table.models[event["model"]]
    if event["left"] != model.wounds - 1:
        yield "GRW-RANGED-07", "An unsaved hit costs one Life point."
    if table.due <= 0:
        yield "GRW-RANGED-07", "No hit was left unsaved."
    if event["cause"] == "suppression":
        yield "GRW-SUPPRESS-03", "Suppressive Fire kills nobody."
    sniper = (
        event["cause"] == "shooting" and table.action is not None and "Sniper" in table.units[table.action["unit"]].rules
    )
    hurt = [each for each in table.of(model.unit) if each.wounds < each.life]
    alike = {each.need("RW") for each in table.of(model.unit)}
    if hurt and model not in hurt and not sniper and len(alike) == 1:
        yield "GRW-Q-23", "A model that has lost L goes first."


@on("model.destroyed")
def check_destruction(table: Table, event: Event) -> Iterator[Fault]:
    model, unit = table.models[event["model"]], table.units[event["unit"]]
    if event["cause"] in ("fled", "pursued") or not model.wounds or unit.vehicle:
        return
    save = table.save
    whole = save is not None and save["rw"] is not None and save["fp"] > save["rw"] and "Eternal Warrior" not in unit.rules
    if not whole or table.due <= 0:
        yield "GRW-RANGED-08", "Only FP above RW takes a whole model."


@on("vehicle.damaged")
def check_damage(table: Table, event: Event) -> Iterator[Fault]:
    model = table.models[event["model"]]
    if not table.units[event["unit"]].vehicle:
        yield "GRW-VEHICLE-05", "Only vehicles roll on the table."
    if event["result"] != RESULTS[event["dice"] - 1]:
        yield "GRW-VEHICLE-06", "The table says something else."
    if (event["instead"] == "twice") != (event["dice"] in model.results):
        yield "GRW-VEHICLE-14", "The same result twice in a round destroys."
    armed = [gun for slot, gun in enumerate(model.guns) if slot not in model.broken]
    idle = (event["dice"] in (1, 4) and not armed) or (event["dice"] == 3 and "immobilised" in model.marks)
    if event["dice"] not in model.results and (event["instead"] == "not-applicable") != idle:
        yield "GRW-VEHICLE-13", "What cannot be applied destroys."


@on("vehicle.exploded")
def check_explosion(table: Table, event: Event) -> Iterator[Fault]:
    model = table.models[event["model"]]
    others = [each for each in table.models if each.alive and each.on and table.gap(model, each) <= 6.0 + TOUCH]
    near = {key: sum(each.unit == key for each in others) for key in {each.unit for each in others}}
    if dict(zip(event["units"], event["hits"], strict=True)) != near:
        yield "GRW-VEHICLE-12", "Every model within 6 inches is hit."


@on("nerve.tested")
def check_nerve(table: Table, event: Event) -> Iterator[Fault]:
    unit = table.units[event["unit"]]
    best = min(model.need("MW") or 7 for model in table.of(unit.key))
    if event["needed"] != best:
        yield "GRW-MORALE-05", "The best Morale counts."
    if event["passed"] != (event["dice"] >= event["needed"]):
        yield "GRW-MORALE-04", "The dice say otherwise."
    if unit.key in table.tested:
        yield "GRW-Q-73", "One test for each action."
    if event["reason"] == "losses" and 4 * table.shot[unit.key] < table.before[unit.key]:
        yield "GRW-RANGED-09", "It has not lost a quarter."


@on("action.ended", "activation.ended", "reaction.made")
def check_left_out(table: Table, event: Event) -> Iterator[Fault]:
    for key, lost in table.shot.items():
        if 4 * lost >= table.before[key] and table.of(key) and key not in table.tested and not table.ended:
            yield "GRW-RANGED-09", "It has lost a quarter and did not test."


@on("unit.pinned", "unit.fleeing")
def check_breaking(table: Table, event: Event) -> Iterator[Fault]:
    unit = table.units[event["unit"]]
    if unit.key not in table.tested:
        yield "GRW-MORALE-03", "It has not tested."
    if event["kind"] == "unit.pinned" and (unit.pinned or unit.fleeing):
        yield "GRW-PINNED-02", "A pinned unit that fails flees."


@on("rally.tried")
def check_rally(table: Table, event: Event) -> Iterator[Fault]:
    unit = table.units[event["unit"]]
    sure = "And They Shall Know No Fear" in unit.rules
    if (event["dice"] is None) != sure:
        yield "GRW-SPECIAL-13", "Only those without fear need no roll."
    if event["passed"] != (sure or event["dice"] >= min(model.need("MW") or 7 for model in table.of(unit.key))):
        yield "GRW-RALLY-01", "The dice say otherwise."


@on("unit.flees")
def check_flight(table: Table, event: Event) -> Iterator[Fault]:
    unit, models = table.units[event["unit"]], table.of(event["unit"])
    able = [model for model in models if not model.marks & {"stunned", "immobilised"}]
    if event["inches"] != (event["dice"] if able else 0):
        yield "GRW-FLEE-06", "The dice say how far."
    top = table.edges.get(unit.player) == 2
    barred = [] if "Flying" in unit.rules else [piece for piece in table.pieces if is_barred(piece, unit.type)]
    gaps = [way_out(table, model, table.size[1] - model.radius if top else model.radius, barred) for model in able]
    least = min(gaps, default=999.0)
    doubt = abs(least - event["inches"]) < 0.1 and barred  # round corners
    if event["reached"] != (least <= event["inches"] + 0.01) and not doubt and not any(model.half for model in models):
        yield "GRW-FLEE-07", "Who reaches the edge is destroyed."


def way_out(table: Table, model: Model, y: float, barred: list[Piece]) -> float:
    """How long the shortest way to an edge is, over the corners of what bars it."""
    here = (model.x, model.y)

    def free(start: Point, end: Point) -> bool:
        return all(_apart(start, end, piece) >= min(model.radius - 0.02, _apart(here, here, piece)) for piece in barred)

    corners = (at for piece in barred for at in outside(piece, model.radius + 0.05))
    on_table = (at for at in corners if all(model.radius <= at[n] <= table.size[n] - model.radius for n in (0, 1)))
    open_points = {here: 0.0, **dict.fromkeys(on_table, 999.0)}
    best = 999.0
    while open_points:
        at = min(open_points, key=lambda point: open_points[point])
        gone = open_points.pop(at)
        if gone >= best:
            break
        if free(at, (at[0], y)):
            best = min(best, gone + abs(at[1] - y))
        for other, far in open_points.items():
            if free(at, other):
                open_points[other] = min(far, gone + hypot(other[0] - at[0], other[1] - at[1]))
    return best


def _apart(start: Point, end: Point, piece: Piece) -> float:
    """How far a line keeps from a piece."""
    if depths(start, piece) >= 0 or depths(end, piece) >= 0:
        return 0.0
    sides = zip(piece.corners, (*piece.corners[1:], piece.corners[0]), strict=True)
    return min(segments(start, end, a, b) for a, b in sides)


def outside(piece: Piece, inches: float) -> Iterator[Point]:
    """Points outside the corners of a piece, so far from both sides."""
    count = len(piece.corners)
    for place, (x, y) in enumerate(piece.corners):
        before, after = piece.corners[place - 1], piece.corners[(place + 1) % count]
        one, two = (x - before[0], y - before[1]), (x - after[0], y - after[1])
        one, two = (one[0] / hypot(*one), one[1] / hypot(*one)), (two[0] / hypot(*two), two[1] / hypot(*two))
        sine = abs(one[0] * two[1] - one[1] * two[0])
        yield x + (one[0] + two[0]) * inches / sine, y + (one[1] + two[1]) * inches / sine


@on("unit.pursues")
def check_pursuit(table: Table, event: Event) -> Iterator[Fault]:
    unit = table.units[event["unit"]]
    if event["needed"] != table.fled:
        yield "GRW-MELEE-19", "The pursuer needs what the loser rolled."
    if event["caught"] != (event["dice"] >= event["needed"]):
        yield "GRW-MELEE-19", "The dice say otherwise."
    if unit.pinned or unit.fleeing:
        yield "GRW-Q-82", "Pinned and fleeing units do not pursue."
    if any(table.touches(unit.key, foe) for foe in table.foes(unit.key) if foe != event["target"]):
        yield "GRW-Q-77", "Who touches another enemy does not pursue."


@on("combat.ended")
def check_closing_up(table: Table, event: Event) -> Iterator[Fault]:
    fighting = table.action is not None and (table.action["action"], table.action["unit"]) == ("close-combat", event["unit"])
    able = (_may_close_up(table, model, event["target"]) for model in table.of(event["unit"]))
    if fighting and not table.units[event["unit"]].fleeing and any(able):
        yield "GRW-Q-78", "A model can close up to that enemy, and does not."


def _may_close_up(table: Table, model: Model, foe: str) -> bool:
    """Whether a model still gets to the nearest enemy of a unit straight, past nobody and nothing in its way."""
    gap, aim = min(((table.gap(model, other), other) for other in table.of(foe)), key=lambda each: each[0])
    if model.marks & {"stunned", "immobilised"} or gap > 2.99 - length(table.travelled.get(model.number, [])) or model.half:
        return False
    away = hypot(aim.x - model.x, aim.y - model.y)
    there = model.x + (aim.x - model.x) * gap / away, model.y + (aim.y - model.y) * gap / away
    end = _at(model, [model.number, *there, 0.0, model.facing])
    player, kind = table.units[model.unit].player, table.units[model.unit].type
    for other in table.models:
        if not other.alive or not other.on or other.number == model.number or other.unit == foe:
            continue
        start = end if table.units[other.unit].player == player else model
        if segments((start.x, start.y), (end.x, end.y), *ends(other)) < model.radius + other.radius:
            return False
    barred = [piece for piece in table.pieces if is_barred(piece, kind)]
    return not any(partly(each, piece) for piece in barred for each in between(model, end))


@on("action.ended")
def check_contact(table: Table, event: Event) -> Iterator[Fault]:
    if table.moved == event["unit"] and table.of(table.moved):
        for foe in table.foes(table.moved):
            if table.touches(table.moved, foe) and foe not in table.fights(table.moved):
                yield "GRW-Q-78", "A move into contact begins a close combat."


@on("combat.joined")
def check_joining(table: Table, event: Event) -> Iterator[Fault]:
    if not table.touches(event["unit"], event["target"]):
        yield "GRW-MELEE-01", "They do not touch."


@on("combat.decided")
def check_combat(table: Table, event: Event) -> Iterator[Fault]:
    dealt, taken = table.dealt[event["unit"]], table.dealt[event["target"]]
    if (event["dealt"], event["taken"]) != (dealt, taken):
        yield "GRW-MELEE-12", "Unsaved hits are counted."
    if not event["over"]:
        wanted = event["unit"] if dealt > taken else event["target"]
        if event["winner_unit"] != wanted:
            yield "GRW-MELEE-13", "Another unit has won."


@on("round.ended")
def check_all_activated(table: Table, event: Event) -> Iterator[Fault]:
    if any(not table.units[key].activated for player in (0, 1) for key in table.standing(player)):
        yield "GRW-ROUND-10", "A round ends when all units have been activated."


@on("marker.controlled")
def check_control(table: Table, event: Event) -> Iterator[Fault]:
    near = table.presence(table.markers[event["marker"]])
    holder = None if bool(near[0]) == bool(near[1]) else 0 if near[0] else 1
    if event["player"] != holder:
        yield "GRW-Q-56", "Somebody else controls it."


@on("loot.revealed")
def check_loot(table: Table, event: Event) -> Iterator[Fault]:
    if not table.ended:
        yield "GRW-Q-58", "Hidden markers are turned over at the end."
    if sorted([*table.loot, event["value"]]) not in _parts([*table.loot, event["value"]]):
        yield "GRW-SCEN-03", "There are three of 3, two of 2 and one of 1."


def _parts(values: list[int]) -> list[list[int]]:
    return (
        [sorted(values)]
        if all(values.count(value) <= most for value, most in ((3, 3), (2, 2), (1, 1))) and set(values) <= {1, 2, 3}
        else []
    )


@on("victory-points.scored")
def check_scoring(table: Table, event: Event) -> Iterator[Fault]:
    if event["purpose"] == "scenario-units" and event["points"] != table.count_lost(1 - event["player"]):
        yield "GRW-SCEN-06", "Destroyed and fleeing units are counted."


@on("battle.ended")
def check_end(table: Table, event: Event) -> Iterator[Fault]:
    left = [len(table.standing(player)) for player in (0, 1)]
    alive = [any(m.general for key in table.standing(player) for m in table.of(key)) for player in (0, 1)]
    if table.general and alive[0] != alive[1]:
        wanted: int | None = 0 if alive[0] else 1
    elif bool(left[0]) != bool(left[1]):
        wanted = 0 if left[0] else 1
    else:
        wanted = None if table.score[0] == table.score[1] else int(table.score[1] > table.score[0])
    if event["winner"] != wanted:
        yield "GRW-SCEN-08" if table.general else "GRW-Q-55", "Somebody else has won."
    if event["victory_points"] != table.score:
        yield "GRW-ROUND-13", "The points are others."
