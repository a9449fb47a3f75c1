"""What editions share by their texts: each step once, with what an edition says of it as data (`edition`).

Nothing here names an edition. A rule is cited by a name; the edition's table of citations (`Ruleset.cites`) says which ids
of its ledger that is.

| room | what is in it |
|---|---|
| `effects` | what abilities do: where effects come from, when they hold, what they do at a moment |
| `units` | characteristics, engagement, coherency, strength, destruction |
| `moves` | moving, setting up, transports, reinforcements; what is proposed |
| `attacks` | targets, weapons, pools of attacks and how they are resolved |
| `field` | the battlefield and its markers |
| `valuation` | what options are worth to a program that plays |
"""
