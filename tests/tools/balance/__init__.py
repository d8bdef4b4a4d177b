"""Whether seats, decks, teams and plans are fair. How strong computers are: `tests/tools/strength.py`."""
