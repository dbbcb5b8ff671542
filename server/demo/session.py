"""A match of the demonstration with a clock, offers, chat and a rematch."""

from collections.abc import Callable, Sequence

from netgame.game import Game, ToMove
from netgame.games import GAMES
from netgame.match.events import Ended, Moved, TakenBack
from protocol.messages import Rematch
from server.demo.player import DemoError, DemoPlayer, OfferPlan, PlayedMatch, play_together

CLOCK, ABSENCE = "fischer 300+5", "forfeit 60"
GAME = next(  # one leg, no dice, and players may agree on a draw
    key
    for key, kind in GAMES.items()
    if kind().legs == 1 and isinstance(kind().turn(kind().start()), ToMove) and kind().agreed(kind().start())
)
OFFERS: OfferPlan = ((2, "take_back"), (3, "pause"), (4, "more_time"), (6, "count"))
REMATCH_OFFERS: OfferPlan = ((1, "take_back"), (4, "count"))
OFFER_NAMES = {"take_back": "a take-back", "pause": "a pause", "more_time": "more time", "count": "a draw"}


async def show_session(players: Sequence[DemoPlayer], say: Callable[[str], None]) -> list[tuple[str, PlayedMatch]]:
    """Play a match with a clock and all kinds of offers, chat, and play the rematch; return both with file names."""
    host, other = players
    game = GAMES[GAME]
    table = await host.make_table(game, {}, clock=CLOCK, absence=ABSENCE)
    await other.join(table)
    first = await play_together(players, table, OFFERS, stays=True)
    _report(say, game, f"{game.title} with a clock", first)
    for player, text in ((host, "Well played"), (other, "Once more, with the sides swapped?")):
        await player.session.say("table", table, text)
        for listener in players:
            await listener.wait_for_chat(table, player.name, text)
        say(f"           {player.name} says: {text}")
    await host.session.command(table, Rematch, swap=True)
    await other.wait_for_rematch_offer(table)
    await other.session.command(table, Rematch, swap=True)
    rematches = [await player.wait_for_rematch(table) for player in players]
    if rematches[0] != rematches[1]:
        raise DemoError("The two players received different tables of their rematch")
    second = await play_together(players, rematches[0], REMATCH_OFFERS, stays=True)
    created = second.match.created
    seats = [[seat.account if seat else "" for seat in played.match.seats] for played in (first, second)]
    if created.previous != table or created.score != (0, 0, 1) or seats[0] != seats[1][::-1]:
        raise DemoError(f"The rematch of table {table} has wrong terms: {created}, {seats}")
    _report(say, game, f"{game.title}, the rematch", second)
    won, lost, drawn = created.score
    say(f"           the series: {won} : {lost}, and {drawn + 1} drawn")
    return [(f"{GAME}-with-a-clock", first), (f"{GAME}-rematch", second)]


def _report(say: Callable[[str], None], game: type[Game[object, object]], title: str, played: PlayedMatch) -> None:
    moves = sum(isinstance(event, Moved) for event in played.log)
    back = sum(isinstance(event, TakenBack) for event in played.log)
    last = next(event for event in reversed(played.log) if event.clocks is not None)
    assert isinstance(played.log[-1], Ended)
    assert last.clocks is not None
    clocks = " and ".join(f"{left / 1000:.1f} s" for left in last.clocks)
    took = (played.log[-1].at - played.log[0].at) / 1000
    accepted = ", ".join(dict.fromkeys(OFFER_NAMES[kind] for kind in played.accepted))
    say(f"{title:34} {'a draw':32} {moves:5} moves {took:6.1f} s")
    say(f"           {played.match.created.clock}: {clocks} are left; {back} taken back; agreed: {accepted}")
