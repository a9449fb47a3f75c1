"""A link from anywhere, read back: bounded before and while it is unpacked, then held to the shape of a roster document."""

from __future__ import annotations

import base64
import re
import zlib
from dataclasses import dataclass

from datasheets.problems import DocumentError, Problem
from datasheets.strict_json import MOST_BYTES, read_json
from datasheets.words import Message
from exports.document import RosterDocument, check_code, document_from
from exports.link.packing import SCHEMA

MOST_READ = 65_536
"""Of letters: eight times what is given out, so that a later Muster may give out more."""
MOST_UNPACKED = MOST_BYTES // 2
LETTERS = re.compile(r"[A-Za-z0-9_-]+={0,2}")
BEGUN = re.compile(r"e[AFJN][A-Za-z0-9_-]{40,}={0,2}")
"""How the letters of a zlib stream begin, whatever it was compressed by; no shorter one holds a roster."""
IN_ADDRESS = re.compile(rf"#(?P<letters>{BEGUN.pattern})")
DIGEST = re.compile(r"sha256:[0-9a-f]{64}")


class NotALink(DocumentError):
    """These letters carry no roster that can be used; `problems` says why."""


@dataclass(frozen=True, slots=True)
class Linked:
    """What a link carries: the document without rules, and the digest that it says the whole document has."""

    document: RosterDocument
    digest: str

    @property
    def check_code(self) -> str:
        """The check code that the link states."""
        return check_code(self.digest)


def carries_link(text: str) -> bool:
    """Say whether a text is meant as a link with a roster in it, has one, or is the part of one behind its "#"."""
    return bool(IN_ADDRESS.search(text) or BEGUN.fullmatch(text.strip()))


def read_link(text: str) -> Linked:
    """Return what a link carries; `text` is an address, words with one in them, or what stands behind its "#".

    Raises:
        NotALink: it carries no roster document, or a piece of one; in one sentence, or with all problems of the document.
    """
    letters = _letters(text)
    if len(letters) > MOST_READ:
        raise _refusal("long", most=MOST_READ)
    if not LETTERS.fullmatch(letters):
        raise _refusal("none")
    try:
        data = read_json(_unpack(letters))
        if not isinstance(data, dict) or data.get("schema") != SCHEMA:
            raise _refusal("newer")
        if data.keys() != {"schema", "digest", "document"} or not isinstance(data["document"], dict):
            raise _refusal("members")
        if not isinstance(data["digest"], str) or not DIGEST.fullmatch(data["digest"]):
            raise _refusal("digest")
        return Linked(document_from(data["document"]), data["digest"])
    except NotALink:
        raise
    except DocumentError as error:
        raise NotALink(error.problems) from error


def _letters(text: str) -> str:
    """Return what stands behind the "#" of an address; the whole text where there is none."""
    found = IN_ADDRESS.search(text)
    return found["letters"] if found else text.strip().rpartition("#")[2]


def _unpack(letters: str) -> bytes:
    letters = letters.rstrip("=")
    try:
        packed = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
        stream = zlib.decompressobj()
        data = stream.decompress(packed, MOST_UNPACKED)
    except (ValueError, zlib.error) as error:
        raise _refusal("damaged") from error
    if stream.unconsumed_tail:
        raise _refusal("large", most=MOST_UNPACKED // 1_000_000)
    if not stream.eof or stream.unused_data:
        raise _refusal("damaged")
    return data


def _refusal(code: str, **values: object) -> NotALink:
    return NotALink((Problem("", Message(f"refused.link.{code}", values)),))
