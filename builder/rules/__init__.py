"""What is wrong with an army: `judgement.judge(roster, evaluation, catalogues, system)` gives findings with fixes.

`army` reads the facts once; steps by subject (`size`, `wargear`, `keywords`, `leader`, `traits`, `transports`, `limits`,
`sheets`, `declarations` ...) are pure functions over them; a system's module (`wh40k_9e`) lists its steps in one table.
"""
