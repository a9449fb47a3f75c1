"""Many battles between two armies as one answer: how often each wins, by how much, and what decides it.

A simulation is a `Job`; blocks of its games are played anywhere and add up to the same `Totals` however it is cut.
"""
