"""An invented catalogue of 8th edition: the edition's bundled data are a single datasheet (8E-Q-25)."""

from __future__ import annotations

from typing import Any

from datasheets.closure import CatalogueSet
from datasheets.native.catalogue import build_catalogue

Json = dict[str, Any]

CATALOGUE = "dusk-march"
MODEL = {"M": '6"', "WS": "3+", "BS": "3+", "S": "4", "T": "4", "W": "1", "A": "1", "Ld": "7", "Sv": "4+"}
RIFLE = {"Range": '24"', "Type": "Rapid Fire 1", "S": "4", "AP": "-", "D": "1"}
PISTOL = {"Range": '12"', "Type": "Pistol 1", "S": "4", "AP": "-1", "D": "1"}


def _row(name: str, least: int, most: int, *keywords: str) -> Json:
    number = {"min": least, "max": most}
    base = {"shape": "round", "mm": [28]}
    return {
        "name": name,
        "number": number,
        "characteristics": MODEL,
        "base": base,
        "height": 1.4,
        "keywords": list(keywords),
    }


def _weapon(name: str, characteristics: Json) -> Json:
    return {"name": name, "profiles": [{"characteristics": dict(characteristics)}]}


def _sheet(id: str, name: str, power: Json, rows: list[Json], faction: list[str], **more: Any) -> Json:
    return {
        "schema": "muster.datasheet/1",
        "id": id,
        "system": "wh40k-8e",
        "catalogue": CATALOGUE,
        "name": name,
        "role": more.pop("role", "troops"),
        "costs": {"power": power},
        "profiles": rows,
        "composition": {
            "text": "Everybody has a rifle.",
            "wargear": [{"models": [row["name"] for row in rows], "items": {"Rifle": 1}}],
        },
        "abilities": [],
        "source": {"title": "Invented for tests", "provenance": "project"},
        "weapons": [_weapon("Rifle", RIFLE), _weapon("Pistol", PISTOL)],
        "keywords": {"faction": faction, "other": more.pop("keywords", ["Infantry"])},
        **more,
    }


SWAP = {
    "id": "pistol",
    "text": "The Sergeant's rifle can be replaced with 1 pistol.",
    "models": ["Sergeant"],
    "replace": {"Rifle": 1},
    "with": [{"Pistol": 1}],
    "limit": {"most": 1},
}
SHEETS = (
    _sheet(
        "dusk-rifles",
        "Dusk Rifles",
        {"base": 4, "steps": [{"models": 6, "value": 7}]},
        [_row("Rifleman", 4, 9), _row("Sergeant", 1, 1)],
        ["March", "Dusk"],
        options=[SWAP],
    ),
    _sheet("dusk-captain", "Dusk Captain", {"base": 5}, [_row("Captain", 1, 1, "Character")], ["March", "Dusk"], role="hq"),
    _sheet("dusk-hunter", "Dusk Hunter", {"base": 8}, [_row("Hunter", 1, 3)], ["March"], keywords=["Biker"]),
    _sheet("stray", "Stray", {"base": 1}, [_row("Stray", 1, 1)], ["Nobody"]),
    _sheet(
        "dusk-wagon",
        "Dusk Wagon",
        {"base": 6},
        [_row("Wagon", 1, 1)],
        ["March"],
        keywords=["Vehicle", "Transport"],
        transport={"capacity": 10, "admits": [["Infantry"]], "refuses": [], "slots": {}},
    ),
)


def eighth() -> CatalogueSet:
    """Return the catalogue, ready for evaluation."""
    header = {"schema": "muster.catalogue/1", "id": CATALOGUE, "system": "wh40k-8e", "name": "Dusk March"}
    return build_catalogue(header, SHEETS).catalogues()
