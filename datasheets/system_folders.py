"""The folders of the game systems, and what of a system stands in its files as it is: known without checking all of them.

`datasheets.systems` reads and checks whole systems, which takes longer than listing what there is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from datasheets import words

_ADDED: dict[str, Traversable] = {}


@dataclass(frozen=True, slots=True)
class SystemOutline:
    """A system at a glance: its name, and the cost by which it measures armies.

    `cost` is the id of that cost, `cost_short` and `cost_total` the codes of its name: short, of a unit ("PR"),
    and of an army ("Power Level"); all are empty where it measures by something else.
    """

    id: str
    name: str
    cost: str
    cost_short: str
    cost_total: str


def add_folder(folder: Traversable) -> None:
    """Know a further system: a folder with its id that holds what the folder of any system does.

    `system.json` and `rulebook.json`; where it has them `catalogues`, `rosters` and `words/<language>/*.json`.

    Raises:
        ValueError: There is a system of that id.
    """
    if folder.name in folders():
        raise ValueError(f"there is a system {folder.name!r} already")
    _ADDED[folder.name] = folder
    folders.cache_clear()
    outlines.cache_clear()
    if (folder / "words").is_dir():
        words.add_folder(folder / "words")


@cache
def folders() -> Mapping[str, Traversable]:
    """The folder of each system by its id, those from outside among them."""
    own = (files("datasheets") / "data" / "systems").iterdir()
    found = {item.name: item for item in own if (item / "system.json").is_file()} | _ADDED
    return {id: found[id] for id in sorted(found)}


@cache
def outlines() -> Mapping[str, SystemOutline]:
    """Return all systems at a glance, by id."""
    return {id: _outline(_read(id, "system.json")) for id in folders()}


def measures_power(id: str) -> bool:
    """Whether armies of a system are measured by Power; points are none."""
    return id in outlines() and outlines()[id].cost == "power"


def count_rules(id: str) -> int:
    """Return how many rules the ledger of a system has."""
    return len(_read(id, "rulebook.json")["rules"])


def _outline(system: Mapping[str, Any]) -> SystemOutline:
    measure = system["size"].get("cost", "")
    cost = next((each for each in system.get("costs", ()) if each["id"] == measure), {"short": "", "total": ""})
    return SystemOutline(system["id"], system["name"], measure, cost["short"], cost["total"])


def _read(id: str, name: str) -> Any:
    return json.loads((folders()[id] / name).read_text(encoding="utf-8"))
