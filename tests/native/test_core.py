"""The two datasheets that the 9th edition rules print: their figures, and what units of them amount to."""

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml

from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.selecting import default_selection, scale_selection
from datasheets.evaluation.tree import Force, Roster, Selection
from datasheets.model import Entry
from datasheets.native.bundled import bundled_catalogues
from datasheets.native.parse_datasheet import read_datasheet
from datasheets.problems import DocumentError, Problem
from tests.bundled import bundled_catalogue
from tests.native.documents import sample

CORE = bundled_catalogue("core-9e")
CLOSURE = CORE.catalogues().closure("core-9e")
AIS, OUTRIDERS = "assault-intercessor-squad", "outrider-squad"
PARTS = ("name", "role", "costs", "profiles", "composition", "abilities", "weapons", "options", "keywords")


def entry(id: str) -> Entry:
    resolved = CLOSURE.entry(id)
    assert resolved is not None
    return resolved.entry


def unit(id: str, models: int, first_uid: int = 1) -> tuple[Selection, int]:
    """Return a unit of that many models with default wargear; the first row grows or shrinks."""
    made, following = default_selection(CLOSURE, id, first_uid)
    first, *rest = made.selections
    wanted = models - sum(row.number for row in rest)
    return replace(made, selections=(scale_selection(CLOSURE, first, wanted), *rest)), following


def army(*units: tuple[str, int]) -> Evaluation:
    made, uid = [], 1
    for id, models in units:
        selection, uid = unit(id, models, uid)
        made.append(selection)
    force = Force(f"f{uid}", "core-9e", selections=tuple(made))
    return evaluate(Roster("wh40k-9e", "Test", (force,)), CORE.catalogues())


def size_findings(id: str, models: int) -> list[str]:
    return [finding.rule for finding in army((id, models)).findings if finding.rule.startswith("9E-")]


@pytest.mark.rule("9E-DS-01")
@pytest.mark.parametrize("part", [*PARTS, "damage_table", "transport"])
def test_a_datasheet_has_its_parts_and_no_others(part: str) -> None:
    assert all(part in document for document in CORE.documents.values())
    misspelt = sample()
    misspelt[f"{part}s"] = misspelt.pop(part)
    with pytest.raises(DocumentError) as caught:
        read_datasheet(misspelt)
    assert Problem(f"/{part}s", f'"{part}s" is no field here; did you mean "{part}"?') in caught.value.problems


@pytest.mark.rule("9E-DS-02")
def test_a_short_datasheet_shows_weapons_by_pictures() -> None:
    pictures = {item.name: item.details["picture"] for item in entry(OUTRIDERS).entries[0].entries}
    assert pictures["Heavy bolt pistol"] == 7
    assert pictures["Twin bolt rifle"] == 2
    assert pictures["Astartes chainsword"] == 3
    assert pictures["Frag grenades"] is None


@pytest.mark.rule("9E-DS-03")
def test_the_role_is_the_units_primary_category() -> None:
    core = CLOSURE.entry(AIS)
    assert core is not None
    assert core.primary == ""
    host = bundled_catalogue("sunward-host").catalogues().closure("sunward-host")
    redoubt = host.entry("beacon-redoubt")
    assert redoubt is not None
    assert redoubt.primary == "fortification"
    with pytest.raises(DocumentError):
        read_datasheet({**sample(), "role": "wizard"})


@pytest.mark.rule("9E-DS-04")
def test_every_datasheet_has_a_power_rating() -> None:
    assert {sheet.id: sheet.costs["power"].base for sheet in CORE.datasheets.values()} == {AIS: 5, OUTRIDERS: 6}
    for costs in ({}, {"power": {}}, {"power": {"base": "5"}}, {"power": {"base": -1}}):
        with pytest.raises(DocumentError):
            read_datasheet({**sample(), "costs": costs})


@pytest.mark.rule("9E-DS-13")
def test_abilities_are_rules_of_the_unit() -> None:
    assert [rule.name for rule in entry(AIS).rules] == ["Angels of Death", "Combat Squads"]
    assert [rule.name for rule in entry(OUTRIDERS).rules] == ["Angels of Death", "Devastating Charge", "Turbo-boost"]
    assert all(rule.description for rule in entry(AIS).rules)


@pytest.mark.rule("9E-KEY-01")
@pytest.mark.rule("9E-DSKEY-01")
def test_keywords_stand_in_two_groups_that_work_alike() -> None:
    sheet = CORE.datasheets[AIS]
    assert sheet.keywords.faction == ("IMPERIUM", "ADEPTUS ASTARTES", "<CHAPTER>")
    assert sheet.keywords.other == ("INFANTRY", "PRIMARIS", "ASSAULT INTERCESSOR SQUAD")
    names = [link.name for link in entry(AIS).category_links]
    assert names == [*sheet.keywords.faction, *sheet.keywords.other]


@pytest.mark.rule("9E-WPN-07")
def test_abilities_of_a_weapon_profile_are_its_own() -> None:
    plasma = next(item for item in entry(AIS).entries[1].entries if item.name == "Plasma pistol")
    standard, supercharge = plasma.profiles
    assert (standard.details["abilities"], standard.details["effects"]) == ("", [])
    assert supercharge.details["abilities"]
    assert [effect["kind"] for effect in _effects(supercharge)] == ["destroy-bearer"]
    others = [item for item in entry(AIS).entries[1].entries if item.name != "Plasma pistol"]
    kinds = {item.name: [effect["kind"] for effect in _effects(item.profiles[0])] for item in others}
    assert kinds == {
        "Heavy bolt pistol": [],
        "Astartes chainsword": ["extra-attacks"],
        "Frag grenades": ["blast"],
        "Krak grenades": [],
    }


def _effects(profile: Any) -> list[Any]:
    found: list[Any] = profile.details["effects"]
    return found


@pytest.mark.rule("9E-AIS-01")
@pytest.mark.parametrize(("models", "fits"), [(2, False), (4, False), (5, True), (9, True), (10, True), (11, False)])
def test_how_many_assault_intercessors(models: int, fits: bool) -> None:
    assert (size_findings(AIS, models) == []) is fits
    if not fits:
        assert set(size_findings(AIS, models)) == {"9E-DS-05"}


@pytest.mark.rule("9E-AIS-01")
@pytest.mark.parametrize("sergeants", [0, 2])
def test_exactly_one_sergeant(sergeants: int) -> None:
    made, _ = default_selection(CLOSURE, AIS)
    troopers, sergeant = made.selections
    rows = (troopers, scale_selection(CLOSURE, sergeant, sergeants)) if sergeants else (troopers,)
    force = Force("f99", "core-9e", selections=(replace(made, selections=rows),))
    findings = evaluate(Roster("wh40k-9e", "Test", (force,)), CORE.catalogues()).findings
    assert "9E-DS-05" in {finding.rule for finding in findings}


@pytest.mark.rule("9E-AIS-02")
@pytest.mark.parametrize(("models", "power"), [(3, 5), (5, 5), (6, 10), (7, 10), (10, 10)])
def test_power_of_assault_intercessors(models: int, power: int) -> None:
    assert army((AIS, models)).costs["power"] == Decimal(power)


@pytest.mark.example("9E-EX-24")
@pytest.mark.rule("9E-AIS-02")
def test_power_of_an_army() -> None:
    assert [army((AIS, models)).costs["power"] for models in (5, 6, 10)] == [5, 10, 10]
    assert army((AIS, 5), (AIS, 10), (OUTRIDERS, 3)).costs["power"] == 21


@pytest.mark.rule("9E-OUT-01")
@pytest.mark.parametrize(("models", "fits"), [(2, False), (3, True), (4, False)])
def test_how_many_outriders(models: int, fits: bool) -> None:
    assert (size_findings(OUTRIDERS, models) == []) is fits


@pytest.mark.rule("9E-OUT-01")
def test_outriders_have_no_options() -> None:
    loadout = entry(OUTRIDERS).loadout
    assert loadout is not None
    assert loadout.bullets == ()


@pytest.mark.rule("9E-OUT-02")
def test_power_of_outriders() -> None:
    assert army((OUTRIDERS, 3)).costs["power"] == 6


def test_effects_of_the_abilities() -> None:
    kinds = {rule.name: [effect["kind"] for effect in _effects(rule)] for id in (AIS, OUTRIDERS) for rule in entry(id).rules}
    assert kinds == {
        "Angels of Death": [],
        "Combat Squads": ["combat-squads"],
        "Devastating Charge": ["modify-characteristic"],
        "Turbo-boost": ["advance-instead"],
    }
    assert all(rule.details["external"] is (rule.name == "Angels of Death") for rule in entry(OUTRIDERS).rules)


@pytest.mark.parametrize("catalogue", bundled_catalogues(), ids=lambda catalogue: catalogue.id)
def test_every_bundled_datasheet_makes_a_unit(catalogue: Any) -> None:
    closure = catalogue.catalogues().closure(catalogue.id)
    for root in closure.roots():
        made, _ = default_selection(closure, root.id)
        force = Force("f0", catalogue.id, selections=(made,))
        evaluation = evaluate(Roster(catalogue.header.system, "Test", (force,)), catalogue.catalogues())
        assert not any(finding.severity == "error" for finding in evaluation.findings)
        assert sum(node.number for node in made.selections) >= 1


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize("id", [AIS, OUTRIDERS])
def test_figures_are_the_ledgers(shared_folder: Path, id: str) -> None:
    ledger = yaml.safe_load((shared_folder / "rules/wh40k-9e.yaml").read_text("utf-8"))
    theirs = next(sheet for sheet in ledger["datasheets"] if sheet["id"] == id)
    ours = CORE.datasheets[id]
    assert ours.name == theirs["name"]
    assert ours.role == theirs["battlefield_role"]
    assert list(ours.keywords.faction) == theirs["faction_keywords"]
    assert list(ours.keywords.other) == theirs["keywords"]
    assert [ability.name for ability in ours.abilities] == [ability["name"] for ability in theirs["abilities"]]
    for row, given in zip(ours.profiles, theirs["profiles"], strict=True):
        assert {key: str(given[key]) for key in row.characteristics} == row.characteristics
        assert (row.name, row.number.min, row.number.max) == (given["name"], *given["number"].values())
    for weapon, given in zip(ours.weapons, theirs["weapons"], strict=True):
        assert weapon.name == given["name"]
        for profile, line in zip(weapon.profiles, given.get("profiles", [given]), strict=True):
            type = line["type"] if line["type"] == "Melee" else f"{line['type']} {line['attacks']}"
            assert dict(profile.characteristics) == {
                "Range": line["range"],
                "Type": type,
                **{key: str(line[key]) for key in ("S", "AP", "D")},
            }
    (default,) = ours.composition.wargear
    assert list(default.items) == theirs["default_wargear"]["every_model"]
    assert len(default.models) == len(ours.profiles)
    for option, given in zip(ours.options, theirs["wargear_options"], strict=True):
        assert (option.replace, option.choices) == (given["replace"], (given["with"],))
        assert option.models == (given["model"],)
