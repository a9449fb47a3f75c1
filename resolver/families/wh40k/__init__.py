"""What editions share by their texts: each step once, with what an edition says of it as data (`edition`).

Nothing here names an edition. A rule is cited by a name; the edition's table of citations (`Ruleset.cites`) says which ids
of its ledger that is.

| room | what is in it |
|---|---|
| `units` | what a destroyed model sets off; Warlords |
| `moves` | moves of the Movement phase, transports, charges, Overwatch, pile-ins |
| `attacks` | targets, weapons, who fights when; what attacks and targets are made of |
| `valuation` | what options are worth to a program that plays |
"""
