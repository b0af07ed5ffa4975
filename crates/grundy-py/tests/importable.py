"""Games whose classes other processes can import."""


class Rows:
    """Rows of pins: take one or two that stand together."""

    def start(self, *pins):
        return pins

    def canonical(self, rows):
        return tuple(sorted(row for row in rows if row))

    def moves(self, rows):
        return [
            rows[:i] + (left, row - take - left) + rows[i + 1 :]
            for i, row in enumerate(rows)
            for take in (1, 2)
            for left in range(row - take + 1)
        ]


class Subtraction:
    """Take one of some numbers of tokens."""

    def __init__(self, *numbers):
        self.numbers = numbers

    def start(self, heap=21):
        return heap

    def moves(self, heap):
        return [heap - number for number in self.numbers if number <= heap]
