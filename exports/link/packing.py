"""From a roster document to the end of an address, behind its "#", which browsers keep to themselves.

The letters are base 64 for addresses, without padding, of a zlib stream of canonical JSON.
"""

from __future__ import annotations

import base64
import zlib

from datasheets.canonical import canonical
from exports.document import RosterDocument
from exports.link.thinning import without_rules

SCHEMA = "muster.link/1"
MOST_LETTERS = 8_192
"""Of a link that is given out: programs that pass longer addresses on cut them off."""


def fragment(document: RosterDocument) -> str:
    """Return a document as letters, digits, "-" and "_"; with the digest that it has with the rules that are left out.

    It may have more than `MOST_LETTERS`: then it is no link that can be relied on.
    """
    data = canonical({"schema": SCHEMA, "digest": document.digest, "document": without_rules(document).data})
    return base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")
