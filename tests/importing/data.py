"""Small data files of an invented game, and containers of them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping
from xml.sax.saxutils import quoteattr

NINTH = "28ec-711c-d87f-3aeb"
"""The id under which BattleScribe knows 9th edition; the data below are invented."""

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def game_system(revision: int = 1, id: str = "salt", name: str = "Saltmarsh", inside: str = "") -> bytes:
    """A game system with one cost, two categories and one kind of force."""
    return f"""{HEAD}<gameSystem id="{id}" name="{name}" revision="{revision}" battleScribeVersion="2.03">
  <costTypes><costType id="pl" name=" PL" defaultCostLimit="-1.0"/></costTypes>
  <profileTypes><profileType id="unit" name="Unit">
    <characteristicTypes><characteristicType id="m" name="M"/></characteristicTypes></profileType></profileTypes>
  <categoryEntries>
    <categoryEntry id="hq" name="HQ" hidden="false"/><categoryEntry id="marsh" name="Faction: Marsh Folk" hidden="false"/>
  </categoryEntries>
  <forceEntries><forceEntry id="host" name="Host" hidden="false">
    <categoryLinks><categoryLink id="host-hq" targetId="hq" hidden="false" primary="false"/></categoryLinks>
  </forceEntry></forceEntries>{inside}
</gameSystem>""".encode()


def option(id: str, name: str, cost: float = 0, most: int = 1) -> str:
    """An upgrade that a unit may take."""
    limit = f'<constraint field="selections" scope="parent" value="{most}" shared="true" id="{id}-max" type="max"/>'
    return f"""<selectionEntry id="{id}" name={quoteattr(name)} hidden="false" import="true" type="upgrade">
      <constraints>{limit}</constraints>
      <costs><cost name=" PL" typeId="pl" value="{cost}"/></costs></selectionEntry>"""


def unit(id: str, name: str, cost: float = 5, inside: str = "", options: Iterable[str] = ()) -> str:
    """A unit of the HQ, with a profile and options."""
    return f"""<selectionEntry id="{id}" name={quoteattr(name)} hidden="false" collective="false" import="true" type="unit">
      <profiles><profile id="{id}-p" name={quoteattr(name)} hidden="false" typeId="unit" typeName="Unit">
        <characteristics><characteristic name="M" typeId="m">6&quot;</characteristic></characteristics></profile></profiles>
      <categoryLinks><categoryLink id="{id}-hq" targetId="hq" hidden="false" primary="true"/>
        <categoryLink id="{id}-f" targetId="marsh" hidden="false" primary="false"/></categoryLinks>
      <selectionEntries>{"".join(options)}</selectionEntries>
      <costs><cost name=" PL" typeId="pl" value="{cost}"/></costs>{inside}</selectionEntry>"""


def catalogue(
    *units: str,
    id: str = "reed",
    name: str = "Reed Folk",
    revision: int = 1,
    system: str = "salt",
    links: Iterable[str] = (),
    library: bool = False,
    inside: str = "",
) -> bytes:
    """A catalogue of these units; `links` are the ids of catalogues whose root entries it imports."""
    to = "".join(
        f'<catalogueLink id="{id}-{target}" name="{target}" targetId="{target}" type="catalogue" importRootEntries="true"/>'
        for target in links
    )
    return f"""{HEAD}<catalogue id="{id}" name="{name}" revision="{revision}" battleScribeVersion="2.03"
  library="{str(library).lower()}" gameSystemId="{system}" gameSystemRevision="1">
  <catalogueLinks>{to}</catalogueLinks>
  <selectionEntries>{"".join(units)}</selectionEntries>{inside}
</catalogue>""".encode()


WADER = unit("wader", "Wader", 5, options=(option("spear", "Spear", 1), option("net", "Net")))
EEL = unit("eel", "Eel & Keeper", 3)

SMALL = {
    "Salt.gst": game_system(),
    "Mire.cat": catalogue(EEL, id="mire", name="Mire", library=True),
    "Reed.cat": catalogue(WADER, links=("mire",)),
}
"""A game system, a library, and a catalogue that links to it."""


def zip_files(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip of files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()
