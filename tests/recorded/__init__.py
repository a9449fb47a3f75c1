"""Recorded battles: golden files under tests/golden/battles whose diffs are read like code.

`make recorded` plays all of them anew and writes them (`NAMES="9e-moving 8e-moving"`: only those); do that after a
change that was meant, and read the diff. What stands in a file `log.py` says, which battles there are `battles.py`, what of
a battle is shown `words.py`; `worlds.py` records what geometry says of small tables, `duels.py` odds.
"""
