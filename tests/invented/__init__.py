"""A game that does not exist, in a folder of its own: its rules, its data, and tests that fight it."""
