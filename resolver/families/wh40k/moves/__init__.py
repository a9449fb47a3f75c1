"""How units move, are set up and embark, and the moves that are proposed."""
