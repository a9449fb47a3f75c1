"""The card of a datasheet that is being written: whatever it says so far, right or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from builder.web.cards import Card
from builder.web.special_parts import armour_of, facts_of, vehicles_of
from datasheets.keywords import Keywords
from datasheets.systems import System

Plain = Mapping[str, Any]


def card_of_draft(document: Plain, system: System, faction: str, other: str) -> Card:
    """Return the card of a document; of a right one it is the same as `cards.card_of_entry`'s of what it compiles to."""
    rows = list(_dicts(document.get("profiles")))
    keywords = _dict(document.get("keywords"))
    transport = document.get("transport")
    return Card(
        columns=system.characteristics,
        weapon_columns=system.weapon_characteristics,
        profiles=[_row(row, document) for row in rows],
        weapons=[_weapon(each) for each in _dicts(document.get("weapons"))],
        wargear=[_text(each) for each in _dicts(document.get("wargear"))],
        abilities=[_text(each) for each in _dicts(document.get("abilities"))],
        system=system.id,
        psyker=_psyker(document, system),
        commands=[_text(each) for each in _dicts(document.get("commands"))],
        transport={"capacity": transport.get("capacity", ""), "text": str(transport.get("text", ""))}
        if isinstance(transport, dict)
        else None,
        composition=str(_dict(document.get("composition")).get("text", "")),
        options=[str(each.get("text", "")) for each in _dicts(document.get("options"))],
        vehicles=vehicles_of(document.get("vehicles"), {}, system),
        facts=facts_of({**document, "cards": _cards(document)}, {}),
        keywords=[
            (faction, _words(keywords.get("faction"))),
            (other, _words(keywords.get("other"))),
            *((_name(row), _words(row.get("keywords"))) for row in rows),
        ],
    )


def _row(row: Plain, document: Plain) -> Plain:
    number = _dict(row.get("number"))
    least, most = number.get("min"), number.get("max")
    lines = [each for each in _dicts(document.get("damage_table")) if each.get("profile") == row.get("name")]
    return {
        "name": _name(row),
        "number": f"{least}" if least == most else f"{least}–{most}",
        "characteristics": _printed_values(row),
        "damage": [
            {"wounds": _pair(line.get("wounds")), "characteristics": _printed_values(line), "weapons": _of_weapons(line)}
            for line in lines
        ],
        "armour": armour_of(row),
    }


def _cards(document: Plain) -> dict[str, Any]:
    """Return how many Wargear Cards the models of each row may have."""
    rows = _dicts(document.get("cards"))
    return {name: each.get("most", "") for each in rows for name in _words(each.get("models"))}


def _of_weapons(line: Plain) -> dict[str, dict[str, str]]:
    of_weapons = _dict(line.get("weapons")).items()
    return {name: {key: str(value) for key, value in _dict(values).items()} for name, values in of_weapons}


def _weapon(weapon: Plain) -> Plain:
    ways = [
        {"name": _name(way), "abilities": str(way.get("abilities", "")), "characteristics": _printed_values(way)}
        for way in _dicts(weapon.get("profiles"))
    ]
    return {"name": _name(weapon), "note": str(weapon.get("note", "")), "profiles": ways}


def _psyker(document: Plain, system: System) -> Plain | None:
    psyker = document.get("psyker")
    if not isinstance(psyker, dict):
        return None
    known = {power.id: {"name": power.name, "text": power.text} for power in system.powers}
    own = {str(each.get("id")): each for each in _dicts(psyker.get("own_powers"))}
    groups = [_dict(document.get("keywords")), *_dicts(document.get("profiles"))]
    keywords = Keywords(
        word for group in groups for name in ("faction", "other", "keywords") for word in _words(group.get(name))
    )
    given = [power.id for power in system.powers if power.known_by in keywords]
    ids = dict.fromkeys((*_words(psyker.get("powers")), *given, *own))
    powers = [_text((known | own).get(id, {"name": id})) for id in ids]
    return {"casts": psyker.get("casts", ""), "denies": psyker.get("denies", ""), "powers": powers}


def _text(each: Plain) -> Plain:
    marks = {mark: each.get(mark) is True for mark in ("aura", "external")}
    return {"name": _name(each), "text": str(each.get("text", "")), **marks}


def _pair(wounds: Any) -> tuple[Any, Any]:
    found = wounds if isinstance(wounds, list) else []
    return (*found, "", "")[0], (*found, "", "")[1]


def _printed_values(row: Plain) -> dict[str, str]:
    return {key: str(value) for key, value in _dict(row.get("characteristics")).items()}


def _name(row: Plain) -> str:
    return str(row.get("name", ""))


def _dict(value: Any) -> Plain:
    return value if isinstance(value, dict) else {}


def _dicts(value: Any) -> Iterator[Plain]:
    return (each for each in value if isinstance(each, dict)) if isinstance(value, list) else iter(())


def _words(value: Any) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


def costs_of_draft(document: Plain, system: System) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return what the unit costs, by the name of the cost: its base, and (models, cost) of its steps."""
    given = _dict(document.get("costs"))
    made = []
    for kind in system.costs:
        if kind.id in given:
            cost = _dict(given[kind.id])
            steps = [(str(step.get("models", "")), str(step.get("value", ""))) for step in _dicts(cost.get("steps"))]
            made.append((kind.name, str(cost.get("base", "")), steps))
    return made
