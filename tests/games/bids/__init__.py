"""The game of `tests.bids`, where the house finds its games."""

from tests.bids import Bids


def build(content):
    return Bids()
