"""Steps that any ruleset may take, each said once. What rulesets say differently they say as data (`rules.SharedRules`).

Nothing here names a game or an edition. A rule is cited by a name; the ruleset's table of citations (`Ruleset.cites`) says
which ids of its ledger that is.

| room | what is in it |
|---|---|
| `effects` | what abilities do: where effects come from, when they hold, what they do at a moment |
| `units` | characteristics, engagement, coherency, strength, destruction |
| `moves` | moving, setting up, transports; what is proposed |
| `attacks` | pools of attacks and how they are resolved |
| `field` | the battlefield, its terrain and its markers |
| `plain` | a plain game put together of these steps |
"""
