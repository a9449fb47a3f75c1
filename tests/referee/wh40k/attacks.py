"""One attack after the other: what was needed, what the dice did, to whom the wounds went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from tests.referee.case import Case, Checks, Fault
from tests.referee.documents import WeaponRow
from tests.referee.effects import Scene, changes, find_effects, is_fixed
from tests.referee.numbers import (
    is_permitted,
    may_roll_again,
    possible,
    printed_value,
    rerolls,
    totals,
    values,
)
from tests.referee.table import Model
from tests.referee.values import apply_changes, parse_needed, weapon_kind
from tests.referee.wh40k.shooting import TYPES, overwatch, row_of

CHECKS = Checks()
FISTS = WeaponRow("", "", {"Range": "Melee", "Type": "Melee", "S": "User", "AP": "0", "D": "1"})
"""The close combat weapon that every model has (9E-MWPN-02)."""
OVER = ("attacks.began", "attacks.lost", "unit.selected", "phase.ended", "overwatch.fired", "charge.rolled", "battle.ended")


@CHECKS.on(*OVER)
def check_pool_end(case: Case) -> Iterator[Fault]:
    """All attacks of a weapon are made, as long as there is somebody to make them and somebody to be struck."""
    pool = case.memory.pop("pool", None)
    if pool:
        left = [m for m, number in pool["left"].items() if number > 0 and case.table.models[m].on_table]
        if left and case.table.standing(pool["target"]):
            yield "attacks.fewer", f"Attacks of models {left} of {pool['unit']} with {pool['weapon']} were not made."


@CHECKS.on("attacks.began")
def check_pool(case: Case) -> Iterator[Fault]:
    """A pool of attacks: each model makes so many."""
    event = case.event
    left: Counter[int] = Counter()
    for model, number in zip(event["models"], event["attacks"], strict=True):
        left[model] += number
        if number < 0:
            yield "attacks.number", f"Model {model} makes {number} attacks."
    case.memory["pool"] = {"unit": case.unit, "target": event["target"], "weapon": event["weapon"], "left": left, "hits": 0}
    known = case.memory.get("declared", {}).get((event["target"], event["weapon"]))
    case.memory["pool"]["half"] = known["half"] if known else {}
    if not case.table.standing(event["target"]):
        yield "attacks.target", f"{case.unit} attacks {event['target']}, of which nobody is left."


@CHECKS.on("attack.made")
def check_attack_count(case: Case) -> Iterator[Fault]:
    """No more attacks than there are, of models that still stand."""
    event, pool = case.event, case.memory.get("pool")
    if not pool or (pool["unit"], pool["target"], pool["weapon"]) != (case.unit, event["target"], event["weapon"]):
        yield "attacks.declared", f"{case.unit} makes an attack with {event['weapon']} that was not begun."
        return
    if "additional-hit" in event["triggers"]:
        return
    pool["left"][event["model"]] -= 1
    if pool["left"][event["model"]] < 0:
        yield "attacks.more", f"Model {event['model']} makes more attacks with {event['weapon']} than it has."
    if not case.table.models[event["model"]].on_table:
        yield "attacks.more", f"Model {event['model']} attacks and is no longer there."


def scene_of(case: Case) -> tuple[Model, WeaponRow, Scene]:
    """Who attacks with what in which scene."""
    event, table = case.event, case.table
    model = table.models[event["model"]]
    row = row_of(model, event["weapon"]) or FISTS
    pool = case.memory.get("pool") or {}
    half = pool.get("half", {}).get(event["model"])
    scene = Scene(
        attacker=model,
        unit=case.unit,
        target=event["target"],
        weapon=row,
        ranged=not row.melee,
        half_range=half if not row.melee else False,
        overwatch=bool(overwatch(case)),
        struck=None if event["allocated"] is None else table.models[event["allocated"]],
    )
    return model, row, scene


def attack_modifiers(case: Case, roll: str, scene: Scene) -> set[int] | None:
    """What may be added to a hit or wound roll: effects on the attacker's own rolls, and on rolls against the target."""
    table = case.table
    own = find_effects(table, "modify-roll", case.unit, scene.attacker, scene, roll=roll)
    against = find_effects(table, "modify-roll", scene.target, None, scene, roll=roll)
    own.sure = [s for s in own.sure if not _is_against_target(s.effect)]
    own.perhaps = [s for s in own.perhaps if not _is_against_target(s.effect)]
    own.sure += [s for s in against.sure if _is_against_target(s.effect)]
    own.perhaps += [s for s in against.perhaps if _is_against_target(s.effect)]
    return totals(own)


def _is_against_target(effect: Mapping[str, Any]) -> bool:
    return any((c if isinstance(c, str) else c["name"]) == "targeted" for c in effect.get("when") or ())


@CHECKS.on("attack.made")
def check_hit(case: Case) -> Iterator[Fault]:
    """The hit roll: skill, modifiers within their limit, unmodified 6 and 1, only 6 in Overwatch."""
    event = case.event
    model, row, scene = scene_of(case)
    roll = event["hit"]
    automatic = find_effects(case.table, "auto-hit", case.unit, model, scene)
    auto_pass = find_effects(case.table, "auto-pass", case.unit, model, scene, roll="hit")
    if roll is None:
        if not automatic.any and not auto_pass.any and "additional-hit" not in event["triggers"]:
            yield "hit.roll", f"Model {event['model']} hits with {event['weapon']} without a hit roll."
        return
    if automatic.sure:
        yield "hit.automatic", f"{event['weapon']} hits without a roll, and one was made."
    skill = values(case.table, model, "BS" if scene.ranged else "WS", scene)
    better = find_effects(case.table, "always-passes", case.unit, model, scene, roll="hit").any
    worse = find_effects(case.table, "always-fails", case.unit, model, scene, roll="hit").any
    if scene.overwatch:
        yield from _overwatch(case, roll, bool(better))
        return
    if skill is not None and roll["needed"] not in skill and not better:
        yield "hit.needed", f"Model {event['model']} needs {roll['needed']}+ to hit with {event['weapon']}, not {skill}."
    allowed = attack_modifiers(case, "hit", scene)
    loose = find_effects(case.table, "ignore-modifiers", case.unit, model, scene, roll="hit").any
    if allowed is not None and not loose:
        penalty = _penalties(case, model, row, scene)
        yield from _result(case, roll, {total - each for total in allowed for each in penalty}, "hit")
    yield from _check_passed(case, roll, "hit", bool(better), bool(worse))
    yield from _again(case, roll, "hit", scene)


def _overwatch(case: Case, roll: Mapping[str, Any], better: bool) -> Iterator[Fault]:
    granted = [int(s.effect.get("needs", "6+")[0]) for s in find_effects(case.table, "overwatch", case.unit).any]
    least = min([*granted, 6])
    if roll["passed"] != (roll["dice"][0] >= least) and not better:
        yield (
            "overwatch.hit",
            f"An Overwatch hit roll of {roll['dice'][0]} counts as {'a hit' if roll['passed'] else 'a miss'}.",
        )


def _penalties(case: Case, model: Model, row: WeaponRow, scene: Scene) -> set[int]:
    """What the type of the weapon takes from the hit roll."""
    kind, table, unit = weapon_kind(row.row["Type"]), case.table, case.unit
    if not scene.ranged:
        return {0}
    free = is_permitted(table, "shoot-without-penalty", unit, model, scene)
    number = 0
    if kind == "Assault":
        number = int(case.did("advance"))
    elif kind == "Heavy" and case.numbers.heavy_by_model:
        walks = model.number in case.table.moved
        number = int(walks and not is_permitted(table, "move-and-shoot-heavy", unit, model, scene))
    elif kind == "Heavy":
        walks = case.did("moved") and model.has("INFANTRY")
        number = int(walks and not is_permitted(table, "move-and-shoot-heavy", unit, model, scene))
        if model.has("VEHICLE") or model.has("MONSTER"):
            number += int(bool(case.engaged_with(unit)))
    if kind not in TYPES:
        return {0, 1}
    return {number, 0} if free else {number}


def _result(case: Case, roll: Mapping[str, Any], allowed: set[int], name: str) -> Iterator[Fault]:
    """The result is the die and its modifiers, within the limit, never below 1."""
    limit, die = case.numbers.roll_limit, roll["dice"][0]
    limited = {total if limit is None else max(-limit, min(limit, total)) for total in allowed}
    results = {max(die + total, 1) for total in limited} | ({die + total for total in limited if die + total < 1})
    if roll["result"] not in results:
        yield f"{name}.modifiers", f"A {name} roll of {die} becomes {roll['result']}, not {sorted(results)}."


def _check_passed(case: Case, roll: Mapping[str, Any], name: str, better: bool, worse: bool) -> Iterator[Fault]:
    die = roll["dice"][0]
    wanted = die != 1 and ((die == 6 and case.numbers.six_passes) or roll["result"] >= roll["needed"])
    if roll["passed"] != wanted and not (better and roll["passed"]) and not (worse and not roll["passed"]):
        code = f"{name}.six" if die == 6 else f"{name}.one" if die == 1 else f"{name}.passed"
        text = f"A {name} roll of {die}, {roll['result']} with modifiers, against {roll['needed']}+"
        yield code, f"{text} counts as {'passed' if roll['passed'] else 'failed'}."


def _again(case: Case, roll: Mapping[str, Any], name: str, scene: Scene) -> Iterator[Fault]:
    """Only what a rule lets be rolled again is."""
    if not roll.get("first"):
        return
    every = rerolls(case.table, name, case.unit, scene.attacker, scene)
    failed = roll["first"][0] < roll["needed"]
    if not may_roll_again(every, roll["first"], failed or scene.overwatch) and not case.use_underdog_reroll():
        yield "re-roll", f"A {name} roll of {roll['first'][0]} is made again and no rule allows it."


@CHECKS.on("attack.made")
def check_wound(case: Case) -> Iterator[Fault]:
    """The wound roll: Strength against Toughness, modifiers within their limit."""
    event, roll = case.event, case.event["wound"]
    model, row, scene = scene_of(case)
    hit = event["hit"]
    if hit is not None and not hit["passed"] and roll is not None:
        yield "wound.roll", f"A missed attack of model {event['model']} has a wound roll."
    if roll is None:
        auto = find_effects(case.table, "auto-wound", case.unit, model, scene).any
        auto += find_effects(case.table, "auto-pass", case.unit, model, scene, roll="wound").any
        instead = [
            s
            for s in find_effects(case.table, "attack-mortal-wounds", case.unit, model, scene).any
            if s.effect.get("instead")
        ]
        if (hit is None or hit["passed"]) and not auto and not instead and case.table.standing(event["target"]):
            yield "wound.roll", f"An attack of model {event['model']} hits and has no wound roll."
        return
    yield from _wound_needed(case, model, row, scene)
    better = find_effects(case.table, "always-passes", case.unit, model, scene, roll="wound").any
    worse = find_effects(case.table, "always-fails", case.unit, model, scene, roll="wound").any
    allowed = attack_modifiers(case, "wound", scene)
    if allowed is not None:
        yield from _result(case, roll, allowed, "wound")
    yield from _check_passed(case, roll, "wound", bool(better), bool(worse))
    yield from _again(case, roll, "wound", scene)


def wound_need(strength: int, toughness: int) -> int:
    """The wound roll that is needed, the extremes first."""
    if strength >= 2 * toughness:
        return 2
    if strength * 2 <= toughness:
        return 6
    return 4 if strength == toughness else 3 if strength > toughness else 5


def toughness(case: Case, target: str) -> set[int] | None:
    """The Toughness that most models of the target have; the higher one of two."""
    every = [values(case.table, model, "T") for model in case.table.standing(target)]
    if any(some is None or len(some) != 1 for some in every) or not every:
        return None
    count = Counter(next(iter(some)) or 1 for some in every if some)
    most = max(count.values())
    return {max(number for number, times in count.items() if times == most)}


def strengths(case: Case, model: Model, row: WeaponRow, scene: Scene) -> set[int] | None:
    """What the Strength of the attack may be; None where nobody can tell."""
    text = row.row["S"].strip()
    table, unit = case.table, case.unit
    if (
        find_effects(table, "weapon-strength", unit, model, scene).any
        or find_effects(table, "modify-attack", unit, model, scene).any
    ):
        return None
    own = find_effects(table, "modify-characteristic", unit, model, scene, characteristic="S", of="weapons")
    if text.isdigit():
        return possible(int(text), own, 1)
    user = parse_needed(printed_value(model, "S"))
    bearer = find_effects(table, "modify-characteristic", unit, model, scene, characteristic="S", of="models")
    if user is None or bearer.perhaps or own.perhaps or not all(map(is_fixed, [*bearer.sure, *own.sure])):
        return None
    every = [*changes(bearer.sure), *changes(own.sure)]
    if text.casefold() == "user":
        return {apply_changes(user, every, 1)}
    operation = "multiply" if text[0] in "xX" else "add" if text[0] == "+" else "subtract"
    if case.numbers.stacked_strength:
        return {apply_changes(apply_changes(user, every, 1), [(operation, Fraction(text[1:]))], 1)}
    return {apply_changes(user, [*every, (operation, Fraction(text[1:]))], 1)}


def _wound_needed(case: Case, model: Model, row: WeaponRow, scene: Scene) -> Iterator[Fault]:
    event = case.event
    fixed_needs = find_effects(case.table, "wounds-on", case.unit, model, scene)
    if event["wound"]["needed"] in {int(source.effect["needs"][0]) for source in fixed_needs.any}:
        return
    if fixed_needs:
        yield "wound.needed", f"{event['weapon']} wounds on a fixed roll, not on {event['wound']['needed']}+."
        return
    strong, tough = strengths(case, model, row, scene), toughness(case, event["target"])
    if strong is None or tough is None or event.get("strength"):
        return
    wanted = {wound_need(s, t) for s in strong for t in tough}
    others = find_effects(case.table, "always-passes", case.unit, model, scene, roll="wound").any
    if event["wound"]["needed"] not in wanted and not others:
        text = f"Strength {strong} against Toughness {tough} needs {wanted}"
        yield "wound.needed", f"{text}, not {event['wound']['needed']}+ (model {event['model']}, {event['weapon']})."
