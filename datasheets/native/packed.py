"""A whole catalogue as one file, `muster.homebrew/1`: `{"schema", "catalogue": its header, "datasheets": all of them}`.

The bytes are a function of the catalogue alone, so what is read and written again is the same file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from datasheets.fields import document_message
from datasheets.native.catalogue import Document, NativeCatalogue, build_catalogue
from datasheets.problems import DocumentError, Problem, document_error
from datasheets.strict_json import read_json

PACKED = "muster.homebrew/1"
MOST_BYTES = 10_000_000
MOST_DATASHEETS = 1000
MEMBERS = ("schema", "catalogue", "datasheets")


def pack(header: Document, datasheets: Iterable[Document]) -> bytes:
    """Return a catalogue as a file: JSON with sorted keys, datasheets in the order of their ids."""
    ordered = sorted(datasheets, key=lambda document: str(document["id"]))
    document = {"schema": PACKED, "catalogue": header, "datasheets": ordered}
    return (json.dumps(document, ensure_ascii=False, sort_keys=True, indent=1) + "\n").encode()


def unpack(data: bytes) -> NativeCatalogue:
    """Read a file of at most 10 MB.

    Raises:
        DocumentError: with every problem of it and of its documents.
    """
    return unpack_document(read_json(data, MOST_BYTES))


def unpack_document(document: Any) -> NativeCatalogue:
    """Read the JSON of a file.

    Raises:
        DocumentError: with every problem of it and of its documents.
    """
    if not isinstance(document, dict) or document.get("schema") != PACKED:
        raise document_error("/schema", document_message("no-packed", schema=PACKED))
    problems = [Problem(f"/{name}", document_message("missing")) for name in MEMBERS if name not in document]
    problems += [Problem(f"/{name}", document_message("no-field")) for name in sorted(set(document) - {*MEMBERS})][:20]
    sheets = document.get("datasheets", [])
    if not isinstance(sheets, list):
        problems.append(Problem("/datasheets", document_message("list")))
    elif len(sheets) > MOST_DATASHEETS:
        problems.append(Problem("/datasheets", document_message("at-most", most=MOST_DATASHEETS, found=len(sheets))))
    if problems:
        raise DocumentError(tuple(problems))
    return build_catalogue(document["catalogue"], sheets)


def rename(catalogue: NativeCatalogue, id: str, name: str) -> NativeCatalogue:
    """Return the same catalogue under another id and name.

    Raises:
        DocumentError: the id or the name is none.
    """
    header = {**catalogue.header_document, "id": id, "name": name}
    return build_catalogue(header, [{**document, "catalogue": id} for document in catalogue.documents.values()])
