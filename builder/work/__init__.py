"""Heavy work outside the serving process: sheets, programs at play, simulations, large judgements.

Worker processes have the services of the same database. A call of a service that is `heavy` is made by one of them and
its answer sent back; whoever serves pages and edits keeps its processor. Calls come before simulations, have a budget of
time, and are refused when too many wait. A worker that takes too long or breaks is replaced.
"""
