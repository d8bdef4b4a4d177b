"""Building blocks of games: cards, hexes, piles, choices, steps, orders and plans."""
