"""What computer players of all games share: search, judgement, levels."""
