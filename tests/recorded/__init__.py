"""Recorded battles: golden files under tests/golden/battles; a test holds that battles still go as they went.

`make recorded` plays all of them anew and writes them (`NAMES="9e-moving 8e-moving"`: only those); do that after a
change that was meant, and read the diff. `battles.py` says which battles there are, `scenes.py` how they begin,
`files.py` what stands in a file. A battle's log is `log.py`, how it is shown `words.py`, what options are worth to programs
`worth.py`; `worlds.py` records what geometry says of small tables, `duels.py` odds.
"""
