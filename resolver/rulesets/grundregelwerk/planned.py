"""What a program that plans weighs: pairs of actions together."""

from __future__ import annotations

ACTIVATION = ACTION = REACTION = MARCH = FIRE = None
