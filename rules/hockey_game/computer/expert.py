"""The computer as a whole: `attack` and `defence` decide a round; here restarts, injuries, cards taken back, teams and the draft."""

from __future__ import annotations

from collections.abc import Sequence

from rules.computers.weighed import Weighed
from rules.hockey_game import all_stars_draft, special_cards
from rules.hockey_game.computer.attack import Attack
from rules.hockey_game.computer.defence import Defence
from rules.hockey_game.computer.evaluation import Scene, Then, sigmoid
from rules.hockey_game.content import Content
from rules.hockey_game.rink import CENTRE

HERO = {"attack": 0.05, "defence": 0.055, "speed": 0.035, "strength": 0.035, "pass": 0.025, "shot": 0.035, "goalie": 0.035}
"""How good an attribute point of a hero is in a draft."""
SPECIALS = {"add": 3.0, "add_if_lines": 2.5, "dice_best_two_of_three": 2.2, "goalie_double": 2.4, "mute_hero": 2.0, "add_if_move": 1.8}
"""How good special cards are in a draft, by what they do."""


class Expert(Attack, Defence):
    """Evaluates the actions of one decision. It has a method of each stage's name, which returns the actions worth considering."""

    def weigh(self) -> list[Weighed]:
        """The actions, the best first."""
        found: list[Weighed] = getattr(self, self.state.stage)()
        return sorted(found, key=lambda w: -w.share)

    # Side decisions, and before the game

    def restart_choice(self) -> list[Weighed]:
        """The defender's choice of how play goes on: the one that leaves least to the attacker."""
        seat, round_ = self.seat, self.state.present
        mine, theirs = self.pack(self.state, seat), self.pack(self.state, 1 - seat)
        thens: Sequence[Then] = self.results(self.heroes(seat)).of(False, round_.puck, "", 0)
        goal = self.ground.own_goal(seat)
        return [
            self.weighed(1 - sigmoid(then.logit + theirs.value(then, True) - mine.value(then, False)), ("restart", field))
            for then, field in zip(thens, (goal.crease, *goal.circles), strict=True)
        ]

    def injury_target(self) -> list[Weighed]:
        """The hero whose loss hurts most, in this round and until the period ends."""
        attacking = self.seat == self.state.present.attacker
        turn = self.state.present.turns[1 - self.seat]
        added = {p.name: p.n for p in turn.parts if p.source == "hero"}
        found = []
        for hero in self.content.sort(self.other.heroes):
            heroes = self.heroes(self.seat, "", hero)
            place = (self.state.puck, self.state.present.attacker)
            assert self.now
            goals = self.prospects.goals(self.now.teams, heroes, place, 8) * (1 if attacking else -1)
            found.append(self.weighed(0.5 + 0.1 * goals + 0.02 * added.get(hero, 0), ("injure", hero)))
        return found

    def recover_pick(self) -> list[Weighed]:
        state = self.state
        found = []
        for word in special_cards.recoverable(self.content, state):
            one, other = self.worth.of[word]
            found.append(self.weighed(0.5 + 0.01 * (one if state.attacking else other), ("recover", word)))
        return found

    def choose_team(self) -> list[Weighed]:
        return [self.weighed(self._favoured(team), ("team", team)) for team in all_stars_draft.left(self.content, self.state, "team")]

    def _favoured(self, team: str) -> float:
        """The share of the victory with a team, against the other team, or the mean over all if that is unknown."""
        others = [self.other.team] if self.other.team else [t for t in self.content.teams if t != team]
        shares = []
        for other in others:
            teams = (team, other) if self.seat == 0 else (other, team)
            now = Scene(0, 1, 0, self.state.period_cards, teams, ((), ()), (True, True))
            odds = [self.worth.odds(now, CENTRE, attacker) for attacker in (0, 1)]
            shares.append(sigmoid(sum(odds) / 2 * (1 if self.seat == 0 else -1)))
        return sum(shares) / len(shares)

    def draft_pick(self) -> list[Weighed]:
        offered = all_stars_draft.offered(self.content, self.state)
        if next(iter(offered)) in self.content.teams:
            return [self.weighed(self._favoured(team), ("pick", team)) for team in offered]
        best = max(rating(self.content, word) for word in offered) or 1.0
        return [self.weighed(0.5 * (1 + rating(self.content, word) / best) / 2, ("pick", word)) for word in offered]


def rating(content: Content, word: str) -> float:
    """How good a card is in a draft, beside others of its kind."""
    card = content.cards[word]
    if card.kind == "hero":
        return sum(HERO[name] * n for name, n in card.attributes.items())
    if card.kind == "bonus":
        return card.value * (1.4 if card.attribute is None else 1.0)
    return SPECIALS.get(card.op, 0.0)
