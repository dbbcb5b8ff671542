"""`python -m devtools.fuzz.attack OPTIONS`: run all attackers in a process of their own, so that they delay only the
server.

OPTIONS is a JSON object: port, tls, seed, frames, at_once, journal, only (a number: run that connection alone).
Prints the sent frames and the answers, counted, as one JSON object.
"""

import json
import os
import sys
from collections import Counter
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import trio

from devtools.fuzz.attacks import KINDS, Attackers, TurnedAway
from devtools.fuzz.insiders import insider
from devtools.fuzz.line import Tally, Target
from devtools.fuzz.nuisances import deaf_readers, gushers, mute_people, slow_senders, storm
from devtools.fuzz.words import World

ALL_KINDS = KINDS | {"insider": (15, insider)}
AT_ONCE = 24
TURNED_AWAY_S = 0.1
TRIES = 300
CALM = 5  # a nicer priority than that of the server and the players, whose times are measured


@dataclass(frozen=True)
class Options:
    """The options of an attack."""

    port: int
    seed: int
    frames: int
    tls: bool = True
    at_once: int = AT_ONCE
    storm: int = 1000
    journal: str = os.devnull  # file that gets a line for each connection
    only: int | None = None


class Attack:
    """All attackers. Call `run`."""

    def __init__(self, options: Options) -> None:
        self.tally = Tally()
        self._options = options
        target = Target(options.port, options.tls)
        self._all = Attackers(target, options.seed, self.tally, World(), [], ALL_KINDS)
        self._numbers = count() if options.only is None else iter((options.only,))
        self._journal = Path(options.journal).open("w", encoding="utf-8")  # noqa: SIM115  # as long as the process

    @property
    def _left(self) -> int:
        return self._options.frames - self.tally.frames.total()

    async def run(self) -> None:
        """Attack until that many frames are sent."""
        if self._options.only is not None:
            await self._work()
            return
        async with trio.open_nursery() as beside:
            for nuisance in (slow_senders, deaf_readers, mute_people, gushers):
                beside.start_soon(nuisance, self._all)
            async with trio.open_nursery() as workers:
                for _ in range(self._options.at_once):
                    workers.start_soon(self._work)
                workers.start_soon(storm, self._all, self._options.storm)
            beside.cancel_scope.cancel()

    async def _work(self) -> None:
        for number in self._numbers:
            if self._left <= 0:
                return
            await self._attack(number)

    async def _attack(self, number: int) -> None:
        """Run one connection; try again while the server refuses it."""
        before = self.tally.frames.total()
        for _ in range(TRIES):
            try:
                kind = await self._all.attack(number, max(self._left, 1))
            except TurnedAway:
                await trio.sleep(TURNED_AWAY_S)
            else:
                self._journal.write(f"{number} {kind} {self._all.target.source(number)} {before}\n")
                return
        self.tally.fail(f"connection {number} was turned away {TRIES} times")


def main(words: list[str]) -> None:
    """Run the command line."""
    os.nice(CALM)
    attack = Attack(Options(**json.loads(words[0])))
    trio.run(attack.run)
    plain = {name: dict(each) if isinstance(each, Counter) else each for name, each in vars(attack.tally).items()}
    sys.stdout.write(json.dumps(plain) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
