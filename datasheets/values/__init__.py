"""Printed values, read once for everybody: dice expressions, characteristics, weapon columns, and their modifiers."""
