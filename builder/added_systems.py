"""Systems of a user's own, as the settings name them: every process of the program adds them before it asks for any."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from builder.settings import SettingError


def add_systems(folders: Iterable[Path]) -> None:
    """Know the systems of the folders that `MUSTER_SYSTEMS` names: data, words, battles, and army rules where there are any.

    Raises:
        SettingError: there is another system of that id, or something in the folder is wrong.
    """
    folders = tuple(folders)
    if not folders:
        return
    from builder.rules import registry
    from resolver.engine import added_systems

    try:
        added_systems.add_systems(folders)
        rules = {each.name: added_systems.load(each, "rules", "RULES") for each in folders}
    except ValueError as error:
        raise SettingError(f"MUSTER_SYSTEMS cannot be used: {error}") from error
    registry.register({name: module for name, module in rules.items() if module})
