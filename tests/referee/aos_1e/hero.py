"""Checks of the hero phase: scenery, spells, unbinding, command abilities."""

from __future__ import annotations

from collections.abc import Iterator

from tests.referee.aos_1e.before import known_cards
from tests.referee.aos_1e.checks import Fault, on
from tests.referee.aos_1e.table import NEAR, Event, Piece, Table
from tests.referee.aos_1e.values import add_up
from tests.referee.geometry import Body, gap_of, polygon_gap

AT_MOST = 2e-3
RANGES = {"arcane-bolt": (18.0, "AOS-BOLT-02"), "mystic-shield": (18.0, "AOS-SHIELD-02")}


@on("mystery.rolled")
def check_mystery(table: Table, event: Event) -> Iterator[Fault]:
    unit, piece = table.units[event["unit"]], table.pieces[event["feature"]]
    if piece.rule != "mystical" or table.to_piece(unit.key, piece) > NEAR + AT_MOST:
        yield "AOS-SCENTAB-08", "It is near no such Mystical feature."
    if unit.player != table.active or table.phase != "hero" or (unit.key, event["feature"]) in table.mystic:
        yield "AOS-Q-09", "Units roll once for each feature, in their own hero phase."
    if table.bewildered:
        yield "AOS-Q-49", "The rolls come before anything else in the hero phase."
    if event["befuddled"] != (event["dice"] == [1]):
        yield "AOS-SCENTAB-09" if event["befuddled"] else "AOS-SCENTAB-10", "The die says otherwise."


@on("fear.caused")
def check_fear(table: Table, event: Event) -> Iterator[Fault]:
    unit, piece = table.units[event["unit"]], table.pieces[event["feature"]]
    if piece.rule != "sinister" or table.to_piece(unit.key, piece) > NEAR + AT_MOST:
        yield "AOS-SCENTAB-11", "It is near no such Sinister feature."
    if unit.player != table.active or table.phase != "hero" or table.bewildered:
        yield "AOS-Q-49", "Units begin to cause fear at the start of their own hero phase."


@on("phase.ended", "spell.rolled", "command.used", "ability.used", "sacrifice.made")
def check_forgotten(table: Table, event: Event) -> Iterator[Fault]:
    """All units near Mystical and Sinister features were asked before anything else was done."""
    if table.phase != "hero" or table.bewildered:
        return
    for key in table.standing(table.active):
        for number, piece in enumerate(table.pieces):
            if (
                piece.rule == "mystical"
                and (key, number) not in table.mystic
                and table.to_piece(key, piece) < NEAR - AT_MOST
            ):
                yield "AOS-SCENTAB-08", f"{key} did not roll for a Mystical feature."
        if table.near_rule(key, "sinister")[0] and not table.units[key].has("fearsome"):
            yield "AOS-SCENTAB-11", f"{key} causes no fear."


@on("sacrifice.made")
def check_sacrifice(table: Table, event: Event) -> Iterator[Fault]:
    unit, piece = table.units[event["unit"]], table.pieces[event["feature"]]
    if piece.rule != "damned" or table.to_piece(unit.key, piece) > NEAR + AT_MOST:
        yield "AOS-SCENTAB-02", "It is near no such Damned feature."
    if unit.player != table.active or table.phase != "hero" or event["feature"] in table.sacrificed:
        yield "AOS-SCENTAB-02", "One unit for each feature, in its own hero phase."


@on("command.used")
def check_command(table: Table, event: Event) -> Iterator[Fault]:
    model = table.models[event["model"]]
    if event["player"] != table.active or table.phase != "hero" or table.commanded:
        yield "AOS-COMMAND-01", "One command ability in each own hero phase."
    if table.generals.get(event["player"]) != model.number or not (model.alive and model.on):
        yield "AOS-Q-25", "Only a general on the battlefield commands."
    own = {command["name"] for command in table.units[model.unit].sheet.get("commands", ())}
    if event["command"] not in own | known_cards():
        yield "AOS-COMMAND-02", "The general has no such command ability."


@on("unit.inspired")
def check_inspiration(table: Table, event: Event) -> Iterator[Fault]:
    unit = table.units[event["unit"]]
    leader = table.models[table.generals[unit.player]]
    if leader.unit != unit.key and gap_of([leader.body], table.bodies(unit.key)) > 12 + AT_MOST:
        yield "AOS-COMMAND-03", "It is further than 12 inches from the general."
    if not table.commanded:
        yield "AOS-COMMAND-01", "Nobody commanded it."


@on("spell.rolled")
def check_casting(table: Table, event: Event) -> Iterator[Fault]:
    unit, psyker = table.units[event["unit"]], table.units[event["unit"]].sheet["psyker"] or {}
    power = next((row for row in psyker.get("powers", ()) if row["id"] == event["power"]), None)
    if power is None:
        yield "AOS-WIZARD-01", "It knows no such spell."
        return
    if unit.player != table.active or table.phase != "hero":
        yield "AOS-WIZARD-02", "Wizards cast in their own hero phase."
    if unit.has("befuddled"):
        yield "AOS-SCENTAB-09", "A befuddled unit casts nothing."
    if unit.casts[power["id"]]:
        yield "AOS-SPELL-02", "Each spell is attempted once."
    if sum(unit.casts.values()) >= psyker["casts"] and not table.may(("extra-powers", "")):
        yield "AOS-WIZARD-04", "It has attempted all that it may."
    if event["needed"] != power["value"]:
        yield "AOS-SPELL-03", "The casting value is printed otherwise."
    yield from _check_roll(table, event, event["model"])
    if event["passed"] != (event["total"] >= event["needed"]):
        yield "AOS-SPELL-03", "The dice say otherwise."


def _check_roll(table: Table, event: Event, model: int) -> Iterator[Fault]:
    """Two dice and what modifies them, Arcane features among it."""
    if len(event["dice"]) != 2 or event["total"] != max(sum(event["dice"]) + event["modifier"], 0):
        yield "AOS-SPELL-03", "Two dice and their modifiers are added up."
    total, rows = add_up(event.get("modifiers", ()))
    if total is not None and total != event["modifier"]:
        yield "AOS-SPELL-03", "The modifiers are others."
    body = table.models[model].body
    gaps = [_to(body, piece) for piece in table.pieces if piece.rule == "arcane"]
    least, most = sum(gap < NEAR - AT_MOST for gap in gaps), sum(gap <= NEAR + AT_MOST for gap in gaps)
    if not least <= rows["AOS-SCENTAB-05"] <= most:
        yield "AOS-SCENTAB-05", "Arcane features add 1 each, where the wizard is near."


def _to(body: Body, piece: Piece) -> float:
    return max(polygon_gap(body, piece.corners), 0.0)


@on("unbinding.rolled")
def check_unbinding(table: Table, event: Event) -> Iterator[Fault]:
    unit, spell = table.units[event["unit"]], table.spell
    if spell is None or not spell["passed"] or spell["unit"] != event["target"] or unit.player == table.active:
        yield "AOS-SPELL-04", "No enemy spell was cast."
        return
    if table.unbinding is not None:
        yield "AOS-SPELL-06", "One attempt for each spell."
    psyker = unit.sheet["psyker"] or {"denies": 0}
    if unit.denies >= psyker["denies"] and not table.may(("extra-powers", "")):
        yield "AOS-WIZARD-04", "It has made all its attempts to unbind."
    if gap_of([table.models[event["model"]].body], [table.models[spell["model"]].body]) > 18 + AT_MOST:
        yield "AOS-SPELL-04", "It is further than 18 inches from the caster."
    yield from _check_roll(table, event, event["model"])
    if event["unbound"] != (event["total"] > spell["total"]):
        yield "AOS-SPELL-05", "Only a greater total unbinds."


@on("spell.took-effect")
def check_spell_effect(table: Table, event: Event) -> Iterator[Fault]:
    spell = table.spell
    if spell is None or spell["power"] != event["power"] or not spell["passed"]:
        yield "AOS-SPELL-03", "It was not cast."
        return
    if table.unbinding is not None and table.unbinding["unbound"]:
        yield "AOS-SPELL-05", "It was unbound."
    caster = table.models[event["model"]]
    if event["power"] in RANGES:
        inches, rule = RANGES[event["power"]]
        for target in event["targets"]:
            if (table.units[target].player == table.active) != (event["power"] == "mystic-shield"):
                yield rule, "It is aimed at the wrong side."
            if target != caster.unit and gap_of([caster.body], table.bodies(target)) > inches + AT_MOST:
                yield rule, "The target is out of range."


@on("mortal-wounds.suffered")
def check_mortal_wounds(table: Table, event: Event) -> Iterator[Fault]:
    if event["cause"] in ("Arcane Bolt", "sacrifice"):
        rule = "AOS-BOLT-03" if event["cause"] == "Arcane Bolt" else "AOS-SCENTAB-03"
        if len(event["dice"]) != 1 or event["number"] != (event["dice"][0] + 1) // 2:
            yield rule, "It is D3 mortal wounds: half of a die, rounded up."
