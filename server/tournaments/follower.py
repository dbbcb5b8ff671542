"""Takes over what other servers of the service add to tournaments."""

import trio

from server.cluster.bus import Bus
from server.cluster.messages import TournamentChanged
from server.ops.supervision import Wakeup, keep_trying
from server.storage.social import SocialStore
from server.tables.clock import Clock
from server.tournaments.logs import TournamentLogs, UnreadableTournament
from server.tournaments.runner import TournamentRunner

READ_EVERY_S = 1.0  # without a hint
LOOK_EVERY_S = 5.0  # at matches that another server ended before it died
OVERLAP_MS = 60_000  # that appends may take, and the clocks of servers may differ


class TournamentFollower:
    """Reads the events that are missing: at once after a hint, and once a second in case a hint was lost."""

    def __init__(
        self, bus: Bus, social: SocialStore, logs: TournamentLogs, runner: TournamentRunner, clock: Clock
    ) -> None:
        self._social, self._logs, self._runner, self._clock = social, logs, runner, clock
        self._hinted: dict[str, int] = {}
        self._hint = Wakeup()
        self._read_at = 0.0  # trio's time
        bus.subscribe(TournamentChanged, self._changed)
        bus.on_gap.append(self._hint.set)
        logs.announce = lambda id, number: bus.send(TournamentChanged(id, number))

    def _changed(self, message: TournamentChanged) -> None:
        self._hinted[message.tournament] = max(message.number, self._hinted.get(message.tournament, 0))
        self._hint.set()

    async def run(self) -> None:
        """Follow until cancelled."""
        look_at = trio.current_time() + LOOK_EVERY_S
        while True:
            await self._hint.wait(max(0.0, self._read_at - trio.current_time()))
            await keep_trying("tournaments", self._follow, is_logged=False)
            if trio.current_time() >= look_at:
                look_at = trio.current_time() + LOOK_EVERY_S
                self._runner.wake_all()

    async def _follow(self) -> None:
        hinted, self._hinted = self._hinted, {}
        if trio.current_time() >= self._read_at:  # also if hints of other tournaments come all the time
            self._read_at, since = trio.current_time() + READ_EVERY_S, self._clock.now() - OVERLAP_MS
            hinted |= await self._social.in_thread(self._social.changed_tournaments, since)
        for id, number in hinted.items():
            try:
                await self._logs.follow(id, number)
            except UnreadableTournament:
                self._runner.wake(id)  # which sets it aside
