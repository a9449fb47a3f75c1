"""Battles of the Grundregelwerk: its rules, examples and table of actions, each on a table that a test sets."""
