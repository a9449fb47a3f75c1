"""Lists of other programs, read into one neutral form, and rosters written in theirs.

In: `reading` tells the format; `ros` and `newrecruit` read BattleScribe's `tree` in its two notations, `battlescribe_text`
and `event_text` read texts (`lines` is what texts have in common). All make a `listed.ListedArmy`. docs/lists.md.
"""
