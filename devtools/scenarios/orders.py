"""Commands of players as sentences: each becomes a message, made from the player's current view."""

import re
from collections.abc import Callable
from typing import Any

from devtools.harness.server.serving import new_key
from devtools.scenarios.language import ScenarioError, fits
from devtools.scenarios.people import Person
from devtools.scenarios.world import World, some
from netgame.match import Match
from netgame.match.events import Moved, Offered, Player
from protocol import messages as m

Maker = Callable[..., Any]
_ORDERS: list[tuple[re.Pattern[str], Maker]] = []
KINDS = "count|take_back|pause|more_time|abort|adjourn"


def order(pattern: str) -> Callable[[Maker], Maker]:
    def known(makes: Maker) -> Maker:
        _ORDERS.append((re.compile(pattern), makes))
        return makes

    return known


def order_of(world: World, person: Person, said: str) -> Any:
    """Return the message for that sentence."""
    for pattern, makes in _ORDERS:
        if hit := pattern.fullmatch(said):
            return makes(world, person, **hit.groupdict())
    raise ScenarioError(f"nobody can do this: {said}")


def _match(world: World, person: Person) -> Match:
    match = person.view(world.table).match
    fits(match is not None, f"{person.name} sees no table")
    assert match is not None
    return match


def _table(world: World) -> dict[str, Any]:
    return {"table": world.table, "key": new_key()}


@order(r'plays(?: (?P<which>\d+))?(?: "(?P<text>[^"]+)")?')
def plays(world: World, person: Person, which: str | None, text: str | None) -> Any:
    """Play the first legal move, the one with that index, or one in notation."""
    match = _match(world, person)
    if text is None:
        moves = list(match.game.moves(match.state))
        fits(len(moves) >= int(which or 1), f"there are only {len(moves)} moves")
        text = match.game.format(match.state, moves[int(which or 1) - 1])
    return m.SendMove(**_table(world), position=match.position, move=text)


@order(r"resigns(?P<whole> the match)?")
def resigns(world: World, _person: Person, whole: str | None) -> Any:
    return m.SendResign(**_table(world), match=whole is not None)


@order(rf"offers (?P<kind>{KINDS})(?: of move (?P<nth>\d+))?")
def offers(world: World, person: Person, kind: str, nth: str | None) -> Any:
    """Make an offer. `of move 2`: about the player's own second move."""
    to = None
    if nth is not None:
        player = world.seat(person.name)
        own = [step.event for step in _match(world, person).history if isinstance(step.event, Moved)]
        own = [event for event in own if event.player == player]
        fits(len(own) >= int(nth), f"{person.name} has only {len(own)} moves")
        to = own[int(nth) - 1].number
    return m.SendOffer(**_table(world), kind=kind, to=to)


def _offer(world: World, person: Person, player: Player) -> int:
    """Return the open offer that this player made last."""
    open_ones = reversed(_match(world, person).offers.values())
    return int(some((o.number for o in open_ones if isinstance(o, Offered) and o.player == player), "open offer"))


@order(r"(?P<what>accepts|declines)")
def answers(world: World, person: Person, what: str) -> Any:
    number = _offer(world, person, 0 if world.seat(person.name) else 1)
    return m.SendAnswer(**_table(world), offer=number, accept=what == "accepts")


@order(r"withdraws")
def withdraws(world: World, person: Person) -> Any:
    return m.SendWithdraw(**_table(world), offer=_offer(world, person, world.seat(person.name)))


@order(r"claims (?P<what>win|draw|adjourn)")
def claims(world: World, _person: Person, what: str) -> Any:
    return m.SendClaim(**_table(world), what=what)


@order(r"leaves")
def leaves(world: World, _person: Person) -> Any:
    return m.SendLeave(**_table(world))


@order(r"is ready")
def is_ready(world: World, _person: Person) -> Any:
    return m.ReadyUp(**_table(world))


@order(r"stands up")
def stands_up(world: World, _person: Person) -> Any:
    return m.LeaveSeat(**_table(world))


@order(r'sits down(?: at seat (?P<player>[12]))?(?: with code "(?P<code>[^"]*)")?(?P<unready> without being ready)?')
def sits_down(world: World, person: Person, player: str | None, code: str | None, unready: str | None) -> Any:
    person.code = code or person.code
    seat = int(player) - 1 if player else None
    return m.TakeSeat(**_table(world), player=seat, code=code or "", ready=unready is None)


@order(r"asks for a rematch(?P<swapped> with sides swapped)?")
def asks_for_a_rematch(world: World, _person: Person, swapped: str | None) -> Any:
    return m.Rematch(**_table(world), swap=swapped is not None)


@order(r"closes the rematch")
def closes_the_rematch(world: World, _person: Person) -> Any:
    return m.CloseRematch(**_table(world))


@order(r'says "(?P<text>.*)" (?:to (?P<room>the lobby|the table|the spectators))')
def says(world: World, _person: Person, text: str, room: str) -> Any:
    kind: Any = room.removeprefix("the ")
    return m.Say(key=new_key(), room=kind, table="" if kind == "lobby" else world.table, text=text)


@order(r"invites (?P<name>\w+)")
def invites(world: World, _person: Person, name: str) -> Any:
    return m.Invite(**_table(world), account=world.person(name).account)
