"""Orders of play: who acts when, and when phases, turns and rounds end."""
