"""Faults are put into the resolver here: what it remembers of attacks is forgotten before and after each test."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import pytest

MODULES = ("check", "exact", "sample", "steps", "tables")


def forget() -> None:
    """Clear every cache of the attack kernels."""
    for name in MODULES:
        for function in vars(import_module(f"resolver.attack.{name}")).values():
            if hasattr(function, "cache_clear"):
                function.cache_clear()


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Nothing is left of a fault."""
    forget()
    yield
    forget()
