"""A roster that travels in a link: its document without the texts of rules, compressed, in letters that an address may have.

`fragment` writes it, `read_link` reads it out of whatever was pasted; `without_rules` is what is left out. docs/document.md.
"""

from exports.link.packing import MOST_LETTERS, SCHEMA, fragment
from exports.link.parse_link import Linked, NotALink, carries_link, read_link
from exports.link.thinning import without_rules

__all__ = [
    "MOST_LETTERS",
    "SCHEMA",
    "Linked",
    "NotALink",
    "carries_link",
    "fragment",
    "read_link",
    "without_rules",
]
