"""How a program that plans weighs what it may choose: goals for all units, and proposals and values in their light.

| module | job |
|---|---|
| `weights` | what counts how much |
| `campaign` `scoring` `survival` | what is left to be won: what losses and harm count, the markers, the chance to be gone |
| `shooting` `threat` | what guns take at a distance; what the enemy can do next, shared among those it could do it to |
| `tasks` | the goals: what each marker is worth to each unit |
| `candidate_position` `position_score` | what a place is worth to a unit with a goal |
| `movement` `passengers` | moves, Advances, set-ups, transports: proposals and values |
| `assault` `targets` | charges; shooting and fighting |
"""
