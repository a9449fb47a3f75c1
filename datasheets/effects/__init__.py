"""What abilities do, as data: the vocabulary of effects and its strict reading."""

from datasheets.effects.effect import Condition, Effect, EffectField, Recipients, dump, effects_field, load

__all__ = ["Condition", "Effect", "EffectField", "Recipients", "dump", "effects_field", "load"]
