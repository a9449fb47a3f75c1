"""Invented data files for these tests."""

SYSTEM = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<gameSystem id="sys" name="Saltmarsh" revision="3" battleScribeVersion="2.03"
  xmlns="http://www.battlescribe.net/schema/gameSystemSchema">
  <costTypes>
    <costType id="crowns" name=" cr" defaultCostLimit="-1.0"/>
  </costTypes>
  <categoryEntries>
    <categoryEntry id="core" name="Core" hidden="false"/>
  </categoryEntries>
  <forceEntries>
    <forceEntry id="host" name="Host" hidden="false">
      <categoryLinks>
        <categoryLink id="host-core" targetId="core" hidden="false" primary="false"/>
      </categoryLinks>
    </forceEntry>
  </forceEntries>
</gameSystem>
"""

CATALOGUE = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<catalogue id="reed" name="Reed Folk" revision="7" battleScribeVersion="2.03" library="false" gameSystemId="sys">
  <selectionEntries>
    <selectionEntry id="wader" name="Wader" hidden="false" collective="false" import="true" type="model">
      <modifiers>
        <modifier type="increment" field="crowns" value="2.0">
          <repeats>
            <repeat field="selections" scope="wader" value="1" includeChildSelections="true" childId="spear" repeats="1"/>
          </repeats>
          <conditions>
            <condition field="selections" scope="parent" value="1.0" shared="true" childId="spear" type="atLeast"/>
          </conditions>
        </modifier>
      </modifiers>
      <constraints>
        <constraint field="selections" scope="parent" value="3.0" shared="true" id="three" type="max"/>
      </constraints>
      <profiles>
        <profile id="prof" name="Wader" hidden="false" typeId="kind" typeName="Unit">
          <characteristics>
            <characteristic name="Pace" typeId="pace">5&quot;</characteristic>
            <characteristic name="Grit" typeId="grit"/>
          </characteristics>
        </profile>
      </profiles>
      <rules>
        <rule id="mud" name="Mud" hidden="false"><description>Slow &amp; sure.</description></rule>
      </rules>
      <selectionEntries>
        <selectionEntry id="spear" name="Spear" hidden="false" collective="true" import="true" type="upgrade">
          <costs>
            <cost name=" cr" typeId="crowns" value="0.5"/>
          </costs>
        </selectionEntry>
      </selectionEntries>
      <costs>
        <cost name=" cr" typeId="crowns" value="12.0"/>
      </costs>
    </selectionEntry>
  </selectionEntries>
  <entryLinks>
    <entryLink id="to-eel" name="Eel" hidden="false" collective="false" import="true" targetId="eel" type="selectionEntry"/>
  </entryLinks>
  <sharedSelectionEntries>
    <selectionEntry id="eel" name="Eel" hidden="false" collective="false" import="true" type="unit"/>
  </sharedSelectionEntries>
</catalogue>
"""


def catalogue(inside: str, version: str = "2.03") -> bytes:
    """Return a catalogue with this content."""
    head = f'<catalogue id="c" name="C" revision="1" gameSystemId="sys" battleScribeVersion="{version}">'
    return f"{head}{inside}</catalogue>".encode()
