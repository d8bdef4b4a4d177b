"""Fault injection: scenarios are played through the whole bot, once for every place at which a fault can be injected.

It knows the bot from outside only: the process, its database file, what the stand-in for Discord has received. `python -m tests.tools.faults` runs
everything, `test_faults.py` a sample.
"""
