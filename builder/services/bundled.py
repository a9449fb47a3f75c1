"""The data that come with Muster, brought into the database: catalogues first, then the sample rosters.

Each is remembered by its digest: what was loaded is not loaded again, so that a sample roster that the user deleted stays
deleted, and a newer Muster's revised catalogue comes in as a new version. Nothing of the user's is ever replaced.

A sample roster is a file `datasheets/data/systems/<system>/rosters/<id>.json`: a list of operations on an empty roster, or a
roster document.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from builder.operations.error import OperationError
from builder.operations.table import apply_all
from builder.services import catalogues
from builder.services.homebrew import put
from builder.services.judging import Judged, Judging
from builder.services.rosters import insert
from builder.services.stamp import stamp, stored_stamp
from builder.snapshot.document import roster_from_document
from builder.store import Database, Store, links
from builder.store import catalogues as rows
from builder.store import rosters as roster_rows
from datasheets.canonical import digest_of
from datasheets.evaluation.tree import Roster
from datasheets.native.bundled import bundled_catalogues
from datasheets.problems import DocumentError
from datasheets.strict_json import read_json
from datasheets.system_folders import folders
from exports.document import document_from

logger = logging.getLogger("muster")


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample roster as it is written."""

    id: str
    system: str
    written: Any

    @property
    def digest(self) -> str:
        """The digest of what is written."""
        return digest_of(self.written)


@dataclass(frozen=True, slots=True)
class Loaded:
    """The ids of the catalogues and sample rosters that came in, or came in again because they were revised."""

    catalogues: tuple[str, ...]
    rosters: tuple[str, ...]


def load(store: Store) -> Loaded:
    """Load what is new and say what it was. Where no file changed since, nothing is waited for and nothing parsed."""
    now = stamp()
    if stored_stamp(store) == now:
        return Loaded((), ())
    with store.writing() as db:
        new = tuple(_load_catalogues(db))
    judging = Judging(catalogues.Catalogues(store))
    with store.writing() as db:
        loaded = Loaded(new, tuple(_load_rosters(db, judging)))
        rows.set_bundled_stamp(db, now)
        return loaded


def samples() -> Iterator[Sample]:
    """Yield the sample rosters, by system and id."""
    for system, within in folders().items():
        folder = within / "rosters"
        for file in sorted(folder.iterdir(), key=lambda item: item.name) if folder.is_dir() else ():
            if file.name.endswith(".json"):
                yield Sample(file.name.removesuffix(".json"), system, read_json(file.read_bytes()))


def judged_sample(sample: Sample, judging: Judging) -> Judged:
    """Return a sample roster judged.

    Raises:
        OperationError, DocumentError: the file is wrong.
    """
    if isinstance(sample.written, list):
        roster = apply_all(Roster(system=sample.system, name=sample.id), sample.written, judging.catalogues)
    else:
        roster = roster_from_document(document_from(sample.written))
    return judging.judge(roster, fixes=False)


def _load_rosters(db: Database, judging: Judging) -> Iterator[str]:
    loaded = rows.bundled_digests(db, "roster")
    for sample in samples():
        if loaded.get(sample.id) == sample.digest:
            continue
        try:
            came = _load_roster(db, sample, judging, is_new=sample.id not in loaded)
        except (OperationError, DocumentError) as error:
            # A catalogue of the user's own may stand in the place of the one that it was written for.
            logger.warning("the sample roster %s was left out: %s", sample.id, error)
        else:
            rows.set_bundled(db, "roster", sample.id, sample.digest)
            if came:
                yield sample.id


def _load_roster(db: Database, sample: Sample, judging: Judging, is_new: bool) -> bool:
    """Bring a sample in, or its revision in its place; tell whether it came in."""
    old = roster_rows.get(db, sample.id)
    if not old and not is_new:
        return False  # deleted by the user
    if old and (old.origin != "bundled" or len(roster_rows.parents(db, old.id)) > 1 or links.of_roster(db, old.id)):
        return False  # the user's own, edited by the user, or shown to others by a link
    if old:
        roster_rows.delete_if(db, old.id, old.version)
    operations = sample.written if isinstance(sample.written, list) else ()
    insert(db, sample.id, "bundled", judged_sample(sample, judging), operations)
    return True


def _load_catalogues(db: Database) -> Iterator[str]:
    loaded = rows.bundled_digests(db, "catalogue")
    for catalogue in bundled_catalogues():
        old = rows.get(db, catalogue.id)
        if old and old.origin != "bundled":
            logger.warning("the catalogue %s that comes with Muster is hidden by your own of that id", catalogue.id)
        elif loaded.get(catalogue.id) != catalogue.digest:
            put(db, catalogue, "bundled")
            rows.set_bundled(db, "catalogue", catalogue.id, catalogue.digest)
            yield catalogue.id
