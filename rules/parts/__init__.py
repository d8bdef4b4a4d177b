"""What games are built from: cards, hexes, piles, choices, steps, orders and plans."""
