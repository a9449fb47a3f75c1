"""What is wrong with an army: `judge(roster, evaluation, catalogues, system)` gives a `Judgement` of findings with fixes.

`army` reads the facts once; steps by subject (`size`, `wargear`, `keywords`, `warlord`, `transports`, `limits`, `sheets`,
`declarations`) are pure functions over them; a system's module (`wh40k_9e`) lists the steps that it has in one table.
"""

from builder.rules.judgement import Judgement, judge, system_of

__all__ = ["Judgement", "judge", "system_of"]
