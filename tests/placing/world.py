"""An invented game with one catalogue and a library, and lists of its armies."""

from datasheets.battlescribe.parse_catalogue import read
from datasheets.model import Catalogue, GameSystem
from tests.placing.in_memory import InMemory

SYSTEM = b"""<gameSystem id="sys" name="Tin Wars" revision="4" battleScribeVersion="2.03">
  <costTypes>
    <costType id="pl" name=" PL" defaultCostLimit="-1"/><costType id="points" name="pts" defaultCostLimit="-1"/>
    <costType id="cp" name="CP" defaultCostLimit="-1"/>
  </costTypes>
  <categoryEntries><categoryEntry id="hq" name="HQ"/><categoryEntry id="tr" name="Troops"/>
    <categoryEntry id="cfg" name="Configuration"/>
    <categoryEntry id="brass" name="Brass"/></categoryEntries>
  <forceEntries>
    <forceEntry id="patrol" name="Patrol Detachment 0CP"><categoryLinks>
      <categoryLink id="p-hq" name="HQ" targetId="hq"/><categoryLink id="p-tr" name="Troops" targetId="tr"/>
      <categoryLink id="p-cfg" name="Configuration" targetId="cfg"/></categoryLinks></forceEntry>
  </forceEntries>
</gameSystem>"""

ONE = """<constraints>
<constraint id="{0}-1" field="selections" scope="parent" value="1" shared="true" type="max"/></constraints>"""
MUST = """<constraints><constraint id="{0}-min" field="selections" scope="parent" value="{1}" shared="true" type="min"/>
<constraint id="{0}-max" field="selections" scope="parent" value="{2}" shared="true" type="max"/></constraints>"""


def entry(id: str, name: str, type: str = "upgrade", inside: str = "", **more: str) -> str:
    """Return a selection entry; `pts`, `pl` and `cp` are its costs."""
    costs = "".join(
        f'<cost typeId="{cost}" value="{more.pop(name)}"/>'
        for name, cost in (("pts", "points"), ("pl", "pl"), ("cp", "cp"))
        if name in more
    )
    attributes = "".join(f' {key}="{value}"' for key, value in more.items())
    inside += f"<costs>{costs}</costs>"
    return f'<selectionEntry id="{id}" name="{name}" type="{type}" import="true"{attributes}>{inside}</selectionEntry>'


def group(id: str, name: str, inside: str, limits: str = "", default: str = "") -> str:
    """Return a group of entries and links."""
    chosen = f' defaultSelectionEntryId="{default}"' if default else ""
    entries = f"<selectionEntries>{inside}</selectionEntries>" if inside.startswith("<selectionEntry") else inside
    return f'<selectionEntryGroup id="{id}" name="{name}" import="true"{chosen}>{limits}{entries}</selectionEntryGroup>'


def role(id: str, category: str) -> str:
    """Return the link to a primary category."""
    return f'<categoryLinks><categoryLink id="{id}-{category}" targetId="{category}" primary="true"/></categoryLinks>'


BANNER = entry("banner", "Banner of Dawn", pts="20", pl="1")
CAPTAIN = entry(
    "captain",
    "Captain",
    "model",
    role("captain", "hq")
    + "<selectionEntryGroups>"
    + group(
        "captain-blade",
        "Blade",
        entry("sword", "Sword") + entry("axe", "Great axe", pts="10"),
        MUST.format("cb", 1, 1),
        "sword",
    )
    + group(
        "relics",
        "Relics",
        entry("crown", "Crown, of Tin", pts="5") + entry("orb", "Brass - Orb", pts="15", pl="1"),
        ONE.format("rel"),
    )
    + "</selectionEntryGroups><selectionEntries>"
    + entry("relic-cp", "Stratagem: Relic", cp="-1")
    + entry("warlord", "Warlord")
    + "</selectionEntries>",
    pts="80",
    pl="4",
)
GUARD = entry(
    "squad",
    "Guard Squad",
    "unit",
    '<modifiers><modifier type="set" field="pl" value="6"><conditions><condition field="selections" scope="squad" value="5" '
    'type="greaterThan" childId="model" shared="true" includeChildSelections="true"/></conditions></modifier></modifiers>'
    + role("squad", "tr")
    + "<selectionEntries>"
    + entry(
        "guard",
        "Guard",
        "model",
        MUST.format("guard", 4, 9)
        + "<selectionEntries>"
        + entry("rifle", "Rifle", inside=MUST.format("rifle", 1, 1), collective="true")
        + "</selectionEntries>",
        pts="10",
    )
    + entry(
        "gunner",
        "Guard with heavy weapon",
        "model",
        ONE.format("gunner")
        + "<selectionEntryGroups>"
        + group(
            "heavy",
            "Heavy weapon",
            entry("cannon", "Cannon", pts="15") + entry("mortar", "Mortar"),
            MUST.format("hv", 1, 1),
            "mortar",
        )
        + "</selectionEntryGroups>",
        pts="10",
    )
    + entry("sergeant", "Guard Sergeant", "model", MUST.format("sgt", 1, 1), pts="12")
    + "</selectionEntries><entryLinks>"
    '<entryLink id="to-banner" name="Banner" targetId="banner" type="selectionEntry" import="true"/></entryLinks>',
    pl="3",
)
CATALOGUE = (
    '<catalogue id="tin" name="Metal - Tin Host" revision="7" battleScribeVersion="2.03" gameSystemId="sys">'
    f"<selectionEntries>{CAPTAIN}{GUARD}</selectionEntries>"
    f"<sharedSelectionEntries>{BANNER}</sharedSelectionEntries></catalogue>"
).encode()


def shelf(written: bytes = CATALOGUE) -> InMemory:
    """Return the invented catalogue, or another one, on its shelf."""
    system, catalogue = read(SYSTEM, "tin.gst"), read(written, "tin.cat")
    if not isinstance(system, GameSystem) or not isinstance(catalogue, Catalogue):
        raise TypeError
    return InMemory(system, [catalogue])


ROS = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<roster id="r-1" name="First Host" battleScribeVersion="2.03" gameSystemId="sys" gameSystemName="Tin Wars"
  gameSystemRevision="4" xmlns="http://www.battlescribe.net/schema/rosterSchema">
  <costs><cost name=" PL" typeId="pl" value="12.0"/><cost name="pts" typeId="points" value="197.0"/></costs>
  <costLimits><costLimit name="pts" typeId="points" value="500.0"/>
    <costLimit name=" PL" typeId="pl" value="-1.0"/></costLimits>
  <forces>
    <force id="f-1" name="Patrol Detachment 0CP" entryId="patrol" catalogueId="tin" catalogueRevision="7"
      catalogueName="Metal - Tin Host">
      <selections>
        <selection id="u-1" name="Captain" entryId="captain" number="1" type="model" customName="Old Ferro">
          <customNotes>Leads from the front.</customNotes>
          <selections>
            <selection id="w-1" name="Great axe" entryId="axe" entryGroupId="captain-blade" number="1" type="upgrade">
              <costs><cost name="pts" typeId="points" value="10.0"/></costs>
            </selection>
            <selection id="w-2" name="Brass - Orb" entryId="orb" entryGroupId="relics" number="1" type="upgrade">
              <costs><cost name="pts" typeId="points" value="15.0"/><cost name=" PL" typeId="pl" value="1.0"/></costs>
            </selection>
          </selections>
          <costs><cost name=" PL" typeId="pl" value="4.0"/><cost name="pts" typeId="points" value="80.0"/></costs>
        </selection>
        <selection id="u-2" name="Guard Squad" entryId="squad" number="1" type="unit">
          <selections>
            <selection id="m-1" name="Guard" entryId="guard" number="6" type="model">
              <selections><selection id="g-1" name="Rifle" entryId="rifle" number="6" type="upgrade"/></selections>
              <costs><cost name="pts" typeId="points" value="60.0"/></costs>
            </selection>
            <selection id="m-2" name="Guard Sergeant" entryId="sergeant" number="1" type="model">
              <costs><cost name="pts" typeId="points" value="12.0"/></costs>
            </selection>
            <selection id="b-1" name="Banner of Dawn" entryId="to-banner::banner" number="1" type="upgrade">
              <costs><cost name="pts" typeId="points" value="20.0"/><cost name=" PL" typeId="pl" value="1.0"/></costs>
            </selection>
          </selections>
          <costs><cost name=" PL" typeId="pl" value="6.0"/></costs>
        </selection>
      </selections>
    </force>
  </forces>
</roster>
"""

EVENT = """+++++++++++++++++++++
+ Player : Somebody
+ Army main faction : Tin Host
+ Total army points : 202
+ Total power level : 11
+++++++++++++++++++++

== Patrol DETACHMENT First : Tin Host (0 CP) [11CP, 202pts] == Army trait : Rust

HQ 1 : Captain (80) Great axe, Relic (-1 CP), Relic : Crown, of Tin [95 pts] [4 PL] - Warlord
TR 1 : 7 Guard Squad (52 + 2*10) Cannon, Banner [107 pts] [7 PL]
- Guard Sergeant (0)
"""
