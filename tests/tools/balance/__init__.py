"""Whether seats, decks, teams and plans are fair (`figures.py` computes the tables, how often each seat wins among them).

How strong the computers are: `tests/tools/strength.py`.
"""
