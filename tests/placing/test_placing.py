"""A list and the catalogues that are here become a roster; nothing that the list says is lost."""

import json
import random
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from builder.operations.roster_json import roster_from_json, roster_to_json
from builder.placing.place import Placed, place
from builder.placing.plain import report_data
from builder.placing.report import Cause
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.tree import Selection
from datasheets.problems import DocumentError
from exports.lists.parse_list import read_list
from tests.placing.world import CATALOGUE, EVENT, ROS, shelf


def place_text(text: str) -> Placed:
    """Return what becomes of a list."""
    return place(read_list(text.encode(), "list"), shelf(), "list")


def tree(selection: Selection) -> tuple[Any, ...]:
    return selection.entry, selection.number, tuple(tree(each) for each in selection.selections)


def missing(result: Placed) -> list[str]:
    """Return the names of the selections that a finding marks as missing."""
    return [str(each.values["name"]) for each in evaluate(result.roster, shelf()).findings if each.code == "entry.missing"]


def test_a_ros_file_comes_in_as_it_stands_under_its_own_ids() -> None:
    result = place_text(ROS)
    (force,) = result.roster.forces
    assert (force.uid, force.catalogue, force.entry, force.name) == ("f-1", "tin", "patrol", "Patrol Detachment 0CP")
    assert force.pin == shelf().closure("tin").digest
    captain, squad = force.selections
    assert (captain.uid, captain.name, captain.title, captain.note) == (
        "u-1",
        "Captain",
        "Old Ferro",
        "Leads from the front.",
    )
    assert (captain.selections[0].entry, captain.selections[0].group) == ("axe", "captain-blade")
    assert tree(squad) == (
        "squad",
        1,
        (("guard", 6, (("rifle", 6, ()),)), ("sergeant", 1, ()), ("to-banner::banner", 1, ())),
    )
    assert result.roster.limits == {"points": Decimal(500)}, "a limit below 0 is none"
    assert result.report.count("id") == len(result.report.matches) == 8
    assert [(total.name, total.stated, total.ours) for total in result.report.totals] == [("PL", 12, 12), ("pts", 197, 197)]


def test_a_list_without_a_name_is_called_after_its_force() -> None:
    result = place_text(ROS.replace('name="First Host"', 'name=""'))
    assert (result.roster.name, result.report.listed.name) == ("Metal - Tin Host", "Metal - Tin Host")


@pytest.mark.parametrize(
    ("old", "new", "how"),
    [
        ('entryId="to-banner::banner"', 'entryId="other-link::banner"', "segment"),
        ('entryId="to-banner::banner"', 'entryId="gone::also-gone"', "name"),
        ('name="Banner of Dawn" entryId="to-banner::banner"', 'name="Flag" entryId="gone::to-banner::flag"', "segment"),
        ('name="Rifle" entryId="rifle"', 'name="rifles" entryId="gone"', "name"),
        ('name="Brass - Orb" entryId="orb"', 'name="Orb" entryId="gone"', "name"),
    ],
)
def test_what_another_revision_calls_otherwise_is_found_by_a_part_of_its_id_or_by_its_name(
    old: str, new: str, how: str
) -> None:
    assert old in ROS
    result = place_text(ROS.replace(old, new))
    assert [match.how for match in result.report.matches].count(how) == 1
    assert result.roster.forces == place_text(ROS).roster.forces


def test_a_link_further_up_says_nothing() -> None:
    """What stands below a linked unit has that link in front of its id; it is not the same for that."""
    linked = CATALOGUE.replace(
        b'<selectionEntries><selectionEntry id="captain"',
        b"<entryLinks>"
        b'<entryLink id="to-lord" name="Lord" targetId="lord" type="selectionEntry" import="true"/></entryLinks>'
        b'<selectionEntries><selectionEntry id="captain"',
    ).replace(
        b"<sharedSelectionEntries>",
        b'<sharedSelectionEntries><selectionEntry id="lord" name="Lord" type="model" import="true">'
        b'<categoryLinks><categoryLink id="lord-hq" targetId="hq" primary="true"/></categoryLinks><selectionEntries>'
        b'<selectionEntry id="whip" name="Whip" type="upgrade" import="true"/></selectionEntries></selectionEntry>',
    )
    text = ROS.replace('name="Captain" entryId="captain"', 'name="Lord" entryId="to-lord::lord"').replace(
        'name="Great axe" entryId="axe"', 'name="Lance" entryId="to-lord::lance"'
    )
    result = place(read_list(text.encode(), "x"), shelf(linked))
    lord = result.roster.forces[0].selections[0]
    assert (lord.entry, [each.entry for each in lord.selections]) == ("to-lord::lord", ["to-lord::lance", "orb"])
    assert [match.listed.name for match in result.report.unplaced] == ["Lance"]
    codes = [finding.code for finding in evaluate(result.roster, shelf(linked)).findings]
    assert codes == ["entry.missing", "entry.misplaced"], "the orb is there, but not for a Lord"


def test_what_is_not_in_the_catalogue_stays_visible_marked_and_explained() -> None:
    result = place_text(ROS.replace('name="Guard Sergeant" entryId="sergeant"', 'name="Guard Hero" entryId="hero"'))
    hero = result.roster.forces[0].selections[1].selections[1]
    assert (hero.uid, hero.entry, hero.name) == ("m-2", "hero", "Guard Hero")
    assert missing(result) == ["Guard Hero"]
    (unplaced,) = result.report.unplaced
    assert (unplaced.uid, unplaced.listed.name, unplaced.unit, unplaced.listed.place) == (
        "m-2",
        "Guard Hero",
        "Guard Squad",
        29,
    )
    points = result.report.totals[1]
    assert points.difference == -12
    assert points.causes == (Cause("m-2", "Guard Hero", Decimal(12), Decimal(0), "unplaced"),)


def test_what_is_below_a_missing_selection_is_kept_too() -> None:
    result = place_text(ROS.replace('name="Guard" entryId="guard"', 'name="Militia" entryId="militia"'))
    assert [match.listed.name for match in result.report.unplaced] == ["Militia", "Rifle"]
    assert tree(result.roster.forces[0].selections[1])[2][0] == ("militia", 6, (("rifle", 6, ()),))


def test_every_difference_of_a_total_has_its_cause() -> None:
    cheaper = ROS.replace('value="60.0"', 'value="54.0"').replace('value="197.0"', 'value="190.0"')
    for text, why in ((cheaper, "data"), (cheaper.replace('catalogueRevision="7"', 'catalogueRevision="6"'), "revision")):
        points = place_text(text).report.totals[1]
        assert points.causes == (
            Cause("m-1", "Guard", Decimal(54), Decimal(60), why),
            Cause("", "", Decimal(190), Decimal(191), "file"),
        )
        assert sum(cause.ours - cause.stated for cause in points.causes) == points.difference


def test_another_revision_is_said() -> None:
    (force,) = place_text(ROS.replace('catalogueRevision="7"', 'catalogueRevision="9"')).report.forces
    assert force.other_revision
    assert (force.revision, force.found_revision, force.found) == (9, 7, "Metal - Tin Host")
    assert not place_text(ROS).report.forces[0].other_revision


def test_a_catalogue_is_found_by_its_name_and_a_missing_one_is_named() -> None:
    renamed = ROS.replace('catalogueId="tin"', 'catalogueId="other"')
    assert place_text(renamed).roster.forces[0].catalogue == "tin"
    with pytest.raises(DocumentError, match=r'list: The catalogue "Copper Host" \(revision 7\) is not here; bring in'):
        place_text(renamed.replace("Metal - Tin Host", "Copper Host"))
    with pytest.raises(DocumentError, match=r"does not say which catalogue"):
        place_text("++ Patrol Detachment ++\nNobody [4 PL]")
    with pytest.raises(DocumentError, match="no force and no unit"):
        place_text("++ Total: [4 PL] ++")


def test_where_no_catalogue_is_named_it_is_the_one_that_is_called_so_or_has_the_units() -> None:
    for text, is_guess in (
        ("++ Patrol Detachment ++\nCaptain [4 PL]", True),
        ("++ Metal - Tin Host ++\nNobody [4 PL]", False),
    ):
        (force,) = place_text(text).report.forces
        assert (force.catalogue, force.is_guess) == ("tin", is_guess)


def test_a_force_whose_catalogue_is_missing_is_kept_beside_others() -> None:
    other = (
        '<force id="f-2" name="Allies" entryId="x" catalogueId="cu" catalogueName="Copper"><selections>'
        '<selection id="z" name="Golem" entryId="golem" number="1" type="model"/></selections></force></forces>'
    )
    result = place_text(ROS.replace("</forces>", other))
    allies = result.roster.forces[1]
    assert (allies.catalogue, allies.name, [each.name for each in allies.selections]) == ("cu", "Allies", ["Golem"])
    assert "catalogue.missing" in [each.code for each in evaluate(result.roster, shelf()).findings]
    assert result.report.forces[1].found == ""


def test_ids_that_cannot_serve_are_given_anew() -> None:
    twice = ROS.replace('id="m-2"', 'id="m-1"').replace('id="b-1"', 'id="&lt;b&gt;"').replace('id="g-1"', 'id="s7"')
    uids = [each.uid for each in place_text(twice).roster.walk()]
    assert uids == ["u-1", "w-1", "w-2", "u-2", "m-1", "s7", "s8", "s9"]
    assert place_text(twice).roster.next_uid == 10


def test_an_event_text_is_filled_up_with_what_every_such_unit_has() -> None:
    result = place_text(EVENT)
    (force,) = result.roster.forces
    captain, squad = force.selections
    assert force.entry == "patrol"
    assert tree(captain) == (
        "captain",
        1,
        (("axe", 1, ()), ("crown", 1, ()), ("warlord", 1, ()), ("relic-cp", 1, ())),
    ), "the default sword gave way to the axe; the comma in the relic's name is no end of it"
    assert sorted(tree(squad)[2]) == [
        ("guard", 5, (("rifle", 5, ()),)),
        ("gunner", 1, (("cannon", 1, ()),)),
        ("sergeant", 1, ()),
        ("to-banner::banner", 1, ()),
    ], "seven models in all; the cannon needs a model that may have it"
    assert [(total.stated, total.ours) for total in result.report.totals] == [(202, 202), (11, 11)]
    assert result.report.unplaced == ()
    assert evaluate(result.roster, shelf()).findings == ()
    assert "Army trait : Rust" in result.roster.note


@pytest.mark.parametrize(
    ("items", "kept"),
    [
        ("2 Cannon", [("Cannon", 1)]),
        ("3 Cannon", [("Cannon", 2)]),
        ("Canons", [("Canons", 1)]),
        ("Heavy Cannonade, 4 Rations", [("Heavy Cannonade", 1), ("Rations", 4)]),
        ("2 Rifle", [("Rifle", 2)]),
        ("6 Rifle", []),
    ],
)
def test_what_finds_no_place_is_kept_with_its_number(items: str, kept: list[tuple[str, int]]) -> None:
    """There is one model that may have a cannon; a rifle is for each model of its row, of which there are six."""
    result = place_text(EVENT.replace("Cannon", items))
    assert [(each.name, each.number) for each in result.roster.walk() if not each.entry] == kept
    assert missing(result) == [name for name, _ in kept]
    assert {match.listed.name for match in result.report.unplaced} <= {name for name, _ in kept}


def test_a_model_that_every_such_unit_has_is_not_exchanged() -> None:
    squad = (
        place_text(EVENT.replace("7 Guard Squad", "5 Guard Squad").replace("- Guard Sergeant (0)\n", ""))
        .roster.forces[0]
        .selections[1]
    )
    numbers = {each.name: each.number for each in squad.selections}
    assert numbers == {"Guard": 4, "Guard Sergeant": 1, "Cannon": 1, "Banner of Dawn": 1}, "four guards are the fewest"


def test_a_limit_that_depends_on_other_choices_keeps_nothing_out() -> None:
    modified = CATALOGUE.replace(
        b'<selectionEntryGroup id="relics" name="Relics" import="true">',
        b'<selectionEntryGroup id="relics" name="Relics" import="true"><modifiers><modifier type="increment" field="rel-1" '
        b'value="1"/></modifiers>',
    ).replace(
        b'id="rel-1" field="selections" scope="parent" value="1"', b'id="rel-1" field="selections" scope="parent" value="0"'
    )
    assert modified.count(b"increment") == 1
    assert b'scope="parent" value="0"' in modified
    result = place(read_list(EVENT.encode(), "x"), shelf(modified))
    assert "crown" in [each.entry for each in result.roster.walk()]


def test_a_name_may_have_brackets_or_begin_with_a_number() -> None:
    renamed = CATALOGUE.replace(b'name="Captain"', b'name="Captain [Old]"').replace(
        b'name="Great axe"', b'name="2x Great axe"'
    )
    result = place(
        read_list(EVENT.replace("Captain", "Captain [Old]").replace("Great axe", "2x Great axe").encode(), "x"),
        shelf(renamed),
    )
    captain = result.roster.forces[0].selections[0]
    assert (captain.name, captain.selections[0].entry, captain.selections[0].number) == ("Captain [Old]", "axe", 1)
    assert result.report.unplaced == ()


def test_a_unit_that_no_catalogue_has_is_kept_with_all_its_items() -> None:
    result = place_text(EVENT.replace("Guard Squad (52", "Copper Golems (52"))
    golems = result.roster.forces[0].selections[1]
    assert (golems.entry, golems.name, golems.number) == ("", "Copper Golems", 7)
    assert [each.name for each in golems.selections] == ["Cannon", "Banner", "Guard Sergeant"]
    assert result.report.totals[1].causes == (Cause(golems.uid, "Copper Golems", Decimal(7), Decimal(0), "unplaced"),)


def test_of_two_meanings_the_one_is_taken_that_costs_what_the_list_states() -> None:
    two = CATALOGUE.replace(b'name="Mortar"', b'name="Old cannon"').replace(b'name="Cannon"', b'name="New cannon"')
    assert two != CATALOGUE
    here = shelf(two)
    text = EVENT.replace("Cannon,", "Cannon (special),").replace("(special)", "")
    for points, entry in ((107, "cannon"), (92, "mortar")):
        result = place(read_list(text.replace("[107 pts]", f"[{points} pts]").encode(), "x"), here)
        assert entry in [each.entry for each in result.roster.walk()]


PLAIN = """+++ First Host (Tin Wars) [12 PL, 197pts] +++
++ Patrol Detachment 0CP (Metal - Tin Host) [12 PL, 197pts] ++
+ HQ +
Captain "Old Ferro" [5 PL, 105pts]: Brass - Orb [1 PL, 15pts], Great axe [10pts]
+ Troops +
Guard Squad [7 PL, 92pts]: Banner of Dawn [1 PL, 20pts]
. 6x Guard: 6x Rifle
. Guard Sergeant
++ Total: [12 PL, 197pts] ++
"""


def test_a_plain_text_names_everything_and_so_nothing_is_added() -> None:
    result = place_text(PLAIN)
    captain, squad = result.roster.forces[0].selections
    assert tree(captain) == ("captain", 1, (("orb", 1, ()), ("axe", 1, ())))
    assert captain.title == "Old Ferro"
    assert tree(squad) == (
        "squad",
        1,
        (("to-banner::banner", 1, ()), ("guard", 6, (("rifle", 6, ()),)), ("sergeant", 1, ())),
    )
    assert [total.difference for total in result.report.totals] == [0, 0]


def test_a_name_that_no_catalogue_has_is_never_read_as_another_unit() -> None:
    """A text has no ids, and what has none is not on the way of what is reached without a link."""
    result = place_text(
        "++ Patrol Detachment 0CP (Metal - Tin Host) [5 PL] ++\nZeppelin [5 PL]: Bomb\nCaptain [4 PL]: Zither"
    )
    assert [(match.listed.name, match.how) for match in result.report.matches] == [
        ("Zeppelin", "none"),
        ("Bomb", "none"),
        ("Captain", "name"),
        ("Zither", "none"),
    ]
    assert missing(result) == ["Zeppelin", "Zither"]


def test_names_with_colons_and_commas_are_joined_again() -> None:
    result = place_text(PLAIN.replace("Brass - Orb [1 PL, 15pts]", "Crown, of Tin, Stratagem: Relic [-1CP]"))
    assert [each.entry for each in result.roster.forces[0].selections[0].selections] == ["crown", "relic-cp", "axe"]


def test_the_same_list_makes_the_same_roster() -> None:
    for text in (ROS, EVENT, PLAIN):
        assert place_text(text).roster == place_text(text).roster
    assert replace(place_text(ROS).roster, next_uid=1).next_uid == 1


def mangle_text(text: str, seed: int) -> str:
    """Return a list with a few random strokes through it."""
    chance, letters = random.Random(seed), list(text)
    for _ in range(chance.randint(1, 12)):
        at, stroke = chance.randrange(len(letters) or 1), chance.random()
        if stroke < 0.4:
            letters[at : at + chance.randint(1, 20)] = []
        elif stroke < 0.7:
            letters[at:at] = chance.choices('+=.•-:,[]()x 0123456789"PLpts\nß’−', k=3)
        else:
            letters[at:at] = letters[: chance.randint(1, 60)]
    return "".join(letters)


@pytest.mark.parametrize("text", [ROS, EVENT, PLAIN])
@pytest.mark.parametrize("seed", range(60))
def test_a_mangled_list_is_refused_or_comes_in_whole(text: str, seed: int) -> None:
    try:
        result = place_text(mangle_text(text, seed))
    except DocumentError:
        return
    assert roster_from_json(roster_to_json(result.roster)) == result.roster
    assert len(json.dumps(report_data(result.report))) > 100
    for total in result.report.totals:
        assert sum(cause.ours - cause.stated for cause in total.causes) == total.difference
