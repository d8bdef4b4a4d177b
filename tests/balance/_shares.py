"""The table of what wins against what, which every report begins with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

Aim = tuple[float, float]
ANY: Aim = (0, 100)


def shares(names: Sequence[str], share: Callable[[str, str | None], float], field: Aim, pairing: Aim = ANY) -> list[str]:
    """Prints the percent of wins against the field and in each pairing; returns those outside the aims.

    `share` gives the percent of wins of the first against the second, or against the field for None.
    """
    print(f"{'':12} field " + " ".join(f"{name[:6]:>6}" for name in names))
    bad = []
    for name in names:
        row = ["     -" if other == name else f"{share(name, other):6.1f}" for other in names]
        print(f"{name[:12]:>12} {share(name, None):5.1f} " + " ".join(row))
        if not field[0] <= share(name, None) <= field[1]:
            bad.append(f"{name} against the field")
    return bad + [f"{one}-{other}" for one, other in combinations(names, 2) if not pairing[0] <= share(one, other) <= pairing[1]]
