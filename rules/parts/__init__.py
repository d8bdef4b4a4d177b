"""What games are built from: cards, decks, hexes, chance, choices, steps, stops."""
