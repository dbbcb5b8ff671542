"""The dice of programs that play by themselves: the messages of their chains, and chains that end with the program."""

import secrets

from netgame.match.commands import Command, Commit, Reveal
from netgame.players.dice_links import DiceLinks
from protocol import messages as m

TableMessage = tuple[type[m.TableCommand], dict[str, object]]


def link_message(command: Command) -> TableMessage | None:
    """Return the message of a command for the dice; None for another command."""
    match command:
        case Commit(tip):
            return m.CommitDice, {"tip": tip}
        case Reveal(link):
            return m.RevealLink, {"link": link}
    return None


def passing_links() -> DiceLinks:
    """Return chains for a program that never comes back to a match."""
    return DiceLinks(secrets.token_bytes(m.LINK_BYTES), "", {})
