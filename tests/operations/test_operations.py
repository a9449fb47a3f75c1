import json
from dataclasses import replace

import pytest

from builder.operations.error import OperationError
from builder.operations.nodes import aside
from builder.operations.older import in_todays_words
from builder.operations.roster_json import roster_from_json, roster_to_json
from builder.operations.table import apply, apply_all
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.tree import Declaration, Roster
from tests.rules.playing import Table

AIS = "assault-intercessor-squad"
MODEL, SERGEANT = f"{AIS}/model/assault-intercessor", f"{AIS}/model/assault-intercessor-sergeant"


@pytest.fixture
def table():
    """A roster with an Assault Intercessor Squad, "squad"."""
    table = Table()
    table.add(AIS, "squad")
    return table


def groups(unit):
    """The groups of a unit: row, number, items of each model."""
    return [
        (node.name, node.number, {each.name: each.number // node.number for each in node.selections})
        for node in unit.selections
    ]


DEFAULT = {"Heavy bolt pistol": 1, "Astartes chainsword": 1, "Frag grenades": 1, "Krak grenades": 1}
PLASMA = {"Plasma pistol": 1, "Astartes chainsword": 1, "Frag grenades": 1, "Krak grenades": 1}


def expect_error(roster, catalogues, **operation):
    with pytest.raises(OperationError) as caught:
        apply(roster, operation, catalogues)
    return caught.value


def test_a_new_unit_is_the_smallest_legal_one_with_default_wargear(table):
    assert groups(table.unit("squad")) == [("Assault Intercessor", 4, DEFAULT), ("Assault Intercessor Sergeant", 1, DEFAULT)]


@pytest.mark.parametrize(
    ("models", "numbers"), [(1, [1]), (3, [2, 1]), (5, [4, 1]), (7, [6, 1]), (10, [9, 1]), (12, [11, 1])]
)
def test_a_unit_of_a_size_keeps_its_sergeant_and_varies_the_others(models, numbers):
    table = Table()
    table.add(AIS, "squad", models=models)
    assert [node.number for node in table.unit("squad").selections] == numbers
    assert table.unit("squad").selections[-1].name == "Assault Intercessor Sergeant"


def test_taking_an_option_splits_a_group(table):
    table.play(
        {"op": "set-loadout", "unit": "squad", "selection": "squad/Assault Intercessor", "models": 1, "items": PLASMA}
    )
    assert groups(table.unit("squad"))[:2] == [("Assault Intercessor", 3, DEFAULT), ("Assault Intercessor", 1, PLASMA)]


def test_equal_models_are_put_together_again(table):
    for _ in range(2):
        table.play(
            {"op": "set-loadout", "unit": "squad", "selection": "squad/Assault Intercessor", "models": 1, "items": PLASMA}
        )
    assert groups(table.unit("squad"))[:2] == [("Assault Intercessor", 2, DEFAULT), ("Assault Intercessor", 2, PLASMA)]
    kept = table.group("squad/Assault Intercessor").uid
    table.play(
        {"op": "set-loadout", "unit": "squad", "selection": "squad/Assault Intercessor 2", "models": 2, "items": DEFAULT}
    )
    assert groups(table.unit("squad"))[:1] == [("Assault Intercessor", 4, DEFAULT)]
    assert table.group("squad/Assault Intercessor").uid == kept


def test_an_option_replaces_what_the_model_has(table):
    sergeant = table.group("squad/Assault Intercessor Sergeant").uid
    table.play({"op": "take-option", "unit": "squad", "option": "sergeant-plasma-pistol", "selection": sergeant})
    assert groups(table.unit("squad"))[1] == ("Assault Intercessor Sergeant", 1, PLASMA)
    again = {"op": "take-option", "unit": table.names["squad"], "option": f"{AIS}/option/sergeant-plasma-pistol"}
    error = expect_error(table.roster, table.catalogues, **again, selection=sergeant)
    assert error.pointer == "/option"
    assert "no Heavy bolt pistol left" in error.message


def test_growing_adds_default_models_and_keeps_wargear(table):
    table.play(
        {"op": "set-loadout", "unit": "squad", "selection": "squad/Assault Intercessor", "models": 2, "items": PLASMA}
    )
    table.play({"op": "set-size", "unit": "squad", "row": "Assault Intercessor", "number": 7})
    assert groups(table.unit("squad"))[:2] == [("Assault Intercessor", 5, DEFAULT), ("Assault Intercessor", 2, PLASMA)]


def test_shrinking_takes_default_models_first(table):
    table.play(
        {"op": "set-loadout", "unit": "squad", "selection": "squad/Assault Intercessor", "models": 2, "items": PLASMA}
    )
    table.play({"op": "set-size", "unit": "squad", "row": "Assault Intercessor", "number": 1})
    assert groups(table.unit("squad"))[0] == ("Assault Intercessor", 1, PLASMA)


def test_shrinking_spares_the_warlord(table):
    table.play({"op": "declare", "kind": "warlord", "subject": "squad/Assault Intercessor", "index": 3})
    table.play(
        {"op": "set-loadout", "unit": "squad", "selection": "squad/Assault Intercessor", "models": 2, "items": PLASMA}
    )
    table.play({"op": "set-size", "unit": "squad", "row": "Assault Intercessor", "number": 1})
    assert table.roster.declarations_of("warlord") == [Declaration("warlord", table.group("squad/Assault Intercessor").uid)]


def test_a_declaration_follows_its_model_into_another_group(table):
    table.play({"op": "declare", "kind": "warlord", "subject": "squad/Assault Intercessor", "index": 3})
    table.play(
        {"op": "set-loadout", "unit": "squad", "selection": "squad/Assault Intercessor", "models": 2, "items": PLASMA}
    )
    moved = table.group("squad/Assault Intercessor 2").uid
    assert table.roster.declarations_of("warlord") == [Declaration("warlord", moved, index=1)]
    table.play({"op": "set-loadout", "unit": "squad", "selection": moved, "models": 2, "items": DEFAULT})
    assert table.roster.declarations_of("warlord") == [
        Declaration("warlord", table.group("squad/Assault Intercessor").uid, index=3)
    ]


def test_a_unit_keeps_a_model(table):
    table.play({"op": "set-size", "unit": "squad", "row": "Assault Intercessor", "number": 0})
    error = expect_error(table.roster, table.catalogues, op="set-size", unit=table.names["squad"], row=SERGEANT, number=0)
    assert error.message == "a unit has at least one model; remove the unit instead"
    last = table.group("squad/Assault Intercessor Sergeant").uid
    assert expect_error(table.roster, table.catalogues, op="remove", selection=last).pointer == "/selection"


def test_removing_a_unit_withdraws_what_is_declared_about_it_and_names_it():
    table = Table()
    table.add("host-guard", "guard")
    table.add("lantern-carrier", "carrier")
    table.play({"op": "declare", "kind": "embarked", "subject": "guard", "value": "carrier"})
    table.play({"op": "declare", "kind": "warlord", "subject": "carrier/Lantern Carrier"})
    table.play({"op": "declare", "kind": "battle-forged"})
    table.play({"op": "remove", "selection": "carrier"})
    assert [each.kind for each in table.roster.declarations] == ["battle-forged"]


def test_a_copy_has_new_uids_and_the_chosen_keywords_only(table):
    table.play({"op": "declare", "kind": "keyword", "subject": "squad", "key": "<CHAPTER>", "value": "DAWNWARD"})
    table.play({"op": "declare", "kind": "warlord", "subject": "squad/Assault Intercessor"})
    table.play({"op": "declare", "kind": "understrength", "subject": "squad"})
    table.play({"op": "duplicate", "selection": "squad", "as": "copy"})
    squad, copy = table.unit("squad"), table.unit("copy")
    assert groups(squad) == groups(copy)
    assert not {node.uid for node in squad.walk()} & {node.uid for node in copy.walk()}
    assert [each.kind for each in table.roster.declarations if each.subject == copy.uid] == ["keyword"]
    assert len(table.roster.declarations_of("warlord")) == 1


def test_a_unit_set_aside_is_kept_with_all_that_was_declared_about_it_and_comes_back(table):
    table.play({"op": "declare", "kind": "warlord", "subject": "squad/Assault Intercessor"})
    before = table.roster
    squad = table.unit("squad")
    apart = apply(before, {"op": "set-aside", "selection": squad.uid}, table.catalogues)
    assert squad not in list(apart.walk())
    assert not apart.declarations, "nobody leads the army from outside it"
    assert evaluate(apart, table.catalogues).costs["power"] == 0
    assert roster_from_json(json.loads(json.dumps(roster_to_json(apart)))) == apart
    back = apply(apart, {"op": "bring-back", "selection": squad.uid}, table.catalogues)
    assert (list(back.units())[-1], back.declarations) == (squad, before.declarations)
    gone = apply(apart, {"op": "remove", "selection": squad.uid}, table.catalogues)
    assert not list(aside(gone))


def test_what_was_set_aside_is_refused_to_other_edits_with_a_way_out(table):
    squad = table.unit("squad").uid
    apart = apply(table.roster, {"op": "set-aside", "selection": squad}, table.catalogues)
    for operation in ({"op": "duplicate", "selection": squad}, {"op": "set-aside", "selection": squad}):
        with pytest.raises(OperationError, match="bring the unit back first"):
            apply(apart, operation, table.catalogues)
    with pytest.raises(OperationError, match="set aside in this roster"):
        apply(table.roster, {"op": "bring-back", "selection": squad}, table.catalogues)


def test_who_is_embarked_comes_back_on_foot_where_the_transport_was_set_aside_too(table):
    table.add(AIS, "second")
    squad, second = table.unit("squad").uid, table.unit("second").uid
    roster = apply(table.roster, {"op": "declare", "kind": "embarked", "subject": squad, "value": second}, table.catalogues)
    for uid in (squad, second):
        roster = apply(roster, {"op": "set-aside", "selection": uid}, table.catalogues)
    back = apply(roster, {"op": "bring-back", "selection": squad}, table.catalogues)
    assert not back.declarations


def test_units_of_one_name_stand_in_the_order_in_which_they_came(table):
    table.add(AIS, "second")
    table.play({"op": "duplicate", "selection": "squad", "as": "copy"})
    table.play({"op": "duplicate", "selection": "squad", "as": "another"})
    order = [table.unit(name).uid for name in ("squad", "second", "copy", "another")]
    assert [unit.uid for unit in table.roster.units()] == order


def test_units_are_moved_among_each_other_and_into_another_force_of_their_catalogue(table):
    table.add(AIS, "second")
    table.play({"op": "move", "selection": "second", "before": "squad"})
    assert [unit.uid for unit in table.roster.units()] == [table.names["second"], table.names["squad"]]
    other = f"f{table.roster.next_uid}"
    table.do(op="add-force", catalogue="core-9e")
    table.play({"op": "move", "selection": "second", "force": other})
    assert [unit.uid for unit in table.roster.forces[1].selections] == [table.names["second"]]
    foreign = f"f{table.roster.next_uid}"
    table.do(op="add-force", catalogue="gloam-court")
    error = expect_error(table.roster, table.catalogues, op="move", selection=table.names["second"], force=foreign)
    assert "has no 'Assault Intercessor Squad'" in error.message


def test_a_declaration_replaces_what_was_stated_about_the_same(table):
    for key, value in (("<CHAPTER>", "DAWNWARD"), ("<CHAPTER>", "SOMBRE"), ("<chapter>", "ULTRAMARINES")):
        table.play({"op": "declare", "kind": "keyword", "subject": "squad", "key": key, "value": value})
    assert [each.value for each in table.roster.declarations] == ["ULTRAMARINES"]


def test_agreements_and_limits_are_noted_and_withdrawn(table):
    table.do(op="agree", key="mission", value="only-war")
    table.do(op="limit", cost="power", value=50)
    assert table.roster.agreed == {"mission": "only-war"}
    assert {cost: str(value) for cost, value in table.roster.limits.items()} == {"power": "50"}
    table.do(op="agree", key="mission", value=None)
    table.do(op="limit", cost="power", value=None)
    assert (table.roster.agreed, table.roster.limits) == ({}, {})


def test_names_and_notes(table):
    table.do(op="rename", name="Solvärd")
    table.play({"op": "rename", "subject": "squad", "name": "Первая"})
    table.play({"op": "annotate", "subject": "squad", "note": "two\nlines"})
    assert (table.roster.name, table.unit("squad").title, table.unit("squad").note) == ("Solvärd", "Первая", "two\nlines")


def test_a_name_that_is_called_title_as_at_first_is_read(table):
    table.do(op="rename", title="Solvärd")
    assert table.roster.name == "Solvärd"
    with pytest.raises(OperationError, match="title"):
        table.do(op="rename", name="Solvärd", title="Other")
    assert in_todays_words({"op": "annotate", "title": "x"}) == {"op": "annotate", "title": "x"}


def test_text_is_kept_in_one_form(table):
    table.do(op="rename", name="Go\u0308k")
    assert table.roster.name == "G\u00f6k"


def test_several_edits_are_all_done_or_none(table):
    before = table.roster
    operations = [{"op": "rename", "name": "New"}, {"op": "remove", "selection": "s999"}]
    with pytest.raises(OperationError) as caught:
        apply_all(before, operations, table.catalogues)
    assert caught.value.pointer == "/1/selection"
    assert table.roster is before


BAD = {
    "no kind": ({}, "/op"),
    "unknown kind": ({"op": "explode"}, "/op"),
    "a field too many": ({"op": "remove", "selection": "s2", "why": "x"}, "/why"),
    "a field missing": ({"op": "remove"}, "/selection"),
    "a number as text": ({"op": "set-number", "selection": "s3", "number": "4"}, "/number"),
    "a truth for a number": ({"op": "set-number", "selection": "s3", "number": True}, "/number"),
    "a huge number": ({"op": "set-number", "selection": "s3", "number": 10**30}, "/number"),
    "no such unit": ({"op": "set-size", "unit": "s99", "row": MODEL, "number": 5}, "/unit"),
    "a model for a unit": ({"op": "set-size", "unit": "s3", "row": MODEL, "number": 5}, "/unit"),
    "no such row": ({"op": "set-size", "unit": "s2", "row": "x", "number": 5}, "/row"),
    "no such group": ({"op": "set-loadout", "unit": "s2", "selection": "s4", "models": 1, "items": {}}, "/selection"),
    "more models than there are": (
        {"op": "set-loadout", "unit": "s2", "selection": "s3", "models": 5, "items": {}},
        "/models",
    ),
    "an item of nobody": (
        {"op": "set-loadout", "unit": "s2", "selection": "s3", "models": 1, "items": {"x": 1}},
        "/items",
    ),
    "no such option": ({"op": "take-option", "unit": "s2", "option": "x", "selection": "s3"}, "/option"),
    "an option of another row": (
        {"op": "take-option", "unit": "s2", "option": f"{AIS}/option/sergeant-plasma-pistol", "selection": "s3"},
        "/selection",
    ),
    "no such choice": (
        {
            "op": "take-option",
            "unit": "s2",
            "option": f"{AIS}/option/sergeant-plasma-pistol",
            "selection": "s8",
            "choice": 3,
        },
        "/choice",
    ),
    "no such catalogue": ({"op": "add-force", "catalogue": "x"}, "/catalogue"),
    "a force entry of nobody": ({"op": "add-force", "catalogue": "core-9e", "entry": "x"}, "/entry"),
    "a catalogue of another system": ({"op": "add-force", "catalogue": "core-8e"}, "/catalogue"),
    "no such force": ({"op": "add-unit", "force": "f9", "entry": AIS}, "/force"),
    "no such datasheet": ({"op": "add-unit", "force": "f1", "entry": "x"}, "/entry"),
    "a model as a unit": ({"op": "add-unit", "force": "f1", "entry": MODEL}, "/entry"),
    "no such version": ({"op": "move-pin", "force": "f1", "digest": "sha256:0"}, "/digest"),
    "before itself": ({"op": "move", "selection": "s2", "before": "s2"}, "/before"),
    "before a stranger": ({"op": "move", "selection": "s2", "before": "s3"}, "/before"),
    "a model into a force": ({"op": "move", "selection": "s3", "force": "f1x"}, "/force"),
    "the number of a unit": ({"op": "set-number", "selection": "s2", "number": 2}, "/selection"),
    "the number of an item": ({"op": "set-number", "selection": "s4", "number": 2}, "/selection"),
    "a copy of an item": ({"op": "duplicate", "selection": "s4"}, "/selection"),
    "a title for an item": ({"op": "rename", "subject": "s4", "name": "Old Faithful"}, "/subject"),
    "a roster without a name": ({"op": "rename", "name": ""}, "/name"),
    "a roster with a blank name": ({"op": "rename", "name": "  "}, "/name"),
    "a control character": ({"op": "rename", "name": "a\x00b"}, "/name"),
    "selecting in a native unit": ({"op": "select", "parent": "s2", "entry": MODEL}, "/parent"),
    "deselecting in a native unit": ({"op": "deselect", "parent": "s2", "entry": MODEL}, "/parent"),
    "an unknown declaration": ({"op": "declare", "kind": "saint"}, "/kind"),
    "a unit as Warlord": ({"op": "declare", "kind": "warlord", "subject": "s2"}, "/subject"),
    "a model that is not there": ({"op": "declare", "kind": "warlord", "subject": "s3", "index": 4}, "/index"),
    "a value for a flag": ({"op": "declare", "kind": "warlord", "subject": "s3", "value": "yes"}, "/value"),
    "a keyword without its key": ({"op": "declare", "kind": "keyword", "subject": "s2", "value": "X"}, "/key"),
    "a key where there is none": ({"op": "declare", "kind": "warlord", "subject": "s3", "key": "x"}, "/key"),
    "no keyword": ({"op": "declare", "kind": "keyword", "subject": "s2", "key": "<CHAPTER>", "value": 4}, "/value"),
    "a subject for the army": ({"op": "declare", "kind": "battle-forged", "subject": "s2"}, "/subject"),
    "embarked in itself": ({"op": "declare", "kind": "embarked", "subject": "s2", "value": "s2"}, "/value"),
    "embarked in nobody": ({"op": "declare", "kind": "embarked", "subject": "s2", "value": "s9"}, "/value"),
    "nothing to withdraw": ({"op": "withdraw", "kind": "warlord"}, "/kind"),
    "an unknown agreement": ({"op": "agree", "key": "weather", "value": "rain"}, "/key"),
    "an agreement of the wrong kind": ({"op": "agree", "key": "power_limit", "value": "fifty"}, "/value"),
    "an unknown cost": ({"op": "limit", "cost": "points", "value": 5}, "/cost"),
}


@pytest.mark.parametrize(("operation", "pointer"), BAD.values(), ids=BAD)
def test_what_does_not_fit_is_refused_with_its_place(table, operation, pointer):
    error = expect_error(table.roster, table.catalogues, **operation)
    assert error.pointer == pointer
    assert error.message


def test_a_roster_does_not_grow_without_end(table):
    operations = [{"op": "add-unit", "force": "f1", "entry": AIS}] * 600
    with pytest.raises(OperationError, match="at most 500 units"):
        apply_all(table.roster, operations, table.catalogues)


def test_a_group_does_not_grow_without_end(table):
    first = table.group("squad/Assault Intercessor").uid
    some = {"op": "set-loadout", "unit": "squad", "selection": first, "models": 1, "items": PLASMA}
    table.play(some)
    for group in ("squad/Assault Intercessor", "squad/Assault Intercessor 2"):
        table.play({"op": "set-number", "selection": group, "number": 1000})
    with pytest.raises(OperationError, match="at most 1000"):
        table.play(some)


def test_nothing_can_be_declared_in_a_system_that_is_not_known(table):
    error = expect_error(Roster("nobody-knows", "x"), table.catalogues, op="declare", kind="warlord")
    assert error.pointer == "/kind"


def test_edits_reach_into_forces_within_forces():
    table = Table()
    table.add(AIS, "squad")
    table.add("host-guard", "guard")
    outer, inner = table.roster.forces
    table.roster = replace(table.roster, forces=(replace(outer, forces=(inner,)),))
    guard = table.names["guard"]
    row = "host-guard/model/host-guard"
    grown = apply(table.roster, {"op": "set-size", "unit": guard, "row": row, "number": 6}, table.catalogues)
    assert grown.forces[0].forces[0].selections[0].selections[0].number == 6
    assert grown.forces[0].selections is table.roster.forces[0].selections
    added = apply(grown, {"op": "add-unit", "force": inner.uid, "entry": "dawn-marshal"}, table.catalogues)
    assert [unit.name for unit in added.forces[0].forces[0].selections] == ["Host Guard", "Dawn Marshal"]
    removed = apply(added, {"op": "remove-force", "force": inner.uid}, table.catalogues)
    assert removed.forces == (replace(table.roster.forces[0], forces=()),)
    assert [unit.uid for unit in apply(added, {"op": "remove", "selection": guard}, table.catalogues).units()] == [
        table.names["squad"],
        added.forces[0].forces[0].selections[1].uid,
    ]


def test_another_datasheet_takes_over_what_a_unit_had_and_what_was_said_of_it(table):
    table.play({"op": "set-size", "unit": "squad", "row": "assault-intercessor", "number": 6})
    table.play({"op": "rename", "subject": "squad", "name": "First Squad"})
    table.play({"op": "declare", "kind": "understrength", "subject": "squad"})
    uid, roster = table.unit("squad").uid, table.roster

    def spell(node):
        wrong = node.name.replace("Intercessor", "Intercesor").replace("Heavy bolt", "Hevy bolt")
        return replace(node, name=wrong, entry=f"lost-{node.entry}", selections=tuple(map(spell, node.selections)))

    forces = tuple(replace(force, selections=tuple(map(spell, force.selections))) for force in roster.forces)
    mended = apply(replace(roster, forces=forces), {"op": "replace", "selection": uid, "entry": AIS}, table.catalogues)
    (unit,) = mended.units()
    assert (unit.uid, unit.entry, unit.title) == (uid, AIS, "First Squad")
    assert groups(unit) == [("Assault Intercessor", 6, DEFAULT), ("Assault Intercessor Sergeant", 1, DEFAULT)]
    assert [each.kind for each in mended.declarations] == ["understrength"]


def test_another_model_or_item_takes_the_place_of_one(table):
    sergeant = table.group("squad/Assault Intercessor Sergeant")
    table.play({"op": "replace", "selection": sergeant.uid, "entry": MODEL})
    assert groups(table.unit("squad")) == [("Assault Intercessor", 5, DEFAULT)]
    pistol = table.unit("squad").selections[0].selections[0]
    plasma = next(each.id for each in table.catalogues.closure("core-9e").offers(entry_of(table)) if "lasma" in each.name)
    table.play({"op": "replace", "selection": pistol.uid, "entry": plasma})
    assert groups(table.unit("squad")) == [("Assault Intercessor", 5, PLASMA)]
    error = expect_error(table.roster, table.catalogues, op="replace", selection=pistol.uid, entry=MODEL)
    assert error.pointer == "/entry"


def entry_of(table):
    return table.catalogues.closure("core-9e").entry(MODEL)
