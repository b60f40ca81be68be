"""Every shot and every clash at random tables does what a referee says who knows the rulebook alone: HP, Momentum, dice that are used."""

import pytest

from tests.games.mechastellar import referee
from tests.games.mechastellar.random_game import RandomGame

FEW, MANY = 4, 60
GAMES = [pytest.param(n, marks=pytest.mark.long if n >= FEW else ()) for n in range(FEW + MANY)]


class Judge:
    """Watches a table, and compares each shot that was applied with the referee's."""

    def __init__(self):
        self.judged = self.clashes = 0

    def __call__(self, before, after, _):
        new = [one for one in after.positions() if one.event > len(before.events)]
        states = [before.state, *(one.state for one in reversed(new))]
        for one, was, now in zip(reversed(new), states, states[1:], strict=False):
            event = after.events[one.event - 1]
            if event.kind == "faces" and was.steps and was.steps[0].name in ("shot", "clash") and was.steps[0].resolver:
                step = was.steps[0]
                groups = (*step.groups, tuple(event.values["faces"]))
                if not now.steps or now.steps[0].name != "confirm" and now.steps[0].groups != groups:
                    (self._shot if step.name == "shot" else self._clash)(before, was, now, step, groups)

    def _clash(self, table, was, now, step, groups):
        """Compare the records before and after a clash's last dice with what the referee says."""
        dealt, taken, paid, left = referee.clash(step, groups, table.rulings)
        assert left == []
        then, after = table.tracker.records(was), table.tracker.records(now)
        units = (step.data["target"], dealt, "warship"), (step.data["unit"], taken, "attacker_warship")
        for unit, damage, ship in units:
            if not step.inputs.get(ship):
                assert after.value(unit, "hp") == max(0, then.value(unit, "hp") - damage), step
        if all(damage < then.value(unit, "hp") for unit, damage, _ in units):
            for (unit, _, _), cost in zip(units, reversed(paid), strict=True):
                seat = then.unit(unit).seat
                assert after.pool(seat, "momentum") == then.pool(seat, "momentum") - cost
        self.clashes += 1

    def _shot(self, table, was, now, step, groups):
        """Compare the records before and after a shot's last dice with what the referee says."""
        target = step.data["target"]
        damage, paid, left = referee.shot(step, groups, table.rulings)
        assert left == []
        then, after = table.tracker.records(was), table.tracker.records(now)
        seat, hp = then.unit(target).seat, then.value(target, "hp")
        if not step.inputs.get("warship"):
            assert after.value(target, "hp") == max(0, hp - damage), step
            assert bool(after.unit(target).out) == (damage >= hp)
        if damage < hp:
            assert after.pool(seat, "momentum") == then.pool(seat, "momentum") - paid
        self.judged += 1


@pytest.mark.parametrize("number", GAMES)
def test_every_attack_is_as_the_referee_has_it(number):
    judge = Judge()
    RandomGame(number, judge).play(200)


@pytest.mark.long
def test_the_referee_judges_many_attacks():
    judge = Judge()
    for number in range(30):
        RandomGame(number, judge).play(300)
    assert judge.judged > 150 and judge.clashes > 20
