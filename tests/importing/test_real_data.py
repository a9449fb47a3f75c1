"""The community's data as players have them: whole repositories, and a roster carried over two years of revisions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builder.importing.archives import Named, Unpacker
from builder.importing.local import read_folder
from builder.services.assembly import Services

pytestmark = pytest.mark.shared
SISTERS = "d124-b283-2ff7-beae"
CLOSURE = ("Adepta Sororitas", "Inquisition", "Officio Assassinorum", "Imperial Navy", "40,000.gst")


def older(shared_folder: Path) -> list[Named]:
    """The data files that one real list of 2021 was made with."""
    oracle = shared_folder / "oracle"
    index = json.loads((oracle / "index.json").read_text(encoding="utf-8"))
    roster = next(each for each in index["rosters"] if each["id"].startswith("adepta-sororitas-celestine"))
    blobs = [next(oracle.glob(f"data/{blob}.*")) for blob in (roster["gameSystem"], *roster["catalogues"])]
    return [Named(blob.name, blob.read_bytes()) for blob in blobs]


def newer(shared_folder: Path) -> list[Named]:
    """The same catalogue with all that it links to, in its last state."""
    files = read_folder(shared_folder / "bsdata" / "wh40k-9e")
    return [each for each in files if any(part in each.name for part in CLOSURE)]


@pytest.mark.slow
def test_a_roster_over_two_years_of_revisions(services: Services, shared_folder: Path) -> None:
    services.imports.load(files=older(shared_folder))
    (row,) = [each for each in services.catalogues.page(system="wh40k-9e").items if each.id == SISTERS]
    units = services.datasheets.search(catalogue=SISTERS, limit=12).items
    (patrol, *_) = services.catalogues.get(SISTERS).document["force_entries"]
    operations = [{"op": "add-force", "catalogue": SISTERS, "entry": patrol["id"]}]
    operations += [{"op": "add-unit", "force": "f1", "entry": unit.entry} for unit in units]
    made = services.rosters.create("wh40k-9e", "Sisters", operations).row
    previewed = services.imports.load(files=newer(shared_folder), preview=True).rosters
    services.imports.load(files=newer(shared_folder))
    update = services.updates.of(made.id)
    assert [each.plain() for each in previewed] == [update.plain()]
    assert update.moves[0].revisions == (187, 215)
    assert {(cost.name, cost.before, cost.after) for cost in update.costs} == {("PL", 54, 45), ("pts", 1028, 843)}
    assert {each.name for each in update.units if each.gone} == {"Callidus Assassin", "Cartographica Rogue Trader"}
    assert any(finding.code == "unit.no-datasheet" for finding in update.broken)
    before = [unit.name for unit in services.rosters.get(made.id).roster.units()]
    services.rosters.apply(made.id, made.version, update.operations)
    assert [unit.name for unit in services.rosters.get(made.id).roster.units()] == before
    # What the old list was made with can be imported again, and changes nothing.
    newest = services.catalogues.closure(SISTERS).digest
    assert {item.change for item in services.imports.load(files=older(shared_folder)).items} == {"older", "same"}
    assert services.catalogues.closure(SISTERS).digest == newest
    assert services.catalogues.closure(SISTERS, row.closure).catalogue.revision == 187


@pytest.mark.slow
@pytest.mark.parametrize(
    ("folder", "system", "catalogues", "units"),
    [
        pytest.param("wh40k-9e", "wh40k-9e", 41, 4580, marks=pytest.mark.sample(0)),
        pytest.param("wh40k-8e", "wh40k-8e", 47, 3736, marks=pytest.mark.sample(0)),
        ("aos-1e", "aos-1e", 62, 817),
        pytest.param("wh40k-2e", "wh40k-2e", 15, 394, marks=pytest.mark.sample(0)),
    ],
)
def test_a_whole_repository(
    services: Services, shared_folder: Path, folder: str, system: str, catalogues: int, units: int
) -> None:
    files = list(Unpacker().unpack(read_folder(shared_folder / "bsdata" / folder)))
    report = services.imports.load(files=files)
    assert {item.change for item in report.items} == {"added"}
    assert len(report.items) == len(files)
    assert all("stands" in problem.message for problem in report.problems)
    imported = [row for row in services.catalogues.page(system=system, limit=200).items if row.origin == "imported"]
    assert len(imported) == catalogues
    found = [services.datasheets.search(catalogue=row.id, limit=1000).items for row in imported]
    assert sum(map(len, found)) == units
    squads = services.datasheets.search(text="assault intercessor squad", system=system, limit=50).items
    ours = {row.id for row in imported}
    named = [row for row in squads if row.name == "Assault Intercessor Squad" and row.catalogue in ours]
    shown = {(row.power_least, row.power_most, row.role) for row in named}
    assert shown == ({(5, 10, "troops")} if system == "wh40k-9e" else set())
    for rows in found:
        assert services.datasheets.get(rows[0].catalogue, rows[0].id).default
    assert {item.change for item in services.imports.load(files=files[:5]).items} == {"same"}
