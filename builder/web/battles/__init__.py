"""Battles on pages: `listing` begins and deletes them; `watch`, `play` and `report` show them; the others are parts."""

from builder.web.battles.listing import blueprint

__all__ = ["blueprint"]
