"""Reading native documents: what is right is kept as written; what is wrong is said all at once, with path and fix."""

import copy
import json
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from datasheets.canonical import canonical
from datasheets.native.catalogue import build_catalogue
from datasheets.native.parse_datasheet import read_datasheet, read_header
from datasheets.problems import DocumentError, Problem, escape
from datasheets.systems import System, system, systems
from datasheets.systems.system import Characteristic
from tests.native.documents import header, row, sample, valid, weapon

DELETE = object()


def problems(data: object) -> list[Problem]:
    try:
        read_datasheet(data)
    except DocumentError as error:
        return list(error.problems)
    return []


def change_sample(path: str, value: object) -> dict[str, Any]:
    """Return the sample with one place changed; `DELETE` takes it away."""
    data = sample()
    *way, last = [int(step) if step.isdigit() else step for step in path.strip("/").split("/")]
    place: Any = data
    for step in way:
        place = place[step]
    if value is DELETE:
        del place[last]
    else:
        place[last] = value
    return data


def test_the_sample_has_no_problem() -> None:
    assert problems(sample()) == []


@pytest.mark.parametrize(
    "name", ["حرس الشمس", "משמר השמש", "\u200fמשמר (2)\u200e", "می\u200cخواهم", "Fox \U0001f98a\ufe0f", "Größe"]
)
def test_names_in_any_script(name: str) -> None:
    assert problems(change_sample("/name", name)) == []


WRONG: list[tuple[str, object, str]] = [
    # shape
    ("/schema", "muster.datasheet/2", "/schema"),
    ("/id", "Sample Squad", "/id"),
    ("/id", DELETE, "/id"),
    ("/name", "", "/name"),
    ("/name", "a\u0000b", "/name"),
    ("/name", "Sun\u202edraw", "/name"),
    ("/name", "Sun\u2066ward", "/name"),
    ("/name", "Sun\u200bward", "/name"),
    ("/name", "\u3164", "/name"),
    ("/name", "x" * 101, "/name"),
    ("/extra", 1, "/extra"),
    ("/profiles", [], "/profiles"),
    ("/profiles/0/height", "1.4", "/profiles/0/height"),
    ("/profiles/0/height", float("nan"), "/profiles/0/height"),
    ("/profiles/0/number/max", 10**40, "/profiles/0/number/max"),
    ("/profiles/0/number/max", True, "/profiles/0/number/max"),
    ("/profiles/0/characteristics/M", 6, "/profiles/0/characteristics/M"),
    ("/composition/wargear/0/items/Rifle", 0, "/composition/wargear/0/items/Rifle"),
    ("/abilities/0/aura", "yes", "/abilities/0/aura"),
    ("/abilities/0/effects/0/kind", "rerol", "/abilities/0/effects/0/kind"),
    ("/options/0/with", [], "/options/0/with"),
    ("/options/0/limit", {"most": 0}, "/options/0/limit/most"),
    ("/transport/admits", [[]], "/transport/admits/0"),
    ("/source/provenance", "stolen", "/source/provenance"),
    # what must fit together
    ("/system", "wh40k-99e", "/system"),
    ("/role", "trops", "/role"),
    ("/costs", {}, "/costs"),
    ("/costs/points", {"base": 1}, "/costs/points"),
    ("/costs/power/steps/1/models", 6, "/costs/power/steps/1/models"),
    ("/costs/power/steps/0/models", 1, "/costs/power/steps/0/models"),
    ("/costs/power/steps/1/models", 17, "/costs/power/steps/1/models"),
    ("/profiles/1/name", "TROOPER", "/profiles/1/name"),
    ("/profiles/1/name", "!!!", "/profiles/1/name"),
    ("/profiles/0/number/min", 15, "/profiles/0/number"),
    ("/profiles/0/base/mm", [28, 30], "/profiles/0/base/mm"),
    ("/profiles/0/base/shape", "oval", "/profiles/0/base/mm"),
    ("/profiles/0/characteristics/M", DELETE, "/profiles/0/characteristics"),
    ("/profiles/0/characteristics/Mv", "6", "/profiles/0/characteristics/Mv"),
    ("/profiles/0/characteristics/M", "six", "/profiles/0/characteristics/M"),
    ("/profiles/0/characteristics/W", "0", "/profiles/0/characteristics/W"),
    ("/profiles/0/characteristics/BS", "*", "/damage_table"),
    ("/composition/wargear/0/models/0", "Trooperr", "/composition/wargear/0/models/0"),
    ("/composition/wargear/0/items/Rifel", 1, "/composition/wargear/0/items/Rifel"),
    ("/abilities/1/effects/0/to", {"scope": "friendly-units"}, "/abilities/1/effects"),
    ("/abilities/1/effects/0/characteristic", "Ldd", "/abilities/1/effects/0/characteristic"),
    ("/abilities/0/effects/0/when", [{"name": "phase", "phase": "shoting"}], "/abilities/0/effects/0/when/0/phase"),
    ("/abilities/0/name", "banner", "/abilities/1/name"),
    ("/abilities/0/text", "", "/abilities/0/text"),
    ("/weapons/0/profiles/0/characteristics/AP", "1", "/weapons/0/profiles/0/characteristics/AP"),
    ("/weapons/0/profiles/0/characteristics/S", "*", "/weapons/0/profiles/0/characteristics/S"),
    ("/weapons/0/profiles/0/characteristics/Range", "Melee", "/weapons/0/profiles/0/characteristics"),
    ("/weapons/2/profiles/1/name", "wide", "/weapons/2/profiles/1/name"),
    ("/weapons/2/profiles/1/name", DELETE, "/weapons/2/profiles/1/name"),
    ("/weapons/0/name", "BLADE", "/weapons/1/name"),
    ("/wargear/0/name", "Blade", "/wargear/0/name"),
    ("/options/1/id", "melter", "/options/1/id"),
    ("/options/0/models/0", "Nobody", "/options/0/models/0"),
    ("/options/0/replace", {"Riffle": 1}, "/options/0/replace/Riffle"),
    ("/options/0/replace", {"Blade": 1}, "/options/0/replace"),
    ("/options/0/with/0", {"Melta": 1}, "/options/0/with/0/Melta"),
    ("/options/1/with/0", {}, "/options/1/with/0"),
    ("/options/1/limit", {"any": True, "most": 2}, "/options/1/limit"),
    ("/options/0/limit", {"each": 2}, "/options/0/limit/each"),
    ("/keywords/other", ["INFANTRY", "infantry"], "/keywords/other/1"),
    ("/keywords/choices/<TRIBE>", {}, "/keywords/choices/<TRIBE>"),
    ("/keywords/choices/<HOUSE>/allowed", ["<HOUSE>"], "/keywords/choices/<HOUSE>/allowed/0"),
    ("/psyker/powers/0", "smit", "/psyker/powers/0"),
    ("/psyker/own_powers/0/id", "smite", "/psyker/own_powers/0/id"),
    ("/psyker/own_powers/0/effects/0/number", "0", "/psyker/own_powers/0/effects/0/number"),
]
DAMAGE: list[tuple[str, object, str]] = [
    ("/damage_table/1/wounds", [1, 2], "/damage_table"),
    ("/damage_table/1/wounds", [1, 4], "/damage_table"),
    ("/damage_table/0/wounds", [4, 7], "/damage_table"),
    ("/damage_table/1", DELETE, "/damage_table"),
    ("/damage_table", DELETE, "/damage_table"),
    ("/damage_table/0/wounds", [6, 4], "/damage_table/0/wounds"),
    ("/damage_table/0/profile", "Runner", "/damage_table/0/profile"),
    ("/damage_table/0/characteristics/M", DELETE, "/damage_table/0/characteristics"),
    ("/damage_table/0/characteristics/M", "*", "/damage_table/0/characteristics/M"),
    ("/damage_table/0/characteristics/M", "fast", "/damage_table/0/characteristics/M"),
    ("/damage_table/0/characteristics/S", "4", "/damage_table/0/characteristics/S"),
]


@pytest.mark.parametrize(("path", "value", "wanted"), WRONG)
def test_one_mistake_is_found_where_it_is(path: str, value: object, wanted: str) -> None:
    found = problems(change_sample(path, value))
    assert wanted in [problem.path for problem in found]
    assert all(problem.message[-1] in ".?" for problem in found)


@pytest.mark.parametrize(("path", "value", "wanted"), DAMAGE)
def test_damage_tables_cover_all_wounds_once(path: str, value: object, wanted: str) -> None:
    """9E-Q-44."""
    assert wanted in [problem.path for problem in problems(change_sample(path, value))]


def test_all_mistakes_are_found_at_once() -> None:
    data = sample()
    data["name"] = 3
    data["source"]["titel"] = "x"
    data["options"][0]["models"] = ["Nobody"]
    data["profiles"][0]["characteristics"]["M"] = "six"
    data["role"] = "hero"
    assert [problem.path for problem in problems(data)] == [
        "/name",
        "/source/titel",
        "/role",
        "/profiles/0/characteristics/M",
        "/options/0/models/0",
    ]


def test_the_nearest_word_is_offered() -> None:
    (problem,) = problems(change_sample("/composition/wargear/0/models/0", "Trouper"))
    assert 'did you mean "Trooper"?' in problem.message


@pytest.mark.parametrize("data", [None, 1, "x", [], [sample()], {}, {"schema": {}}, {"profiles": {"0": 1}}])
def test_what_is_no_datasheet_at_all(data: object) -> None:
    assert problems(data)


EMPTY_IS_FINE = [("role", None), ("transport", None), ("psyker", None), ("abilities", []), ("options", []), ("keywords", {})]


@pytest.mark.sample(4, "part")
@pytest.mark.parametrize("part", sorted(sample()))
@pytest.mark.parametrize("value", [None, True, -1, 10**400, 1e308, "\ud800", [], [[[]]], {}, {"": {}}])
def test_wrong_types_are_problems(part: str, value: Any) -> None:
    assert bool(problems({**sample(), part: value})) is ((part, value) not in EMPTY_IS_FINE)


@pytest.mark.slow
def test_deep_nesting() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for part in sample():
        assert problems({**sample(), part: deep})
        assert problems({**sample(), part: [{"effects": deep}]})


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.data())
def test_any_change_anywhere_gives_problems_or_a_datasheet(data: st.DataObject) -> None:
    document = sample()
    place: Any = document
    while True:
        keys: list[Any] = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if not (isinstance(place[key], dict | list) and place[key] and data.draw(st.booleans())):
            break
        place = place[key]
    place[key] = data.draw(JSON_VALUES)
    for problem in problems(document):
        assert problem.path == "" or problem.path.startswith("/")
        assert problem.message


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=20)
@given(valid())
def test_valid_documents_round_trip(document: dict[str, Any]) -> None:
    before = copy.deepcopy(document)
    built = build_catalogue(header(), [document])
    (kept,) = built.documents.values()
    assert kept == before
    again = build_catalogue(header(), [json.loads(canonical(kept))])
    assert again.datasheets == built.datasheets
    assert again.source == built.source
    assert again.digest == built.digest


def test_headers() -> None:
    assert read_header(header()).revision == 1
    with pytest.raises(DocumentError) as caught:
        read_header(header(system="x", revision=0, name="", keyword_choices={"<A>": "B"}))
    assert [problem.path for problem in caught.value.problems] == ["/name", "/revision", "/keyword_choices/<A>", "/system"]


PRINTED = {
    "distance": '6"',
    "target": "4+",
    "number": "2",
    "whole": "2",
    "wounds": "2",
    "damage": "1",
    "penetration": "-1",
    "strength": "4",
    "range": '12"',
    "reach": '1"',
    "weapon-type": "Assault 1",
    "score": "3",
    "band": "12",
    "radius": "-",
    "hit-modifier": "0",
    "hit-strength": "4",
    "hit-damage": "1",
    "save-modifier": "-1",
    "armour-penetration": "D6+4",
    "count": "-",
    "text": "x",
}


def printed_values(columns: Iterable[Characteristic]) -> dict[str, str]:
    return {column.key: column.choices[0] if column.choices else PRINTED[column.kind] for column in columns}


def minimal(system: System) -> dict[str, Any]:
    return {
        "schema": "muster.datasheet/1",
        "id": "x",
        "system": system.id,
        "catalogue": "samples",
        "name": "X",
        "costs": {cost.id: {"base": 1} for cost in system.costs if not cost.optional},
        "profiles": [{**row("Y", 1, 1), "characteristics": printed_values(system.characteristics)}],
        "composition": {"wargear": [{"models": ["Y"], "items": {"Z": 1}}]},
        "weapons": [weapon("Z", printed_values(system.weapon_characteristics))],
        "source": {"title": ""},
    }


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.id)
def test_every_system_can_have_datasheets(system: System) -> None:
    assert problems(minimal(system)) == []


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.id)
def test_every_column_of_a_system_is_checked(system: System) -> None:
    for field, columns in (("profiles", system.characteristics), ("weapons", system.weapon_characteristics)):
        for column in columns:
            data = minimal(system)
            rows = data[field] if field == "profiles" else data[field][0]["profiles"]
            text = rows[0]["characteristics"].pop(column.key)
            assert any(f'"{column.key}"' in problem.message for problem in problems(data))
            rows[0]["characteristics"][column.key] = "?!"
            found = any(problem.path.endswith(escape(column.key)) for problem in problems(data))
            assert found is bool(column.choices or column.kind != "text"), text


@pytest.mark.parametrize(("value", "fits"), [("0", True), ("10", True), ("11", False), ("2D6", False)])
def test_a_system_bounds_its_characteristics(value: str, fits: bool) -> None:
    (second,) = (system for system in systems() if system.id == "wh40k-2e")
    data = minimal(second)
    data["profiles"][0]["characteristics"]["WS"] = value
    assert ([problem.path for problem in problems(data)] == []) is fits


ADVICE = [
    (
        "grundregelwerk",
        "profiles",
        "B",
        "banana",
        '"banana" does not stand here; write inches such as 6". See GRW-PROFILE-01.',
    ),
    ("grundregelwerk", "profiles", "B", "-", '"-" does not stand here; write inches such as 6". See GRW-PROFILE-01.'),
    ("grundregelwerk", "profiles", "B", '2D6"', '"2D6"" does not stand here; write inches such as 6". See GRW-PROFILE-01.'),
    (
        "grundregelwerk",
        "profiles",
        "B",
        '6-12"',
        '"6-12"" does not stand here; write inches such as 6". See GRW-PROFILE-01.',
    ),
    (
        *("grundregelwerk", "profiles", "B", "*"),
        'Write the value; "*" stands only where a damage table says it. See GRW-PROFILE-01.',
    ),
    ("grundregelwerk", "profiles", "MW", "-", 'Write a value from 2 to 4; "-" is none. See GRW-PROFILE-03.'),
    ("grundregelwerk", "profiles", "NK", "4", '"4" cannot be read; write a result such as 3+, or -. See GRW-PROFILE-02.'),
    (
        *("aos-1e", "profiles", "Bravery", "D6"),
        '"D6" does not stand here; write a whole number such as 7, - or *. See AOS-UNIT-01.',
    ),
    ("aos-1e", "profiles", "Bravery", "-5", 'Write a value of at least 0; "-5" is none. See AOS-UNIT-01.'),
    (
        *("aos-1e", "profiles", "Move", "fast"),
        '"fast" cannot be read; write a distance such as 6", 2D6" or 20-50", - or *. See AOS-UNIT-01.',
    ),
    (
        *("aos-1e", "weapons", "Attacks", "-"),
        '"-" cannot be read; write a number or dice such as 4 or D6, or *. See AOS-ATTACK-02.',
    ),
    ("aos-1e", "weapons", "To Hit", "-", 'Write a value from 2 to 6; "-" is none. See AOS-ATTACK-02.'),
    (
        "wh40k-2e",
        "profiles",
        "M",
        "fast",
        '"fast" cannot be read; write a whole number, or - where there is none. See 2E-CHAR-04.',
    ),
    ("wh40k-9e", "weapons", "Range", "*", '"*" cannot be read; write a range such as 24" or 6"-48", or Melee.'),
]


@pytest.mark.rule("AOS-Q-31", "AOS-UNIT-01", "AOS-ATTACK-02", "GRW-PROFILE-01", "GRW-PROFILE-02", "GRW-PROFILE-03")
@pytest.mark.rule("2E-CHAR-04")
@pytest.mark.parametrize(("id", "field", "key", "printed", "said"), ADVICE)
def test_a_refusal_says_only_what_is_allowed_there(id: str, field: str, key: str, printed: str, said: str) -> None:
    (system,) = (system for system in systems() if system.id == id)
    data = minimal(system)
    row = data["profiles"][0] if field == "profiles" else data["weapons"][0]["profiles"][0]
    row["characteristics"][key] = printed
    assert [problem.message for problem in problems(data)] == [said]


COMMAND = {"id": "rally", "name": "Rally", "text": "Pick a unit."}
COMMANDS = [
    ([{**COMMAND, "text": ""}], "/commands/0/text", "Write what the command ability does."),
    ([{**COMMAND, "name": "Inspiring Presence"}], "/commands/0/name", "stands here twice"),
    ([COMMAND, {**COMMAND, "id": "again"}], "/commands/1/name", "stands here twice"),
]


@pytest.mark.rule("AOS-COMMAND-02")
@pytest.mark.parametrize(("commands", "path", "said"), COMMANDS)
def test_a_command_ability_says_what_it_does_and_is_called_as_no_other(
    commands: list[dict[str, str]], path: str, said: str
) -> None:
    (found,) = problems({**minimal(system("aos-1e")), "commands": commands})
    assert found.path == path
    assert said in found.message
    assert "AOS-COMMAND-02" in found.message


@pytest.mark.rule("AOS-WIZARD-01", "AOS-WIZARD-04")
def test_a_wizard_says_how_many_spells_it_casts_and_unbinds() -> None:
    data = minimal(system("aos-1e"))
    data["keywords"] = {"faction": [], "other": ["WIZARD"]}
    (found,) = problems(data)
    assert found.path == "/psyker"
    assert "AOS-WIZARD-04" in found.message
    assert problems({**data, "psyker": {"casts": 1, "denies": 1}}) == []


@pytest.mark.rule("AOS-Q-31")
@pytest.mark.parametrize("printed", ["10", "-"])
def test_bravery_is_a_whole_number_or_none(printed: str) -> None:
    (sigmar,) = (system for system in systems() if system.id == "aos-1e")
    data = minimal(sigmar)
    data["profiles"][0]["characteristics"]["Bravery"] = printed
    assert problems(data) == []
