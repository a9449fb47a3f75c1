"""The checks of one edition: those that editions share, and its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tests.referee.case import Check, join_checks
from tests.referee.wh40k import (
    abilities,
    attacks,
    charging,
    fighting,
    modifiers,
    moving,
    objectives,
    paths,
    psychic,
    saves,
    sequence,
    setup,
    shooting,
    shots,
    wounds,
)

SHARED = (
    *(sequence, setup, moving, paths, psychic, shooting, shots, charging, fighting, attacks, saves, wounds, modifiers),
    *(objectives, abilities),
)


def checks(*own: Mapping[str, Iterable[Check]]) -> dict[str, tuple[Check, ...]]:
    """Return all checks by kind of event, the shared ones first."""
    return join_checks(*(module.CHECKS.checks for module in SHARED), *own)
