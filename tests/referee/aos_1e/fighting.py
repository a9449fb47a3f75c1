"""Checks of shooting and combat: who attacks whom with what, the rolls of each attack, and the damage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.referee.aos_1e.checks import Fault, on
from tests.referee.aos_1e.sight import clear, is_hidden
from tests.referee.aos_1e.standing import ROUNDING
from tests.referee.aos_1e.table import NEAR, Arm, Event, Model, Table, amount, dice_of, number
from tests.referee.aos_1e.values import add_up
from tests.referee.geometry import SLACK, gap, polygon_gap


@on("unit.selected")
def check_turns(table: Table, event: Event) -> Iterator[Fault]:
    """Units fight in turn, those that charged or are near the enemy."""
    if event["to"] != "fight":
        return
    unit = table.units[event["unit"]]
    waiting = {player: list(_waiting(table, player)) for player in (0, 1)}
    if "charge" not in unit.turn and table.nearest(unit.key) > NEAR + ROUNDING:
        yield "AOS-COMBAT-01", "It has not charged, and no enemy is within 3 inches."
    if table.fought is None and unit.player != table.active and waiting[table.active]:
        yield "AOS-COMBAT-02", "The player whose turn it is picks first."
    if table.fought == unit.player and waiting[1 - unit.player]:
        yield "AOS-COMBAT-03", "The players take turns."


def _waiting(table: Table, player: int) -> Iterator[str]:
    """The units of a player that surely have to attack still."""
    for key in table.standing(player):
        unit = table.units[key]
        if "fight" in unit.did or unit.has("befuddled") or table.may(("permit", "fight"), ("forbid", "fight")):
            continue
        if "charge" in unit.turn or table.nearest(key) < NEAR - SLACK:
            yield key


@on("phase.ended")
def check_all_fought(table: Table, event: Event) -> Iterator[Fault]:
    if table.phase == "combat" and not table.is_decided():
        for key in (*_waiting(table, 0), *_waiting(table, 1)):
            yield "AOS-COMBAT-03", f"{key} has to attack."


@on("attacks.counted")
def check_attack_numbers(table: Table, event: Event) -> Iterator[Fault]:
    for row in event["models"]:
        found = find_arm(table, table.models[row["model"]], row["weapon"])
        printed = found and amount(table.models[row["model"]].arm_value(found, "Attacks"), row["dice"])
        if printed is not None and row["attacks"] != printed and not _more_attacks(table):
            yield "AOS-Q-30", "The dice make another number of attacks."


def _more_attacks(table: Table) -> bool:
    return table.may(("modify-characteristic", "Attacks"), ("extra-attacks", ""))


def find_arm(table: Table, model: Model, name: str) -> Arm | None:
    """A weapon by its name; of a missile and a melee weapon of one name that which is used in this phase."""
    found = [arm for rows in model.arms for arm in rows if arm.name == name]
    shooting = table.phase == "shooting"
    return next((arm for arm in found if arm.missile == shooting), found[0] if found else None)


@on("attacks.declared")
def check_declaration(table: Table, event: Event) -> Iterator[Fault]:
    unit = table.units[event["unit"]]
    if event["ranged"] != (table.phase == "shooting"):
        yield "AOS-ATTACK-03" if event["ranged"] else "AOS-ATTACK-04", "Those weapons are used in another phase."
    if ("shoot" if event["ranged"] else "fight") not in unit.did:
        yield "AOS-SHOOT-02" if event["ranged"] else "AOS-COMBAT-01", "It was not picked to attack."
    made: Counter[tuple[int, str]] = Counter()
    for row in event["attacks"]:
        for model, attacks in zip(row["models"], row["attacks"], strict=True):
            made[model, row["weapon"]] += attacks
            yield from _check_aim(table, event, table.models[model], row)
    for model_ in table.of(unit.key):
        yield from _numbers(table, event, model_, made)


def _check_aim(table: Table, event: Event, model: Model, row: Event) -> Iterator[Fault]:
    found = find_arm(table, model, row["weapon"])
    if found is None or model.unit != event["unit"] or not model.alive:
        yield "AOS-ATTACK-02", f"Model {model.number} has no {row['weapon']}."
        return
    if found.missile != event["ranged"]:
        yield "AOS-ATTACK-03" if event["ranged"] else "AOS-ATTACK-04", f"{row['weapon']} is no such weapon."
    targets = table.of(row["target"])
    if table.units[row["target"]].player == table.units[model.unit].player:
        yield "AOS-TARGET-01", "Friends are attacked."
    reach = number(model.arm_value(found, "Range"))
    if reach is None or table.may(("modify-characteristic", "Range")):
        return
    near = [target for target in targets if gap(model.body, target.body) <= reach + ROUNDING]
    if not near:
        yield "AOS-TARGET-01", f"Nobody is in range of the {row['weapon']} of model {model.number}."
    elif is_hidden(table, model, near):
        yield "AOS-TARGET-02", f"Model {model.number} sees nobody of {row['target']} in range."


def _is_readable(model: Model, arm: Arm) -> bool:
    """Whether a battle knows what a weapon does: real warscrolls have rows that say "See rules", or 6 instead of 6+."""
    rows = [arm.row, *(row.get("weapons", {}).get(arm.id, {}) for row in model.profile["damage_table"])]
    checks = [row[key] for row in rows for key in ("To Hit", "To Wound") if row.get(key, "*") != "*"]
    rend = model.arm_value(arm, "Rend")
    known = bool(dice_of(model.arm_value(arm, "Damage"))) and (rend == "-" or number(rend) is not None)
    return known and all(value.endswith("+") for value in checks)


def _numbers(table: Table, event: Event, model: Model, made: Counter[tuple[int, str]]) -> Iterator[Fault]:
    """Every weapon that has a target makes all its attacks, and no more."""
    plain = (rows[0] for rows in model.arms if len(rows) == 1 and _is_readable(model, rows[0]))
    carried: Counter[str] = Counter(arm.name for arm in plain if arm.missile == event["ranged"])
    for name, copies in carried.items():
        found = find_arm(table, model, name)
        if found is None or found.missile != event["ranged"] or _more_attacks(table):
            continue
        each = number(model.arm_value(found, "Attacks"))
        each = table.counts.get((model.number, name)) if each is None else each
        reach = number(model.arm_value(found, "Range"))
        if each is None or reach is None:
            continue
        if made[model.number, name] > copies * each:
            yield "AOS-ATTACK-05", f"Model {model.number} makes more attacks than {name} has."
        foes = table.foes(table.units[model.unit].player)
        able = any(gap(model.body, foe.body) < reach - ROUNDING and clear(table, model, foe) for foe in foes)
        if able and made[model.number, name] < copies * each:
            yield "AOS-SHOOT-03" if event["ranged"] else "AOS-COMBAT-08", f"{name} of model {model.number} is not used."


@on("attacks.began")
def check_attacks(table: Table, event: Event) -> Iterator[Fault]:
    if table.groups and table.groups[-1] != event["target"] and event["target"] in table.groups:
        yield "AOS-TARGET-05", "All attacks on one unit come before those on the next."
    rows = table.declared["attacks"] if table.declared else ()
    if not any(row["target"] == event["target"] and row["weapon"] == event["weapon"] for row in rows):
        yield "AOS-ATTACK-01", "The target was not picked."


@on("attack.made")
def check_attack(table: Table, event: Event) -> Iterator[Fault]:
    if table.models[event["model"]].unit != event["unit"]:
        yield "AOS-ATTACK-02", "The model is of another unit."
        return
    if sum(table.harm.values()) < 0 or table.due > 0:
        yield "AOS-MAKE-06", "Damage comes after all attacks."
    yield from _more_than_declared(table, event)
    yield from _sequence(event)
    hit, wound = event["hit"], event["wound"]
    if hit:
        yield from _roll(table, event, hit, "hit", "To Hit", "AOS-MAKE-02")
    if wound:
        yield from _roll(table, event, wound, "wound", "To Wound", "AOS-MAKE-03")
    if event["save"]:
        yield from _save(table, event, event["save"])
    if event["damage"]:
        yield from _damage(table, event, event["damage"])


def _more_than_declared(table: Table, event: Event) -> Iterator[Fault]:
    if event.get("extra") or table.declared is None:
        return
    key = event["model"], event["weapon"], event["target"]
    rows = [row for row in table.declared["attacks"] if (row["weapon"], row["target"]) == key[1:]]
    allowed = sum(n for row in rows for m, n in zip(row["models"], row["attacks"], strict=True) if m == key[0])
    if table.made[key] >= allowed:
        yield "AOS-ATTACK-05", "It makes more attacks than were declared."


def _sequence(event: Event) -> Iterator[Fault]:
    hit, wound, save, damage = (event[name] for name in ("hit", "wound", "save", "damage"))
    if event["triggers"] or event.get("extra"):
        return
    if wound and hit and not hit["passed"]:
        yield "AOS-MAKE-02", "A miss wounds nobody."
    if hit and hit["passed"] and not wound:
        yield "AOS-MAKE-03", "A hit is followed by a wound roll."
    if save and wound and not wound["passed"]:
        yield "AOS-MAKE-03", "What does not wound is not saved."
    if damage and ((save and save["passed"]) or not wound or not wound["passed"]):
        yield "AOS-MAKE-05", "A saved attack does no damage."
    if wound and wound["passed"] and not damage and not (save and save["passed"]):
        yield "AOS-MAKE-06", "An attack that is not saved does damage."


def _roll(table: Table, event: Event, roll: Event, part: str, key: str, rule: str) -> Iterator[Fault]:
    model = table.models[event["model"]]
    found, rows = find_arm(table, model, event["weapon"]), roll.get("modifiers", ())
    printed = found and number(model.arm_value(found, key))
    changed = any(row["what"] == key for row in rows) or table.may(("wounds-on", ""))
    if printed is not None and not changed and roll["needed"] != printed:
        yield rule, f"{printed} is needed."
    total, by_rule = add_up(rows)
    faces = roll["dice"]
    if len(faces) == 1 and total is not None and roll["result"] != max(faces[0] + total, 1):
        yield rule, "The die and its modifiers come to something else."
    open_to_effects = table.may(("always-passes", part), ("always-fails", part), ("auto-pass", part), ("auto-hit", ""))
    if not open_to_effects and roll["passed"] != (roll["result"] >= roll["needed"]):
        yield rule, "The result is compared otherwise."
    if part == "hit" and by_rule["AOS-SCENTAB-04"] != int(table.units[event["unit"]].has("sacrificed")):
        yield "AOS-SCENTAB-04", "A sacrifice adds 1 to hit rolls, and nothing else does."
    yield from _abilities(table, rows, part)
    yield from _again(table, event, roll, part)


def _abilities(table: Table, rows: Any, part: str) -> Iterator[Fault]:
    for row in rows:
        if not row.get("ability") or row["what"] != "roll":
            continue
        owners = [s for s in table.sources if s.name == row["ability"] and s.unit == row.get("unit", s.unit)]
        given = [s.effect for s in owners if s.effect["kind"] == "modify-roll" and s.effect.get("roll") == part]
        sizes = {str(effect.get("value", "")).lstrip("+-") for effect in given}
        if not given or (row["by"].lstrip("+-") not in sizes and all(size.isdigit() for size in sizes)):
            yield "AOS-Q-23", f"{row['ability']} does not modify this roll so."


def _again(table: Table, event: Event, roll: Event, part: str) -> Iterator[Fault]:
    """A re-roll is allowed by something, once for each die."""
    first = roll.get("first") or ()
    if not first:
        return
    unit = table.units[event["unit"]]
    needed, failed = roll["needed"], False
    if part == "wound" and unit.has("ensorcelled"):
        failed = True
    if part == "hit" and "inspired" in unit.did:
        failed = True
    if len(first) != len(roll["dice"]):
        yield "AOS-TOOLS-09", "Each die is rolled again once."
    if not table.may(("re-roll", part)) and not table.triumph:
        if not failed:
            yield "AOS-TOOLS-08", "Nothing allows the re-roll."
        elif first[0] >= needed:
            yield "AOS-TOOLS-10", "Only failed rolls are made again, before modifiers."


def _save(table: Table, event: Event, save: Event) -> Iterator[Fault]:
    target, model = table.units[event["target"]], table.models[event["model"]]
    rows = save.get("modifiers", ())
    total, by_rule = add_up(rows)
    printed = _printed_save(table, target.key)
    if not any(row["what"] == "Save" for row in rows) and printed and save["needed"] not in printed:
        yield "AOS-MAKE-05", f"{printed} is needed."
    if len(save["dice"]) == 1 and total is not None and save["result"] != max(save["dice"][0] + total, 1):
        yield "AOS-MAKE-04", "The die and its modifiers come to something else."
    if save["passed"] != (save["result"] >= save["needed"]) and not table.may(("always-passes", "save")):
        yield "AOS-MAKE-05", "The result is compared otherwise."
    found = find_arm(table, model, event["weapon"])
    rend = number(model.arm_value(found, "Rend")) if found else None
    may_change = table.may(("modify-characteristic", "Rend"), ("modify-attack", "Rend"), ("ignore-modifiers", "save"))
    if not may_change and by_rule["Rend"] != (rend or 0):
        yield "AOS-MAKE-04", f"The weapon has Rend {rend or 0}."
    shields = sum(int(row["by"]) for row in rows if row.get("ability") == "Mystic Shield")
    unchanged = not rows and table.may(("ignore-modifiers", "save"))
    if shields != len(target.shields) and not unchanged:
        yield "AOS-SHIELD-03", f"{len(target.shields)} Mystic Shields are on it."
    sure, perhaps = _cover(table, target.key)
    barred = table.phase == "combat" and "charge" in target.turn
    least, most = int(sure and not barred and not unchanged), int(perhaps and not barred)
    if not least <= by_rule["AOS-COVER-01"] <= most:
        yield "AOS-COVER-02" if barred else "AOS-COVER-01", "Cover is another."
    yield from _abilities(table, rows, "save")
    yield from _again(table, event, save, "save")


def _printed_save(table: Table, key: str) -> set[int]:
    counts = Counter(number(model.value("Save")) for model in table.of(key))
    most = max(counts.values(), default=0)
    best = [value for value, many in counts.items() if many == most and value is not None]
    return {min(best)} if best else set()


def _cover(table: Table, key: str) -> tuple[bool, bool]:
    """Whether a unit surely, and whether it perhaps, stands whole in one feature."""
    deep = [max(polygon_gap(body, piece.corners) for body in table.bodies(key)) for piece in table.pieces if table.of(key)]
    return any(gap_ < -ROUNDING for gap_ in deep), any(gap_ < ROUNDING for gap_ in deep)


def _damage(table: Table, event: Event, damage: Event) -> Iterator[Fault]:
    model = table.models[event["model"]]
    found = find_arm(table, model, event["weapon"])
    if found is None:
        return
    text = model.arm_value(found, "Damage")
    wanted = amount(text, damage["dice"])
    total, _ = add_up(damage.get("modifiers", ()), "damage")
    if dice_of(text) and wanted is None and not table.may(("modify-characteristic", "Damage"), ("modify-attack", "Damage")):
        yield "AOS-MAKE-06", "The dice are not those of its Damage."
    if wanted is not None and total is not None and damage["damage"] != max(wanted + total, 0):
        yield "AOS-MAKE-06", f"Its Damage is {wanted + total}."


@on("damage.inflicted")
def check_damage(table: Table, event: Event) -> Iterator[Fault]:
    if event["wounds"] != table.harm[event["unit"]]:
        yield "AOS-MAKE-06", f"The attacks inflicted {table.harm[event['unit']]} wounds."
    if event["mortal"] != table.mortal[event["unit"]]:
        yield "AOS-Q-21", f"The attacks inflicted {table.mortal[event['unit']]} mortal wounds."
    rows = table.declared["attacks"] if table.declared else ()
    left = [
        row
        for row in rows
        for m, n in zip(row["models"], row["attacks"], strict=True)
        if table.made[m, row["weapon"], row["target"]] < n
    ]
    if left:
        yield "AOS-ATTACK-01", "All attacks are made before any damage is inflicted."


@on("attack.allocated")
def check_allocation(table: Table, event: Event) -> Iterator[Fault]:
    model = table.models[event["model"]]
    if model.unit != event["unit"] or not model.alive:
        yield "AOS-DAMAGE-01", "Wounds go to models of the target unit."
    hurt = [each.number for each in table.of(event["unit"]) if each.wounds < each.whole]
    if hurt and model.number not in hurt:
        yield "AOS-DAMAGE-03", "A wounded model takes the wounds first."
    if table.owed != event["unit"] or table.due <= 0:
        yield "AOS-DAMAGE-01", "No wounds are left to allocate."


@on("wounds.lost")
def check_wounds(table: Table, event: Event) -> Iterator[Fault]:
    model = table.models[event["model"]]
    if model.number != table.allocated:
        yield "AOS-DAMAGE-03", "The wounds were allocated to another model."
    if event["left"] != model.wounds - event["wounds"] or event["left"] < 0:
        yield "AOS-DAMAGE-04", "The wounds that are left are others."
    if event["wounds"] > table.due:
        yield "AOS-MAKE-06", "More wounds are lost than were inflicted."
    if event["cause"] == "attack" and event["left"] > 0 and table.due - event["wounds"] > 0:
        yield "AOS-DAMAGE-03", "A model takes wounds until it is slain or none are left."


@on("model.destroyed")
def check_slaying(table: Table, event: Event) -> Iterator[Fault]:
    model = table.models[event["model"]]
    if model.wounds > 0 and event["cause"] != "deadly" and not table.may(("destroy", ""), ("slay", "")):
        yield "AOS-DAMAGE-04", "It has wounds left."
    if not model.alive:
        yield "AOS-DAMAGE-05", "It was slain before."


@on("wounds.regained")
def check_healing(table: Table, event: Event) -> Iterator[Fault]:
    model = table.models[event["model"]]
    if not model.alive:
        yield "AOS-DAMAGE-07", "Nobody heals the slain."
    if event["left"] > model.whole or event["left"] != model.wounds + event["wounds"]:
        yield "AOS-DAMAGE-06", "It heals more than it suffered."


@on("phase.ended", "attacks.declared", "unit.selected")
def check_carried_wounds(table: Table, event: Event) -> Iterator[Fault]:
    """All wounds are lost by somebody while anybody is left."""
    due, table.due = table.due, 0
    if due > 0 and table.of(table.owed):
        yield "AOS-MAKE-07", f"{due} wounds are left over, and {table.owed} has models left."
    if sum(table.harm.values()) > 0 and any(number_ and table.of(key) for key, number_ in table.harm.items()):
        table.harm.clear()
        yield "AOS-ATTACK-01", "The damage of the attacks was not inflicted."


@on("models.returned")
def check_return(table: Table, event: Event) -> Iterator[Fault]:
    if any(table.models[row[0]].alive for row in event["poses"]):
        yield "AOS-Q-17", "Only slain models come back."
