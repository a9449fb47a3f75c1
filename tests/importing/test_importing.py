"""Data files in the database: closures by pin, several revisions, lists of units, all or nothing."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from builder.importing.archives import Named
from builder.importing.listing import listing
from builder.services import data_files
from builder.services.assembly import Services, open_services
from builder.services.errors import Conflict, Invalid
from builder.services.imports import Given
from builder.settings import Settings
from datasheets.battlescribe.parse_catalogue import read
from datasheets.closure import CatalogueSet, UnknownCatalogue
from datasheets.model import Catalogue, GameSystem
from tests.api.native import CATALOGUE, datasheet
from tests.armies import army
from tests.importing.conftest import Bring
from tests.importing.data import EEL, NINTH, SMALL, WADER, catalogue, game_system, option, unit, zip_files


def changes(report: Any) -> dict[str, str]:
    return {item.id: item.change for item in report.items}


def test_files_become_a_catalogue_of_units(services: Services, bring: Bring) -> None:
    report = bring(SMALL)
    assert changes(report) == {"salt": "added", "mire": "added", "reed": "added"}
    (problem,) = report.problems
    assert (problem.path, problem.severity) == ("Salt.gst:2", "warning")
    assert "no army rules" in problem.message
    (row,) = services.catalogues.page(system="salt").items
    assert (row.id, row.name, row.origin, row.system) == ("reed", "Reed Folk", "imported", "salt")
    header = services.catalogues.get("reed").document
    assert header["force_entries"] == [{"id": "host", "name": "Host", "in": ""}]
    assert [each["id"] for each in header["files"]] == ["reed", "mire", "salt"]
    assert header["has_rules"] is False
    found = {each.name: each for each in services.datasheets.search(catalogue="reed").items}
    assert sorted(found) == ["Eel & Keeper", "Wader"]
    assert found["Wader"].entry == "wader"
    assert found["Wader"].role == "HQ"


@pytest.mark.parametrize("way", ["relist", "import"])
def test_units_that_an_older_muster_listed_are_listed_anew(
    services: Services, bring: Bring, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    def names() -> list[str]:
        return sorted(each.name for each in services.datasheets.search(catalogue="reed").items)

    with monkeypatch.context() as older:
        older.setattr(data_files, "LISTING", 0)
        older.setattr(data_files, "listing", lambda *given: list(listing(*given))[:1])
        bring(SMALL)
        assert len(names()) == 1
    assert services.imports.count_outdated() == 1
    if way == "relist":
        assert services.imports.relist() == ("reed",)
    else:
        bring(SMALL)
    assert names() == ["Eel & Keeper", "Wader"]
    assert (services.imports.count_outdated(), services.imports.relist()) == (0, ())


def test_the_closure_is_what_the_files_say(services: Services, bring: Bring) -> None:
    bring(SMALL)
    sources = [read(data, name) for name, data in SMALL.items()]
    system = next(each for each in sources if isinstance(each, GameSystem))
    expected = CatalogueSet(system, [each for each in sources if isinstance(each, Catalogue)]).closure("reed")
    closure = services.catalogues.closure("reed")
    assert closure.digest == expected.digest
    assert [root.id for root in closure.roots()] == [root.id for root in expected.roots()]
    with pytest.raises(UnknownCatalogue):
        services.catalogues.closure("mire-that-is-not-there")


def test_known_systems_have_our_roles_power_and_id(services: Services, bring: Bring) -> None:
    growing = '<modifiers><modifier type="set" field="pl" value="9"/></modifiers>'
    report = bring(
        {
            "a.gst": game_system(id=NINTH, name="Warhammer 40,000 9th Edition"),
            "b.cat": catalogue(unit("lord", "Lord", 5, growing), EEL, system=NINTH),
        }
    )
    assert report.problems == ()
    lord, eel = sorted(services.datasheets.search(catalogue="reed").items, key=lambda row: row.name, reverse=True)
    assert (lord.system, lord.role, lord.power_least, lord.power_most) == ("wh40k-9e", "hq", 5, 9)
    assert services.catalogues.get("reed").document["has_rules"] is True
    found = services.datasheets.search(system="wh40k-9e", keyword=("marsh folk",), role="hq", power_min=9).items
    assert [row.name for row in found] == ["Lord"]
    assert [row.name for row in services.datasheets.search(text="keep", catalogue="reed").items] == [eel.name]


def test_units_are_found_by_every_cost_of_their_data(services: Services, bring: Bring) -> None:
    points = game_system(id=NINTH, name="Warhammer 40,000 9th Edition").replace(
        b"<costTypes>", b'<costTypes><costType id="points" name="pts" defaultCostLimit="-1.0"/>'
    )
    lord = unit("lord", "Lord", 5).replace("<costs>", '<costs><cost name="pts" typeId="points" value="90"/>')
    bring({"a.gst": points, "b.cat": catalogue(lord, EEL, system=NINTH)})

    def search_names(**wanted: Any) -> list[str]:
        return [row.name for row in services.datasheets.search(catalogue="reed", cost="pts", **wanted).items]

    assert search_names(cost_min=80, cost_max=100) == ["Lord"]
    assert search_names(cost_min=91) == []
    assert "Lord" not in search_names(cost_max=89)
    assert {"pts", "power"} <= set(services.datasheets.costs())
    (row,) = services.datasheets.search(catalogue="reed", cost="pts", cost_min=80).items
    assert services.datasheets.costs_of("pts", [row]) == {("reed", row.id): (90, 90)}


def test_a_unit_written_as_an_upgrade_is_listed_and_a_setting_is_not(services: Services, bring: Bring) -> None:
    row = '<characteristics><characteristic name="M" typeId="m">4"</characteristic></characteristics>'
    profile = f'<profiles><profile id="pp" name="Pike" typeId="unit" hidden="false">{row}</profile></profiles>'
    least = '<constraints><constraint id="l" type="min" value="1" field="selections" scope="parent"/></constraints>'
    crew = f'<selectionEntry id="crew" name="Crew" type="upgrade" import="true">{profile}{least}</selectionEntry>'
    raft = f'<selectionEntry id="raft" name="Raft" type="upgrade" import="true" hidden="false"><selectionEntries>{crew}'
    setting = '<selectionEntry id="tide" name="Tide" type="upgrade" import="true" hidden="false"/>'
    ninth = game_system(id=NINTH, name="Warhammer 40,000 9th Edition")
    bring({"a.gst": ninth, "b.cat": catalogue(f"{raft}</selectionEntries></selectionEntry>", setting, EEL, system=NINTH)})
    assert sorted(row.name for row in services.datasheets.search(catalogue="reed").items) == ["Eel & Keeper", "Raft"]
    found = services.datasheets.get("reed", "raft")
    assert found.default


def test_a_newer_revision_stands_beside_the_older(services: Services, bring: Bring) -> None:
    bring(SMALL)
    old = services.catalogues.closure("reed").digest
    dearer = catalogue(unit("wader", "Wader", 7), links=("mire",), revision=2)
    assert changes(bring({"Reed.cat": dearer})) == {"reed": "changed"}
    new = services.catalogues.closure("reed")
    assert new.digest != old
    assert services.catalogues.closure("reed", old).catalogue.revision == 1
    assert [row.name for row in services.datasheets.search(catalogue="reed").items] == ["Eel & Keeper", "Wader"]
    assert changes(bring({"Reed.cat": dearer})) == {"reed": "same"}
    assert services.catalogues.closure("reed").digest == new.digest
    assert [[row.revision for row in each.files] for each in services.catalogues.revisions("reed")] == [[2, 1, 1], [1, 1, 1]]


def test_an_older_revision_is_kept_and_changes_nothing(services: Services, bring: Bring) -> None:
    bring({"Salt.gst": game_system(5), "Reed.cat": catalogue(WADER, revision=5)})
    newest = services.catalogues.closure("reed").digest
    older = {"Salt.gst": game_system(2), "Reed.cat": catalogue(EEL, revision=2)}
    assert changes(bring(older)) == {"salt": "older", "reed": "older"}
    assert services.catalogues.closure("reed").digest == newest
    pins = {tuple(row.revision for row in each.files): each.pin for each in services.catalogues.revisions("reed")}
    assert set(pins) == {(5, 5), (2, 2)}
    assert [root.name for root in services.catalogues.closure("reed", pins[2, 2]).roots()] == ["Eel & Keeper"]


def test_a_newer_library_is_a_newer_version_of_what_links_to_it(services: Services, bring: Bring) -> None:
    bring(SMALL)
    old = services.catalogues.closure("reed").digest
    bring({"Mire.cat": catalogue(EEL, unit("toad", "Toad"), id="mire", name="Mire", library=True, revision=2)})
    assert [row.name for row in services.datasheets.search(catalogue="reed").items] == ["Eel & Keeper", "Toad", "Wader"]
    assert [root.name for root in services.catalogues.closure("reed", old).roots()] == ["Wader", "Eel & Keeper"]


def test_of_one_revision_the_last_imported_counts(services: Services, bring: Bring) -> None:
    first, second = catalogue(WADER), catalogue(EEL)
    bring({"Salt.gst": game_system(), "Reed.cat": first})
    assert changes(bring({"Reed.cat": second})) == {"reed": "changed"}
    assert changes(bring({"Reed.cat": first})) == {"reed": "changed"}
    assert [root.name for root in services.catalogues.closure("reed").roots()] == ["Wader"]


def test_an_edition_under_the_same_id_stands_apart(services: Services, bring: Bring) -> None:
    name = "Warhammer 40,000 {}th Edition"
    bring({"9.gst": game_system(200, NINTH, name.format(9)), "a.cat": catalogue(WADER, system=NINTH, revision=300)})
    bring({"8.gst": game_system(100, NINTH, name.format(8)), "a.cat": catalogue(EEL, system=NINTH, revision=90)})
    assert services.catalogues.get("reed").row.system == "wh40k-9e"
    systems = {each.files[-1].system for each in services.catalogues.revisions("reed")}
    assert systems == {"wh40k-9e", "wh40k-8e"}


def test_zipped_files_and_archives(services: Services, bring: Bring) -> None:
    inner = {f"repo-main/{name.replace('.', '_')}.{name[-3:]}z": zip_files({name: data}) for name, data in SMALL.items()}
    other = {"repo-main/readme.md": b"Read me.", "repo-main/package.json": b"{}", "repo-main/.github/x.cat": b"?"}
    report = bring({"repo.zip": zip_files({**inner, **other})})
    assert changes(report) == {"salt": "added", "mire": "added", "reed": "added"}
    assert {item.source for item in report.items} == {f"repo.zip/{name}" for name in inner}


def test_two_game_systems_in_one_import(services: Services, bring: Bring) -> None:
    other = {"o.gst": game_system(id="fresh", name="Freshwater"), "o.cat": catalogue(EEL, id="trout", system="fresh")}
    bring({**SMALL, **other})
    assert [row.system for row in services.catalogues.page(system="fresh").items] == ["fresh"]


def test_what_is_missing_is_a_warning(services: Services, bring: Bring) -> None:
    link = (
        '<entryLinks><entryLink id="gone" name="Gone" hidden="false" targetId="nowhere" type="selectionEntry"/></entryLinks>'
    )
    report = bring({"Salt.gst": game_system(), "Reed.cat": catalogue(WADER, links=("absent",), inside=link)})
    assert {problem.severity for problem in report.problems} == {"warning"}
    assert [problem.path.partition(":")[0] for problem in report.problems] == ["Salt.gst", "Reed.cat", "Reed.cat"]
    assert services.catalogues.closure("reed").entry("wader")


def test_half_broken_files_bring_in_nothing(services: Services, bring: Bring) -> None:
    broken = catalogue(WADER).replace(b'value="1.0"', b'value="much"', 1).replace(b'type="max"', b'type="most"', 1)
    with pytest.raises(Invalid) as raised:
        bring({**SMALL, "Reed.cat": broken, "Other.cat": b"<catalogue"})
    places = [problem.path.partition(":")[0] for problem in raised.value.problems]
    assert set(places) == {"Reed.cat", "Other.cat"}
    assert all(problem.path.partition(":")[2].isdigit() for problem in raised.value.problems)
    assert services.catalogues.page(system="salt").items == ()


def test_a_catalogue_needs_its_game_system(services: Services, bring: Bring) -> None:
    with pytest.raises(Invalid, match="game system"):
        bring({"Reed.cat": catalogue(WADER)})
    bring({"Salt.gst": game_system()})
    assert changes(bring({"Reed.cat": catalogue(WADER)})) == {"reed": "added"}


def test_everything_together_or_nothing(services: Services) -> None:
    files = [Named(name, data) for name, data in SMALL.items()]
    wrong = [Given("header", CATALOGUE), Given("squad", datasheet()), Given("army", army())]
    elsewhere = datasheet() | {"catalogue": "core-9e"}
    with pytest.raises(Invalid):
        services.imports.load([*wrong, Given("bundled", elsewhere)], files)
    assert services.catalogues.page(system="salt").items == ()
    before = len(services.rosters.page().items)
    report = services.imports.load(wrong, files)
    assert [item.kind for item in report.items] == [
        *("game-system", "catalogue", "catalogue"),
        *("catalogue", "datasheet", "roster"),
    ]
    assert len(services.rosters.page().items) == before + 1


def test_a_roster_is_judged_by_what_came_with_it(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr("builder.services.imports.insert", fail)
    with pytest.raises(RuntimeError):
        services.imports.load([Given("header", CATALOGUE), Given("army", army())])
    with services.store.reading() as db:
        assert not list(db.query("select 1 from catalogues where id = 'home'"))


def test_imported_catalogues_are_read_only(services: Services, bring: Bring) -> None:
    bring(SMALL)
    with pytest.raises(Conflict, match="imported"):
        services.catalogues.replace("reed", 1, CATALOGUE)
    with pytest.raises(Conflict, match="imported"):
        services.datasheets.delete("reed", "wader", 1)


def test_an_imported_catalogue_is_deleted_until_its_file_comes_again(services: Services, bring: Bring) -> None:
    bring(SMALL)
    pin = services.catalogues.closure("reed").digest
    services.catalogues.delete("reed", services.catalogues.get("reed").row.version)
    assert services.datasheets.search(catalogue="reed").items == ()
    assert services.catalogues.closure("reed", pin).catalogue.name == "Reed Folk"
    bring({"Mire.cat": catalogue(EEL, id="mire", name="Mire", library=True, revision=2)})
    with pytest.raises(UnknownCatalogue):
        services.catalogues.closure("reed")
    assert changes(bring({"Reed.cat": SMALL["Reed.cat"]})) == {"reed": "same"}
    assert services.catalogues.get("reed").row.version == 2
    assert [row.name for row in services.datasheets.search(catalogue="reed").items] == ["Eel & Keeper", "Wader"]


def test_a_catalogue_of_ones_own_stays(services: Services, bring: Bring) -> None:
    services.imports.load([Given("header", CATALOGUE | {"id": "reed"})])
    with pytest.raises(Invalid, match="not imported"):
        bring(SMALL)
    assert services.catalogues.get("reed").row.origin == "homebrew"


def test_a_roster_of_imported_units(services: Services, bring: Bring) -> None:
    bring(SMALL)
    roster = services.rosters.create(
        "salt",
        "Marsh",
        [
            {"op": "add-force", "catalogue": "reed", "entry": "host"},
            {"op": "add-unit", "force": "f1", "entry": "wader"},
        ],
    )
    _, judged = services.rosters.judge(roster.row.id)
    assert judged.evaluation.costs == {"pl": 5}
    assert roster.roster.forces[0].pin == services.catalogues.closure("reed").digest


def test_options_are_named(services: Services, bring: Bring) -> None:
    bring({"Salt.gst": game_system(), "Reed.cat": catalogue(unit("w", "W", options=[option("s", "Quillwort rod")]))})
    assert [row.name for row in services.datasheets.search(text="quillw").items] == ["W"]


def test_two_programs_import_at_once(settings: Settings) -> None:
    """Each sees what the other did: nothing is lost, whoever is first."""
    revisions = range(1, 9)

    def one(revision: int) -> None:
        services = open_services(settings)
        try:
            files = {"Salt.gst": game_system(), "Reed.cat": catalogue(WADER, revision=revision)}
            services.imports.load(files=[Named(name, data) for name, data in files.items()])
        finally:
            services.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(one, revisions))
    services = open_services(settings)
    found = services.catalogues.revisions("reed")
    assert [each.files[0].revision for each in found] == sorted(revisions, reverse=True)
    assert services.catalogues.closure("reed").catalogue.revision == max(revisions)
    assert services.catalogues.get("reed").row.closure == found[0].pin
    services.close()


def test_an_import_that_is_cut_off_leaves_nothing(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.services.data_files._keep_unit", interrupt)
    with pytest.raises(KeyboardInterrupt):
        services.imports.load(files=[Named(name, data) for name, data in SMALL.items()])
    with services.store.reading() as db:
        assert db.execute("select count(*) from files").fetchone() == (0,)
        assert db.execute("select count(*) from sources").fetchone() == (0,)


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt
