"""Attacks: who may be attacked with what, declared pools, and how they are resolved."""
