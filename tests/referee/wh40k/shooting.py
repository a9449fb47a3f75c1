"""Who may shoot what: ranges, sight, what a unit did, enemies in Engagement Range, and how many shots there are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

from tests.referee.case import Case, Checks, Fault
from tests.referee.documents import WeaponRow
from tests.referee.effects import Scene, changes, find_effects
from tests.referee.geometry import gap, gap_of, within
from tests.referee.numbers import forbidden, is_permitted, printed_value
from tests.referee.table import Model, bodies
from tests.referee.values import apply_changes, inches, parse_needed, weapon_kind
from tests.referee.wh40k.sight import clearly_hidden, clearly_seen

CHECKS = Checks()
BIG = ("VEHICLE", "MONSTER")
TYPES = ("Assault", "Heavy", "Rapid Fire", "Grenade", "Pistol")
"""The types of ranged weapons; those of data files' own are not judged by their type."""


@dataclass(frozen=True)
class Shot:
    """One weapon of a model with one of its profiles, declared at a target."""

    model: Model
    slot: int
    row: WeaponRow
    target: str

    @property
    def type(self) -> str:
        """The type by whose rules the weapon goes."""
        return weapon_kind(self.row.row["Type"])


def overwatch(case: Case) -> str:
    """The charging unit at which Overwatch is fired now, "" outside it."""
    fired = case.memory.get("overwatch")
    return str(fired[1]) if fired and fired[0] == case.unit and case.table.phase == "charge" else ""


@CHECKS.on("unit.selected")
def check_shooting_selection(case: Case) -> Iterator[Fault]:
    """A unit that Fell Back does not shoot, one that Advanced only with weapons made for it."""
    if case.event["to"] != "shoot":
        return
    table, unit = case.table, case.unit
    fell, advanced = case.did("fall-back"), case.did("advance")
    if (
        fell
        and not table.has(unit, case.numbers.falls_back_and_shoots)
        and not is_permitted(table, "shoot-after-fall-back", unit)
    ):
        yield "shoot.fell-back", f"{unit} Fell Back and shoots."
    if advanced and not _has_assault(case) and not is_permitted(table, "shoot-after-advance", unit):
        yield "shoot.advanced", f"{unit} Advanced and shoots without an Assault weapon."
    if not table.standing(unit):
        yield "shoot.absent", f"{unit} is not on the battlefield and shoots."


def _has_assault(case: Case) -> bool:
    rows = (row for model in case.table.standing(case.unit) for weapon in model.sheet.weapons for row in weapon)
    kinds = {weapon_kind(row.row["Type"]) for row in rows}
    return "Assault" in kinds or not kinds <= {*TYPES, "Melee"}


def shots(case: Case) -> list[Shot] | None:
    """The shots that a declaration of ranged attacks means; None where models and weapons do not fit."""
    found: list[Shot] = []
    used: set[tuple[int, int]] = set()
    for model, slot in case.event["fired"]:
        carried = case.table.models[model].sheet.weapons
        for group in case.event["attacks"]:
            row = next((r for r in (carried[slot] if slot < len(carried) else ()) if r.label == group["weapon"]), None)
            if row and model in group["models"] and (model, slot) not in used:
                twins = [s for s in found if s.model.number == model and s.row.id == row.id]
                others = [g for g in case.event["attacks"] if g["weapon"] == group["weapon"] and model in g["models"]]
                target = others[min(len(twins), len(others) - 1)]["target"]
                found.append(Shot(case.table.models[model], slot, row, target))
                used.add((model, slot))
    return found if len(found) == len(case.event["fired"]) else None


@CHECKS.on("targets.declared")
def check_declared_shots(case: Case) -> Iterator[Fault]:
    """Every shot that is declared may be declared."""
    case.memory["declared"], case.memory["engaged"] = {}, case.engaged_with(case.unit)
    if not case.event["fired"]:
        return
    every = shots(case)
    if every is None:
        yield "shoot.weapons", f"{case.unit} declares weapons that its models do not have: {case.event['fired']}."
        return
    if not overwatch(case) and not case.did("selected to shoot"):
        yield "shoot.once", f"{case.unit} shoots and was not selected to."
    for shot in every:
        yield from _shot(case, shot)
        gaps = [gap(shot.model.body, body) for body in bodies(case.table.standing(shot.target))]
        fresh: dict[str, Any] = {"models": len(gaps), "gaps": {}, "half": {}}
        known = case.memory["declared"].setdefault((shot.target, shot.row.label), fresh)
        nearest, half = min(gaps, default=inf), reach(case, shot.row, scene_of(case, shot))[1] / 2
        known["gaps"].setdefault(shot.model.number, []).append(nearest)
        known["half"][shot.model.number] = nearest < half if abs(nearest - half) > 0.005 else None
    yield from _together(case, every)


def scene_of(case: Case, shot: Shot) -> Scene:
    """What is going on when a shot is declared."""
    return Scene(
        attacker=shot.model,
        unit=case.unit,
        target=shot.target,
        weapon=shot.row,
        ranged=True,
        overwatch=bool(overwatch(case)),
    )


def reach(case: Case, row: WeaponRow, scene: Scene) -> tuple[float, float]:
    """The least and the greatest range of a weapon; what may make it longer counts."""
    low, high = inches(row.row["Range"]) or (0.0, inf)
    effects = find_effects(
        case.table, "modify-characteristic", case.unit, scene.attacker, scene, characteristic="Range", of="weapons"
    )
    return low, float(max(apply_changes(int(high), changes(effects.any)), int(high))) if effects.any else high


def _shot(case: Case, shot: Shot) -> Iterator[Fault]:
    table, model, name = case.table, shot.model, f"Model {shot.model.number} of {case.unit} with {shot.row.label}"
    if model.unit != case.unit or not model.on_table:
        yield "shoot.weapons", f"{name}: the model is not there."
    if shot.row.melee:
        yield "shoot.melee", f"{name}: a melee weapon does not shoot."
        return
    if (model.number, shot.slot) in table.fired and case.numbers.fires_once:
        yield "shoot.weapon-once", f"{name}: the weapon has been shot in this phase."
    if parse_needed(printed_value(model, "BS")) is None:
        yield "shoot.no-skill", f"{name}: the model has no Ballistic Skill."
    if table.units[shot.target].player == case.player:
        yield "shoot.friend", f"{name}: {shot.target} is no enemy."
    charger = overwatch(case)
    if charger and shot.target != charger:
        yield "overwatch.target", f"{name}: Overwatch is fired at {charger}, not {shot.target}."
    scene = scene_of(case, shot)
    late = case.did("advance") and not charger and shot.type != "Assault" and shot.type in TYPES
    if late and not is_permitted(table, "shoot-after-advance", case.unit, model, scene):
        yield "shoot.advanced", f"{name}: only Assault weapons are shot after an Advance."
    yield from _in_reach(case, shot, scene, name)
    yield from _check_engagement(case, shot, scene, name)
    if not charger:
        yield from _check_characters(case, shot, scene, name)


def _in_reach(case: Case, shot: Shot, scene: Scene, name: str) -> Iterator[Fault]:
    table = case.table
    low, high = reach(case, shot.row, scene)
    targets = table.standing(shot.target)
    near = [target for target in targets if within(gap(shot.model.body, target.body), high)]
    nearest = gap_of([shot.model.body], bodies(targets))
    if not near:
        yield "shoot.range", f"{name}: {shot.target} is {nearest:.2f} inches away, the range is {high:g}."
        return
    if low and nearest < low - 0.01:
        yield "shoot.too-near", f"{name}: {shot.target} is nearer than {low:g} inches."
    if clearly_hidden(table, shot.model, near) and not is_permitted(table, "target-unseen", case.unit, shot.model, scene):
        yield "shoot.unseen", f"{name}: no model of {shot.target} in range can be seen."


def _check_engagement(case: Case, shot: Shot, scene: Scene, name: str) -> Iterator[Fault]:
    """Engagement Range: of the shooter's own unit, and of other friendly units with the target."""
    table, unit = case.table, case.unit
    foes = case.engaged_with(unit)
    if is_permitted(table, "target-past-engaged", unit, shot.model, scene):
        return
    big = any(shot.model.has(word) for word in BIG) and case.numbers.big_guns
    pistol = shot.type == "Pistol"
    if foes and not big and not pistol:
        yield "shoot.locked", f"{name}: the unit is within Engagement Range of {foes}."
    if foes and shot.target in foes:
        if case.numbers.big_guns and has_blast(case, shot.row, scene):
            yield "shoot.blast", f"{name}: no Blast weapon is shot at a unit within Engagement Range."
        return
    if foes and case.numbers.closest_pistol:
        yield from _closest(case, shot, name)
        return
    if foes and pistol and not big:
        yield "shoot.pistol-target", f"{name}: {shot.target} is not within Engagement Range."
    friends = [u for u in table.units_on_table(case.player) if u != unit and shot.target in case.engaged_with(u)]
    if friends:
        yield "shoot.melee-target", f"{name}: {shot.target} is within Engagement Range of {friends}."


def _closest(case: Case, shot: Shot, name: str) -> Iterator[Fault]:
    """A Pistol near enemies is fired at the closest enemy unit."""
    table = case.table
    gaps = {unit: gap_of([shot.model.body], bodies(table.standing(unit))) for unit in table.units_on_table(1 - case.player)}
    if gaps and gaps.get(shot.target, inf) > min(gaps.values()) + 0.01:
        yield "shoot.pistol-target", f"{name}: {shot.target} is not the closest enemy unit."


def has_blast(case: Case, row: WeaponRow, scene: Scene) -> bool:
    """Whether a weapon is surely a Blast weapon."""
    return bool(find_effects(case.table, "blast", case.unit, scene.attacker, scene).sure)


def _check_characters(case: Case, shot: Shot, scene: Scene, name: str) -> Iterator[Fault]:
    """Look Out, Sir; or Characters that are no target unless they are the closest."""
    table, target = case.table, shot.target
    if case.numbers.closest_character:
        yield from _closest_character(case, shot, scene, name)
        return
    if not any(_is_protected(case, model) for model in table.standing(target)):
        return
    inches_, _, many = case.numbers.bodyguard
    guards = [
        unit
        for unit in table.units_on_table(table.units[target].player)
        if unit != target
        and within(table.gap(unit, target), inches_ - 0.01)
        and (table.has(unit, *BIG) or len(table.standing(unit)) >= many)
    ]
    nearest = gap_of([shot.model.body], bodies(table.standing(target)))
    nearer = [
        foe.unit
        for foe in table.enemies(case.player)
        if foe.unit != target and not _is_protected(case, foe) and gap(shot.model.body, foe.body) < nearest - 0.01
    ]
    if guards and nearer and not is_permitted(table, "target-sheltered", case.unit, shot.model, scene):
        yield "shoot.sheltered", f"{name}: {target} is sheltered by {guards}, {nearer[0]} is closer."


def _closest_character(case: Case, shot: Shot, scene: Scene, name: str) -> Iterator[Fault]:
    table, target = case.table, shot.target
    may = is_permitted(table, "target-sheltered", case.unit, shot.model, scene)
    if may or not all(_is_protected(case, model) for model in table.standing(target)):
        return
    nearest = gap_of([shot.model.body], bodies(table.standing(target)))
    for unit in table.units_on_table(1 - case.player):
        models = table.standing(unit)
        closer = unit != target and gap_of([shot.model.body], bodies(models)) < nearest - 0.01
        if closer and clearly_seen(table, shot.model, models):
            yield "shoot.sheltered", f"{name}: {target} is a Character, and {unit} is closer."
            return


def _is_protected(case: Case, model: Model) -> bool:
    return model.has("CHARACTER") and model.full <= case.numbers.bodyguard[1]


def _together(case: Case, every: list[Shot]) -> Iterator[Fault]:
    """Grenades: one in the unit, and nothing else of that model. Pistols or other weapons, not both."""
    kinds: dict[int, set[str]] = {}
    for shot in every:
        kinds.setdefault(shot.model.number, set()).add(shot.type)
    grenades = [shot for shot in every if shot.type == "Grenade"]
    if len(grenades) > 1:
        yield "shoot.grenades", f"{case.unit} throws {len(grenades)} grenades."
    if any("Grenade" in types and len(types) > 1 for types in kinds.values()):
        yield "shoot.grenade-only", f"A model of {case.unit} throws a grenade and shoots."
    if any("Pistol" in types and len(types) > 1 for types in kinds.values()):
        yield "shoot.pistols", f"A model of {case.unit} shoots pistols and other weapons."
    if len({(shot.model.number, shot.slot) for shot in every}) < len(every):
        yield "shoot.weapon-once", f"{case.unit} shoots one weapon twice."


def row_of(model: Model, label: str) -> WeaponRow | None:
    """The profile of a model's weapons with this label."""
    return next((row for weapon in model.sheet.weapons for row in weapon if row.label == label), None)


@CHECKS.on("overwatch.fired")
def check_overwatch(case: Case) -> Iterator[Fault]:
    """Overwatch needs a rule that grants it, and is fired at a unit that has declared a charge, by one not engaged."""
    event, table = case.event, case.table
    case.memory["overwatch"] = (case.unit, event["target"])
    granted = find_effects(table, "overwatch", case.unit).any or is_permitted(table, "fire-overwatch", case.unit)
    if not granted and case.numbers.overwatch_granted:
        yield "overwatch.granted", f"{case.unit} fires Overwatch by no rule."
    if case.unit not in table.units[event["target"]].charged_at:
        yield "overwatch.target", f"{case.unit} fires Overwatch at {event['target']}, which did not charge at it."
    if case.engaged_with(case.unit):
        yield "overwatch.engaged", f"{case.unit} fires Overwatch within Engagement Range of the enemy."
    if forbidden(table, "fire-overwatch", case.unit):
        yield "ability", f"An ability forbids {case.unit} to fire Overwatch."


@CHECKS.on("charge.rolled", "phase.ended")
def forget_overwatch(case: Case) -> Iterator[Fault]:
    """Forget Overwatch with the charge roll: it is fired before."""
    case.memory.pop("overwatch", None)
    return iter(())
