"""What the selections of an imported unit say that is no table: abilities, rules, explosions, transports, damage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.snapshot.cleaning import line, prose
from builder.snapshot.damage import damage_lines
from builder.snapshot.sorting import Part, Read
from datasheets.imported import tables
from datasheets.markup import fold
from datasheets.model import Profile


def texts_of(part: Part, read: Read) -> Iterator[tuple[str, str]]:
    """Yield names and texts of everything that is no table: abilities, rules, explosions, lists of their author's own.

    A text that only says its name again is none, and what is left of it nothing where another text is called so
    ("Wargear: Targeter" with "Targeter", beside the rule "Targeter").
    """
    said = [(name, text, _name_alone(name)) for name, text in _all_texts(part, read)]
    known = {alone for _, text, alone in said if plain(text) != alone}
    for name, text, alone in said:
        if plain(text) != alone:
            yield name, text
        elif alone not in known:
            yield name, ""


def _name_alone(name: str) -> str:
    """Return a name without the heading in front of it."""
    return plain(name).rpartition(": ")[2]


def _all_texts(part: Part, read: Read) -> Iterator[tuple[str, str]]:
    for kind, profiles in part.profiles.items():
        if kind in ("ability", "explosion", "transport", "psyker", "armour", None):
            for profile in profiles:
                name = line(profile.name) if kind == "ability" else heading_and_name(profile, read)
                yield name, prose(tables.text_of(read.closure, profile, read.system))
    wounds = part.profiles.get("wounds", [])
    if wounds and not _is_damage_table(wounds, part, read):
        for profile in wounds:
            yield line(profile.name), prose(tables.text_of(read.closure, profile, read.system))
    for rule in part.shown.rules:
        yield line(rule.name), prose(rule.description)


def _is_damage_table(wounds: Sequence[Profile], part: Part, read: Read) -> bool:
    """Whether profiles are a damage table that says nothing else, so that it need not be printed as texts."""
    if read.system.wounds_counted == "suffered":
        rows = read.of("unit", part.owner) or read.of("unit", *read.unit.groups) or read.of("unit", None)
        return any(damage_lines(read, wounds, read.values(row)) for row in rows)
    table = tables.damage_table(read.closure, wounds, read.system, read.varying)
    return table is not None and table.whole


def plain(text: str) -> str:
    """Return a text without what makes no other ability of it: case, blanks, a mark at its end."""
    return fold(text).strip(" .:")


def heading_and_name(profile: Profile, read: Read) -> str:
    """Return the name of a profile below the heading of its type, where the name does not say it."""
    name, heading = profile.name, tables.heading_of(read.closure, profile)
    return line(name if not heading or heading.casefold() in name.casefold() else f"{heading}: {name}")
