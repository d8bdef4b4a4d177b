"""The look of a picture: names in little room."""

from __future__ import annotations

import pytest

from render.look import BRIEF, Look
from tests.every_game.strict import Strict


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (("Anna", "Bohumil Nejdelší-Příjmení"), ("Anna", "Bohumil")),
        (("Jan Novák", "Jan Nováček"), ("Jan Novák", "Jan Nováček")),
        (("Bohumil Nejdelší-Příjmení", "Bohumil Nejdelší-Jméno"), ("Bohumil Nejdelší-Příjmení", "Bohumil Nejdelší-Jméno")),
        (("xX_DragonSlayer_9000_Xx", "Dara"), ("xX_DragonSl…", "Dara")),
        (("Anna", "Anna"), ("Anna", "Anna")),
    ],
)
def test_names_are_short_as_far_as_they_can_be_told_apart(names, short):
    found = Look("dark", Strict("en", "monster_hex"), names).in_short
    assert found.names == short
    assert max(map(len, found.names)) <= BRIEF or found.names == names
