"""What a datasheet compiles to: entries, constraints, cost steps, the loadout, and the details that travel along."""

from decimal import Decimal
from typing import Any

import pytest

from datasheets.closure import Closure
from datasheets.evaluation.selecting import default_selection
from datasheets.model import Entry
from datasheets.native.catalogue import NativeCatalogue, build_catalogue, game_system
from datasheets.problems import DocumentError
from tests.native.documents import header, sample

MODELS = ("sample-squad/model/trooper", "sample-squad/model/leader", "sample-squad/model/walker")


@pytest.fixture(scope="module")
def sample_catalogue() -> NativeCatalogue:
    return build_catalogue(
        header(reserved_keywords=["SAMPLES"], keyword_choices={"<HOUSE>": ["EAST"], "<X>": []}), [sample()]
    )


@pytest.fixture(scope="module")
def closure(sample_catalogue: NativeCatalogue) -> Closure:
    return sample_catalogue.catalogues().closure("samples")


@pytest.fixture(scope="module")
def unit(sample_catalogue: NativeCatalogue) -> Entry:
    return sample_catalogue.source.entries[0]


def test_the_unit_is_the_root(closure: Closure, unit: Entry) -> None:
    assert [root.id for root in closure.roots()] == ["sample-squad"]
    assert (unit.type, unit.name, unit.page) == ("unit", "Sample Squad", "3")
    resolved = closure.entry("sample-squad")
    assert resolved is not None
    assert resolved.primary == "troops"
    keywords = [closure.category(link.target) for link in resolved.category_links[1:]]
    assert [category.name for category in keywords if category] == ["SAMPLES", "<HOUSE>", "INFANTRY"]


def test_rows_are_model_entries_with_their_numbers(unit: Entry) -> None:
    assert tuple(model.id for model in unit.entries) == MODELS
    for model, bounds in zip(unit.entries, [(4, 14), (1, 1), (0, 1)], strict=True):
        assert (model.type, model.collective) == ("model", False)
        assert [(c.type, c.value, c.role, c.rule) for c in model.constraints] == [
            ("min", Decimal(bounds[0]), "unit-size", "9E-DS-05"),
            ("max", Decimal(bounds[1]), "unit-size", "9E-DS-05"),
        ]
        assert {(c.query.field, c.query.scope) for c in model.constraints} == {("selections", "parent")}


def test_power_steps_are_cost_modifiers(unit: Entry) -> None:
    assert [(cost.type, cost.value) for cost in unit.costs] == [("power", Decimal(3))]
    found = [(m.type, m.field, m.value, m.conditions[0].type, m.conditions[0].value) for m in unit.modifiers]
    assert found == [
        ("set", "power", "5", "atLeast", Decimal(6)),
        ("set", "power", "8", "atLeast", Decimal(11)),
    ]
    for modifier in unit.modifiers:
        query = modifier.conditions[0].query
        assert (query.scope, query.child, query.include_child_selections) == ("self", "model", True)


def test_every_model_can_be_given_every_item(unit: Entry) -> None:
    items = [f"sample-squad/item/{name}" for name in ("rifle", "blade", "melter", "shield", "vox")]
    for model in unit.entries:
        assert [item.id for item in model.entries] == items
        assert all(item.collective and not item.constraints for item in model.entries)


def test_the_loadout(unit: Entry) -> None:
    assert unit.loadout is not None
    rifle, blade, melter, shield, vox = (
        f"sample-squad/item/{name}" for name in ("rifle", "blade", "melter", "shield", "vox")
    )
    trooper, leader, walker = MODELS
    assert unit.loadout.rule == "9E-WARG-01"
    assert unit.loadout.defaults == {trooper: {rifle: 1}, leader: {rifle: 1, blade: 1}, walker: {blade: 1}}
    bullets = {bullet.id.rpartition("/")[2]: bullet for bullet in unit.loadout.bullets}
    limits = {name: (bullet.most, bullet.per_models, bullet.each) for name, bullet in bullets.items()}
    assert limits == {"melter": (None, 5, 1), "shields": (None, None, 1), "vox": (2, None, 1), "leader": (1, None, 1)}
    assert bullets["leader"].models == (leader,)
    assert bullets["leader"].replace == {rifle: 1}
    assert bullets["leader"].choices == ({melter: 1}, {blade: 1, vox: 1}, {})
    assert bullets["shields"].choices == ({shield: 1},)


def test_the_smallest_unit_with_default_wargear(closure: Closure) -> None:
    selection, _ = default_selection(closure, "sample-squad")
    assert [(node.entry, node.number) for node in selection.selections] == [(MODELS[0], 4), (MODELS[1], 1)]
    assert [(item.entry, item.number) for item in selection.selections[0].selections] == [("sample-squad/item/rifle", 4)]


def test_details_of_the_unit(unit: Entry) -> None:
    details: Any = unit.details
    assert details["datasheet"] == "sample-squad"
    assert details["keywords"] == {"faction": ["SAMPLES", "<HOUSE>"], "other": ["INFANTRY"]}
    assert details["choices"] == {"<HOUSE>": ["NORTH", "SOUTH"]}
    assert details["reserved"] == ["SAMPLES"]
    assert details["transport"] == {
        "capacity": 6,
        "admits": [["INFANTRY"]],
        "refuses": ["BIKER"],
        "slots": {"HEAVY": 2},
        "text": "",
    }
    assert [power["id"] for power in details["psyker"]["powers"]] == ["smite", "spark"]
    assert (details["psyker"]["casts"], details["psyker"]["denies"]) == (1, 2)
    spark = details["psyker"]["powers"][1]
    assert spark["effects"] == [
        {"kind": "mortal-wounds", "number": "1", "needs": "", "on": "manifested", "to": {"scope": "target"}}
    ]
    assert set(spark) == {
        "id",
        "name",
        "value",
        "step",
        "range_in",
        "target",
        "duration",
        "keywords",
        "text",
        "effects",
    }


def test_the_catalogues_choices_hold_where_the_datasheet_says_nothing() -> None:
    data = sample()
    data["keywords"]["choices"] = {}
    (entry,) = build_catalogue(header(keyword_choices={"<HOUSE>": ["EAST"]}), [data]).source.entries
    assert entry.details["choices"] == {"<HOUSE>": ["EAST"]}


def test_details_of_profiles_and_items(unit: Entry) -> None:
    walker = unit.entries[2].profiles[0]
    details: Any = walker.details
    assert (walker.type, walker.characteristics["M"]) == ("unit", "*")
    assert details["base"] == {"shape": "round", "mm": [28]}
    assert [line["wounds"] for line in details["damage_table"]] == [[4, 6], [1, 3]]
    assert unit.entries[0].profiles[0].details["damage_table"] == []
    melter = next(item for item in unit.entries[0].entries if item.name == "Melter")
    assert melter.details == {"kind": "weapon", "note": "Choose one.", "picture": 4}
    wide: Any = melter.profiles[0].details
    assert wide == {"name": "Wide", "abilities": "", "effects": [{"kind": "auto-hit", "to": {"scope": "weapon"}}]}
    shield: Any = next(item for item in unit.entries[0].entries if item.name == "Shield").details
    assert shield["effects"] == [{"kind": "invulnerable-save", "save": "5+", "to": {"scope": "bearer"}}]
    banner: Any = next(rule for rule in unit.rules if rule.name == "Banner")
    assert (banner.details["aura"], banner.details["external"]) == (True, False)


def test_models_with_keywords_of_their_own() -> None:
    data = sample()
    data["profiles"][1]["keywords"] = ["CHARACTER", "<RANK>"]
    built = build_catalogue(header(), [data])
    leader = built.catalogues().closure("samples").entry(MODELS[1])
    assert leader is not None
    assert [link.name for link in leader.category_links] == ["CHARACTER", "<RANK>"]
    assert built.source.entries[0].details["choices"] == {"<HOUSE>": ["NORTH", "SOUTH"], "<RANK>": []}


def test_digests_depend_on_content_alone() -> None:
    one, other = sample(), {**sample(), "id": "other-squad"}
    digest = build_catalogue(header(), [one, other]).digest
    assert build_catalogue(header(), [other, dict(reversed(one.items()))]).digest == digest
    assert build_catalogue(header(), [one]).digest != digest
    assert build_catalogue(header(revision=2), [one, other]).digest != digest
    assert build_catalogue(header(), [{**one, "name": "Sample Squads"}, other]).digest != digest


def test_a_game_system_has_its_costs_columns_and_roles() -> None:
    made = game_system("wh40k-9e")
    assert [cost.id for cost in made.cost_types] == ["power"]
    unit, weapon = made.profile_types
    assert [column.id for column in unit.characteristics] == ["M", "WS", "BS", "S", "T", "W", "A", "Ld", "Sv"]
    assert [column.id for column in weapon.characteristics] == ["Range", "Type", "S", "AP", "D"]
    assert "troops" in {category.id for category in made.categories}
    assert len({game_system(id).digest for id in ("wh40k-9e", "wh40k-8e", "wh40k-2e", "aos-1e", "grundregelwerk")}) == 5


def test_a_catalogue_says_all_problems_of_all_documents() -> None:
    documents = [
        {**sample(), "name": ""},
        {**sample(), "system": "wh40k-8e", "catalogue": "other"},
        sample(),
        sample(),
        3,
    ]
    with pytest.raises(DocumentError) as caught:
        build_catalogue(header(extra=1), documents)  # type: ignore[list-item]
    paths = {problem.path for problem in caught.value.problems}
    assert {"/catalogue/extra", "/datasheets/0/name", "/datasheets/4"} <= paths
    with pytest.raises(DocumentError) as caught:
        build_catalogue(header(), documents[1:4])
    paths = {problem.path for problem in caught.value.problems}
    assert {"/datasheets/0/catalogue", "/datasheets/2/id"} <= paths
