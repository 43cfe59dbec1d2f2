"""Guessing codes: slowed for who guesses, never for a table full of people."""

from companion.tables.brake import KEPT, OF_ALL, OF_ONE, Brake


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


def test_a_known_phone_may_mistype_but_not_guess():
    brake = Brake(Clock())
    for _ in range(OF_ONE):
        assert not brake.holds("anna")
        brake.failed("anna")
    assert brake.holds("anna")
    assert not brake.holds("biel")
    assert not brake.holds("")


def test_unknown_phones_count_together():
    brake = Brake(Clock())
    for _ in range(OF_ALL):
        assert not brake.holds("")
        brake.failed("")
    assert brake.holds("")
    assert not brake.holds("anna")


def test_it_lets_go_after_a_minute():
    clock = Clock()
    brake = Brake(clock)
    for _ in range(OF_ALL * 3):
        brake.failed("")
    clock.now += 59
    assert brake.holds("")
    clock.now += 2
    assert not brake.holds("")


def test_a_crowd_of_guessers_fills_no_memory():
    brake = Brake(Clock())
    for number in range(KEPT + 500):
        brake.holds(f"asks-{number}")
        brake.failed(f"fails-{number}")
    assert len(brake._failures) == KEPT
