"""Bundled data: there after the first preparation, never loaded twice, never in the user's way."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from builder.rules.registry import judged_systems
from builder.services import assembly, bundled
from builder.services.assembly import Services, open_services, prepare
from builder.services.bundled import Sample, samples
from builder.services.errors import NotFound
from builder.settings import Settings
from datasheets.native.bundled import bundled_catalogues
from datasheets.native.catalogue import NativeCatalogue, build_catalogue
from datasheets.systems import systems

RENAME = [{"op": "rename", "subject": "", "name": "Mine"}]


def restamp(monkeypatch: pytest.MonkeyPatch, stamp: str) -> None:
    """Have the bundled data another stamp, as those of another release have."""
    for module in (bundled, assembly):
        monkeypatch.setattr(module, "stamp", lambda: stamp)


def test_two_legal_rosters_for_every_system_that_has_any(services: Services) -> None:
    rows = services.rosters.page(limit=200).items
    assert {row.id for row in rows} == {sample.id for sample in samples()}
    for system in {row.system for row in rows} & {*judged_systems()}:
        assert sum(row.system == system and row.summary["legal"] for row in rows) >= 2
    assert "wh40k-9e" in {row.system for row in rows} <= {system.id for system in systems()}
    assert {row.origin for row in rows} == {"bundled"}


def test_every_datasheet_of_every_bundled_catalogue_can_be_found(services: Services) -> None:
    for catalogue in bundled_catalogues():
        found = {row.id for row in services.datasheets.search(catalogue=catalogue.id, limit=200).items}
        assert found == set(catalogue.datasheets)
        assert services.catalogues.closure(catalogue.id).catalogue.digest == catalogue.digest


def test_preparing_again_does_nothing(settings: Settings, services: Services) -> None:
    before = services.rosters.page(limit=200)
    done = prepare(settings)
    assert (done.migrations, done.catalogues, done.rosters) == ((), (), ())
    assert services.rosters.page(limit=200) == before


def bundle_samples(monkeypatch: pytest.MonkeyPatch, *changed: Sample) -> None:
    """Let a newer Muster bring other sample rosters."""
    monkeypatch.setattr(bundled, "samples", lambda: iter(changed))
    restamp(monkeypatch, repr(changed))


def bundle_catalogues(monkeypatch: pytest.MonkeyPatch, *changed: NativeCatalogue) -> None:
    """Let a newer Muster bring other catalogues."""
    monkeypatch.setattr(bundled, "bundled_catalogues", lambda: changed)
    restamp(monkeypatch, repr([each.digest for each in changed]))


def test_a_deleted_sample_stays_deleted(settings: Settings, services: Services) -> None:
    services.rosters.delete("sunward-host", 1)
    prepare(settings)
    with pytest.raises(NotFound):
        services.rosters.get("sunward-host")


def test_an_edited_sample_is_the_users(settings: Settings, services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    services.rosters.apply("sunward-host", 1, RENAME)
    bundle_samples(monkeypatch, Sample("sunward-host", "wh40k-9e", [{"op": "rename", "subject": "", "name": "Newer"}]))
    prepare(settings)
    assert services.rosters.get("sunward-host").row.name == "Mine"


def test_a_revised_sample_replaces_the_untouched_one(
    settings: Settings, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    for version, title in ((2, "Newer"), (3, "Newest")):
        bundle_samples(monkeypatch, Sample("sunward-host", "wh40k-9e", [{"op": "rename", "subject": "", "name": title}]))
        assert prepare(settings).rosters == ("sunward-host",)
        row = services.rosters.get("sunward-host").row
        assert (row.name, row.version) == (title, version)


def test_a_sample_that_was_edited_and_put_back_is_the_users(
    settings: Settings, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.rosters.undo("sunward-host", services.rosters.apply("sunward-host", 1, RENAME).row.version)
    name = services.rosters.get("sunward-host").row.name
    bundle_samples(monkeypatch, Sample("sunward-host", "wh40k-9e", [{"op": "rename", "subject": "", "name": "Newer"}]))
    prepare(settings)
    assert services.rosters.get("sunward-host").row.name == name


def test_a_sample_that_was_deleted_stays_deleted_when_it_is_revised(
    settings: Settings, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.rosters.delete("sunward-host", 1)
    bundle_samples(monkeypatch, Sample("sunward-host", "wh40k-9e", [{"op": "rename", "subject": "", "name": "Newer"}]))
    assert prepare(settings).rosters == ()
    with pytest.raises(NotFound):
        services.rosters.get("sunward-host")


def test_a_sample_that_others_read_by_a_link_stays_as_it_was_when_it_is_revised(
    settings: Settings, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = services.links.make("sunward-host").token
    name = services.rosters.get("sunward-host").row.name
    bundle_samples(monkeypatch, Sample("sunward-host", "wh40k-9e", [{"op": "rename", "subject": "", "name": "Newer"}]))
    prepare(settings)
    assert services.rosters.get("sunward-host").row.name == name
    assert services.links.document(token).army.name == name


def test_a_revised_catalogue_is_a_new_version_and_rosters_keep_their_pins(
    settings: Settings, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = services.rosters.judge("sunward-host")[1]
    bundle_catalogues(monkeypatch, dearer(bundled_by_id()["sunward-host"]))
    assert prepare(settings).catalogues == ("sunward-host",)
    fresh = open_services(settings)
    after = fresh.rosters.judge("sunward-host")[1]
    assert after.judgement.power_level == before.judgement.power_level
    force = after.roster.forces[0]
    newest = fresh.catalogues.closure(force.catalogue).digest
    assert force.pin != newest
    moved = fresh.rosters.preview("sunward-host", [{"op": "move-pin", "force": force.uid, "digest": newest}])
    assert moved.judgement.power_level is not None
    assert before.judgement.power_level is not None
    assert moved.judgement.power_level > before.judgement.power_level
    versions = fresh.datasheets.versions(force.catalogue, next(iter(bundled_by_id()[force.catalogue].documents)))
    assert [version for version, _ in versions] == [1, 2]
    fresh.close()


def bundled_by_id() -> dict[str, NativeCatalogue]:
    return {catalogue.id: catalogue for catalogue in bundled_catalogues()}


def dearer(catalogue: NativeCatalogue) -> NativeCatalogue:
    """The catalogue with every Power Rating one higher."""

    def sheet(document: Any) -> dict[str, Any]:
        costs = {
            cost: {
                **value,
                "base": value["base"] + 1,
                "steps": [{**s, "value": s["value"] + 1} for s in value.get("steps", [])],
            }
            for cost, value in document.get("costs", {}).items()
        }
        return {**document, "costs": costs}

    return build_catalogue(catalogue.header_document, [sheet(document) for document in catalogue.documents.values()])


def test_a_datasheet_that_is_no_longer_bundled_is_gone_from_the_lists(
    settings: Settings, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    core = bundled_by_id()["core-9e"]
    first, *rest = core.documents.values()
    bundle_catalogues(monkeypatch, build_catalogue(core.header_document, rest))
    prepare(settings)
    assert first["id"] not in {row.id for row in services.datasheets.search(catalogue="core-9e", limit=200).items}


def test_a_catalogue_of_the_users_own_is_never_replaced(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(database=tmp_path / "own.db")
    core = bundled_by_id()["core-9e"]
    monkeypatch.setattr(bundled, "bundled_catalogues", tuple)
    bundle_samples(monkeypatch)
    prepare(settings)
    services = open_services(settings)
    own = {"schema": "muster.catalogue/1", "id": "core-9e", "system": "wh40k-9e", "name": "My own core"}
    services.catalogues.create(own)
    monkeypatch.setattr(bundled, "bundled_catalogues", lambda: (core,))
    add = [
        {"op": "add-force", "catalogue": "core-9e"},
        {"op": "add-unit", "force": "f1", "entry": "assault-intercessor-squad"},
    ]
    bundle_samples(monkeypatch, Sample("needs-core", "wh40k-9e", add), Sample("plain", "wh40k-9e", RENAME))
    done = prepare(settings)
    assert "core-9e" not in done.catalogues
    assert done.rosters == ("plain",)
    assert services.catalogues.get("core-9e").row.name == "My own core"
    services.close()


def test_a_sample_may_be_a_roster_document(settings: Settings, services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    document = services.documents.of("sunward-patrol")
    bundle_samples(monkeypatch, replace(next(samples()), id="as-document", system="wh40k-9e", written=document.data))
    assert prepare(settings).rosters == ("as-document",)
    assert services.documents.of("as-document").digest == document.digest


def test_what_is_up_to_date_is_not_parsed_again(
    settings: Settings, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbid_reading() -> None:
        raise AssertionError("bundled data were read again")

    monkeypatch.setattr(bundled, "bundled_catalogues", forbid_reading)
    monkeypatch.setattr(bundled, "samples", forbid_reading)
    prepare(settings)
    restamp(monkeypatch, "another")
    with pytest.raises(AssertionError):
        prepare(settings)


def test_a_catalogue_that_ones_own_hid_comes_in_when_that_is_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(database=tmp_path / "muster.db")
    services = open_services(settings)
    core = bundled_by_id()["core-9e"]
    bundle_samples(monkeypatch)
    bundle_catalogues(monkeypatch)
    prepare(settings)
    bundle_catalogues(monkeypatch, core)
    services.catalogues.create({**core.header_document, "name": "Mine"})
    for _ in range(2):
        prepare(settings)
        assert services.catalogues.get("core-9e").row.origin == "homebrew"
    services.catalogues.delete("core-9e", 1)
    assert "core-9e" in prepare(settings).catalogues
    services.close()
