"""Saving throws, armour or invulnerable, and the damage of what is not saved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from tests.referee.case import Case, Checks, Fault
from tests.referee.documents import WeaponRow
from tests.referee.effects import Scene, find_effects, is_in_terrain
from tests.referee.numbers import possible, rerolls, roll_modifiers, values
from tests.referee.table import Model
from tests.referee.values import dice
from tests.referee.wh40k.attacks import scene_of

CHECKS = Checks()


@CHECKS.on("attack.made")
def check_save(case: Case) -> Iterator[Fault]:
    """The saving throw of the model to which the attack was allocated; invulnerable saves know no AP."""
    event, roll = case.event, case.event["save"]
    model, row, scene = scene_of(case)
    through = event["wound"] is None or event["wound"]["passed"]
    if event["wound"] is not None and not through and (roll is not None or event["allocated"] is not None):
        yield "save.roll", f"A saving throw is made for an attack of model {event['model']} that did not wound."
    if event["allocated"] is None:
        instead = [
            s
            for s in find_effects(case.table, "attack-mortal-wounds", case.unit, model, scene).any
            if s.effect.get("instead")
        ]
        if event["wound"] is not None and through and not instead and case.table.standing(event["target"]):
            yield "allocate.missing", f"A wound of model {event['model']} is allocated to nobody."
        return
    struck = case.table.models[event["allocated"]]
    denied = (
        find_effects(case.table, "deny", case.unit, model, scene).any
        or find_effects(case.table, "pierce", case.unit, model, scene).any
    )
    if roll is None:
        armour = values(case.table, struck, "Sv", scene)
        if not denied and armour is not None and armour != {None}:
            yield "save.roll", f"Model {struck.number} makes no saving throw."
        return
    if roll["kind"] == "invulnerable":
        yield from _invulnerable(case, roll, struck, scene)
    else:
        yield from _armour(case, roll, struck, model, row, scene)
    die = roll["dice"][0]
    if roll["passed"] != (die != 1 and roll["result"] >= roll["needed"]):
        code = "save.one" if die == 1 else "save.passed"
        yield code, f"A saving throw of {die}, {roll['result']} with modifiers, against {roll['needed']}+ is wrong."
    if roll.get("first"):
        every = [
            s for name in ("save", f"{roll['kind']}-save") for s in rerolls(case.table, name, struck.unit, struck, scene).any
        ]
        if not every and not case.use_underdog_reroll():
            yield "re-roll", f"A saving throw of model {struck.number} is made again and no rule allows it."


def _invulnerable(case: Case, roll: Mapping[str, Any], struck: Model, scene: Scene) -> Iterator[Fault]:
    every = find_effects(case.table, "invulnerable-save", struck.unit, struck, scene).any
    saves = {int(source.effect["save"][0]) for source in every}
    if roll["needed"] not in saves:
        yield "save.invulnerable", f"Model {struck.number} has no invulnerable save of {roll['needed']}+."
    changes = _save_modifiers(case, struck, scene, "invulnerable-save")
    if changes is not None and roll["result"] not in {max(roll["dice"][0] + total, 1) for total in changes}:
        yield "save.invulnerable-ap", f"An invulnerable save of {roll['dice'][0]} becomes {roll['result']}."


def _save_modifiers(case: Case, struck: Model, scene: Scene, kind: str) -> set[int] | None:
    parts = [roll_modifiers(case.table, name, struck.unit, struck, scene) for name in ("save", kind)]
    return None if None in parts else {a + b for a in parts[0] or () for b in parts[1] or ()}


def _armour(
    case: Case, roll: Mapping[str, Any], struck: Model, model: Model, row: WeaponRow, scene: Scene
) -> Iterator[Fault]:
    armour = values(case.table, struck, "Sv", scene)
    if armour is not None and roll["needed"] not in armour:
        yield "save.needed", f"Model {struck.number} saves on {roll['needed']}+, its Save is {armour}."
    penetration = _penetration(case, model, row, scene)
    changes = _save_modifiers(case, struck, scene, "armour-save")
    if penetration is None or changes is None:
        return
    die = roll["dice"][0]
    cover = _cover(case, struck, scene)
    results = {die + ap + total + more for ap in penetration for total in changes for more in cover}
    if roll["result"] not in {max(result, 1) for result in results}:
        text = f"A saving throw of {die} against AP {sorted(penetration)} becomes {roll['result']}"
        yield "save.ap", f"{text}, not {sorted(results)} (model {struck.number})."


def _cover(case: Case, struck: Model, scene: Scene) -> set[int]:
    """What cover adds to a save: where each model of the unit is on or within terrain, at least partly."""
    denied = find_effects(case.table, "deny", case.unit, scene.attacker, scene, of="cover")
    if not case.numbers.cover or not scene.ranged or denied:
        return {0}
    hidden = is_in_terrain(case.table, struck.unit)
    if hidden is None or denied.perhaps:
        return {0, case.numbers.cover}
    return {case.numbers.cover if hidden else 0}


def _penetration(case: Case, model: Model, row: WeaponRow, scene: Scene) -> set[int] | None:
    text = row.row["AP"].strip()
    if find_effects(case.table, "modify-attack", case.unit, model, scene).any:
        return None
    effects = find_effects(case.table, "modify-characteristic", case.unit, model, scene, characteristic="AP", of="weapons")
    if not text.removeprefix("-").isdigit():
        return {0} if text == "-" else None
    result = possible(int(text), effects)
    return None if result is None else {min(value, 0) for value in result}


@CHECKS.on("attack.made")
def check_damage(case: Case) -> Iterator[Fault]:
    """Damage comes of attacks that are not saved, as much as the weapon says."""
    event, given = case.event, case.event["damage"]
    model, row, scene = scene_of(case)
    saved = event["save"] is not None and event["save"]["passed"]
    if given is None:
        if event["allocated"] is not None and not saved:
            yield "damage.missing", f"An attack of model {event['model']} is not saved and inflicts no damage."
        return
    if saved:
        yield "damage.saved", f"An attack of model {event['model']} is saved and inflicts damage."
        return
    spill = bool(find_effects(case.table, "spill-damage", case.unit, model, scene).any)
    case.memory["blow"] = {"model": event["allocated"], "damage": given["damage"], "spill": spill}
    case.memory["ignored"] = 0
    wanted = _damages(case, model, row, scene, given)
    if wanted is not None and given["damage"] not in wanted:
        text = f"{event['weapon']} with dice {given['dice']} inflicts {given['damage']} damage"
        yield "damage.number", f"{text}, not {sorted(wanted)}."


def _damages(case: Case, model: Model, row: WeaponRow, scene: Scene, given: Mapping[str, Any]) -> set[int] | None:
    table, struck = case.table, scene.struck
    expression = dice(row.row["D"])
    others = ("modify-attack", "minimum-damage", "maximum-damage")
    if (
        expression is None
        or struck is None
        or any(find_effects(table, kind, case.unit, model, scene).any for kind in others)
    ):
        return None
    if find_effects(table, "modify-characteristic", case.unit, model, scene, characteristic="D", of="weapons").any:
        return None
    if find_effects(table, "maximum-damage", struck.unit, struck, scene).any or given["first"]:
        return None
    more = find_effects(table, "best-roll", case.unit, model, scene, of="damage")
    times = max((int(source.effect["times"]) for source in more.sure), default=1)
    every = [times, *(int(source.effect["times"]) for source in more.perhaps)] if expression.number else [1]
    number = len(given["dice"])
    if number not in {expression.number * each for each in every}:
        return set()
    each = max(expression.number, 1)
    rolls = [given["dice"][start : start + each] for start in range(0, max(number, 1), each)]
    shields = find_effects(table, "modify-damage", struck.unit, struck, replace(scene, struck=struck))
    least = min((int(source.effect.get("minimum", 1)) for source in shields.any), default=0)
    result = possible(max(map(expression.total, rolls)), shields)
    return None if result is None else {max(value, least) for value in result}
