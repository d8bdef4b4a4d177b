"""Developer commands, run with `python -m`, that are no part of the test suite: benchmarks, balance, training, galleries, mutation and fault
tests."""
