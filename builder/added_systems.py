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
        for folder in folders:
            if module := added_systems.load(folder, "rules", "RULES", "steps"):
                registry.register({folder.name: module})
                _check_rules(folder.name)
    except ValueError as error:
        raise SettingError(f"MUSTER_SYSTEMS cannot be used: {error}") from error


def _check_rules(id: str) -> None:
    """Hold the table of steps of army rules against the words and the rulebook of their system."""
    from builder.rules.registry import army_rules
    from datasheets.systems import rulebook
    from datasheets.words import has_words

    steps = army_rules(id).steps
    if unsaid := [code for step in steps for code in step.codes if not has_words(f"finding.{code}")]:
        codes = ", ".join(f"finding.{code}" for code in unsaid)
        raise ValueError(f"{id}/rules.py: no words for {codes}: write them in words/en/ of its folder")
    if unknown := sorted({rule for step in steps for rule in step.rules} - rulebook(id).ids):
        raise ValueError(f"{id}/rules.py: it cites {', '.join(unknown)}: write that in rulebook.json, or cite another")
