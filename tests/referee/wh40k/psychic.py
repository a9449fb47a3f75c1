"""The Psychic phase: who may attempt what, tests, Perils, denials, and whom powers reach."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

from tests.referee.case import Case, Checks, Fault
from tests.referee.effects import find_effects
from tests.referee.geometry import gap_of, within
from tests.referee.numbers import is_permitted, roll_modifiers
from tests.referee.table import bodies, sheet_of
from tests.referee.wh40k.sight import clearly_seen

CHECKS = Checks()


@CHECKS.on("unit.selected")
def check_psychic_selection(case: Case) -> Iterator[Fault]:
    """A PSYKER on the battlefield that did not Fall Back."""
    if case.event["to"] != "manifest":
        return
    table, unit = case.table, case.unit
    if not table.has(unit, "PSYKER") or not table.standing(unit):
        yield "psychic.eligible", f"{unit} manifests powers and is no PSYKER on the battlefield."
    free = table.has(unit, "TITANIC") or is_permitted(table, "manifest", unit)
    if case.numbers.fall_back_stops_powers and case.did("fall-back") and not free:
        yield "psychic.fell-back", f"{unit} Fell Back and manifests powers."


def _gap(case: Case, unit: str, other: str, *, denies: bool = False) -> float:
    """How far a unit is from who manifests: from the psyker where that is one model; to the psyker who `denies`."""
    own, far = case.table.standing(unit), case.table.standing(other)
    if case.numbers.powers_by_psyker:
        own = [model for model in own if model.has("PSYKER")] or own
        far = ([model for model in far if model.has("PSYKER")] if denies else []) or far
    return gap_of(bodies(own), bodies(far))


def _power(case: Case, unit: str) -> dict[str, Any] | None:
    psyker = sheet_of(case.table, unit)["psyker"] or {}
    return next((dict(row) for row in psyker.get("powers", ()) if row["id"] == case.event["power"]), None)


@CHECKS.on("psychic.attempted")
def check_attempt(case: Case) -> Iterator[Fault]:
    """A power that the unit knows, as often as it may, at its warp charge value now."""
    event, table, unit = case.event, case.table, case.unit
    power, tried = _power(case, unit), case.memory.setdefault("tried", {})
    if not case.did("selected to manifest"):
        yield "manifest.once", f"{unit} attempts a power and was not selected to."
    if power is None:
        yield "psychic.knows", f"{unit} does not know {event['power']}."
        return
    scope = (table.round, table.turn, unit) if case.numbers.powers_by_psyker else (table.round, case.player)
    before = tried.setdefault((*scope, event["power"]), 0)
    if before and (event["power"] != "smite" or case.numbers.powers_by_psyker):
        yield "psychic.again", f"{event['power']} is attempted again in the same battle round."
    wanted = int(power["value"]) + int(power["step"]) * before
    if event["warp_charge"] != wanted:
        yield "psychic.charge", f"The warp charge value of {event['power']} is {wanted}, not {event['warp_charge']}."
    tried[*scope, event["power"]] = before + 1
    counts = table.units[unit].counts
    counts["casts"] = counts.get("casts", 0) + 1
    more = sum(
        int(s.effect["number"]) for s in find_effects(table, "extra-powers", unit).any if s.effect["of"] == "manifest"
    )
    if counts["casts"] > int((sheet_of(table, unit)["psyker"] or {}).get("casts", 0)) + more:
        yield "psychic.number", f"{unit} attempts its power number {counts['casts']}."
    case.memory["power"] = {"unit": unit, "id": event["power"], "perils": False}


def _test(case: Case, roll: str, unit: str) -> Iterator[Fault]:
    event = case.event
    if len(event["dice"]) != 2 or event["total"] != max(sum(event["dice"]) + event["modifier"], 1):
        yield f"{roll}.sum", f"A test of {event['dice']} and {event['modifier']} gives {event['total']}."
    allowed = roll_modifiers(case.table, roll, unit)
    if allowed is not None and event["modifier"] not in allowed:
        yield f"{roll}.sum", f"A test of {unit} is modified by {event['modifier']}, not {allowed}."


@CHECKS.on("psychic.tested")
def check_psychic_test(case: Case) -> Iterator[Fault]:
    """2D6 against the warp charge value."""
    event = case.event
    yield from _test(case, "psychic", case.unit)
    if event["passed"] != (event["total"] >= event["warp_charge"]):
        yield "psychic.passed", f"A Psychic test of {event['total']} against {event['warp_charge']}: {event['passed']}."
    case.memory.setdefault("power", {}).update(
        {
            "total": event["total"],
            "passed": event["passed"],
            "denied": False,
            "double": list(event["dice"]) in ([1, 1], [6, 6]),
        }
    )


@CHECKS.on("perils.suffered")
def check_perils(case: Case) -> Iterator[Fault]:
    """Perils of the Warp come of a double 1 or a double 6."""
    power = case.memory.get("power", {})
    if not power.get("double"):
        yield "perils", f"{case.unit} suffers Perils of the Warp without a double 1 or 6."
    power["perils"] = True


@CHECKS.on("power.manifested", "power.failed")
def check_missed_perils(case: Case) -> Iterator[Fault]:
    """They come always, before anything else."""
    power = case.memory.get("power", {})
    if power.get("double") and not power["perils"]:
        yield "perils", f"{case.unit} rolled a double and suffers no Perils of the Warp."


@CHECKS.on("deny.tested")
def check_deny_test(case: Case) -> Iterator[Fault]:
    """One enemy PSYKER near enough tries once, and needs more than the Psychic test."""
    event, table = case.event, case.table
    power = case.memory.get("power", {})
    yield from _test(case, "deny", case.unit)
    if not power.get("passed") or event["needed"] != power["total"] + 1:
        yield "deny.needed", f"To deny a test of {power.get('total')} {event['needed']} is needed."
    if event["denied"] != (event["total"] >= event["needed"]):
        yield "deny.needed", f"A Deny the Witch test of {event['total']} against {event['needed']}: {event['denied']}."
    if case.player == table.units[event["target"]].player:
        yield "deny.who", f"{case.unit} denies a power of its own side."
    able = table.has(case.unit, "PSYKER") or is_permitted(table, "deny", case.unit)
    if not able or not within(_gap(case, event["target"], case.unit, denies=True), case.numbers.deny):
        yield "deny.who", f"{case.unit} cannot deny: it is no PSYKER within {case.numbers.deny:g} inches."
    counts = table.units[case.unit].counts
    counts["denies"] = counts.get("denies", 0) + 1
    more = sum(
        int(s.effect["number"]) for s in find_effects(table, "extra-powers", case.unit).any if s.effect["of"] == "deny"
    )
    most = max(int((sheet_of(table, case.unit)["psyker"] or {}).get("denies", 0)), case.numbers.least_denies) + more
    if counts["denies"] > most:
        yield "deny.number", f"{case.unit} tries to deny {counts['denies']} powers, {most} are the most."
    if power.get("tried to deny"):
        yield "deny.number", "A power is denied twice."
    power.update({"denied": event["denied"], "tried to deny": True})


@CHECKS.on("power.manifested")
def check_manifested_power(case: Case) -> Iterator[Fault]:
    """A passed test that was not denied; the closest enemy for Smite, others within range."""
    event, table, unit = case.event, case.table, case.unit
    known, power = case.memory.get("power", {}), _power(case, unit)
    if not known.get("passed") or known.get("denied") or not table.standing(unit) or event["total"] != known["total"]:
        yield "power.manifested", f"{event['power']} of {unit} is manifested and should not be."
    if power is None:
        return
    known["manifested"] = power["name"]
    kind = str(power["target"]).removeprefix("visible-")
    for target in event["targets"]:
        if power["range_in"] is not None and not within(_gap(case, unit, target), power["range_in"]):
            yield "power.range", f"{event['power']} is aimed at {target}, out of its {power['range_in']} inches."
        own = table.units[target].player == case.player
        if (kind in ("enemy-unit", "closest-enemy-unit") and own) or (kind == "friendly-unit" and not own):
            yield "power.target", f"{event['power']} is aimed at {target}."
        if kind == "closest-enemy-unit":
            others = [other for other in table.units_on_table(1 - case.player) if _counts(case, power, other)]
            if _gap(case, unit, target) > min((_gap(case, unit, other) for other in others), default=inf) + 0.01:
                yield "power.closest", f"{event['power']} strikes {target}, another unit is closer."


def _counts(case: Case, power: dict[str, Any], other: str) -> bool:
    """Whether an enemy unit may be the closest one: where the power asks for it, only one that is clearly seen."""
    if not str(power["target"]).startswith("visible-"):
        return True
    own = case.table.standing(case.unit)
    if case.numbers.powers_by_psyker:
        own = [model for model in own if model.has("PSYKER")] or own
    return any(clearly_seen(case.table, model, case.table.standing(other)) for model in own)


@CHECKS.on("model.destroyed")
def note_slain_psyker(case: Case) -> Iterator[Fault]:
    """Remember that Perils of the Warp slew the psyker, where that is one model of its unit."""
    power = case.memory.get("power", {})
    if case.event["cause"] == "perils" and power.get("unit") == case.unit:
        power["slain"] = case.numbers.powers_by_psyker
    return iter(())


@CHECKS.on("power.failed")
def check_failed_power(case: Case) -> Iterator[Fault]:
    """A power fails by its test, a denial, or with its caster."""
    power, reason = case.memory.get("power", {}), case.event["reason"]
    reasons = {
        "test": not power.get("passed"),
        "denied": power.get("denied"),
        "destroyed": power.get("slain") or not case.table.standing(case.unit),
    }
    if not reasons.get(reason, False):
        yield "power.failed", f"{case.event['power']} of {case.unit} fails by {reason} and should not."
