"""The adapter answers every line: messages by what the roster is, anything else by one error."""

import io
import json
from collections.abc import Mapping
from typing import Any

import pytest

from builder.adapter.actions import ACTIONS
from builder.adapter.protocol import MOST_BYTES, Adapter
from tests.battlescribe.files import CATALOGUE, SYSTEM

Json = dict[str, Any]


def system(**more: Any) -> Json:
    return {
        "id": "sys",
        "name": "Saltmarsh",
        "costTypes": [{"id": "crowns", "name": "cr"}, {"id": "glory", "name": "gl"}],
        "forceEntries": [{"id": "host", "name": "Host", "categoryLinks": [{"id": "hc", "targetId": "core"}]}],
        "categoryEntries": [{"id": "core", "name": "Core"}],
        **more,
    }


def catalogue(*entries: Json, **more: Any) -> Json:
    return {"id": "reed", "name": "Reed Folk", "gameSystemId": "sys", "selectionEntries": list(entries), **more}


def entry(id: str, *below: Json, **more: Any) -> Json:
    return {"id": id, "name": id.title(), "type": "model", "selectionEntries": list(below), **more}


class Conversation:
    """An adapter, and what it is told."""

    def __init__(self, *entries: Json, quirks: bool = True, **more: Any) -> None:
        self.adapter = Adapter(quirks)
        message = {"type": "setup", "specId": "marsh", "gameSystem": system(), "catalogues": [catalogue(*entries, **more)]}
        assert self.adapter.answer(message)["errors"] == []

    def act(self, action: str, **inputs: Any) -> Json:
        answer = self.adapter.answer({"type": "action", "action": action, **inputs})
        assert answer["ok"] is True
        outputs: Json = answer["outputs"]
        return outputs

    def force(self) -> str:
        uid = self.act("addForce", catalogueId="reed", forceEntryId="host")["forceId"]
        assert isinstance(uid, str)
        return uid

    @property
    def state(self) -> Json:
        return self.adapter.answer({"type": "getState"})

    @property
    def errors(self) -> list[tuple[str, str, str, str]]:
        found = self.adapter.answer({"type": "getErrors"})["errors"]
        return [(each["ownerType"], each["ownerEntryId"], each["entryId"], each["constraintId"]) for each in found]


def selection_tree(state: Mapping[str, Any]) -> list[Any]:
    """Return the selections of the first force as [name, number, children]."""

    def tree(nodes: list[Json]) -> list[Any]:
        return [[node["name"], node["number"], tree(node["children"])] for node in nodes]

    return tree(state["forces"][0]["selections"])


def test_a_roster_is_built_and_told() -> None:
    marsh = Conversation(
        entry("wader", entry("spear", type="upgrade", collective=True), costs=[{"typeId": "crowns", "value": 12.5}]),
        entry(
            "heron",
            costs=[{"typeId": "crowns", "value": 3}],
            categoryLinks=[{"id": "l", "targetId": "core", "primary": True}],
        ),
    )
    assert marsh.state["name"] == "marsh"
    force = marsh.force()
    wader = marsh.act("selectEntry", forceId=force, entryId="wader")["selectionId"]
    marsh.act("selectEntry", forceId=force, entryId="heron")
    spear = marsh.act("selectChildEntry", forceId=force, selectionId=wader, entryId="spear")
    assert spear["selections"] == {"spear": spear["selectionId"]}
    assert selection_tree(marsh.state) == [["Heron", 1, []], ["Wader", 1, [["Spear", 1, []]]]]
    assert marsh.state["costs"] == [{"typeId": "crowns", "name": "cr", "value": 15.5, "hidden": False}]
    heron = marsh.state["forces"][0]["selections"][0]
    assert heron["categories"] == [{"entryId": "core", "name": "Core", "primary": True}]
    assert [cost["value"] for cost in heron["costs"]] == [3, 0]
    marsh.act("setCostLimit", costTypeId="crowns", value=10)
    assert marsh.errors == [("roster", None, "costLimits", "crowns")]
    marsh.act("deselectSelection", forceId=force, selectionId=wader)
    assert selection_tree(marsh.state) == [["Heron", 1, []]]
    assert marsh.errors == []


def test_a_cost_that_was_there_is_listed_when_it_is_gone() -> None:
    marsh = Conversation(entry("wader", costs=[{"typeId": "crowns", "value": 2}]))
    force = marsh.force()
    assert marsh.state["costs"] == []
    wader = marsh.act("selectEntry", forceId=force, entryId="wader")["selectionId"]
    marsh.act("deselectSelection", forceId=force, selectionId=wader)
    assert [(cost["typeId"], cost["value"]) for cost in marsh.state["costs"]] == [("crowns", 0)]


def test_what_root_entries_ask_for_comes_with_the_first_force_alone() -> None:
    two = [{"id": "k", "type": "min", "value": 2, "field": "selections", "scope": "force"}]
    marsh = Conversation(entry("scribe", constraints=two))
    made = marsh.act("addForce", catalogueId="reed", forceEntryId="host")
    assert set(made["selections"]) == {"scribe"}
    assert selection_tree(marsh.state) == [["Scribe", 1, []], ["Scribe", 1, []]]
    marsh.act("addForce", catalogueId="reed", forceEntryId="host")
    assert [len(force["selections"]) for force in marsh.state["forces"]] == [2, 0]


def test_limits_of_cost_types_hold_for_a_new_roster_and_0_is_one() -> None:
    adapter = Adapter(quirks=True)
    types = [{"id": "a", "name": "A", "defaultCostLimit": 0}, {"id": "b", "name": "B", "defaultCostLimit": -1}]
    data = {
        "gameSystem": system(costTypes=types),
        "catalogues": [catalogue(entry("wader", costs=[{"typeId": "a", "value": 1}]))],
    }
    assert adapter.answer({"type": "setup", **data}) == {"type": "setupResult", "errors": []}
    force = adapter.answer({"type": "action", "action": "addForce", "catalogueId": "reed", "forceEntryId": "host"})
    adapter.answer({"type": "action", "action": "selectEntry", "forceId": force["outputs"]["forceId"], "entryId": "wader"})
    assert adapter.answer({"type": "getState"})["costLimits"] == [{"typeId": "a", "name": "A", "value": 0}]
    answer = adapter.answer({"type": "getErrors"})
    assert answer["type"] == "errors"
    (error,) = answer["errors"]
    assert error == {
        "message": "The roster has 1 A, 1 over the limit of 0.",
        "ownerType": "roster",
        "ownerId": None,
        "ownerEntryId": None,
        "entryId": "costLimits",
        "constraintId": "a",
    }


def test_forces_stand_within_forces_and_are_copied_and_removed() -> None:
    marsh = Conversation(entry("wader", costs=[{"typeId": "crowns", "value": 2}]))
    outer = marsh.force()
    inner = marsh.act("addChildForce", forceId=outer, catalogueId="reed", forceEntryId="host")["forceId"]
    marsh.act("selectEntry", forceId=inner, entryId="wader")
    copy = marsh.act("duplicateForce", forceId=outer)["forceId"]
    assert [len(force["childForces"]) for force in marsh.state["forces"]] == [1, 1]
    assert marsh.state["costs"][0]["value"] == 4
    uids = [force["id"] for force in marsh.state["forces"]]
    assert len({*uids, *(force["childForces"][0]["id"] for force in marsh.state["forces"])}) == 4
    marsh.act("removeForce", forceId=copy)
    assert [force["id"] for force in marsh.state["forces"]] == [outer]


def test_names_and_notes_of_the_players_own() -> None:
    marsh = Conversation(entry("wader"))
    force = marsh.force()
    wader = marsh.act("selectEntry", forceId=force, entryId="wader")["selectionId"]
    marsh.act("setCustomization", forceId=force, customName="First", customNotes="a")
    marsh.act("setCustomization", forceId=force, selectionId=wader, customName="Old Tom")
    marsh.act("setCustomization", forceId=force, categoryEntryId="core", customName="Heart", customNotes="b")
    (told_force,) = marsh.state["forces"]
    assert (told_force["customName"], told_force["customNotes"]) == ("First", "a")
    assert told_force["selections"][0]["customName"] == "Old Tom"
    assert [each.get("customName") for each in told_force["categories"]] == [None, "Heart"]


def test_a_count_is_of_nodes_for_roots_and_a_number_for_children() -> None:
    marsh = Conversation(entry("wader", entry("spear", collective=True, costs=[{"typeId": "crowns", "value": 1}])))
    force = marsh.force()
    wader = marsh.act("selectEntry", forceId=force, entryId="wader")["selectionId"]
    spear = marsh.act("selectChildEntry", forceId=force, selectionId=wader, entryId="spear")["selectionId"]
    marsh.act("setSelectionCount", forceId=force, selectionId=spear, count=4)
    assert selection_tree(marsh.state) == [["Wader", 1, [["Spear", 4, []]]]]
    marsh.act("setSelectionCount", forceId=force, selectionId=wader, count=3)
    assert [node[0] for node in selection_tree(marsh.state)] == ["Wader"] * 3
    marsh.act("setSelectionCount", forceId=force, selectionId=wader, count=1)
    assert selection_tree(marsh.state) == [["Wader", 1, [["Spear", 4, []]]]]
    marsh.act("setSelectionCount", forceId=force, selectionId=spear, count=0)
    assert selection_tree(marsh.state) == [["Wader", 1, []]]


SERGEANT = entry("squad", entry("sergeant", entry("badge"), entry("whistle", collective=True)), entry("cook"))
RIFLES = {
    "id": "arms",
    "name": "Arms",
    "collective": True,
    "defaultSelectionEntryId": "rifle",
    "constraints": [{"id": "one", "type": "min", "value": 1, "field": "selections", "scope": "parent"}],
    "selectionEntries": [entry("rifle", collective=True)],
}


@pytest.mark.parametrize(("quirks", "whistles"), [(True, [1, 1]), (False, [1, 0])])
def test_a_collective_choice_below_one_of_several_nodes(quirks: bool, whistles: list[int]) -> None:
    marsh = Conversation(SERGEANT, quirks=quirks)
    force = marsh.force()
    squad = marsh.act("selectEntry", forceId=force, entryId="squad")["selectionId"]
    marsh.act("selectChildEntry", forceId=force, selectionId=squad, entryId="cook")
    first, _ = (marsh.act("selectChildEntry", forceId=force, selectionId=squad, entryId="sergeant") for _ in "ab")
    marsh.act("selectChildEntry", forceId=force, selectionId=first["selectionId"], entryId="whistle")
    cook, *sergeants = marsh.state["forces"][0]["selections"][0]["children"]
    assert cook["children"] == []
    assert sorted((len(each["children"]) for each in sergeants), reverse=True) == whistles
    badge = marsh.act("selectChildEntry", forceId=force, selectionId=first["selectionId"], entryId="badge")["selectionId"]
    sergeants = marsh.state["forces"][0]["selections"][0]["children"]
    assert sum(child["name"] == "Badge" for each in sergeants for child in each["children"]) == 1
    marsh.act("deselectSelection", forceId=force, selectionId=badge)
    sergeants = marsh.state["forces"][0]["selections"][0]["children"]
    (whistle,) = next(each for each in sergeants if each["id"] == first["selectionId"])["children"]
    marsh.act("setSelectionCount", forceId=force, selectionId=whistle["id"], count=3)
    numbers = [
        child["number"] for each in marsh.state["forces"][0]["selections"][0]["children"] for child in each["children"]
    ]
    assert numbers == [3] * sum(whistles)
    marsh.act("deselectSelection", forceId=force, selectionId=whistle["id"])
    marsh.act("setSelectionCount", forceId=force, selectionId=whistle["id"], count=0)
    assert all(each["children"] == [] for each in marsh.state["forces"][0]["selections"][0]["children"])


def test_a_sibling_that_came_later_has_no_part_in_a_count() -> None:
    marsh = Conversation(SERGEANT)
    force = marsh.force()
    squad = marsh.act("selectEntry", forceId=force, entryId="squad")["selectionId"]
    first = marsh.act("selectChildEntry", forceId=force, selectionId=squad, entryId="sergeant")["selectionId"]
    whistle = marsh.act("selectChildEntry", forceId=force, selectionId=first, entryId="whistle")["selectionId"]
    marsh.act("selectChildEntry", forceId=force, selectionId=squad, entryId="sergeant")
    marsh.act("setSelectionCount", forceId=force, selectionId=whistle, count=2)
    assert selection_tree(marsh.state) == [["Squad", 1, [["Sergeant", 1, [["Whistle", 2, []]]], ["Sergeant", 1, []]]]]


@pytest.mark.parametrize(("quirks", "number"), [(True, 1), (False, 3)])
def test_the_number_of_an_entry_that_is_a_node_of_its_own(quirks: bool, number: int) -> None:
    marsh = Conversation(SERGEANT, quirks=quirks)
    force = marsh.force()
    squad = marsh.act("selectEntry", forceId=force, entryId="squad")["selectionId"]
    sergeant = marsh.act("selectChildEntry", forceId=force, selectionId=squad, entryId="sergeant")["selectionId"]
    marsh.act("setSelectionCount", forceId=force, selectionId=sergeant, count=3)
    assert selection_tree(marsh.state) == [["Squad", 1, [["Sergeant", number, []]]]]


@pytest.mark.parametrize(("quirks", "rifles"), [(True, 9), (False, 3)])
def test_a_collective_default_of_a_collective_group(quirks: bool, rifles: int) -> None:
    marsh = Conversation(entry("squad", entry("trooper", selectionEntryGroups=[RIFLES])), quirks=quirks)
    force = marsh.force()
    squad = marsh.act("selectEntry", forceId=force, entryId="squad")["selectionId"]
    trooper = marsh.act("selectChildEntry", forceId=force, selectionId=squad, entryId="trooper")["selectionId"]
    assert selection_tree(marsh.state) == [["Squad", 1, [["Trooper", 1, [["Rifle", 1, []]]]]]]
    marsh.act("setSelectionCount", forceId=force, selectionId=trooper, count=3)
    assert selection_tree(marsh.state) == [["Squad", 1, [["Trooper", 3, [["Rifle", rifles, []]]]]]]


ROSTER = """<roster id="r" name="Old List" battleScribeVersion="2.03" gameSystemId="sys">
<costLimits><costLimit name="cr" typeId="crowns" value="100.0"/></costLimits>
<forces><force id="s7" entryId="host" catalogueId="reed"><selections>
<selection id="s9" entryId="wader" number="1" customName="Tom"><customNotes>wet</customNotes><selections>
<selection id="x" entryId="spear" number="2"/></selections></selection></selections></force></forces></roster>"""


def files(adapter: Adapter, *extra: Json) -> Json:
    given = [{"fileName": "s.gst", "content": SYSTEM}, {"fileName": "r.cat", "content": CATALOGUE}, *extra]
    return adapter.answer({"type": "setupFromFiles", "files": given})


def test_a_roster_that_was_stripped_of_all_that_follows_is_loaded() -> None:
    adapter = Adapter(quirks=True)
    assert files(adapter)["errors"] == []
    adapter.answer({"type": "action", "action": "loadRoster", "xml": ROSTER})
    state = adapter.answer({"type": "getState"})
    wader = state["forces"][0]["selections"][0]
    assert (state["name"], state["costs"][0]["value"], state["costLimits"][0]["value"]) == ("Old List", 13, 100)
    assert (wader["id"], wader["name"], wader["type"], wader["customName"], wader["customNotes"]) == (
        "s9",
        "Wader",
        "model",
        "Tom",
        "wet",
    )
    assert [(each["id"], each["number"], each["costs"][0]["value"]) for each in wader["children"]] == [("x", 2, 1)]
    made = adapter.answer({"type": "action", "action": "selectEntry", "forceId": "s7", "entryId": "eel"})
    assert made["outputs"]["selectionId"] == "s10"
    assert made["outputs"]["selections"] == {"to-eel::eel": "s10", "to-eel": "s10", "eel": "s10"}


def test_files_that_cannot_be_used_are_reported_at_setup() -> None:
    adapter = Adapter(quirks=True)
    broken = files(adapter, {"fileName": "b.cat", "content": "<catalogue"}, {"fileName": "c.cat", "content": "<roster/>"})
    assert [error.split(":")[0] for error in broken["errors"]] == ["b.cat", "c.cat"]
    second = files(adapter, {"fileName": "r2.cat", "content": CATALOGUE})
    assert "same id" in second["errors"][0]


def lines(*messages: bytes, adapter: Adapter | None = None) -> list[Json]:
    return [json.loads(answer) for answer in (adapter or Adapter(quirks=True)).answers(io.BytesIO(b"".join(messages)))]


def test_answers_have_the_id_of_their_message() -> None:
    described, gone = lines(b'{"type": "describe", "corrId": 7}\n', b'\n{"type": "teardown", "corrId": "x"}')
    assert (described["type"], described["corrId"], described["domains"]) == ("describeResult", 7, ["roster"])
    assert (gone["type"], gone["corrId"]) == ("teardownResult", "x")


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense",
        b"\xff\xfe",
        b"[1]",
        b'"describe"',
        b"{}",
        b'{"type": 3}',
        b'{"type": "dance"}',
        b'{"type": "getState"}',
        b'{"type": "getErrors"}',
        b'{"type": "action", "action": "addForce"}',
        b'{"type": "action", "action": ["addForce"]}',
        b'{"type": "setup"}',
        b'{"type": "setup", "gameSystem": 3, "catalogues": []}',
        b'{"type": "setup", "gameSystem": {}, "catalogues": []}',
        b'{"type": "setup", "gameSystem": {"id": "g", "name": "G", "costTypes": [{"id": "c", "defaultCostLimit": NaN}]}}',
        b'{"type": "setupFromFiles", "files": [{}]}',
        b'{"type": "setupFromFiles", "files": [{"fileName": "a.cat"}]}',
        b'{"type": "setupFromFiles", "files": [{"content": "x"}]}',
        b'{"type": "setupFromFiles"}',
        b"[" * 100_000,
    ],
)
def test_a_line_that_says_nothing_useful_is_one_error(line: bytes) -> None:
    wrong, described = lines(line, b'\n{"type": "describe"}\n')
    assert wrong["type"] == "error"
    assert wrong["message"]
    assert "Muster failed" not in wrong["message"]
    assert described["type"] == "describeResult"


def test_a_line_that_is_too_long_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.adapter.protocol.MOST_BYTES", 100)
    wrong, described = lines(b'{"type": "' + b"x" * 500 + b'"}\n', b'{"type": "describe"}\n')
    assert "longer than" in wrong["message"]
    assert described["type"] == "describeResult"
    assert MOST_BYTES > 50_000_000


@pytest.mark.parametrize(
    ("action", "inputs"),
    [
        ("addForce", {"catalogueId": "none", "forceEntryId": "host"}),
        ("addForce", {"catalogueId": "reed", "forceEntryId": "none"}),
        ("addChildForce", {"forceId": "none", "catalogueId": "reed", "forceEntryId": "host"}),
        ("removeForce", {"forceId": "none"}),
        ("removeForce", {"forceId": 3}),
        ("selectEntry", {"forceId": "f1", "entryId": "none"}),
        ("selectChildEntry", {"forceId": "f1", "selectionId": "s2", "entryId": "none"}),
        ("selectChildEntry", {"forceId": "f1", "selectionId": "none", "entryId": "wader"}),
        ("deselectSelection", {"forceId": "f1", "selectionId": "none"}),
        ("setSelectionCount", {"forceId": "f1", "selectionId": "s2", "count": -1}),
        ("setSelectionCount", {"forceId": "f1", "selectionId": "s2", "count": 10**9}),
        ("setSelectionCount", {"forceId": "f1", "selectionId": "s2", "count": "3"}),
        ("setCostLimit", {"costTypeId": "crowns", "value": "lots"}),
        ("setCostLimit", {"value": 3}),
        ("setCustomization", {"customName": "x"}),
        ("duplicateSelection", {"selectionId": "none"}),
        ("duplicateForce", {"forceId": "none"}),
        ("loadRoster", {"xml": "<roster"}),
        ("loadRoster", {"xml": '<roster><forces><force id="a"/><force id="a"/></forces></roster>'}),
        ("loadRoster", {"xml": "<!DOCTYPE roster><roster/>"}),
        ("loadRoster", {}),
    ],
)
def test_what_cannot_be_done_is_an_error_and_changes_nothing(action: str, inputs: Json) -> None:
    marsh = Conversation(entry("wader"))
    marsh.act("selectEntry", forceId=marsh.force(), entryId="wader")
    before = marsh.state
    message = json.dumps({"type": "action", "action": action, **inputs}).encode() + b"\n"
    (answer,) = lines(message, adapter=marsh.adapter)
    assert answer["type"] == "error"
    assert "Muster failed" not in answer["message"]
    assert marsh.state == before


def test_a_fault_of_ours_does_not_end_the_conversation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ACTIONS, "reload", lambda session, message: 1 // 0)
    marsh = Conversation(entry("wader"))
    wrong, fine = lines(b'{"type": "action", "action": "reload"}\n', b'{"type": "getState"}\n', adapter=marsh.adapter)
    assert wrong["message"].startswith("Muster failed at this message (ZeroDivisionError")
    assert fine["type"] == "state"


def test_the_roster_is_written_as_a_file_and_loaded_again() -> None:
    adapter = Adapter(quirks=True)
    files(adapter)
    adapter.answer({"type": "action", "action": "loadRoster", "xml": ROSTER})
    adapter.answer({"type": "action", "action": "setCustomization", "forceId": "s7", "customName": "First"})
    before = adapter.answer({"type": "getState"})
    written = adapter.answer({"type": "exportRosterXml"})
    assert written["type"] == "rosterXmlResult"
    assert '<cost name=" cr" typeId="crowns" value="13.0"/>' in written["xml"]
    adapter.answer({"type": "action", "action": "loadRoster", "xml": written["xml"]})
    assert adapter.answer({"type": "getState"}) == before
    assert before["forces"][0]["customName"] == "First"


def test_a_roster_whose_catalogue_is_not_there_is_told_as_far_as_it_goes() -> None:
    adapter = Adapter(quirks=True)
    files(adapter)
    adapter.answer({"type": "action", "action": "loadRoster", "xml": ROSTER.replace('"reed"', '"gone"')})
    (force,) = adapter.answer({"type": "getState"})["forces"]
    assert (force["catalogueName"], force["selections"][0]["name"], force["publications"]) == ("gone", "wader", [])
    (error,) = adapter.answer({"type": "getErrors"})["errors"]
    assert (error["ownerType"], error["ownerEntryId"]) == ("force", "host")
    (answer,) = lines(b'{"type": "action", "action": "selectEntry", "forceId": "s7", "entryId": "wader"}\n', adapter=adapter)
    assert answer["message"] == 'There is no catalogue "gone".'
