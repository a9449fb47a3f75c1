"""Pools of attacks, resolved one attack at a time."""
