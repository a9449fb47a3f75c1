"""Soak: battles between random legal armies, by random-legal players, replayed elsewhere and refereed."""
