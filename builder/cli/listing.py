"""`muster list`: what there is. `KINDS` has a row for each kind of thing: how it is found, and what its table shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import click

from builder.cli.context import CliContext
from builder.cli.names import SYSTEM
from builder.cli.output import cell_text, json_option, number, print_json, print_lines, table, tell
from builder.cli.words import say
from builder.services import pages
from builder.services.paging import MOST, Page
from builder.store import Store
from builder.store.datasheets import Search
from datasheets.system_folders import count_rules, measures_power, outlines
from datasheets.words import has_words

T = TypeVar("T")
Items = Iterator[dict[str, Any]]


class ListingKind(NamedTuple):
    """A kind of thing: its items, and the keys that its table shows."""

    items: Callable[[Store, str, str], Items]
    columns: tuple[str, ...]


def everything(ask: Callable[..., Page[T]], *about: object, **wanted: object) -> Iterator[T]:
    """Yield the items of all pages of a list."""
    page = ask(*about, **wanted, limit=MOST)
    yield from page.items
    while page.next is not None:
        page = ask(*about, **wanted, limit=MOST, start=page.next)
        yield from page.items


def _systems(store: Store, system: str, text: str) -> Items:
    from builder.rules.registry import judged_systems
    from resolver.engine.registry import playable

    for each in outlines().values():
        known = {"rules": count_rules(each.id), "army_rules": each.id in judged_systems(), "battles": each.id in playable()}
        yield {"id": each.id, "name": each.name, "system": each.id, **known}


def _catalogues(store: Store, system: str, text: str) -> Items:
    for row in everything(pages.catalogue_page, store, system=system):
        yield {"id": row.id, "name": row.name, "system": row.system, "origin": row.origin, "version": row.version}


def _datasheets(store: Store, system: str, text: str) -> Items:
    for row in everything(pages.datasheet_page, store, Search(tuple(text.split()), system=system)):
        least, most = number(row.power_least), number(row.power_most)
        power = [least, most] if measures_power(row.system) else [None, None]
        placed = {"catalogue": row.catalogue, "role": row.role, "power": power, "cost": _cost(row.system, least, most)}
        yield {"id": row.id, "name": row.name, "system": row.system, **placed, "version": row.version}


def _rosters(store: Store, system: str, text: str) -> Items:
    for row in everything(pages.roster_page, store, system=system, text=text):
        summary = {key: row.summary[key] for key in ("legal", "power_level", "units", "models", "errors", "warnings")}
        total = row.summary["costs"].get(_measure(row.system))
        told = {
            **summary,
            "cost": _cost(row.system, total, total, of_army=True),
            "origin": row.origin,
            "version": row.version,
        }
        yield {"id": row.id, "name": row.name, "system": row.system, **told}


def _measure(system: str) -> str:
    """Return the id of the cost by which a game measures armies, "" where it does not."""
    return outlines()[system].cost if system in outlines() else ""


def _cost(system: str, least: float | None, most: float | None, *, of_army: bool = False) -> str | None:
    """Return a cost with its name, of a unit the short one ("5-10 PR", "49 Power Level"); None where a game has none."""
    if least is None or not _measure(system):
        return None
    outline = outlines()[system]
    name = outline.cost_total if of_army else outline.cost_short
    return f"{cell_text([least, most])} {say(name) if has_words(name) else name}"


def _battles(store: Store, system: str, text: str) -> Items:
    for row in everything(pages.battle_page, store, system=system):
        end = row.outcome or {"winner": None, "victory_points": None, "rounds": None}
        result = {
            "over": row.outcome is not None,
            "winner": None if end["winner"] is None else "ab"[end["winner"]],
            "victory_points": end["victory_points"] and list(end["victory_points"]),
            "rounds": end["rounds"],
        }
        players = [seat["player"] for seat in row.seats]
        yield {"id": row.id, "name": row.name, "system": row.system, "mission": row.mission, "players": players, **result}


KINDS: Mapping[str, ListingKind] = {
    "systems": ListingKind(_systems, ("id", "name", "rules", "army_rules", "battles")),
    "catalogues": ListingKind(_catalogues, ("id", "name", "system", "origin", "version")),
    "datasheets": ListingKind(_datasheets, ("id", "name", "catalogue", "role", "cost")),
    "rosters": ListingKind(_rosters, ("id", "name", "system", "cost", "units", "models", "legal")),
    "battles": ListingKind(_battles, ("id", "name", "mission", "rounds", "over", "winner")),
}
SEARCHED = ("datasheets", "rosters")


@click.command("list")
@click.argument("kind", type=click.Choice(tuple(KINDS)), metavar="KIND")
@click.option("--system", default="", type=SYSTEM, metavar="ID", help="Only of this game system.")
@click.option("--text", default="", metavar="WORDS", help="Only datasheets with these words, or rosters of such a name.")
@json_option
@click.pass_obj
def listing(context: CliContext, kind: str, system: str, text: str, as_json: bool) -> None:
    """List what there is: systems, catalogues, datasheets, rosters or battles.

    \b
    Examples:
      muster list rosters
      muster list datasheets --system wh40k-9e --text transport
    """
    if system and system not in (known := pages.known_systems(context.services.store)):
        _refuse_unknown(system, known)
    if text and kind not in SEARCHED:
        raise click.UsageError(say("cli.list.not-searched", {"kind": kind, "searched": list(SEARCHED)}))
    row = KINDS[kind]
    items = [item for item in row.items(context.services.store, system, text) if system in ("", item["system"])]
    if as_json:
        print_json({"items": items})
    elif items:
        heads = [say(f"cli.column.{key}") for key in row.columns]
        print_lines(table(heads, ([item[key] for key in row.columns] for item in items)))
    else:
        tell(say("cli.list.nothing", {"kind": kind}))


def _refuse_unknown(system: str, known: Sequence[str]) -> None:
    """Raise `Invalid` about a system that is not there, with the nearest that is."""
    from builder.services.errors import Invalid
    from datasheets.fields import unknown  # its fields take long to load
    from datasheets.problems import Problem

    raise Invalid((Problem("", unknown(system, known, "system")),))


COMMANDS = {"list": listing}
