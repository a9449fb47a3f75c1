"""What newer revisions would make of rosters: shown exactly, and nothing changes until it is accepted."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from builder.services.assembly import Services
from builder.services.errors import NotFound
from builder.services.imports import Given
from builder.services.updates import RosterUpdate
from datasheets.evaluation.finding import Operation
from tests.api.native import CATALOGUE, datasheet
from tests.importing.conftest import Bring
from tests.importing.data import EEL, SMALL, catalogue, game_system, option, unit

LANCE = unit("wader", "Wader", 6, options=(option("spear", "Lance", 2), option("net", "Net")))
NO_NET = unit("wader", "Wader", 5, options=(option("spear", "Spear", 1),))


def newer(*units: str, revision: int = 2) -> dict[str, bytes]:
    return {"Reed.cat": catalogue(*units, links=("mire",), revision=revision)}


@pytest.fixture
def roster(services: Services, bring: Bring) -> str:
    """A roster of a Wader with spear and net, and an Eel."""
    bring(SMALL)
    made = services.rosters.create("salt", "Marsh", [{"op": "add-force", "catalogue": "reed", "entry": "host"}])
    return edit_roster(
        services,
        made.row.id,
        [
            {"op": "add-unit", "force": "f1", "entry": "wader"},
            {"op": "select", "parent": "s2", "entry": "spear"},
            {"op": "select", "parent": "s2", "entry": "net"},
            {"op": "add-unit", "force": "f1", "entry": "eel"},
        ],
    )


def edit_roster(services: Services, id: str, operations: Sequence[Operation]) -> str:
    services.rosters.apply(id, services.rosters.version(id), operations)
    return id


def accept(services: Services, update: RosterUpdate) -> None:
    services.rosters.apply(update.row.id, update.row.version, update.operations)


def test_nothing_is_newer(services: Services, roster: str) -> None:
    update = services.updates.of(roster)
    assert (update.moves, update.units, update.options, update.operations) == ((), (), (), [])


def test_costs_and_names(services: Services, bring: Bring, roster: str) -> None:
    bring(newer(LANCE))
    version = services.rosters.version(roster)
    update = services.updates.of(roster)
    (move,) = update.moves
    assert move.revisions == (1, 2)
    told = update.plain()
    assert told["costs"] == [{"cost": "pl", "name": "PL", "before": 9, "after": 11}]
    (wader,) = told["units"]
    assert (wader["name"], wader["gone"]) == ("Wader", False)
    assert wader["costs"] == [{"cost": "pl", "name": "PL", "before": 6, "after": 8}]
    (spear,) = update.options
    assert (spear.name, spear.change, spear.now, spear.unit) == ("Spear", "renamed", "Lance", "s2")
    # Nothing has happened yet.
    assert services.rosters.version(roster) == version
    assert services.rosters.judge(roster)[1].evaluation.costs == {"pl": 9}
    accept(services, update)
    assert services.rosters.judge(roster)[1].evaluation.costs == {"pl": 11}
    assert services.updates.of(roster).moves == ()
    services.rosters.undo(roster, services.rosters.version(roster))
    assert services.rosters.judge(roster)[1].evaluation.costs == {"pl": 9}


def test_an_option_that_is_gone_stays_and_is_marked(services: Services, bring: Bring, roster: str) -> None:
    bring(newer(NO_NET))
    update = services.updates.of(roster)
    (net,) = update.options
    assert (net.name, net.change) == ("Net", "gone")
    assert [finding.code for finding in update.broken] == ["entry.missing"]
    accept(services, update)
    tree = services.rosters.get(roster).roster
    assert [node.name for node in tree.forces[0].selections[0].selections] == ["Spear", "Net"]
    _, judged = services.rosters.judge(roster)
    assert [finding.code for finding in judged.judgement.findings if finding.severity == "error"] == ["entry.missing"]


def test_a_unit_that_is_gone_and_comes_back(services: Services, bring: Bring, roster: str) -> None:
    bring({"Mire.cat": catalogue(id="mire", name="Mire", library=True, revision=2)})
    update = services.updates.of(roster)
    (eel,) = update.units
    assert (eel.name, eel.gone) == ("Eel & Keeper", True)
    accept(services, update)
    bring({"Mire.cat": catalogue(EEL, id="mire", name="Mire", library=True, revision=3)})
    update = services.updates.of(roster)
    assert [(each.name, each.change) for each in update.options] == [("Eel & Keeper", "back")]
    assert [finding.code for finding in update.settled] == ["entry.missing"]


def test_rules_that_are_newly_broken(services: Services, bring: Bring, roster: str) -> None:
    edit_roster(services, roster, [{"op": "add-unit", "force": "f1", "entry": "wader"}])
    one = '<constraints><constraint field="selections" scope="force" value="1" id="one" type="max"/></constraints>'
    bring(newer(unit("wader", "Wader", 5, one, options=(option("spear", "Spear", 1), option("net", "Net")))))
    update = services.updates.of(roster)
    assert update.before.judgement.legal is None  # a game whose army rules nobody has
    assert update.after.judgement.legal is False
    assert [finding.severity for finding in update.broken] == ["error"]


def test_a_preview_says_it_before_anything_is_stored(services: Services, bring: Bring, roster: str) -> None:
    closure = services.catalogues.closure("reed").digest
    report = bring(newer(NO_NET), preview=True)
    assert [(item.id, item.change) for item in report.items] == [("reed", "changed")]
    (update,) = report.rosters
    assert update.row.id == roster
    assert [each.name for each in update.options] == ["Net"]
    assert update.moves[0].revisions == (1, 2)
    assert services.catalogues.closure("reed").digest == closure
    assert services.updates.of(roster).moves == ()
    bring(newer(NO_NET))
    assert services.updates.of(roster).plain() == update.plain()


def test_a_preview_of_a_newer_game_system_and_of_what_concerns_nobody(services: Services, bring: Bring, roster: str) -> None:
    assert [each.row.id for each in bring({"Salt.gst": game_system(2)}, preview=True).rosters] == [roster]
    other = {"o.gst": game_system(id="fresh", name="Freshwater"), "o.cat": catalogue(EEL, id="trout", system="fresh")}
    assert bring(other, preview=True).rosters == ()
    assert bring(SMALL, preview=True).rosters == ()


def test_datasheets_of_ones_own_are_compared_too(services: Services) -> None:
    services.imports.load([Given("header", CATALOGUE), Given("squad", datasheet())])
    made = services.rosters.create(
        "wh40k-9e",
        "Home",
        [{"op": "add-force", "catalogue": "home"}, {"op": "add-unit", "force": "f1", "entry": "squad"}],
    )
    dearer = datasheet() | {"costs": {"power": {"base": 9, "steps": []}}}
    report = services.imports.load([Given("squad", dearer)], preview=True)
    (update,) = report.rosters
    assert update.row.id == made.row.id
    assert update.units[0].costs[0].after == 9
    assert services.updates.of(made.row.id).moves == ()
    services.imports.load([Given("squad", dearer)])
    assert services.updates.of(made.row.id).units[0].costs[0].name == "Power Rating"


def test_one_force_alone(services: Services, bring: Bring, roster: str) -> None:
    edit_roster(services, roster, [{"op": "add-force", "catalogue": "reed", "entry": "host"}])
    bring(newer(LANCE))
    second = [force.uid for force in services.rosters.get(roster).roster.forces][1]
    assert [move.force for move in services.updates.of(roster, second).moves] == [second]
    assert len(services.updates.of(roster).moves) == 2
    with pytest.raises(NotFound):
        services.updates.of(roster, "f99")


def test_a_roster_on_a_version_that_never_was_here(services: Services, bring: Bring, roster: str) -> None:
    document = services.documents.of(roster).data
    document["army"]["forces"][0]["pin"] = "sha256:" + "0" * 64
    report = services.imports.load([Given("list", document)])
    update = services.updates.of(report.items[0].id)
    assert update.moves[0].revisions == (None, 1)
