"""Constructed positions of 8th edition; the same units, weapons and moves as `tests.field` makes."""

from tests import field


class Field(field.Field):
    """A battle of 8th edition that stands where a test puts it."""

    system = "wh40k-8e"
