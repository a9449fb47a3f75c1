"""What only some games have on a card: armour, vehicles with locations, Wargear Cards, Strategy Rating, Mastery.

Rows and vehicles are plain data, as a datasheet, its entry or a roster document have them, with models called by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.api.languages import language
from datasheets.native.compile_vehicle import usual_ram
from datasheets.systems import System
from exports.document.vehicle import Gun, armour_text
from exports.text.guns import gun_in_words

Plain = Mapping[str, Any]
RATES = ("slow", "combat", "fast")


@dataclass(frozen=True, slots=True)
class VehicleView:
    """A vehicle as pages show it: its models, kind, rates in inches, crew, Ram Values, and locations.

    A location is the results of a D6 that hit it, its name, and its Armour Values; `guns` are weapons, each with where it
    stands and its arc.
    """

    names: str
    kind: str
    rates: str
    crew: str
    ram: str
    locations: Sequence[tuple[str, str, str, str]]
    guns: Sequence[tuple[str, str]]


def armour_of(row: Plain) -> str:
    """Return the armour save of a row as pages show it, "" where it has none."""
    armour = row.get("armour")
    return armour_text(*_armour(armour)) if isinstance(armour, Mapping) else ""


def vehicles_of(found: object, names: Mapping[str, str], system: System) -> list[VehicleView]:
    """Return vehicles; `names` are what models and weapons are called by the ids that they have here."""
    return [_vehicle(each, names, system) for each in _list(found)]


def facts_of(details: Plain, names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return codes of words with what there is to say: who may have how many cards, Mastery, Strategy Rating."""
    facts = []
    psyker = details.get("psyker")
    if isinstance(psyker, Mapping) and psyker.get("mastery"):
        facts.append(("card.mastery", str(psyker["mastery"])))
    if isinstance(details.get("strategy_rating"), int):
        facts.append(("card.strategy-rating", str(details["strategy_rating"])))
    cards = details.get("cards")
    if isinstance(cards, Mapping):
        facts += [("card.wargear-cards", f"{names.get(id, id)} {most}") for id, most in cards.items()]
    return facts


def _vehicle(vehicle: Plain, names: Mapping[str, str], system: System) -> VehicleView:
    models = [names.get(str(each), str(each)) for each in _words(vehicle.get("models", vehicle.get("profiles", ())))]
    rates = [vehicle.get(rate) for rate in RATES]
    ram = vehicle.get("ram") or usual_ram(str(vehicle.get("kind", "")), system) or {}
    return VehicleView(
        ", ".join(models),
        str(vehicle.get("kind", "")),
        " / ".join(f"{_plain(rate)}″" for rate in rates) if None not in rates else "",
        ", ".join(f"{each.get('number', '')} {each.get('name', '')}" for each in _list(vehicle.get("crew"))),
        " / ".join(_plain(ram.get(key)) for key in ("strength", "damage", "save")) if ram else "",
        [
            (_roll(each.get("roll")), str(each.get("name", "")), _plain(each.get("front")), _plain(each.get("side")))
            for each in _list(vehicle.get("locations"))
        ],
        [(names.get(id := str(gun.get("weapon", "")), id), _gun(gun)) for gun in _list(vehicle.get("guns"))],
    )


def _gun(gun: Plain) -> str:
    """Return where a gun stands and its arc; a gun of a draft may lack either."""
    location, arc, facing = (str(gun.get(key) or "") for key in ("location", "arc", "facing"))
    return gun_in_words(Gun("", location, arc, facing), language())


def _armour(armour: Plain) -> tuple[str, int, str]:
    dice = armour.get("dice", 1)
    return str(armour.get("save", "")), dice if isinstance(dice, int) else 1, str(armour.get("blast", ""))


def _roll(roll: object) -> str:
    return "–".join(dict.fromkeys(map(str, roll))) if isinstance(roll, (list, tuple)) else ""


def _plain(value: object) -> str:
    return "–" if value is None else f"{value:g}" if isinstance(value, (int, float)) else str(value)


def _list(value: object) -> Iterable[Plain]:
    return (each for each in value if isinstance(each, Mapping)) if isinstance(value, (list, tuple)) else ()


def _words(value: object) -> Iterable[object]:
    return value if isinstance(value, (list, tuple)) else ()
