"""What the state message shows, statement by statement of the data's description (battlescribe.md), on invented data."""

from typing import Any

from tests.adapter.test_adapter import Conversation, Json, entry, selection_tree


def only(state: Json) -> Json:
    """Return the only selection of the only force."""
    ((found,),) = (force["selections"] for force in state["forces"])
    assert isinstance(found, dict)
    return found


def shared_entries(*entries: Json, **more: Any) -> Json:
    return {"sharedSelectionEntries": list(entries), **more}


def link(id: str, target: str, **more: Any) -> Json:
    return {"id": id, "targetId": target, "type": "selectionEntry", **more}


SPEAR = entry("spear", entry("tip"), type="upgrade", page="7", publicationId="book")


def test_a_linked_selection_is_its_target_under_the_ids_on_the_way() -> None:
    marsh = Conversation(
        entry("wader", entryLinks=[link("to-spear", "spear", name="Lance", page="99", publicationId="other")]),
        **shared_entries(SPEAR),
        publications=[{"id": "book", "name": "Reed Book"}],
    )
    force = marsh.force()
    wader = marsh.act("selectEntry", forceId=force, entryId="wader")["selectionId"]
    made = marsh.act("selectChildEntry", forceId=force, selectionId=wader, entryId="spear")
    marsh.act("selectChildEntry", forceId=force, selectionId=made["selectionId"], entryId="tip")
    (spear,) = only(marsh.state)["children"]
    assert [spear[key] for key in ("name", "type", "page", "publicationId", "publicationName")] == [
        "Spear",
        "upgrade",
        "7",
        "book",
        "Reed Book",
    ]
    assert (spear["entryId"], spear["children"][0]["entryId"]) == ("to-spear::spear", "to-spear::tip")


def test_an_entry_is_addressed_by_any_part_of_its_id_and_the_first_that_fits_is_taken() -> None:
    marsh = Conversation(entryLinks=[link("a", "spear"), link("b", "spear")], **shared_entries(SPEAR))
    force = marsh.force()
    for id in ("spear", "b", "a::spear"):
        marsh.act("selectEntry", forceId=force, entryId=id)
    assert sorted(each["entryId"] for each in marsh.state["forces"][0]["selections"]) == ["a::spear", "a::spear", "b::spear"]


def test_the_group_of_a_selection_is_the_innermost_one_with_the_links_on_the_way() -> None:
    arms = {
        "id": "arms",
        "name": "Arms",
        "selectionEntryGroups": [{"id": "long", "name": "Long", "selectionEntries": [entry("pike")]}],
    }
    marsh = Conversation(
        entry("wader", entry("boots"), entryLinks=[{"id": "to-arms", "targetId": "arms", "type": "selectionEntryGroup"}]),
        sharedSelectionEntryGroups=[arms],
    )
    force = marsh.force()
    wader = marsh.act("selectEntry", forceId=force, entryId="wader")["selectionId"]
    for id in ("boots", "pike"):
        marsh.act("selectChildEntry", forceId=force, selectionId=wader, entryId=id)
    boots, pike = only(marsh.state)["children"]
    assert (boots["entryGroupId"], pike["entryGroupId"], pike["entryId"]) == ("", "to-arms::long", "to-arms::pike")


def test_selections_stand_in_the_order_of_their_changed_names_whatever_the_case() -> None:
    changed = [{"type": "set", "field": "name", "value": "aardvark"}]
    marsh = Conversation(entry("zebra", modifiers=changed), entry("Beaver"), entry("ant10"), entry("ant9"))
    force = marsh.force()
    for id in ("zebra", "Beaver", "ant9", "ant10"):
        marsh.act("selectEntry", forceId=force, entryId=id)
    assert [each[0] for each in selection_tree(marsh.state)] == ["aardvark", "Ant10", "Ant9", "Beaver"]


UNIT_TYPE = {"id": "kind", "name": "Figure", "characteristicTypes": [{"id": "pace", "name": "Pace"}]}


def test_profiles_and_rules_are_the_entrys_own_and_linked_ones_and_nothing_hidden() -> None:
    profile = {
        "id": "p",
        "name": "Wader",
        "typeId": "kind",
        "typeName": "Old name",
        "characteristics": [{"typeId": "pace", "name": "x", "value": "5"}],
    }
    rule = {"id": "mud", "name": "Mud", "description": "Slow.", "page": "3", "publicationId": "book"}
    group = {
        "id": "g",
        "name": "Arms",
        "rules": [{"id": "of-group", "name": "Of the group"}],
        "selectionEntries": [entry("pike")],
    }
    marsh = Conversation(
        entry(
            "wader",
            profiles=[profile, {"id": "q", "name": "Gone", "typeId": "kind", "hidden": True}],
            infoLinks=[
                {"id": "l", "targetId": "mud", "type": "rule", "name": "Bog", "page": "99", "publicationId": "other"}
            ],
            infoGroups=[{"id": "h", "name": "H", "hidden": True, "rules": [{"id": "r", "name": "R"}]}],
            selectionEntryGroups=[group],
        ),
        profileTypes=[UNIT_TYPE],
        sharedRules=[rule],
    )
    force = marsh.force()
    wader = marsh.act("selectEntry", forceId=force, entryId="wader")["selectionId"]
    marsh.act("selectChildEntry", forceId=force, selectionId=wader, entryId="pike")
    told_wader = only(marsh.state)
    (shown,) = told_wader["profiles"]
    assert (shown["typeName"], shown["characteristics"]) == ("Figure", [{"name": "Pace", "typeId": "pace", "value": "5"}])
    assert [(each["name"], each["page"], each["publicationId"]) for each in told_wader["rules"]] == [("Mud", "3", "book")]
    assert told_wader["children"][0]["rules"] == []


def test_a_force_lists_categories_rules_and_publications() -> None:
    marsh = Conversation(rules=[{"id": "r", "name": "Tide"}], publications=[{"id": "own", "name": "Own"}])
    marsh.force()
    (force,) = marsh.state["forces"]
    assert [(each["entryId"], each["name"]) for each in force["categories"]] == [
        ("(No Category)", "Uncategorised"),
        ("core", "Core"),
    ]
    assert [each["name"] for each in force["rules"]] == ["Tide"]
    assert [each["id"] for each in force["publications"]] == ["own"]
    assert (force["name"], force["catalogueName"], force["entryId"]) == ("Host", "Reed Folk", "host")


def test_a_selection_without_categories_has_none() -> None:
    marsh = Conversation(entry("wader"))
    marsh.act("selectEntry", forceId=marsh.force(), entryId="wader")
    assert only(marsh.state)["categories"] == []


def test_a_count_is_set_step_by_step_each_seeing_the_costs_before() -> None:
    growing = {
        "type": "increment",
        "field": "crowns",
        "value": "1",
        "repeats": [{"field": "crowns", "scope": "parent", "childId": "eel", "value": 1, "shared": True}],
    }
    marsh = Conversation(entry("net", entry("eel", costs=[{"typeId": "crowns", "value": 1}], modifiers=[growing])))
    force = marsh.force()
    net = marsh.act("selectEntry", forceId=force, entryId="net")["selectionId"]
    eel = marsh.act("selectChildEntry", forceId=force, selectionId=net, entryId="eel")["selectionId"]
    assert marsh.state["costs"][0]["value"] == 1
    marsh.act("setSelectionCount", forceId=force, selectionId=eel, count=3)
    assert marsh.state["costs"][0]["value"] == (1 + (1 + 1) * 2) * 3


def test_amounts_are_decimal() -> None:
    marsh = Conversation(entry("net", entry("eel", costs=[{"typeId": "crowns", "value": 0.1}])))
    force = marsh.force()
    net = marsh.act("selectEntry", forceId=force, entryId="net")["selectionId"]
    eel = marsh.act("selectChildEntry", forceId=force, selectionId=net, entryId="eel")["selectionId"]
    marsh.act("setSelectionCount", forceId=force, selectionId=eel, count=3)
    assert marsh.state["costs"][0]["value"] == 0.3


def test_hidden_costs_are_marked_and_costs_of_a_catalogue_have_their_names() -> None:
    costs = [{"typeId": "crowns", "value": 1}, {"typeId": "eggs", "value": 2}]
    marsh = Conversation(entry("net", costs=costs), costTypes=[{"id": "eggs", "name": "Eggs", "hidden": True}])
    marsh.act("selectEntry", forceId=marsh.force(), entryId="net")
    assert [(each["name"], each["value"], each["hidden"]) for each in marsh.state["costs"]] == [
        ("cr", 1, False),
        ("Eggs", 2, True),
    ]
