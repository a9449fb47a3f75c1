"""Lists of other programs, read into one neutral form, and rosters written in theirs.

In: `reading` tells the format; `ros` and `newrecruit` read BattleScribe's `tree` in its two notations, `battlescribe_text`
and `event_text` read texts (`lines` is what texts have in common). All make a `listed.ListedArmy`. docs/lists.md.
"""

from exports.lists.listed import ListedArmy
from exports.lists.reading import looks_like_list, read_list

__all__ = ["ListedArmy", "looks_like_list", "read_list"]
