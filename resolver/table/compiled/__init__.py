"""Loops over models, lines and paths that are compiled by Numba: geometry is most of what a battle works out.

Models are given as `Bodies.data`, an array of shape (8, n) whose rows are X to EXTENT below. Everything here is pure and
takes arrays and numbers only. Nothing is compiled before a loop is first called (`loops`). Compiled code is kept on disk,
for exactly these sources: beside the modules, else below the data folder, else among the temporary files (`folder`);
`make clean` removes what is beside the modules.
"""

from __future__ import annotations

from resolver.table.compiled.loops import compiled, few_calls, inlined

__all__ = ["EPSILON", "EXTENT", "FACING", "HALF", "HEIGHT", "RADIUS", "X", "Y", "Z", "compiled", "few_calls", "inlined"]

X, Y, Z, FACING, HALF, RADIUS, HEIGHT, EXTENT = range(8)
"""The rows of a body: where it stands, half length of the middle line, radius; height for sight and for measuring."""
EPSILON = 1e-6
