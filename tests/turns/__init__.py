"""Orders of play, by a ruleset of nothing but an order."""
