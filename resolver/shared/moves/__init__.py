"""Moves and set-ups: what is legal, what is proposed, and how units arrive."""
