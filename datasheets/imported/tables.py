"""Profiles as authors wrote them, read as tables of the game: of which kind one is, and its values under our headings."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from weakref import WeakKeyDictionary

from datasheets.closure import Closure, Merged
from datasheets.imported.naming import is_named_after
from datasheets.index import Info
from datasheets.model import Choosable, InfoGroup, Named, Profile
from datasheets.resolved import changes_of
from datasheets.systems import System
from datasheets.systems.imports import Imports, ProfileKind

RANGE = re.compile(r"(\d+)\s*[-–]\s*(\d+)\s*\+?")
AT_LEAST = re.compile(r"(\d++)\s*+(?:[-–]\s*+)?\+")
ONE = re.compile(r"\d+")
BANDED = re.compile(
    r"[\[(]?(?:(?<!\s)\s++)?(?<!\d)(\d++\s*+[-–]\s*+\d++\s*+\+?|\d++\s*+\+|\d++)\s*+(?:wounds?|W)\b[^)\]]{0,80}[)\]]?\s*$",
    re.IGNORECASE,
)
BARE = re.compile(r"[\[(]\s*+(\d++\s*+[-–]\s*+\d++\s*+\+?|\d++\s*+\+)\s*+[)\]]\s*+$")
"""A band in brackets that leaves the word out; a lone number there only counts profiles."""
NUMBERED = re.compile(r"^\d++[.)]\s*+|(?:(?<!\s)\s++)?[\[(]\d++[\])]\s*+$|(?<!\s)\s++\d\s*+$")
ROWS: tuple[ProfileKind, ...] = ("unit", "vehicle", "walker")
"""Profiles with the characteristics of what stands on the table."""
NOTHING = ("", "-", "–", "N/A", "n/a", "None")
BAND = re.compile(r"(\d{1,3})(?:\s*+[-–]\s*+(\d{1,3})|\s*+\+)(?:\s++wounds?)?", re.IGNORECASE)
NAMELESS = "characteristic"
SHORT = 40
MOST_INFOS = 2_000
"""Groups and linked profiles of one definition; groups that link to groups double with each level."""
_kinds: WeakKeyDictionary[Closure, dict[str, ProfileKind | None]] = WeakKeyDictionary()
"""Of which kind the profiles of a type are, by its id, since it is asked for every profile after every edit."""
_Target = tuple[Info | None, frozenset[str]]


@dataclass(frozen=True, slots=True)
class DamageTable:
    """Rows (lowest wounds, highest wounds or None for "and more", characteristics), the unhurt first.

    What else the table tells by a name stands among them; `whole` is false where it tells more, without one.
    """

    rows: tuple[tuple[int, int | None, Mapping[str, str]], ...]
    whole: bool = True


def profiles_shown(closure: Closure, choice: Merged) -> Iterator[Profile]:
    """Yield the profiles that an entry shows by itself, whatever modifiers do."""
    for part in choice.parts:
        yield from _profiles_of(closure, part)


def profile_names_shown(closure: Closure, choice: Merged) -> Iterator[str]:
    """Yield what the profiles that an entry shows by itself can be called: as they stand, and as modifiers set it."""
    for part in choice.parts:
        for profile in _profiles_of(closure, part):
            yield from _names_of(profile, profile)
        for link in part.info_links:
            if isinstance(target := closure.info(link.target), Profile):
                yield from _names_of(target, link)


def _names_of(profile: Profile, holder: Named) -> Iterator[str]:
    """Yield the name of a profile, and those that the modifiers of it or of a link to it set."""
    yield profile.name
    for change in changes_of(holder):
        if change.modifier.field == "name" and change.modifier.type == "set":
            yield change.modifier.value
        elif change.modifier.field == "name" and change.modifier.type == "append":
            yield f"{profile.name} {change.modifier.value}"


def written_types(closure: Closure, part: Choosable) -> Iterator[str]:
    """Yield the names of the types of the profiles that one definition or link shows."""
    for profile in _profiles_of(closure, part):
        yield heading_of(closure, profile)


def kind_of(closure: Closure, profile: Profile, system: System) -> ProfileKind | None:
    """Return of which kind a profile is; None for a text under a heading of its author's."""
    known = _kinds.setdefault(closure, {})
    if profile.type not in known:
        known[profile.type] = _kind_of_type(closure, profile.type, system.imports)
    if profile.type in closure.profile_types and system.imports.named_bands and is_line(profile):
        return "wounds"
    return known[profile.type]


def _kind_of_type(closure: Closure, id: str, imports: Imports) -> ProfileKind | None:
    type = closure.profile_types.get(id)
    if type is None:
        return None
    if type.characteristics and type.characteristics[0].name.strip() in imports.remaining:
        return "wounds"
    return imports.kind_of(type.name.strip())


def is_line(profile: Profile) -> bool:
    """Whether a profile is called as a band of wounds and has several short values, so that it is a line of a table."""
    values = [value for value in profile.characteristics.values() if value.strip()]
    return BAND.fullmatch(profile.name.strip()) is not None and len(values) > 1 and max(map(len, values)) <= SHORT


def values_of(closure: Closure, profile: Profile, system: System) -> dict[str, str]:
    """Return the values of a profile by our headings, in printed order; empty ones are left out."""
    return {heading: value for heading, value in with_headings(closure, profile, system) if value}


def with_headings(closure: Closure, profile: Profile, system: System) -> list[tuple[str, str]]:
    """Return the values of a profile with our headings, in printed order, empty ones too."""
    type = closure.profile_types.get(profile.type)
    columns = {column.id: column.name.strip() for column in type.characteristics} if type else {}
    ordered = [*columns, *(id for id in profile.characteristics if id not in columns)]
    named = ((columns.get(id, id), profile.characteristics.get(id, "").strip().replace('""', '"')) for id in ordered)
    return [(system.imports.columns.get(name, name), value) for name, value in named]


def row_named(closure: Closure, name: str, imports: Imports) -> Profile | None:
    """Return the shared row of a unit or a vehicle that a name begins with, of several the longest; None for none."""
    shared = (profile for source in closure.sources for profile in source.shared_profiles)
    fitting = [each for each in shared if is_named_after(name, name_of(each)) and _is_row(closure, each, imports)]
    return max(fitting, key=lambda each: len(name_of(each)), default=None)


def _is_row(closure: Closure, profile: Profile, imports: Imports) -> bool:
    return imports.kind_of(heading_of(closure, profile)) in ROWS


def has_values(profile: Profile) -> bool:
    """Whether a profile says anything under its headings."""
    return any(value.strip() for value in profile.characteristics.values())


def heading_of(closure: Closure, profile: Profile) -> str:
    """Return the name of a profile's type."""
    type = closure.profile_types.get(profile.type)
    return type.name.strip() if type else ""


def text_of(closure: Closure, profile: Profile, system: System) -> str:
    """Return a profile as prose: its values, each with its heading where there are several."""
    values = list(values_of(closure, profile, system).items())
    if len(values) <= 1:
        return "".join(value for _, value in values)
    return "\n".join(f"{heading}: {value}" for heading, value in values)


def damage_table(
    closure: Closure, profiles: Sequence[Profile], system: System, varying: Sequence[str] = ()
) -> DamageTable | None:
    """Return the damage table that some profiles are the rows of; None where they are not one table that can be read.

    What the columns "Characteristic 1" and so on stand for is said by a row whose wounds are not stated, or else by the
    characteristics that are printed as "*" (`varying`), in their order.
    """
    lines = [with_headings(closure, profile, system) for profile in profiles]
    known = {each.key for each in system.characteristics}
    names = _names(lines, known, varying, system)
    rows, others = [], False
    for (_, wounds), *columns in lines:
        if wounds in NOTHING:
            continue
        band = _band(wounds)
        values = {names.get(heading, heading): value for heading, value in columns if value not in NOTHING}
        found = {heading: value for heading, value in values.items() if heading in known or _is_name(heading)}
        if band is None or not known & found.keys():
            return None
        others = others or found.keys() != values.keys()
        rows.append((*band, found))
    rows.sort(key=lambda row: -row[0])
    apart = all(low > (high if high is not None else low) for (low, _, _), (_, high, _) in pairwise(rows))
    return DamageTable(tuple(rows), not others) if rows and apart else None


def _is_name(heading: str) -> bool:
    """Whether a heading says what its column is about: "Bolts", but not "Characteristic 2"."""
    return 0 < len(heading) <= SHORT and not heading.casefold().startswith(NAMELESS)


def _names(
    lines: Sequence[Sequence[tuple[str, str]]], known: Collection[str], varying: Sequence[str], system: System
) -> dict[str, str]:
    """Return what the headings of a damage table stand for that are no characteristics themselves."""
    for (_, wounds), *columns in lines:
        if wounds in NOTHING:
            return {heading: system.imports.columns.get(value, value) for heading, value in columns}
    unnamed = [
        heading for heading, value in (lines[0][1:] if lines else ()) if heading not in known and value not in NOTHING
    ]
    return dict(zip(unnamed, varying, strict=True)) if len(unnamed) == len(varying) else {}


def wound_band(profile: Profile) -> tuple[str, tuple[int, int | None]] | None:
    """Return name and wounds of a unit profile that is a row of a damage table ("Wagon [2] (3-5 wounds remaining)")."""
    found = BANDED.search(profile.name) or BARE.search(profile.name)
    band = _band(found[1].replace(" ", "")) if found else None
    if found is None or band is None:
        return None
    return NUMBERED.sub("", profile.name[: found.start()]).strip(" -–:,") or profile.name.strip(), band


def name_of(profile: Profile) -> str:
    """Return the name of what a unit profile is about, without the wounds that it is for."""
    found = wound_band(profile)
    return found[0] if found else profile.name.strip()


def number_in(text: str) -> int | None:
    """Return the first whole number of a text."""
    found = ONE.search(text)
    return int(found[0]) if found and len(found[0]) < 10 else None


def _band(wounds: str) -> tuple[int, int | None] | None:
    if found := RANGE.fullmatch(wounds):
        low, high = sorted((int(found[1]), int(found[2])))
        return low, high
    if found := AT_LEAST.fullmatch(wounds):
        return int(found[1]), None
    return (int(wounds), int(wounds)) if wounds.isdecimal() else None


def _profiles_of(closure: Closure, part: Choosable) -> Iterator[Profile]:
    """Yield the profiles of a definition or link, those of groups where they stand; of very many groups the first."""
    yield from part.profiles
    pending = _targets(closure, part)
    for _ in range(MOST_INFOS):
        if not pending:
            return
        target, above = pending.pop()
        if isinstance(target, Profile):
            yield target
        elif isinstance(target, InfoGroup) and target.id not in above:
            yield from target.profiles
            pending += _targets(closure, target, above | {target.id})


def _targets(closure: Closure, holder: Choosable | InfoGroup, above: frozenset[str] = frozenset()) -> list[_Target]:
    """Return the groups and linked infos of a holder, the last first, with the ids of the groups around them."""
    linked = (closure.info(link.target) for link in holder.info_links if link.type != "rule")
    return [(target, above) for target in (*holder.info_groups, *linked)][::-1]
