"""Data files and messages become the entry model by one table."""

import contextlib
import gc
from decimal import Decimal

import pytest

from datasheets.battlescribe.parse_catalogue import MOST_PROBLEMS, from_message, read
from datasheets.model import Catalogue, GameSystem
from datasheets.problems import DocumentError
from tests.battlescribe.files import CATALOGUE, SYSTEM, catalogue


def test_a_game_system_is_read() -> None:
    system = read(SYSTEM.encode(), "s.gst")
    assert isinstance(system, GameSystem)
    assert (system.id, system.name, system.revision) == ("sys", "Saltmarsh", 3)
    assert system.digest.startswith("sha256:")
    assert system.cost_types[0].name == " cr"
    assert system.cost_types[0].limit == -1
    assert system.force_entries[0].category_links[0].target == "core"


def test_a_catalogue_is_read() -> None:
    reed = read(CATALOGUE.encode(), "r.cat")
    assert isinstance(reed, Catalogue)
    assert reed.system == "sys"
    wader = reed.entries[0]
    assert (wader.type, wader.exported, wader.collective) == ("model", True, False)
    assert wader.costs[0].value == 12
    assert wader.entries[0].costs[0].value == Decimal("0.5")
    assert wader.profiles[0].characteristics == {"pace": '5"', "grit": ""}
    assert wader.rules[0].description == "Slow & sure."
    modifier = wader.modifiers[0]
    assert (modifier.type, modifier.field, modifier.value) == ("increment", "crowns", "2.0")
    assert modifier.repeats[0].query.scope == "wader"
    assert modifier.conditions[0].query.child == "spear"
    assert wader.constraints[0].value == 3
    assert reed.links[0].target == "eel"


def test_what_a_file_leaves_out_has_the_schemas_default() -> None:
    made = read(
        catalogue(
            '<catalogueLinks><catalogueLink id="l" targetId="x" type="catalogue"/></catalogueLinks>'
            '<costTypes><costType id="t" name="T"/></costTypes>'
            '<selectionEntries><selectionEntry id="e" name="E" type="upgrade">'
            '<constraints><constraint id="k" type="min" field="selections" scope="parent" value="1"/></constraints>'
            "</selectionEntry></selectionEntries>"
        ),
        "c.cat",
    )
    assert isinstance(made, Catalogue)
    assert not made.catalogue_links[0].import_roots
    assert made.cost_types[0].limit == -1
    assert not made.entries[0].exported
    assert made.entries[0].constraints[0].query.shared


def test_what_a_message_leaves_out_has_the_protocols_default() -> None:
    made = from_message(
        "catalogue",
        {
            "id": "c",
            "name": "C",
            "gameSystemId": "sys",
            "catalogueLinks": [{"id": "l", "targetId": "x"}],
            "selectionEntries": [
                {
                    "id": "e",
                    "name": "E",
                    "costs": [{"typeId": "t", "value": Decimal("1.25")}],
                    "constraints": [{"id": "k", "type": "min", "value": 1}],
                    "modifiers": [
                        {"type": "set", "field": "hidden", "value": "true", "conditions": [{"type": "atLeast", "value": 1}]}
                    ],
                    "profiles": [{"id": "p", "typeId": "t", "characteristics": [{"typeId": "a", "value": "6"}]}],
                }
            ],
        },
    )
    assert isinstance(made, Catalogue)
    assert made.catalogue_links[0].import_roots
    entry = made.entries[0]
    assert (entry.type, entry.exported) == ("unit", True)
    assert entry.costs[0].value == Decimal("1.25")
    assert not entry.constraints[0].query.shared
    assert entry.constraints[0].query.scope == "parent"
    assert entry.modifiers[0].conditions[0].query.scope == "self"
    assert entry.profiles[0].characteristics == {"a": "6"}


def test_groups_of_modifiers_conditions_and_information_nest() -> None:
    condition = '<condition type="atLeast" scope="force" childId="x" value="1"/>'
    groups = (
        f'<conditionGroups><conditionGroup type="or"><conditions>{condition}</conditions></conditionGroup></conditionGroups>'
    )
    repeats = '<repeats><repeat scope="force" childId="x" value="2" repeats="3" roundUp="true"/></repeats>'
    modifiers = '<modifiers><modifier type="set" field="name" value="n"/></modifiers>'
    inner = f"<modifierGroups><modifierGroup>{modifiers}</modifierGroup></modifierGroups>"
    entry = read(
        catalogue(
            '<selectionEntries><selectionEntry id="e" name="E" type="unit"><modifierGroups><modifierGroup>'
            f"{groups}{repeats}{inner}</modifierGroup></modifierGroups>"
            '<infoGroups><infoGroup id="g" name="G"><infoLinks><infoLink id="l" targetId="r" type="rule" hidden="true"/>'
            "</infoLinks></infoGroup></infoGroups></selectionEntry></selectionEntries>"
        ),
        "c.cat",
    ).entries[0]
    (group,) = entry.modifier_groups
    assert (group.groups[0].type, group.groups[0].conditions[0].query.child) == ("or", "x")
    assert (group.repeats[0].value, group.repeats[0].repeats, group.repeats[0].round_up) == (2, 3, True)
    assert group.modifier_groups[0].modifiers[0].value == "n"
    assert [(link.target, link.hidden) for link in entry.info_groups[0].info_links] == [("r", True)]


@pytest.mark.parametrize(
    ("inside", "sentence"),
    [
        ('<selectionEntries><selectionEntry name="E" type="unit"/></selectionEntries>', "no id"),
        ('<selectionEntries><selectionEntry id="" name="E" type="unit"/></selectionEntries>', "no id"),
        ('<selectionEntries><selectionEntry id="e" name="E" type="squad"/></selectionEntries>', "unit, model, upgrade"),
        ('<selectionEntries><selectionEntry id="e" type="unit" hidden="maybe"/></selectionEntries>', "true or false"),
        ('<costTypes><costType id="t" defaultCostLimit="lots"/></costTypes>', "a number"),
        ('<costTypes><costType id="t" defaultCostLimit="NaN"/></costTypes>', "a number"),
        ('<costTypes><costType id="t" defaultCostLimit="1e999"/></costTypes>', "a number"),
        ('<entryLinks><entryLink id="l" type="selectionEntry"/></entryLinks>', "no targetId"),
        ('<infoLinks><infoLink id="l" targetId="x" type="book"/></infoLinks>', "profile, rule, infoGroup"),
    ],
)
def test_what_cannot_be_used_is_a_problem_with_its_line(inside: str, sentence: str) -> None:
    with pytest.raises(DocumentError, match=sentence) as refused:
        read(catalogue("\n\n" + inside), "c.cat")
    assert refused.value.problems[0].path == "c.cat:3"


def test_all_problems_are_told_at_once_but_not_without_end() -> None:
    bad = '<selectionEntry name="E" type="squad"/>\n'
    with pytest.raises(DocumentError) as refused:
        read(catalogue(f"<selectionEntries>{bad * 3}</selectionEntries>"), "c.cat")
    assert [problem.path for problem in refused.value.problems] == [f"c.cat:{line}" for line in (1, 1, 2, 2, 3, 3)]
    with pytest.raises(DocumentError) as refused:
        read(catalogue(f"<selectionEntries>{bad * 300}</selectionEntries>"), "c.cat")
    assert len(refused.value.problems) == MOST_PROBLEMS


def test_the_same_problem_is_told_at_each_place() -> None:
    condition = '\n<condition type="maybe" scope="self"/>'
    modifier = f'<modifier type="set" field="x" value="1"><conditions>{condition}</conditions></modifier>\n'
    entry = f'<selectionEntry id="e" name="E" type="unit"><modifiers>{modifier * 2}</modifiers></selectionEntry>'
    with pytest.raises(DocumentError) as refused:
        read(catalogue(f"<selectionEntries>{entry}</selectionEntries>"), "c.cat")
    assert [problem.path for problem in refused.value.problems] == ["c.cat:2", "c.cat:4"]


def test_a_problem_of_a_message_has_a_pointer() -> None:
    entries = [{"id": "e", "costs": [{"typeId": "t", "value": []}]}]
    with pytest.raises(DocumentError) as refused:
        from_message("catalogue", {"id": "c", "name": "C", "gameSystemId": "s", "selectionEntries": entries})
    assert refused.value.problems[0].path == "/selectionEntries/0/costs/0/value"


def test_a_message_that_is_no_entry_or_has_no_end_is_refused() -> None:
    def problem_paths(entries: object) -> list[str]:
        with pytest.raises(DocumentError) as refused:
            from_message("catalogue", {"id": "c", "name": "C", "gameSystemId": "s", "selectionEntries": entries})
        return [problem.path for problem in refused.value.problems]

    deep: dict[str, object] = {"id": "e"}
    for _ in range(200):
        deep = {"id": "e", "selectionEntries": [deep]}
    assert problem_paths([{"id": "e"}, 3]) == ["/selectionEntries/1"]
    assert problem_paths(3) == ["/selectionEntries/0"]
    assert len(problem_paths([deep])) == 1
    with pytest.raises(ValueError, match="not a roster"):
        from_message("roster", {})


def test_additions_of_other_programs_are_passed_over() -> None:
    plain = read(catalogue('<selectionEntries><selectionEntry id="e" name="E" type="unit"/></selectionEntries>'), "c.cat")
    added = read(
        catalogue(
            '<selectionEntries><selectionEntry id="e" name="E" type="unit" flatten="true">'
            '<associations><association id="a"/></associations></selectionEntry></selectionEntries>'
            "<comment>by hand</comment>"
        ),
        "c.cat",
    )
    assert plain.entries == added.entries


def test_another_root_is_refused() -> None:
    with pytest.raises(DocumentError, match="<roster>") as refused:
        read(b"\n<roster/>", "r.ros")
    assert refused.value.problems[0].path == "r.ros:2"


@pytest.mark.parametrize("data", [CATALOGUE.encode(), b"<catalogue"])
def test_the_garbage_collector_works_again_afterwards(data: bytes) -> None:
    with contextlib.suppress(DocumentError):
        read(data, "c.cat")
    assert gc.isenabled()
    gc.disable()
    try:
        with contextlib.suppress(DocumentError):
            read(data, "c.cat")
        assert not gc.isenabled()
    finally:
        gc.enable()
