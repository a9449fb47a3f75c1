"""The referee's own search: random tables, and whether a unit on one has a legal move into combat."""
