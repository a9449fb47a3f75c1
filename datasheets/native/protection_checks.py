"""Checks of armour, fields, mounts, cards and costs of single models: what is named is there and can be read.

Sources: 2E-R-SAVE-02, 2E-R-SAVE-04, 2E-CAV-01, 2E-WGC-01, 2E-R-ARMY-06, 2E-R-ARMY-07.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from datasheets.fields import document_message, unknown
from datasheets.native.printed_checks import check_values
from datasheets.problems import Problem, escape
from datasheets.systems import System
from datasheets.systems.saves import ArmourSave, FieldSave
from datasheets.values import Mark, mark, read

Parts = Mapping[str, Any]


def prices(parts: Parts, system: System) -> Iterator[Problem]:
    """Check that what single models cost is of the system's kinds."""
    kinds = [cost.id for cost in system.costs]
    for field in ("profiles", "weapons", "wargear"):
        for place, each in enumerate(parts[field]):
            for kind in each.costs:
                if kind not in kinds:
                    wrong = unknown(kind, kinds, "cost") if kinds else document_message("no-costs")
                    yield Problem(f"/{field}/{place}/costs/{escape(kind)}", wrong)


def protection(parts: Parts, system: System) -> Iterator[Problem]:
    """Check the armour of rows and wargear, and the mounts of cavalry."""
    for place, row in enumerate(parts["profiles"]):
        yield from check_armour(f"/profiles/{place}/armour", row.armour)
        if row.steed:
            yield from _check_steed(f"/profiles/{place}/steed", row.steed, system)
    abilities = [ability.id for ability in system.abilities]
    for place, gear in enumerate(parts["wargear"]):
        yield from check_armour(f"/wargear/{place}/armour", gear.armour)
        yield from _field(f"/wargear/{place}/field_save", gear.field_save)
        yield from _check_known(f"/wargear/{place}/grants", gear.grants, abilities, "ability")


def traits(parts: Parts, system: System) -> Iterator[Problem]:
    """Check that traits of weapons are the system's."""
    known = [trait.id for trait in system.weapon_traits]
    for place, weapon in enumerate(parts["weapons"]):
        for at, profile in enumerate(weapon.profiles):
            yield from _check_known(f"/weapons/{place}/profiles/{at}/traits", profile.traits, known, "trait")


def allowances(parts: Parts, system: System) -> Iterator[Problem]:
    """Check who may have cards, and how often the unit may be taken."""
    if parts["cards"] and not system.wargear_cards():
        yield Problem("/cards", document_message("no-cards"))
    rows = [row.name for row in parts["profiles"]]
    for place, each in enumerate(parts["cards"]):
        yield from _check_known(f"/cards/{place}/models", each.models, rows, "row of the profiles")
    if parts["strategy_rating"] is not None and not system.strategy_ratings:
        yield Problem("/strategy_rating", document_message("no-rating"))
    if parts["allowance"] and parts["allowance"].most is None and not parts["allowance"].per:
        yield Problem("/allowance/most", document_message("allowance"))


def check_armour(path: str, armour: ArmourSave | None) -> Iterator[Problem]:
    """Check that an armour save can be rolled with its dice."""
    if armour:
        most = 6 * armour.dice
        yield from _save(f"{path}/save", armour.save, most)
        yield from _save(f"{path}/blast", armour.blast, most) if armour.blast else ()


def _field(path: str, field: FieldSave | None) -> Iterator[Problem]:
    if field:
        yield from _save(f"{path}/save", field.save, 6)


def _save(path: str, text: str, most: int) -> Iterator[Problem]:
    try:
        needed = read("target", text)
    except ValueError:
        needed = 0
    if not isinstance(needed, int) or not 2 <= needed <= most:
        yield Problem(path, document_message("save-range", most=most))


def _check_steed(path: str, printed: Mapping[str, str], system: System) -> Iterator[Problem]:
    found = list(check_values(path, printed, system.characteristics))
    yield from found
    wounds = next((column for column in system.characteristics if column.part == "wounds"), None)
    if not found and wounds and printed[wounds.key].strip() != "1":
        yield Problem(f"{path}/{escape(wounds.key)}", document_message("steed-wounds"))
    move = next((column for column in system.characteristics if column.part == "move"), None)
    if not found and move and mark(printed[move.key]) is Mark.NONE:
        yield Problem(f"{path}/{escape(move.key)}", document_message("steed-move"))


def _check_known(path: str, names: Iterable[str], known: list[str], what: str) -> Iterator[Problem]:
    for place, name in enumerate(names):
        if name not in known:
            yield Problem(f"{path}/{place}", unknown(name, known, what))
