"""Roster documents for tests: the golden ones, small ones made by hand, and hypothesis strategies for any."""

from __future__ import annotations

import copy
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from datasheets.fields import misleading_letters
from exports.document import RosterDocument, document_from, read_document
from exports.sheet import printing
from exports.sheet.setup import Setup
from tests.databases import print_once

GOLDEN = Path(__file__).parent.parent / "golden" / "roster"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.json"))


@cache
def golden(name: str) -> RosterDocument:
    return read_document(golden_bytes(name))


def golden_sheet(name: str, setup: Setup = Setup()) -> bytes:  # noqa: B008 (immutable)
    """The sheet of a golden army."""
    return sheet_of(golden(name), setup)


def sheet_of(document: RosterDocument, setup: Setup = Setup(), language: str = "en") -> bytes:  # noqa: B008 (immutable)
    """The sheet of a document, printed once for all tests of a process that look at it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(printing, "_print", print_once)
        return printing.print_sheet(document, setup, language)


def pair() -> RosterDocument:
    """A small army of two units."""
    return army(unit(name="Ashen Mob"), unit("u2", name="Others"))


def pair_sheet() -> bytes:
    """A small sheet of two pages: programs that take files apart need a fifth of the time for it."""
    return sheet_of(pair(), Setup(layout="cards", per_page=2))


def golden_bytes(name: str) -> bytes:
    return (GOLDEN / f"{name}.json").read_bytes()


def golden_data(name: str = "sunward-host") -> dict[str, Any]:
    return json.loads(golden_bytes(name))


def change_value(data: dict[str, Any], path: str, value: Any = ...) -> dict[str, Any]:
    """Return a copy in which the value at a JSON pointer is another, or is gone."""
    made = copy.deepcopy(data)
    *steps, last = path.strip("/").split("/")
    place: Any = made
    for step in steps:
        place = place[int(step) if isinstance(place, list) else step]
    last_step: Any = int(last) if isinstance(place, list) else last
    if value is ...:
        del place[last_step]
    else:
        place[last_step] = value
    return made


def unit(id: str = "u1", **given: Any) -> dict[str, Any]:
    """The data of a unit with one model, a profile, a rifle and whatever is given."""
    made: dict[str, Any] = {
        "id": id, "force": "f1", "name": "Pickets", "title": "", "note": "", "datasheet": "pickets", "role": None,
        "costs": {"power": 2}, "size": {"min": 1, "max": 1}, "understrength": False,
        "keywords": {"faction": ["REDOUBT"], "other": ["INFANTRY"]}, "abilities": [],
        "profiles": [{"id": "p1", "name": "Picket", "type": "unit", "base": {"shape": "round", "mm": [25]}, "height": 1,
                      "characteristics": dict(zip(["M", "WS", "BS", "S", "T", "W", "A", "Ld", "Sv"],
                                                  ['6"', "4+", "4+", "3", "3", "1", "1", "6", "5+"], strict=True)),
                      "keywords": ["REDOUBT", "INFANTRY"], "damage_table": []}],
        "weapons": [{"id": "w1", "name": "Rifle", "note": "", "profiles": [
            {"name": "", "characteristics": {"Range": '24"', "Type": "Rapid Fire 1", "S": "3", "AP": "0", "D": "1"},
             "abilities": "", "effects": []}]}],
        "wargear": [], "options": [], "transport": None, "psyker": None,
        "models": [{"id": f"{id}m", "name": "Picket", "profile": "p1", "number": 1, "weapons": {"w1": 1}, "wargear": {}}],
        "origin": {"uid": id, "entry": "pickets", "name": "Pickets", "group": "", "number": 1, "title": "", "note": "",
                   "selections": []},
    }  # fmt: skip
    return {**made, **given}


def weapon(id: str, name: str, *values: str, text: str = "") -> dict[str, Any]:
    """The data of a weapon of one profile."""
    row = dict(zip(("Range", "Type", "S", "AP", "D"), values, strict=True))
    profile = {"name": "", "characteristics": row, "abilities": text, "effects": []}
    return {"id": id, "name": name, "note": "", "profiles": [profile]}


def missiles(units: int, models: int) -> RosterDocument:
    """An army of units alike, whose models have a missile each and which may all shoot twice once in a battle."""
    sortie = {
        "name": "Sortie", "text": "Once per battle, in the Shooting phase, this unit can shoot twice.", "aura": False,
        "external": False, "effects": [],
    }  # fmt: skip
    missile = weapon("w1", "Missile", '48"', "Heavy 1", "8", "-2", "D6", text="This weapon can be used once per battle.")
    size = {"min": models, "max": models}
    made = [unit(f"u{at}", abilities=[sortie], weapons=[missile], size=size) for at in range(units)]
    for each in made:
        each["models"][0]["number"] = models
    return army(*made, system="wh40k-9e")


def army(*units: dict[str, Any], **given: Any) -> RosterDocument:
    """A document of these units, with whatever is given for the army."""
    data = golden_data("gloam-court")
    data["army"] |= {
        "name": "Redoubt", "declarations": [], "units": list(units),
        "forces": [{"id": "f1", "catalogue": "redoubt", "entry": "", "name": "Redoubt", "pin": "sha256:0", "revision": 1,
                    "in": None}],
        "costs": {"power": 2 * len(units)}, "power_level": 2 * len(units),
        "model_count": sum(group["number"] for one in units for group in one["models"]),
    } | given  # fmt: skip
    return document_from(data)


_MISLEADING = re.compile(f"[{misleading_letters(lines=False)}]")
_LETTERS = st.characters(exclude_categories=("Cc", "Cs")).filter(lambda letter: not _MISLEADING.match(letter))
_words = st.text(_LETTERS, max_size=20)
_names = st.text(_LETTERS, min_size=1, max_size=20)
_prose = st.text(st.one_of(_LETTERS, st.just("\n")), max_size=60)
_numbers = st.one_of(st.integers(-1000, 1000), st.floats(-1000, 1000))
_plains = st.one_of(st.none(), st.booleans(), st.integers(-1000, 1000), st.floats(-1e6, 1e6), _prose)
_characteristics = st.dictionaries(st.sampled_from(["M", "WS", "T", "Sv", "Range", "D"]), _words, max_size=4)
_effects = st.lists(
    st.sampled_from([{"kind": "blast"}, {"kind": "invulnerable-save", "save": "4+", "to": {"scope": "bearer"}}]), max_size=2
)
_keywords = st.lists(_names, max_size=3)
_abilities = st.fixed_dictionaries(
    {"name": _words, "text": _prose, "aura": st.booleans(), "external": st.booleans(), "effects": _effects}
)
_rows = st.fixed_dictionaries({"wounds": st.sampled_from([[1, 3], [4, 6]]), "characteristics": _characteristics})
_bases = st.sampled_from([None, {"shape": "round", "mm": [32]}, {"shape": "oval", "mm": [90, 52.5]}])
_powers = st.fixed_dictionaries({
    "id": _names, "name": _words, "value": st.integers(1, 12), "step": st.integers(0, 2),
    "range_in": st.none() | st.integers(1, 48), "target": _words, "duration": _words,
    "keywords": _keywords, "text": _prose, "effects": _effects,
})  # fmt: skip
_profiles = st.fixed_dictionaries({
    "name": _words, "type": _words, "characteristics": _characteristics, "base": _bases, "keywords": _keywords,
    "height": st.none() | st.floats(0, 20), "damage_table": st.lists(_rows, max_size=2),
})  # fmt: skip
_weapon_profiles = st.fixed_dictionaries(
    {"name": _words, "characteristics": _characteristics, "abilities": _prose, "effects": _effects}
)
_weapons = st.fixed_dictionaries({"name": _words, "note": _prose, "profiles": st.lists(_weapon_profiles, max_size=2)})
_psykers = st.fixed_dictionaries(
    {"casts": st.integers(0, 3), "denies": st.integers(0, 3), "powers": st.lists(_powers, max_size=2)}
)
_transports = st.fixed_dictionaries({
    "capacity": st.integers(0, 40), "admits": st.lists(_keywords, max_size=2), "refuses": _keywords,
    "slots": st.dictionaries(_names, st.integers(1, 3), max_size=2), "text": _prose,
})  # fmt: skip


def _nodes(depth: int = 2) -> st.SearchStrategy[dict[str, Any]]:
    below = st.lists(_nodes(depth - 1), max_size=2) if depth else st.just([])
    return st.fixed_dictionaries({
        "uid": _names, "entry": _words, "name": _words, "group": _words, "number": st.integers(0, 20), "title": _words,
        "note": _prose, "selections": below,
    })  # fmt: skip


@st.composite
def _units(draw: st.DrawFn, id: str) -> dict[str, Any]:
    profiles = [f"p{n}" for n in range(draw(st.integers(0, 2)))]
    weapons = [f"w{n}" for n in range(draw(st.integers(0, 3)))]
    wargear = [f"g{n}" for n in range(draw(st.integers(0, 2)))]
    some = draw(st.integers(0, 2))
    return unit(
        id,
        name=draw(_words), title=draw(_words), note=draw(_prose), role=draw(st.none() | _words),
        understrength=draw(st.booleans()), costs=draw(st.dictionaries(_names, _numbers, max_size=2)),
        options=draw(st.lists(_prose, max_size=2)),
        keywords={"faction": draw(_keywords), "other": draw(_keywords)}, abilities=draw(st.lists(_abilities, max_size=2)),
        profiles=[{"id": p, **draw(_profiles)} for p in profiles],
        weapons=[{"id": w, **draw(_weapons)} for w in weapons],
        wargear=[{"id": g, "name": draw(_words), "text": draw(_prose), "effects": draw(_effects)} for g in wargear],
        models=[{"id": f"{id}-{n}", "name": draw(_words), "profile": draw(st.sampled_from(["", *profiles])),
                 "number": draw(st.integers(1, 30)), "weapons": dict.fromkeys(weapons[: draw(st.integers(0, 3))], 2),
                 "wargear": dict.fromkeys(wargear, 1)} for n in range(some)],
        psyker=draw(st.none() | _psykers), transport=draw(st.none() | _transports), origin=draw(_nodes()),
    )  # fmt: skip


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """The data of any roster document, as a stranger may write it: text in any form, numbers in any spelling."""
    units = [draw(_units(f"u{n}")) for n in range(draw(st.integers(0, 3)))]
    subjects = ["", *(u["id"] for u in units), *(group["id"] for u in units for group in u["models"])]
    declarations = st.fixed_dictionaries({
        "kind": _names, "subject": st.sampled_from(subjects), "key": _words, "value": _plains, "index": st.integers(0, 9),
    })  # fmt: skip
    findings = st.fixed_dictionaries({
        "rule": _words, "code": _names, "severity": st.sampled_from(["error", "warning", "note"]),
        "path": st.lists(_names, max_size=2), "wanted": _plains, "found": _plains,
        "values": st.dictionaries(_names, _plains, max_size=2),
    })  # fmt: skip
    data = golden_data("gloam-court")
    data["army"] |= {
        "name": draw(_words), "note": draw(_prose), "agreed": draw(st.dictionaries(_names, _plains, max_size=2)),
        "limits": draw(st.dictionaries(_names, _numbers, max_size=1)),
        "declarations": draw(st.lists(declarations, max_size=2)),
        "costs": draw(st.dictionaries(_names, _numbers, max_size=1)),
        "power_level": draw(st.none() | _numbers),
        "forces": [{"id": "f1", "catalogue": draw(_words), "entry": "", "name": draw(_words), "pin": draw(_words),
                    "revision": 2, "in": None}],
        "units": units, "model_count": sum(group["number"] for u in units for group in u["models"]),
    }  # fmt: skip
    data["judgement"] = {
        "muster": draw(_words),
        "legal": draw(st.booleans()),
        "findings": draw(st.lists(findings, max_size=2)),
    }
    return data
