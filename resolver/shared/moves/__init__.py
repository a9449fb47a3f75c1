"""Moves and set-ups: what is legal, what is proposed, transports and reinforcements."""
