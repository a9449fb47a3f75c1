"""Roster documents as the referee reads them: units, models with what they carry, effects with who has them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from tests.referee.values import SHOT, dice, two_numbers, weapon_type

ARMIES = "ab"
DATASHEETS = Path(__file__).parents[2] / "datasheets"
ASSUMED: dict[str, Any] = {"shape": "round", "mm": [32], "height": 1.5}
"""What a model without a printed base is given where its keywords say nothing (docs/imported.md)."""

AT_ONCE = frozenset(
    {"advance-instead", "blast", "combat-squads", "command-points", "destroy-bearer", "explodes", "extra-attacks"}
    | {"harm-bearer", "mortal-wounds", "regain-wounds", "reserves", "return-models"}
)
"""Kinds of effects that are over at their moment, whatever they say of how long they last."""


@cache
def facts(system: str) -> dict[str, Any]:
    """The data of a game system: missions, traits, usual bases."""
    data = dict(json.loads((DATASHEETS / "data" / "systems" / system / "system.json").read_text(encoding="utf-8")))
    words = json.loads((DATASHEETS / "words" / "en" / "game.json").read_text(encoding="utf-8"))
    for trait in data.get("traits", ()):  # events say a trait in English, where the data have a code
        trait["name"] = words.get(trait["name"], trait["name"])
    return data


@dataclass(frozen=True)
class WeaponRow:
    """One profile of a weapon, as printed."""

    id: str
    label: str
    row: Mapping[str, str]

    @property
    def melee(self) -> bool:
        """Whether it is a melee weapon (9E-WPN-01)."""
        return self.row["Range"] == "Melee"


@dataclass(frozen=True)
class Source:
    """An effect and who has it: a unit, or of its models those of some `groups`, or those with a `weapon`, or one model.

    `sure` is False for what was read out of a printed text: nobody knows whether it holds.
    """

    effect: Mapping[str, Any]
    name: str
    unit: str
    groups: frozenset[str] | None = None
    weapon: str = ""
    model: int | None = None
    aura: bool = False
    sure: bool = True

    @property
    def scope(self) -> str:
        """Whom it concerns."""
        usual = "weapon" if self.weapon else "bearer" if self.groups is not None else "unit"
        return str(self.to.get("scope", usual))

    @property
    def to(self) -> Mapping[str, Any]:
        """The recipients as written."""
        return dict(self.effect.get("to") or {})

    @property
    def lasts(self) -> bool:
        """Whether it holds from its moment until it lapses, and not as long as its conditions do."""
        return self.effect.get("until", "while") != "while" and self.effect["kind"] not in AT_ONCE


@dataclass(frozen=True)
class ModelSheet:
    """A model as enlisted."""

    unit: str
    group: str
    index: int
    profile: Mapping[str, Any]
    weapons: tuple[tuple[WeaponRow, ...], ...]
    """For each weapon that it carries the profiles it may be used with."""

    @property
    def keywords(self) -> frozenset[str]:
        """Its keywords."""
        return frozenset(normal(word) for word in self.profile["keywords"])


@dataclass(frozen=True)
class UnitSheet:
    """A unit as enlisted."""

    key: str
    player: int
    sheet: Mapping[str, Any]


@dataclass
class Armies:
    """Both armies: models in the order of their numbers, units by key, every effect."""

    documents: tuple[Mapping[str, Any], Mapping[str, Any]]
    system: str
    models: list[ModelSheet] = field(default_factory=list)
    units: dict[str, UnitSheet] = field(default_factory=dict)
    sources: list[Source] = field(default_factory=list)

    def declarations(self, player: int, kind: str) -> Iterator[Mapping[str, Any]]:
        """The declarations of a kind in a player's document."""
        return (row for row in self.documents[player]["army"]["declarations"] if row["kind"] == kind)

    def subject(self, player: int, subject: str, index: int) -> int | None:
        """The number of the model that a declaration means."""
        for number, model in enumerate(self.models):
            if self.units[model.unit].player == player and (model.group, model.index) == (subject, index):
                return number
        return None


def normal(keyword: str) -> str:
    """One form of a keyword: case and a plural s make no difference (9E-KEY-04)."""
    return " ".join(word if word.endswith("ss") else word.removesuffix("s") for word in keyword.casefold().split())


def read(a: Mapping[str, Any], b: Mapping[str, Any]) -> Armies:
    """Read two roster documents."""
    armies = Armies((a, b), a["army"]["system"])
    for player, document in enumerate((a, b)):
        for sheet in document["army"]["units"]:
            _read_unit(armies, player, sheet)
        _read_traits(armies, player)
    return armies


def _read_unit(armies: Armies, player: int, sheet: Mapping[str, Any]) -> None:
    profiles = {row["id"]: row for row in sheet["profiles"]}
    groups = [group for group in sheet["models"] if group["profile"] in profiles]
    if not groups:
        return
    key = f"{ARMIES[player]}.{sheet['id']}"
    armies.units[key] = UnitSheet(key, player, sheet)
    sources = list(_sources(armies.system, key, sheet, groups))
    armies.sources += sources
    given = [word for source in sources for word in _lasting_keywords(source)]
    for group in groups:
        profile = dict(profiles[group["profile"]])
        profile["keywords"] = [*profile["keywords"], *given]
        usable = [(weapon["id"], rows) for weapon in sheet["weapons"] if (rows := tuple(_rows(weapon)))]
        carried = tuple(rows for id, rows in usable for _ in range(group["weapons"].get(id, 0)))
        for index in range(group["number"]):
            armies.models.append(ModelSheet(key, group["id"], index, profile, carried))


def _rows(weapon: Mapping[str, Any]) -> Iterator[WeaponRow]:
    """The profiles of a weapon that can be read; nobody can say how the others are used."""
    for number, profile in enumerate(weapon["profiles"]):
        name = f"{weapon['name']} ({profile['name']})" if profile["name"] else weapon["name"]
        if _is_usable(profile["characteristics"]):
            yield WeaponRow(f"{weapon['id']}/{number}", name, profile["characteristics"])


def _is_usable(row: Mapping[str, str]) -> bool:
    """Whether a row has a range, a type that fits it, a Strength, an AP and a Damage."""
    text = {key: str(row.get(key, "")).strip() for key in ("Range", "Type", "S", "AP", "D")}
    melee = text["Range"].casefold() == "melee"
    kind, _ = weapon_type(text["Type"])
    fits = kind == "Melee" if melee else bool((kind in SHOT and re.search(r"\d", text["Type"])) or two_numbers(text["Type"]))
    strength = re.fullmatch(r"user|[+-]?\d+|x\d+|\d*d\d+(\+\d+)?", text["S"].casefold())
    penetration = re.fullmatch(r"-|0|-\d+", text["AP"])
    return bool(text["Range"] not in ("", "-") and fits and strength and penetration and dice(text["D"]))


def _sources(system: str, key: str, sheet: Mapping[str, Any], groups: Iterable[Mapping[str, Any]]) -> Iterator[Source]:
    for ability in sheet["abilities"]:
        for effect, sure in _effects(ability["effects"], ability["text"], "unit", system):
            aura = ability["aura"] or "(aura)" in ability["name"].casefold()
            yield Source(effect, ability["name"], key, aura=aura, sure=sure)
    for power in (sheet["psyker"] or {}).get("powers", ()):
        for effect in power["effects"]:
            yield Source({"on": "manifested", **effect}, power["name"], key)
    for weapon in sheet["weapons"]:
        having = frozenset(group["id"] for group in groups if group["weapons"].get(weapon["id"]))
        for number, profile in enumerate(weapon["profiles"]):
            id = f"{weapon['id']}/{number}"
            texts = [(profile["effects"], profile["abilities"]), ((), weapon["note"] if profile["effects"] == [] else "")]
            for effects, text in texts:
                for effect, sure in _effects(effects, text, "weapon", system):
                    yield Source(effect, weapon["name"], key, having, id, sure=sure)
    for gear in sheet["wargear"]:
        having = frozenset(group["id"] for group in groups if group["wargear"].get(gear["id"]))
        for effect, sure in _effects(gear["effects"], gear["text"], "wargear", system):
            yield Source(effect, gear["name"], key, having, sure=sure)


def _effects(effects: Iterable[Mapping[str, Any]], text: str, bearer: Any, system: str) -> Iterator[tuple[Any, bool]]:
    """Effects as given, which are sure; where there are none, what the text may mean (docs/abilities.md)."""
    if effects:
        yield from ((effect, True) for effect in effects)
    elif text:
        from datasheets.effects.effect import dump
        from datasheets.effects.recognition.recognise import recognise

        yield from ((dump(effect), False) for effect in recognise(text, bearer, system).effects)


def _lasting_keywords(source: Source) -> list[str]:
    """The keywords that an ability gives to all models of its unit for good."""
    effect = source.effect
    always = effect.get("on", "always") == "always" and not effect.get("when") and not source.lasts
    if effect["kind"] == "add-keywords" and always and source.scope in ("unit", "bearer") and source.groups is None:
        return list(effect["keywords"])
    return []


def _read_traits(armies: Armies, player: int) -> None:
    for row in armies.declarations(player, "warlord-trait"):
        model = armies.subject(player, row["subject"], row["index"])
        for trait in facts(armies.system)["traits"]:
            if trait["id"] == row["value"] and model is not None:
                unit = armies.models[model].unit
                armies.sources += [
                    Source(effect, trait["name"], unit, model=model, aura=bool(trait.get("aura")))
                    for effect in trait["effects"]
                ]


def base_of(profile: Mapping[str, Any], system: str, models: int) -> tuple[float, float, bool, float]:
    """Half the middle line, radius, whether it is a hull, and height of a model with this profile, in inches.

    `models` are those of its unit: some usual bases are about units of so many.
    """
    words = frozenset(normal(word) for word in profile["keywords"])
    rows = (row for row in facts(system)["imports"].get("bases", ()) if normal(row["keyword"]) in words)
    fitting = (row for row in rows if row.get("least_models", 1) <= models <= row.get("most_models", models))
    usual = next(fitting, ASSUMED)
    base = profile["base"] or usual
    height = usual["height"] if profile["height"] is None else profile["height"]
    length, width = max(base["mm"]), min(base["mm"])
    return (length - width) / 2 / 25.4, width / 2 / 25.4, base["shape"] == "hull", float(height)
