"""Checks of the battleshock phase."""

from __future__ import annotations

from collections.abc import Iterator

from tests.referee.aos_1e.checks import Fault, on
from tests.referee.aos_1e.table import NEAR, Event, Table, number
from tests.referee.aos_1e.values import add_up
from tests.referee.geometry import SLACK, gap_of


@on("battleshock.tested")
def check_battleshock(table: Table, event: Event) -> Iterator[Fault]:
    unit = table.units[event["unit"]]
    models = table.of(unit.key)
    if unit.slain <= 0 or event["slain"] != unit.slain:
        yield "AOS-BSHOCK-03", f"{unit.slain} models were slain this turn."
    if unit.key in table.tested:
        yield "AOS-BSHOCK-01", "One test for each unit."
    if unit.has("steadfast"):
        yield "AOS-COMMAND-04", "An inspired unit does not test."
    if unit.player != table.active and any(_due(table, key) for key in table.standing(table.active)):
        yield "AOS-BSHOCK-02", "The player whose turn it is tests first."
    yield from _bravery(table, event)
    total, _ = add_up(event.get("modifiers", ()))
    if len(event["dice"]) != 1 or (total is not None and event["total"] != event["dice"][0] + total + event["slain"]):
        yield "AOS-BSHOCK-03", "The total is another."
    if event["fleeing"] != min(max(event["total"] - event["bravery"], 0), len(models)):
        yield "AOS-BSHOCK-04", "One model flees for each point above the Bravery."
    if event["rerolled"] and not table.may(("re-roll", "morale")):
        yield "AOS-TOOLS-08", "Nothing allows the re-roll."


def _bravery(table: Table, event: Event) -> Iterator[Fault]:
    """The highest Bravery, 1 for ten models, 1 for each Inspiring feature, 1 less for fear, what abilities change."""
    key = event["unit"]
    unit, rows = table.units[key], event.get("modifiers", ())
    printed = max(number(model.value("Bravery")) or 0 for model in table.of(key))
    total, by_rule = add_up(rows, "Bravery")
    if total is not None and event["bravery"] != max(printed + total, 0):
        yield "AOS-BSHOCK-04", "The Bravery is another."
    if by_rule["AOS-BSHOCK-05"] != len(table.of(key)) // 10:
        yield "AOS-BSHOCK-05", "It adds 1 for every 10 models."
    least, most = table.near_rule(key, "inspiring")
    if not least <= by_rule["AOS-SCENTAB-06"] <= most:
        yield "AOS-SCENTAB-06", "Inspiring features add 1."
    feared = [foe for foe in table.standing(1 - unit.player) if table.units[foe].has("fearsome")]
    gaps = [gap_of(table.bodies(key), table.bodies(foe)) for foe in feared]
    sure, perhaps = any(gap < NEAR - SLACK for gap in gaps), any(gap <= NEAR + 0.002 for gap in gaps)
    if not -int(perhaps) <= by_rule["AOS-SCENTAB-12"] <= -int(sure):
        yield "AOS-SCENTAB-12", "Fear takes 1, however many cause it."


@on("battleshock.spared")
def check_exemption(table: Table, event: Event) -> Iterator[Fault]:
    unit = table.units[event["unit"]]
    if not unit.has("steadfast") and not table.may(("auto-pass", "morale")):
        yield "AOS-COMMAND-04", "Nothing spares it the test."


@on("model.fled")
def check_flight(table: Table, event: Event) -> Iterator[Fault]:
    if table.fleeing <= 0:
        yield "AOS-BSHOCK-04", "More models flee than the test said."
    if not table.models[event["model"]].alive:
        yield "AOS-BSHOCK-06", "It is gone already."


@on("phase.ended")
def check_all_tested(table: Table, event: Event) -> Iterator[Fault]:
    if table.phase != "battleshock" or table.is_decided():
        return
    for key in (*table.standing(0), *table.standing(1)):
        if _due(table, key):
            yield "AOS-BSHOCK-01", f"{key} lost models and did not test."
    if table.fleeing > 0:
        yield "AOS-BSHOCK-04", "Fewer models flee than the test said."


def _due(table: Table, key: str) -> bool:
    unit = table.units[key]
    brave = any(number(model.value("Bravery")) is not None for model in table.of(key))
    return unit.slain > 0 and key not in table.tested and brave
