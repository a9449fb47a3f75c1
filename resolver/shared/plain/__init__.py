"""Steps of a plain game: a ruleset that says nothing of its own about an attack, a move or their worth takes these.

A unit moves as far as its models may, then strikes one enemy unit with every weapon that reaches it; weapons hit and wound
by numbers of their own. Nothing here is needed by a ruleset that has its own.
"""
