"""Datasheets: search over all, and writing one's own (native documents, `muster.datasheet/1`) with every version kept.

Of an imported unit only what lists show is kept as a document, with the pin of its catalogue; how it looks is worked out
from that when somebody asks: a unit as it comes into a roster, with all that the data choose by default.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from builder.importing.listing import SCHEMA as IMPORTED
from builder.importing.listing import find_unit
from builder.services import catalogues
from builder.services.catalogues import Catalogues, Document
from builder.services.errors import Conflict, Invalid, NotFound, Stale
from builder.services.judging import Judging
from builder.services.pages import NAME, datasheet_page
from builder.services.paging import Page
from builder.store import Database, Store, drafts
from builder.store import catalogues as documents
from builder.store import datasheets as rows
from builder.store.datasheets import DatasheetRow, Index, Search
from datasheets.closure import UnknownCatalogue
from datasheets.evaluation.selecting import default_selection
from datasheets.evaluation.tree import Force, Roster
from datasheets.keywords import Keywords, normal
from datasheets.native.parse_datasheet import read_datasheet
from datasheets.native.price_range import price_range
from datasheets.native.schema import Datasheet
from datasheets.problems import Problem
from datasheets.system_folders import measures_power, outlines
from datasheets.systems import system, system_for, systems
from datasheets.words import Message
from exports.document import RosterDocument


@dataclass(frozen=True, slots=True)
class DatasheetAnswer:
    """A datasheet as it was written, in one of its versions.

    Of an imported one, `document` is what lists show of it, and `default` an army of one such unit with its default choices.
    """

    row: DatasheetRow
    document: Document
    default: RosterDocument | None = None


class Datasheets:
    """The datasheets of one database."""

    def __init__(self, store: Store, of_catalogues: Catalogues, judging: Judging) -> None:
        self._store = store
        self._catalogues = of_catalogues
        self._judging = judging

    def search(
        self,
        *,
        text: str = "",
        keyword: tuple[str, ...] = (),
        role: str = "",
        system: str = "",
        catalogue: str = "",
        power_min: float | None = None,
        power_max: float | None = None,
        cost: str = "",
        cost_min: float | None = None,
        cost_max: float | None = None,
        start: int = 0,
        limit: int = 50,
        sort: str = NAME,
    ) -> Page[DatasheetRow]:
        """Return datasheets: the best match of `text` first, without it by name; or as they came in.

        Words of `text` may be cut short; every keyword must be there (case and plural make no difference); the unit's
        Power, from its smallest to its largest size, must meet `power_min` to `power_max`, and what it costs of the
        kind `cost` (an id, or a name in imported data, such as "pts"), `cost_min` to `cost_max`.
        """
        wanted = Search(
            tuple(text.split()),
            tuple(map(normal, keyword)),
            system,
            catalogue,
            role,
            power_min,
            power_max,
            cost,
            cost_min,
            cost_max,
            tuple(filter(measures_power, outlines())) if (power_min, power_max) != (None, None) else (),
        )
        return datasheet_page(self._store, wanted, start=start, limit=limit, sort=sort)

    def roles(self) -> list[str]:
        """Return the roles that can be searched by."""
        with self._store.reading() as db:
            return rows.roles(db)

    def costs(self, system: str = "") -> list[str]:
        """Return the costs that can be searched by, in one system or in any: ids, or names in imported data."""
        with self._store.reading() as db:
            return rows.costs(db, system)

    def costs_of(self, cost: str, found: Iterable[DatasheetRow]) -> dict[tuple[str, str], tuple[float, float]]:
        """Return the least and the most that datasheets cost of one kind, by catalogue and id."""
        with self._store.reading() as db:
            return rows.costs_of(db, cost, found)

    def prices(self, catalogue: str) -> dict[str, dict[str, tuple[float, float]]]:
        """Return the least and the most that the datasheets of a catalogue cost, by id and cost; nothing of what is free."""
        with self._store.reading() as db:
            return rows.prices(db, catalogue)

    def get(self, catalogue: str, id: str, version: int | None = None) -> DatasheetAnswer:
        """Return a datasheet, the newest version if none is given; older ones also after the datasheet is gone.

        Raises:
            NotFound: there is no such datasheet or version.
        """
        with self._store.reading() as db:
            now = rows.get(db, catalogue, id)
            if version is None or (now and version == now.version):
                row = now or self._row(db, catalogue, id)
                document = documents.documents(db, [row.document])[0]
                return DatasheetAnswer(row, document, self._default(row, document))
            digest = dict(rows.versions(db, catalogue, id)).get(version)
            if digest is None:
                raise NotFound(Message("error.no-version", {"id": f"{catalogue}/{id}", "version": version}))
            document = documents.documents(db, [digest])[0]
        if document["schema"] == IMPORTED:
            row = imported_row(document, version, digest)
            return DatasheetAnswer(row, document, self._default(row, document))
        return DatasheetAnswer(_row(read_datasheet(document), version, digest), document)

    def get_pinned(self, catalogue: str, id: str, pin: str) -> DatasheetAnswer:
        """Return an imported unit as a version of its catalogue has it that a roster pins: also after all else is deleted.

        Raises:
            NotFound: there is no such version, or no such unit in it.
        """
        try:
            closure = self._catalogues.closure(catalogue, pin)
        except UnknownCatalogue as error:
            raise NotFound(Message("error.no-catalogue", {"id": repr(catalogue)})) from error
        of = system_for(closure.system.id, closure.system.name, closure.system.revision)
        unit = find_unit(closure, next((each for each in systems() if each.id == of), None), id)
        if unit is None or (closure.catalogue.id, closure.digest) != (catalogue, pin):
            raise NotFound(Message("error.no-datasheet", {"id": repr(id), "catalogue": repr(catalogue)}))
        document = unit.document(catalogue, of, pin)
        row = imported_row(document, 1, "")
        return DatasheetAnswer(row, document, self._default(row, document))

    def _default(self, row: DatasheetRow, document: Document) -> RosterDocument | None:
        if document["schema"] != IMPORTED:
            return None
        closure = self._catalogues.closure(row.catalogue, document["pin"])
        selection, next_uid = default_selection(closure, row.entry, 2)
        force = Force("f1", row.catalogue, name=closure.catalogue.name, pin=closure.digest, selections=(selection,))
        roster = Roster(row.system, row.name, (force,), next_uid=next_uid)
        return self._judging.document(self._judging.judge(roster, fixes=False))

    def version_of(self, catalogue: str, id: str, pin: str) -> int | None:
        """Return the version of an imported datasheet that a force with this pin was built on; None where none says so."""
        with self._store.reading() as db:
            found = [(version, digest) for version, digest in rows.versions(db, catalogue, id) if digest]
            kept = documents.documents(db, [digest for _, digest in found])
        pinned = (version for (version, _), document in zip(found, kept, strict=True) if document.get("pin") == pin)
        return next(pinned, None)

    def versions(self, catalogue: str, id: str) -> list[tuple[int, str | None]]:
        """Return (version, digest) of every version, oldest first; the digest is None where it was deleted.

        Raises:
            NotFound: there never was such a datasheet.
        """
        with self._store.reading() as db:
            found = rows.versions(db, catalogue, id)
        if not found:
            raise NotFound(Message("error.no-datasheet", {"id": repr(id), "catalogue": repr(catalogue)}))
        return found

    def create(self, document: Document) -> DatasheetAnswer:
        """Add a datasheet to the homebrew catalogue that it names.

        Raises:
            DocumentError: the document is wrong.
            Invalid: the catalogue that it names is not there.
            Conflict: the catalogue is bundled, or has a datasheet of that id.
        """
        sheet = read_datasheet(document)
        with self._store.writing() as db:
            self._own(db, sheet)
            if rows.get(db, sheet.catalogue, sheet.id):
                raise Conflict(Message("error.datasheet-there", {"catalogue": repr(sheet.catalogue), "id": repr(sheet.id)}))
            add(db, sheet, document)
            catalogues.restock(db, sheet.catalogue)
        return self.get(sheet.catalogue, sheet.id)

    def replace(self, catalogue: str, id: str, version: int, document: Document) -> DatasheetAnswer:
        """Replace a datasheet. Rosters stay on the version that they pin until their pin is moved.

        Raises:
            DocumentError: the document is wrong.
            Invalid: it names another catalogue or id.
            Conflict: the catalogue is bundled.
            NotFound, Stale: the datasheet is not there, or not in that version.
        """
        sheet = read_datasheet(document)
        for name, wanted in (("catalogue", catalogue), ("id", id)):
            if getattr(sheet, name) != wanted:
                raise Invalid((Problem(f"/{name}", Message("error.datasheet-stays", {"wanted": wanted})),))
        with self._store.writing() as db:
            self._own(db, sheet)
            self._row(db, catalogue, id)
            row = _row(sheet, version + 1, catalogues.keep(db, document))
            if not rows.replace_if(db, row, _index(sheet)):
                raise Stale("datasheet", f"{catalogue}/{id}", version)
            catalogues.restock(db, catalogue)
        return self.get(catalogue, id)

    def delete(self, catalogue: str, id: str, version: int) -> None:
        """Delete a datasheet and its draft; its versions stay, and rosters that pin them.

        Raises:
            Conflict: the catalogue is bundled.
            NotFound, Stale: the datasheet is not there, or not in that version.
        """
        with self._store.writing() as db:
            self._catalogues.own(db, catalogue)
            self._row(db, catalogue, id)
            if not rows.delete_if(db, catalogue, id, version):
                raise Stale("datasheet", f"{catalogue}/{id}", version)
            drafts.delete_of(db, catalogue, id)
            catalogues.restock(db, catalogue)

    def _own(self, db: Database, sheet: Datasheet) -> None:
        try:
            self._catalogues.own(db, sheet.catalogue)
        except NotFound as error:
            raise Invalid(
                (Problem("/catalogue", Message("error.catalogue-first", {"id": repr(sheet.catalogue)})),)
            ) from error

    def _row(self, db: Database, catalogue: str, id: str) -> DatasheetRow:
        row = rows.get(db, catalogue, id)
        if row is None:
            raise NotFound(Message("error.no-datasheet", {"id": repr(id), "catalogue": repr(catalogue)}))
        return row


def imported_row(document: Document, version: int, digest: str) -> DatasheetRow:
    """Return the row of an imported unit, as its document (`builder.importing.listing`) says it."""
    least, most = document["power"] or (None, None)
    place = (document["catalogue"], document["id"], document["system"], document["name"], document["role"])
    return DatasheetRow(*place, least, most, version, digest, document["entry"])


def add(db: Database, sheet: Datasheet, document: Document) -> None:
    """Add a datasheet's row; its catalogue must be there."""
    version = rows.next_version(db, sheet.catalogue, sheet.id)
    rows.insert(db, _row(sheet, version, catalogues.keep(db, document)), _index(sheet))


def refresh(db: Database, sheet: Datasheet, document: Document) -> None:
    """Let a datasheet's newest version be this document, adding it where there is none."""
    old = rows.get(db, sheet.catalogue, sheet.id)
    digest = catalogues.keep(db, document)
    if old is None:
        add(db, sheet, document)
    elif old.document != digest:
        rows.replace_if(db, _row(sheet, old.version + 1, digest), _index(sheet))


def _row(sheet: Datasheet, version: int, digest: str) -> DatasheetRow:
    least, most = price_range(sheet, system(sheet.system).size.cost) or (None, None)
    place = (sheet.catalogue, sheet.id, sheet.system, sheet.name, sheet.role)
    return DatasheetRow(*place, least, most, version, digest, sheet.id)


def _index(sheet: Datasheet) -> Index:
    groups = (sheet.keywords.faction, sheet.keywords.other, *(row.keywords for row in sheet.profiles))
    shown = tuple(Keywords(keyword for group in groups for keyword in group))
    words = "\n".join(word for word in _words(sheet) if word)
    return Index(shown, tuple(map(normal, shown)), words, dict(_prices(sheet)))


def _prices(sheet: Datasheet) -> Iterator[tuple[str, tuple[float, float]]]:
    for cost in system(sheet.system).costs:
        if found := price_range(sheet, cost.id):
            yield cost.id, found


def _words(sheet: Datasheet) -> Iterator[str]:
    yield sheet.composition.text
    yield from (row.name for row in sheet.profiles)
    yield from (text for ability in sheet.abilities for text in (ability.name, ability.text))
    yield from (text for gear in sheet.wargear for text in (gear.name, gear.text))
    for weapon in sheet.weapons:
        yield from (weapon.name, weapon.note, *(profile.abilities for profile in weapon.profiles))
    yield from (option.text for option in sheet.options)
