"""What imported (BattleScribe) data mean in terms of the game: models, sizes, keywords, tables.

BattleScribe knows entries, categories and profiles of types that authors named; a roster document, army rules and the
resolver want models, keywords, characteristics. `models` finds what is a model in a unit and how many there may be,
`categories` tells role and keywords apart, `tables` reads profiles, `weapons` sorts them into weapons, `texts` reads
what is data in sentences. How a system's authors name things is data (`System.imports`). See docs/imported.md.
"""
