"""Lists as plain text."""

from exports.text.listing import listing

__all__ = ["listing"]
