"""What two people do at a table besides moving, for the demonstration: a clock, offers, chat, and a rematch."""

from collections.abc import Callable, Sequence

import trio

from netgame.game import Game, ToMove
from netgame.games import GAMES
from netgame.match.events import Ended, Moved, OfferKind, TakenBack
from protocol.messages import Rematch
from server.demo.player import DemoError, Guest, Played

CLOCK, ABSENCE = "fischer 300+5", "forfeit 60"
GAME = next(  # one battle, no dice, and people may agree on a draw
    key
    for key, kind in GAMES.items()
    if kind().legs == 1 and isinstance(kind().turn(kind().start()), ToMove) and kind().agreed(kind().start())
)
WISHES: tuple[tuple[int, OfferKind], ...] = ((2, "take_back"), (3, "pause"), (4, "more_time"), (6, "count"))
AGAIN: tuple[tuple[int, OfferKind], ...] = ((1, "take_back"), (4, "count"))
ANSWERED = {"take_back": "a take-back", "pause": "a pause", "more_time": "more time", "count": "a draw"}


async def show_session(guests: Sequence[Guest], say: Callable[[str], None]) -> list[tuple[str, Played]]:
    """A match with a clock and all that can be agreed on, some words, and the rematch; both with names for files."""
    host, other = guests
    game = GAMES[GAME]
    table = await host.open(game, {}, player=0, clock=CLOCK, absence=ABSENCE)
    await other.join(table)
    first = await both_play(guests, table, WISHES)
    _tell(say, game, f"{game.title} with a clock", first)
    for guest, text in ((host, "Well played"), (other, "Once more, with the sides swapped?")):
        await guest.session.say("table", table, text)
        for listener in guests:
            await listener.hear(table, guest.name, text)
        say(f"           {guest.name} says: {text}")
    made = await again(guests, table)
    second = await both_play(guests, made, AGAIN)
    _check_rematch(first, second, table)
    _tell(say, game, f"{game.title}, the rematch", second)
    won, lost, drawn = second.match.created.score
    say(f"           the series: {won} : {lost}, and {drawn + 1} drawn")
    return [(f"{GAME}-with-a-clock", first), (f"{GAME}-rematch", second)]


async def both_play(guests: Sequence[Guest], table: str, wishes: Sequence[tuple[int, OfferKind]]) -> Played:
    """One match; the first guest offers what is wished for, and the other one accepts."""
    seen: dict[str, Played] = {}

    async def follow(guest: Guest, own: Sequence[tuple[int, OfferKind]]) -> None:
        seen[guest.name] = await guest.play(table, own, stays=True)

    async with trio.open_nursery() as nursery:
        for guest in guests:
            nursery.start_soon(follow, guest, wishes if guest is guests[0] else ())
    host, other = guests
    if seen[host.name].log != seen[other.name].log:
        raise DemoError(f"{host.name} and {other.name} were told different events of table {table}")
    return seen[host.name]


async def again(guests: Sequence[Guest], table: str) -> str:
    """Agree on a rematch; the table that it is played at."""
    made: list[str] = []

    async def agree(guest: Guest) -> None:
        made.append(await guest.rematch_made(table))

    host, other = guests
    async with trio.open_nursery() as nursery:
        await host.session.command(table, Rematch, swap=True)
        await other.rematch_offered(table)
        await other.session.command(table, Rematch, swap=True)
        for guest in guests:
            nursery.start_soon(agree, guest)
    if made[0] != made[1]:
        raise DemoError("The two players were told different tables of their rematch")
    return made[0]


def _check_rematch(first: Played, second: Played, table: str) -> None:
    created = second.match.created
    seats = [[seat.account if seat else "" for seat in played.match.seats] for played in (first, second)]
    if created.previous != table or created.score != (0, 0, 1) or seats[0] != seats[1][::-1]:
        raise DemoError(f"The rematch of table {table} is not the rematch of it: {created}, {seats}")


def _tell(say: Callable[[str], None], game: type[Game[object, object]], title: str, played: Played) -> None:
    moves = sum(isinstance(event, Moved) for event in played.log)
    back = sum(isinstance(event, TakenBack) for event in played.log)
    last = next(event for event in reversed(played.log) if event.clocks is not None)
    assert isinstance(played.log[-1], Ended)
    assert last.clocks is not None
    clocks = " and ".join(f"{left / 1000:.1f} s" for left in last.clocks)
    took = (played.log[-1].at - played.log[0].at) / 1000
    agreed = ", ".join(dict.fromkeys(ANSWERED[kind] for kind in played.agreed))
    say(f"{title:34} {'a draw':32} {moves:5} moves {took:6.1f} s")
    say(f"           {played.match.created.clock}: {clocks} are left; {back} taken back; agreed: {agreed}")
