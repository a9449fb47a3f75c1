"""Foreign lists are read into one form, whatever they are written in."""

import contextlib
import io
import json
import zipfile
from decimal import Decimal
from typing import Any

import pytest

from datasheets.problems import DocumentError
from exports.lists.listed import ListedSelection, StatedCost
from exports.lists.parse_list import read_list
from tests.placing.world import EVENT, ROS


def zip_files(*members: tuple[str, bytes]) -> bytes:
    """Return a zip."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return made.getvalue()


def as_json(element: Any) -> dict[str, Any]:
    """Return an element as New Recruit writes it."""
    made: dict[str, Any] = dict(element.attributes)
    for key in ("number", "catalogueRevision"):
        if key in made:
            made[key] = int(made[key])
    for child in element.children:
        made[child.tag] = [as_json(each) for each in child.children] if child.children else child.text
    if "value" in made:
        made["value"] = float(made["value"])
    return made


def newrecruit() -> dict[str, Any]:
    """Return the list as New Recruit's JSON."""
    from datasheets.battlescribe.xml import parse

    return {"roster": as_json(parse(ROS.encode(), "x"))}


def tree(selection: ListedSelection) -> tuple[Any, ...]:
    return selection.name, selection.number, tuple(tree(each) for each in selection.selections)


def test_a_ros_file_is_read_with_ids_counts_and_what_it_states() -> None:
    army = read_list(ROS.encode(), "first.ros")
    assert (army.format, army.name, army.system, army.complete) == ("ros", "First Host", "sys", True)
    assert army.costs == (StatedCost("PL", Decimal(12), "pl"), StatedCost("pts", Decimal(197), "points"))
    (force,) = army.forces
    assert (force.catalogue, force.catalogue_name, force.revision, force.entry) == ("tin", "Metal - Tin Host", 7, "patrol")
    captain, squad = force.selections
    assert (captain.title, captain.note, captain.entry) == ("Old Ferro", "Leads from the front.", "captain")
    assert captain.selections[0].group == "captain-blade"
    banner = squad.selections[2]
    assert (banner.entry, banner.costs[1], banner.place) == ("to-banner::banner", StatedCost("PL", Decimal(1), "pl"), 32)


def test_a_rosz_file_and_the_json_of_new_recruit_say_the_same() -> None:
    plain = read_list(ROS.encode(), "x")
    packed = read_list(zip_files(("first.ros", ROS.encode())), "first.rosz")
    json_army = read_list(json.dumps(newrecruit()).encode(), "x.json")
    assert packed == plain
    assert json_army.format == "newrecruit"
    assert [tree(s) for f in json_army.forces for s in f.selections] == [tree(s) for f in plain.forces for s in f.selections]
    assert (json_army.costs, json_army.limits) == (plain.costs, plain.limits)
    assert json_army.forces[0].selections[0].note == "Leads from the front."
    assert json_army.forces[0].selections[0].place == "/roster/forces/0/selections/0"


def test_old_versions_write_the_type_of_a_cost_otherwise() -> None:
    old = ROS.replace("typeId", "costTypeId").replace("2.03", "2.00")
    assert read_list(old.encode(), "x").costs == read_list(ROS.encode(), "x").costs


def test_an_event_text_names_models_wargear_and_totals() -> None:
    army = read_list(EVENT.encode(), "x")
    assert (army.format, army.name, army.complete) == ("event-text", "Tin Host", False)
    assert [(cost.name, int(cost.value)) for cost in army.costs] == [("pts", 202), ("PL", 11)]
    (force,) = army.forces
    assert (force.name, force.title, force.catalogue_name) == ("Patrol DETACHMENT", "First", "Tin Host")
    assert [cost.name for cost in force.costs] == ["PL", "pts"], "what a detachment's bracket calls CP is Power Level"
    captain, squad = force.selections
    assert [(each.heading, each.name) for each in captain.selections] == [
        ("", "Great axe"),
        ("", "Relic"),
        ("Relic", "Crown"),
        ("", "of Tin"),
        ("", "Warlord"),
    ]
    assert captain.selections[1].costs == (StatedCost("CP", Decimal(-1)),)
    assert (squad.number, squad.heading, squad.selections[-1].type) == (7, "TR", "model")
    assert "Player: Somebody" in army.note
    assert "Rust" in army.note


PLAIN = """+++ First Host (Tin Wars) [12 PL, 1,197pts] +++

++ Patrol Detachment 0CP (Metal - Tin Host) [12 PL, 197pts] ++

+ HQ +

Captain "Old Ferro" [5 PL, 105pts]: Brass - Orb [1 PL, 15pts], Great axe

+ Troops +

Guard Squad [7 PL, 92pts]: Banner of Dawn
. 6x Guard: 6x Rifle
. Guard Sergeant
. . Case: 2x Map

++ Total: [12 PL, 1,197pts] ++

Created with BattleScribe (https://battlescribe.net)
"""


@pytest.mark.parametrize("bullet", [". ", "• ", "* "])
def test_a_plain_text_is_read_by_headings_bullets_and_colons(bullet: str) -> None:
    army = read_list(PLAIN.replace(". ", bullet).encode(), "x")
    assert (army.format, army.name, army.system_name) == ("battlescribe-text", "First Host", "Tin Wars")
    assert army.costs[1].value == 1197
    assert army.tool == "BattleScribe (https://battlescribe.net)"
    (force,) = army.forces
    captain, squad = force.selections
    assert (captain.title, captain.heading) == ("Old Ferro", "HQ")
    assert tree(captain) == ("Captain", 1, (("Brass - Orb", 1, ()), ("Great axe", 1, ())))
    assert tree(squad)[2] == (
        ("Banner of Dawn", 1, ()),
        ("Guard", 6, (("Rifle", 6, ()),)),
        ("Guard Sergeant", 1, (("Case", 1, (("Map", 2, ()),)),)),
    )
    assert army.unread == ()


def test_a_total_without_the_pluses_around_it_is_no_unit() -> None:
    army = read_list(PLAIN.replace("++ Total: [12 PL, 1,197pts] ++", "Total: [12 PL, 1,200pts]").encode(), "x")
    assert [each.name for each in army.forces[0].selections] == ["Captain", "Guard Squad"]
    assert [cost.value for cost in army.costs] == [12, 1200]
    named = read_list(PLAIN.replace("Guard Squad [7", "Total Guard [7").encode(), "x")
    assert [each.name for each in named.forces[0].selections] == ["Captain", "Total Guard"]


def test_lines_that_stand_ever_deeper_have_an_end() -> None:
    text = "++ A (B) ++\n" + "\n".join(f"{'. ' * depth}Box {depth}" for depth in range(800))
    (force,) = read_list(text.encode(), "x").forces
    assert sum(1 for _ in force.walk()) == 800
    deepest, level = 0, force.selections
    while level:
        deepest, level = deepest + 1, tuple(inner for each in level for inner in each.selections)
    assert deepest == 21


def test_headings_may_be_markdown() -> None:
    marked = PLAIN.replace(
        "++ Patrol Detachment 0CP (Metal - Tin Host) [12 PL, 197pts] ++", "# ++ Patrol (Metal - Tin Host) ++ [12 PL]"
    )
    marked = marked.replace("+ HQ +", "## HQ [5 PL]").replace("+ Troops +", "## Troops")
    (force,) = read_list(marked.encode(), "x").forces
    assert (force.name, force.catalogue_name, force.costs[0].value) == ("Patrol", "Metal - Tin Host", 12)
    assert [(unit.heading, unit.name) for unit in force.selections] == [("HQ", "Captain"), ("Troops", "Guard Squad")]


def test_indents_serve_as_bullets_and_utf_16_is_read() -> None:
    indented = PLAIN.replace(". . ", "        ").replace(". ", "    ")
    (force,) = read_list(indented.encode("utf-16"), "x").forces
    assert tree(force.selections[1])[2][2] == ("Guard Sergeant", 1, (("Case", 1, (("Map", 2, ()),)),))


def test_a_line_that_says_nothing_is_kept_as_unread() -> None:
    army = read_list(EVENT.replace("TR 1 :", "TR one").encode(), "x")
    assert [(line.place, line.text[:6]) for line in army.unread] == [(11, "TR one")]


BOMB = zip_files(("a.ros", b"<roster>" + b" " * 40_000_000))
HOSTILE = {
    "entities": (b'<!DOCTYPE r [<!ENTITY a "b">]><roster>&a;</roster>', "document type"),
    "outside entities": (b'<!DOCTYPE r SYSTEM "file:///etc/passwd"><roster/>', "document type"),
    "not well-formed": (b"<roster>\n<forces>", r"x:2: .*not well-formed"),
    "another root": (b"<catalogue/>", "x:1: This is a catalogue; bring it in with muster import"),
    "no known root": (b"<html/>", "x:1: This is an element html"),
    "old version": (b'<roster battleScribeVersion="1.15"/>', "open it in BattleScribe 2"),
    "no number": (ROS.replace('number="6"', 'number="many"').encode(), r'x:25: Write a number for number, not "many"'),
    "negative number": (ROS.replace('number="6"', 'number="-6"').encode(), "x:25: Write a whole number"),
    "huge number": (ROS.replace('number="6"', 'number="9000000"').encode(), "x:25: A selection's number is at most"),
    "no cost": (ROS.replace('value="60.0"', 'value="NaN"').encode(), r"x:27: Write a number for value"),
    "long name": (ROS.replace("First Host", "x" * 501).encode(), "x:2: The name is longer than 500"),
    "too deep": (b"<roster><forces><force>" + b"<selections><selection>" * 40 + b"</selection></selections>" * 40
                 + b"</force></forces></roster>", "at most 28 levels deep"),
    "far too deep": (b"<roster>" * 200, "nested more than"),
    "too many forces": (b"<roster><forces>" + b"<force/>" * 101 + b"</forces></roster>", "at most 100 forces"),
    "too many selections": (b"<roster><forces><force><selections>" + b"<selection/>" * 10_001
                            + b"</selections></force></forces></roster>", "at most 10000 selections"),
    "zip bomb": (BOMB, "may be a zip bomb"),
    "empty zip": (zip_files(), r"exactly one file \(\.ros, \.xml\); it holds 0"),
    "two lists": (zip_files(("a.ros", b"<roster/>"), ("b.ros", b"<roster/>")), "exactly one file .*; it holds 2"),
    "broken zip": (zip_files(("a.ros", ROS.encode()))[:-30], "no zip, or it is damaged"),
    "damaged zip": (zip_files(("a.ros", ROS.encode())).replace(b"\x78", b"\x79", 1)[:60] + b"x" * 600, "or it is damaged"),
    "no JSON": (b'{"roster": ', "x: This is not JSON"),
    "key twice": (b'{"roster": {}, "roster": {}}', "x:.*twice"),
    "no list": (b'{"schema": "muster.roster/1"}', "x: This JSON is no list"),
    "forces of text": (b'{"roster": {"forces": ["a"]}}', "x:/roster/forces: Write a list of objects"),
    "number as text": (b'{"roster": {"forces": [{"selections": [{"number": "three"}]}]}}',
                       "x:/roster/forces/0/selections/0: Write a number"),
    "no text": (b"\xff\x00\x81", "not UTF-8"),
    "control characters": (b"++ A (B) ++\n\x07", "x:2: The line has a control character"),
    "a long line": (b"++ A (B) ++\n" + b"a" * 5000, "x:2: The line is longer"),
    "many lines": (b"++ A (B) ++\n" * 5001, "at most 5000 lines"),
    "many items": (b"== A DETACHMENT : B ==\n" + b"HQ 1 : Captain (1) a, b, c, d, e, f, g, h, i, j\n" * 300,
                   "at most 50 forces and 2000 units and items; this one has 1 and 3300"),
    "many detachments": (b"++ A (B) ++\n" * 51, "this one has 51 and 0"),
    "some text": (b"Dear diary", "x: This is no list that is known here"),
    "nothing": (b"", "x: This is no list that is known here"),
}  # fmt: skip


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_no_list_is_refused_with_one_sentence_and_its_place(what: str) -> None:
    data, sentence = HOSTILE[what]
    with pytest.raises(DocumentError, match=sentence) as caught:
        read_list(data, "x")
    assert len(caught.value.problems) == 1
    assert "\n" not in caught.value.problems[0].message


@pytest.mark.parametrize("line", ["[" * 3000, "(" * 3000, "a, " * 1300, "1x " * 1300, '"' * 3000, "+ " * 1900, "= : " * 900])
def test_no_line_takes_long(line: str) -> None:
    for text in (f"++ A (B) ++\n{line}", f"== A DETACHMENT : B ==\nHQ 1 : {line}", f"== {line[:2000]} : {line[:1900]} =="):
        with contextlib.suppress(DocumentError):
            read_list(text.encode(), "x")
