"""What entries have no place for of vehicles, support weapons and Wargear Cards, as plain data in `details`.

All of it is complete: a location has the lines of its damage table, a vehicle its Ram Values, where a datasheet leaves
them to the system. Rows of the profiles and weapons go by the ids of their entries.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from datasheets.model import Bullet, Cost, Entry, Profile, Rule
from datasheets.native.naming import item_id, model_id, part_id
from datasheets.native.schema import Datasheet, Header
from datasheets.native.vehicle import Location, Vehicle
from datasheets.systems import System
from datasheets.systems.mission import Card
from datasheets.systems.shape import plain

RAMS: Mapping[str, str] = {"bike": "bike", "wheeled": "buggy", "walker": "dreadnought"}
"""The system's Ram Values by the kind of vehicle; all others have those of a larger one (2E-COL-03)."""
LARGER = "larger-vehicle"
CARD_PROFILE = "weapon"


def vehicle_details(sheet: Datasheet, system: System, header: Header | None) -> dict[str, Any]:
    """Return the parts of a unit's details that only such systems have; none where the datasheet has none."""
    weapon = sheet.support_weapon
    rating = sheet.strategy_rating if sheet.strategy_rating is not None else header.strategy_rating if header else None
    found = {
        "vehicles": [_vehicle(sheet, each, system) for each in sheet.vehicles],
        "support_weapon": weapon
        and {
            **plain(weapon),
            "weapon": item_id(sheet.id, weapon.weapon),
            "models": [model_id(sheet.id, name) for name in weapon.models],
            "crew": [model_id(sheet.id, name) for name in weapon.crew],
        },
        "cards": {model_id(sheet.id, name): each.most for each in sheet.cards for name in each.models},
        "strategy_rating": rating,
        "allowance": plain(sheet.allowance),
    }
    return {key: value for key, value in found.items() if value not in (None, [], {})}


def card_items(sheet: Datasheet, system: System, row: str) -> Iterator[Entry]:
    """Yield the Wargear Cards that models of a row may be given, each as an upgrade with its costs (2E-WGC-01)."""
    if any(row in each.models for each in sheet.cards):
        yield from (_card(sheet, card, system) for card in system.wargear_cards())


def card_bullets(sheet: Datasheet, system: System) -> Iterator[Bullet]:
    """Yield a bullet for each Wargear Card: a model may be given it; how many and that it is unique is judged apart."""
    rows = tuple(model_id(sheet.id, name) for each in sheet.cards for name in each.models)
    for card in system.wargear_cards() if rows else ():
        id = card_id(sheet.id, card.id)
        yield Bullet(part_id(sheet.id, "card", card.id), card.name, rows, {}, ({id: 1},), 1)


def card_id(sheet: str, card: str) -> str:
    """Return the id of the entry of a Wargear Card on a datasheet."""
    return part_id(sheet, "wargear-card", card)


def _card(sheet: Datasheet, card: Card, system: System) -> Entry:
    id = card_id(sheet.id, card.id)
    weapon = card.weapon
    details = {
        **plain({"armour": card.armour, "field_save": card.field_save, "grants": card.grants}),
        "card": card.id,
        "bearer": card.bearer,
        "costs": dict(card.costs),
    }
    profiles = tuple(
        Profile(
            id=f"{id}/profile/{number}",
            name=each.name or card.name,
            type=CARD_PROFILE,
            characteristics=dict(each.characteristics),
            details={"name": "", "abilities": each.abilities, "effects": plain(each.effects), "traits": list(each.traits)},
        )
        for number, each in enumerate(weapon.profiles if weapon else (), 1)
    )
    shown = {"kind": "weapon", "note": card.text, "picture": None} if weapon else {"kind": "wargear", "text": card.text}
    return Entry(
        id=id,
        name=card.name,
        collective=True,
        costs=prices(card.costs),
        profiles=profiles,
        rules=() if weapon or not card.text else (Rule(id=f"{id}/text", name=card.name, description=card.text),),
        details={**shown, "effects": [], **details},
    )


def prices(costs: Mapping[str, float]) -> tuple[Cost, ...]:
    """Return what each bearer pays, as costs of an entry."""
    return tuple(Cost(kind, Decimal(str(value))) for kind, value in costs.items())


def _vehicle(sheet: Datasheet, vehicle: Vehicle, system: System) -> dict[str, Any]:
    return {
        "models": [model_id(sheet.id, name) for name in vehicle.models],
        "kind": vehicle.kind,
        **{rate: getattr(vehicle, rate) for rate in ("slow", "combat", "fast")},
        "crew": [plain(each) for each in vehicle.crew],
        "ram": _ram(vehicle, system),
        "locations": [_location(each, system) for each in vehicle.locations],
        "guns": [{**plain(each), "weapon": item_id(sheet.id, each.weapon)} for each in vehicle.guns],
        "open": vehicle.open,
        "large": vehicle.large,
    }


def _ram(vehicle: Vehicle, system: System) -> dict[str, Any] | None:
    if vehicle.ram:
        return dict(plain(vehicle.ram))
    return usual_ram(vehicle.kind, system)


def usual_ram(kind: str, system: System) -> dict[str, Any] | None:
    """Return the Ram Values of a kind of vehicle where its datasheet says none; None in systems without any."""
    usual = next((each for each in system.ram_values if each.id == RAMS.get(kind, LARGER)), None)
    return {"strength": usual.strength, "damage": usual.damage, "save": usual.save} if usual else None


def _location(location: Location, system: System) -> dict[str, Any]:
    """Return a location with the lines of its damage table: its own, of the table that it names, or of its part's."""
    tables = {each.id: each for each in system.damage_tables}
    of_part = next((each for each in system.damage_tables if location.part in each.parts), None)
    table = tables.get(location.table, of_part)
    own = [{**plain(each), "text": each.text or _text_of(each.result, system)} for each in location.damage]
    usual = (
        [{"roll": [each.least, each.most], "result": each.id, "text": each.text} for each in table.results] if table else []
    )
    return {
        "name": location.name,
        "roll": list(location.roll),
        "part": location.part,
        "front": location.front,
        "side": location.side,
        "damage": own or usual,
    }


def _text_of(result: str, system: System) -> str:
    return next((each.text for table in system.damage_tables for each in table.results if each.id == result), "")
