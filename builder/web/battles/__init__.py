"""Battles on pages: `listing` begins and deletes them; `watch`, `play` and `report` show them; the others are parts."""
