"""Moves in legs, and what rough ground does to them, by small rulesets made from an edition."""
