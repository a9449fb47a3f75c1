"""A native catalogue: its header and datasheets as written, compiled to one `Catalogue` and the `GameSystem` it stands on.

Digests are over the canonical JSON of the documents, so the same documents give the same pins on every machine. The game
system's digest covers only what entries are built from: costs, columns and roles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from datasheets.canonical import digest_of
from datasheets.closure import CatalogueSet
from datasheets.fields import document_message
from datasheets.keywords import Keywords
from datasheets.model import Catalogue, CategoryEntry, CharacteristicType, CostType, GameSystem, ProfileType
from datasheets.native.compile import UNIT_PROFILE, WEAPON_PROFILE, compile_datasheet
from datasheets.native.naming import keyword_id
from datasheets.native.parse_datasheet import read_datasheet, read_header
from datasheets.native.schema import Datasheet, Header
from datasheets.problems import DocumentError, Problem, escape
from datasheets.systems import System, system

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class NativeCatalogue:
    """Documents and what they compile to.

    `header_document` and `documents` (by datasheet id) are exactly what was given; `header` and `datasheets` the same as
    values; `source` the compiled catalogue. Datasheets are in the order of their ids, whatever order they were given in.
    """

    header_document: Document
    documents: Mapping[str, Document]
    header: Header
    datasheets: Mapping[str, Datasheet]
    source: Catalogue

    @property
    def id(self) -> str:
        """The catalogue's id."""
        return self.header.id

    @property
    def digest(self) -> str:
        """The digest of all its documents."""
        return self.source.digest

    def catalogues(self) -> CatalogueSet:
        """Return the catalogue with its game system, ready for evaluation."""
        return CatalogueSet(game_system(self.header.system), (self.source,))


def build_catalogue(header_document: Document, documents: Iterable[Document]) -> NativeCatalogue:
    """Check and compile a catalogue.

    Raises:
        DocumentError: with all problems of all documents; paths start with "/catalogue" or "/datasheets/<number>".
    """
    given = list(documents)
    problems: list[Problem] = []
    header = _collect("/catalogue", problems, read_header, header_document)
    sheets = [_collect(f"/datasheets/{place}", problems, read_datasheet, each) for place, each in enumerate(given)]
    if header:
        problems += _disagreements(header, sheets)
    if problems or header is None:
        raise DocumentError(tuple(problems))
    by_id = {sheet.id: (sheet, document) for sheet, document in zip(sheets, given, strict=True) if sheet}
    ordered = dict(sorted(by_id.items()))
    datasheets = {id: sheet for id, (sheet, _) in ordered.items()}
    written = {id: document for id, (_, document) in ordered.items()}
    source = _compile(header, datasheets, digest_of({"catalogue": header_document, "datasheets": list(written.values())}))
    return NativeCatalogue(header_document, written, header, datasheets, source)


@cache
def game_system(id: str) -> GameSystem:
    """Return the game system that native catalogues of a system stand on.

    Raises:
        UnknownSystem: there is none of that id.
    """
    rules = system(id)
    made = GameSystem(
        id=rules.id,
        name=rules.name,
        cost_types=tuple(CostType(cost.id, cost.name) for cost in rules.costs),
        profile_types=(_columns(UNIT_PROFILE, "Unit", rules), _columns(WEAPON_PROFILE, "Weapon", rules)),
        categories=tuple(CategoryEntry(id=role.id, name=role.name) for role in rules.roles),
    )
    columns = {kind.id: [column.id for column in kind.characteristics] for kind in made.profile_types}
    built_on = {
        "id": made.id,
        "costs": [cost.id for cost in made.cost_types],
        "columns": columns,
        "roles": [role.id for role in made.categories],
    }
    return replace(made, digest=digest_of(built_on))


def _columns(id: str, name: str, rules: System) -> ProfileType:
    keys = rules.characteristics if id == UNIT_PROFILE else rules.weapon_characteristics
    return ProfileType(id, name, tuple(CharacteristicType(column.key, column.key) for column in keys))


def _compile(header: Header, datasheets: Mapping[str, Datasheet], digest: str) -> Catalogue:
    rules = system(header.system)
    keywords = Keywords(keyword for sheet in datasheets.values() for keyword in _all_keywords(sheet))
    return Catalogue(
        id=header.id,
        name=header.name,
        revision=header.revision,
        digest=digest,
        system=header.system,
        categories=tuple(CategoryEntry(id=keyword_id(keyword), name=keyword) for keyword in sorted(keywords)),
        entries=tuple(compile_datasheet(sheet, rules, header) for sheet in datasheets.values()),
    )


def _all_keywords(sheet: Datasheet) -> Iterable[str]:
    return (*sheet.keywords.faction, *sheet.keywords.other, *(keyword for row in sheet.profiles for keyword in row.keywords))


def _collect(path: str, problems: list[Problem], read: Any, document: Document) -> Any:
    try:
        return read(document)
    except DocumentError as error:
        problems += [Problem(path + problem.path, problem.message) for problem in error.problems]
        return None


def _disagreements(header: Header, sheets: Iterable[Datasheet | None]) -> Iterable[Problem]:
    seen: set[str] = set()
    for place, sheet in enumerate(sheets):
        if sheet is None:
            continue
        path = f"/datasheets/{place}"
        if sheet.system != header.system:
            yield Problem(f"{path}/system", document_message("catalogue-system", system=header.system))
        if sheet.catalogue != header.id:
            yield Problem(f"{path}/catalogue", document_message("catalogue-id", id=header.id))
        if sheet.id in seen:
            yield Problem(f"{path}/id", document_message("catalogue-has", id=escape(sheet.id)))
        seen.add(sheet.id)
