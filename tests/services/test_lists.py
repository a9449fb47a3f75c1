"""Lists in and out of the database: with the catalogues that are there, or come in with them, in the right revision."""

import json
from dataclasses import replace
from decimal import Decimal
from random import Random
from typing import Any

import pytest

from builder.importing.archives import Named
from builder.services.assembly import Services
from builder.services.errors import Invalid
from builder.services.lists import FILES
from datasheets.battlescribe.xml import parse
from datasheets.evaluation.tree import Selection
from datasheets.systems import system
from exports.battlescribe.omissions import FORMATS
from tests.lists.schema import faults
from tests.placing.test_libraries import split
from tests.placing.world import CATALOGUE, EVENT, ROS, SYSTEM

DATA = (Named("tin.gst", SYSTEM), Named("tin.cat", CATALOGUE))
LIST = Named("first.ros", ROS.encode())


def bring_in(services: Services, *lists: Named, **options: Any) -> Any:
    """Import lists together with their catalogue."""
    return services.imports.load((), DATA, lists, **options)


def shape(selection: Selection) -> tuple[Any, ...]:
    below = tuple(sorted(shape(each) for each in selection.selections))
    return selection.name, selection.number, selection.title, below


def test_a_list_comes_in_with_its_catalogues_or_after_them(services: Services) -> None:
    report = bring_in(services, LIST)
    assert [(item.kind, item.source, item.change) for item in report.items][-1] == ("roster", "first.ros", "added")
    (one,) = report.lists
    kept = services.rosters.get(one.roster)
    assert (kept.row.name, kept.row.system, kept.can_undo) == ("First Host", "sys", False)
    assert kept.roster.forces[0].pin == services.catalogues.closure("tin").digest
    again = services.imports.load(lists=[Named("again.ros", ROS.encode())]).lists[0]
    assert services.rosters.get(again.roster).roster == kept.roster
    assert (one.report.count("id"), [total.difference for total in one.report.totals]) == (8, [0, 0])


def test_the_revision_of_the_list_is_used_where_it_is_here(services: Services) -> None:
    bring_in(services)
    newer = CATALOGUE.replace(b'revision="7"', b'revision="8"').replace(b'value="80"', b'value="85"')
    services.imports.load(files=[Named("tin.cat", newer)])
    report = services.imports.load(lists=[LIST]).lists[0].report
    assert (report.forces[0].found_revision, report.totals[1].difference) == (7, 0)
    unknown = Named("first.ros", ROS.replace('catalogueRevision="7"', 'catalogueRevision="6"').encode())
    report = services.imports.load(lists=[unknown]).lists[0].report
    assert (report.forces[0].found_revision, report.totals[1].difference) == (8, 5)
    assert [cause.why for cause in report.totals[1].causes] == ["revision"]


def test_so_is_the_revision_of_the_game_system(services: Services) -> None:
    bring_in(services)
    newer = SYSTEM.replace(b'revision="4"', b'revision="5"').replace(b'name="HQ"', b'name="Leaders"')
    services.imports.load(files=[Named("tin.gst", newer)])
    (force,) = services.imports.load(lists=[LIST]).lists[0].report.forces
    assert (force.system_revision, force.found_system_revision, force.other_revision) == (4, 4, False)
    older = Named("first.ros", ROS.replace('gameSystemRevision="4"', 'gameSystemRevision="3"').encode())
    (force,) = services.imports.load(lists=[older]).lists[0].report.forces
    assert (force.found_system_revision, force.other_revision, force.other_catalogue) == (5, True, False)


def test_a_catalogue_that_has_become_a_library_is_found_by_what_links_to_it(services: Services) -> None:
    """What links to it stands in, directly or further, until it is deleted."""
    library = CATALOGUE.replace(b'revision="7"', b'revision="9" library="true"')
    between = split("mid", "Middle").replace(b'revision="2"', b'revision="2" library="true"')
    far = split("far", "Metal - Far Tin", target="mid")
    files = [Named("tin.gst", SYSTEM), Named("tin.cat", library), Named("mid.cat", between), Named("far.cat", far)]
    (one,) = services.imports.load(files=files, lists=[LIST]).lists
    assert [(each.catalogue, each.library) for each in one.report.forces] == [("far", "Metal - Tin Host")]
    kept = services.rosters.get(one.roster).roster.forces[0]
    assert (kept.catalogue, kept.pin) == ("far", services.catalogues.closure("far").digest)
    text = services.lists.place(EVENT.encode(), "event.txt").report
    assert [each.found for each in text.forces] == ["Metal - Far Tin"]
    services.catalogues.delete("far", 1)
    with pytest.raises(Invalid, match="here only as a library"):
        services.lists.place(ROS.encode(), "first.ros")


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("first.ros", ROS.encode(), 'The catalogue "Metal - Tin Host" \\(revision 7\\) is not here; bring in its game data'),
        ("event.txt", EVENT.encode(), 'The catalogue "Tin Host" is not here; bring in its game data'),
        ("broken.ros", b"<roster><forces>", "not well-formed"),
    ],
)
def test_a_list_that_cannot_come_in_changes_nothing(services: Services, name: str, data: bytes, sentence: str) -> None:
    before = [row.id for row in services.rosters.page(limit=50).items]
    native = services.documents.of(before[0]).data
    from builder.services.imports import Given

    with pytest.raises(Invalid, match=sentence) as caught:
        services.imports.load([Given("a.json", dict(native))], lists=[Named(name, data)])
    assert caught.value.problems[0].path.startswith(name)
    assert [row.id for row in services.rosters.page(limit=50).items] == before


def test_new_recruits_json_is_known_among_documents(services: Services) -> None:
    from builder.services.imports import Given

    bring_in(services)
    tree = services.imports.load(lists=[LIST]).lists[0].roster
    made = services.lists.export(services.rosters.get(tree).roster, "newrecruit-json")
    report = services.imports.load([Given("list.json", json.loads(made.content))])
    assert [(each.source, each.report.listed.format) for each in report.lists] == [("list.json", "newrecruit")]
    assert services.rosters.get(report.lists[0].roster).roster.forces == services.rosters.get(tree).roster.forces


def test_a_preview_keeps_nothing(services: Services) -> None:
    before = services.rosters.page(limit=50).items
    report = bring_in(services, LIST, preview=True)
    assert report.lists[0].report.count("id") == 8
    assert services.rosters.page(limit=50).items == before
    with pytest.raises(Invalid):
        services.lists.place(ROS.encode(), "first.ros")


def test_a_list_is_judged_without_being_kept(services: Services) -> None:
    bring_in(services)
    before = services.rosters.page(limit=50).items
    placed = services.lists.place(EVENT.encode(), "event.txt")
    assert services.lists.judge(placed).roster == placed.roster
    assert services.lists.document(placed).army.name == "Tin Host"
    assert services.rosters.page(limit=50).items == before


def test_the_bundled_rosters_go_out_and_come_in(services: Services, whole: bool, rng: Random) -> None:
    """They come back whole but for what players declared and agreed, which no such format can hold; the limit it can."""
    rows = services.rosters.page(limit=50).items
    assert len(rows) > 15
    for row in rows if whole else rng.sample(rows, 6):
        roster = services.rosters.get(row.id).roster
        cost = system(roster.system).size.cost
        most = roster.agreed.get(f"{cost}_limit")
        agreed = {} if most is None else {cost: Decimal(most)}
        bare = replace(roster, declarations=(), agreed={}, limits={**roster.limits, **agreed})
        for format in FORMATS:
            made = services.lists.export(roster, format)
            assert made.file_name.endswith(FILES[format][0])
            assert bool(made.left_out) >= bool(roster.declarations or roster.agreed)
            back = services.lists.place(made.content, made.file_name).roster
            if format != "text":
                assert back == replace(bare, next_uid=back.next_uid), (row.id, format)
            else:
                shapes = [[sorted(map(shape, force.selections)) for force in made.forces] for made in (back, bare)]
                assert shapes[0] == shapes[1], row.id
        assert list(faults(parse(services.lists.export(roster, "ros").content, row.id))) == []
