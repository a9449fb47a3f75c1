"""Warhammer 40,000, 8th edition: so far what is known about two armies before their battle (`muster`)."""
