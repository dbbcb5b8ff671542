"""Words for what the rules give as values: options, turns, results. One place, so that every page says the same."""

from collections.abc import Mapping, Sequence
from typing import Any

from client_qt.text.translation import tr as tr
from netgame.game import Game, Over
from netgame.match.events import Ended, LegEnded, OptionValue, Player
from netgame.match.state import Match, seat_of
from netgame.options import OptionInfo, options_of
from netgame.text import Arg, Text, fill

GameClass = type[Game[Any, Any]]
WORD_SLOTS = frozenset(
    {"side", "piece", "colour", "colour1", "colour2", "what"}
)  # what sentences of the rules put there is translated too


def battle_heading() -> str:
    """What heads the moves of a battle where there are more than one; `{leg}` is its number."""
    return tr("Battle {leg}")


def spoken(text: Text) -> str:
    """A sentence of the rules or of the server, translated and filled in; as part of another it begins small.

    What a side, a piece or a colour is called is a word like any other, and a reason may be a sentence of the rules;
    names of people and moves stay.
    """
    return fill(tr(text.template), {slot: _spoken_arg(slot, value) for slot, value in text.args.items()})


def _spoken_arg(slot: str, value: Arg) -> Arg:
    words = slot in WORD_SLOTS or (slot == "reason" and " " in str(value))
    return tr(str(value)) if words else value


def say(text: Text) -> str:
    """A sentence of the rules or of the server, translated and filled in, with a capital letter and a full stop.

    A name or a move that it begins with stays as it is written.
    """
    template = tr(text.template)
    words = spoken(text)
    if not template.startswith("{") or template[1:].partition("}")[0] in WORD_SLOTS:
        words = words[:1].upper() + words[1:]
    return words if words.endswith((".", "!", "?", "...", ":")) else f"{words}."


def value_words(info: OptionInfo, value: OptionValue) -> str:
    """An option's value as people read it."""
    if info.kind == "bool":
        return tr("yes") if value else tr("no")
    if info.kind == "choice" and value in info.choices:
        return tr(info.choice_labels[info.choices.index(str(value))])
    if value in info.offered:
        return tr(info.choice_labels[info.offered.index(int(value or 0))])
    return tr(info.none) if value is None else str(value)


def problem_words(text: Text, infos: Sequence[OptionInfo]) -> str:
    """What does not fit about options, with the words of the form in place of their names."""
    labels = {info.name: tr(info.label) for info in infos}
    args = {key: labels.get(str(value), value) for key, value in text.args.items()}
    return say(Text(text.template, args))


def applies(info: OptionInfo, values: Mapping[str, OptionValue]) -> bool:
    """Does the option mean anything beside these values?"""
    return info.when is None or values.get(info.when[0]) == info.when[1]


def options_table(game: GameClass, values: Mapping[str, OptionValue]) -> list[tuple[str, str]]:
    """Label and value of every option that applies."""
    return [
        (tr(info.label), value_words(info, values.get(info.name, info.default)))
        for info in options_of(game)
        if applies(info, values)
    ]


def options_line(game: GameClass, values: Mapping[str, OptionValue]) -> str:
    """What differs from the usual rules, in one line."""
    words = []
    for info in options_of(game):
        value = values.get(info.name, info.default)
        if value == info.default or not applies(info, values):
            continue
        if info.kind == "bool":
            words.append(tr(info.label) if value else tr("{option}: no").replace("{option}", tr(info.label)))
        else:
            words.append(f"{tr(info.label)}: {value_words(info, value)}")
    return ", ".join(words) if words else tr("usual rules")


def side(match: Match, player: Player) -> str:
    """What the player's pieces are called in this leg."""
    return tr(match.game.seats[seat_of(player, match.leg)])


def leg_words(match: Match) -> str:
    """ "Battle 1 of 2", where a match has more than one."""
    if match.game.legs < 2:
        return ""
    return fill(tr("Battle {leg} of {legs}"), {"leg": match.leg + 1, "legs": match.game.legs})


def resign_words(match: Match, player: Player, whole: bool) -> str:
    """How resigning now would count, to be read before it is confirmed."""
    if whole or match.game.legs == 1:
        if match.game.legs > 1:
            return tr("The other side wins it, however the battles stand.")
        return tr("The other side wins.")  # a score counts only where there are more legs
    over = match.game.resigned(match.state, seat_of(player, match.leg))
    return fill(tr("The other side wins battle {leg}."), {"leg": match.leg + 1}) + " " + _score_words(match, over)


def stop_words(match: Match, over: Over) -> str:
    """What stopping by agreement is called on a button, in a word or two."""
    if match.game.legs > 1:
        return tr("End battle")
    return tr("Draw") if over.winner is None else tr("Stop here")


def stop_offer(match: Match, over: Over, name: str) -> str:
    """That somebody offers it; without a name, that one does so oneself."""
    if match.game.legs > 1:
        words = tr("{name} offers to end the battle.") if name else tr("You offered to end the battle.")
    elif over.winner is None:
        words = tr("{name} offers a draw.") if name else tr("You offered a draw.")
    else:
        words = tr("{name} offers to stop here.") if name else tr("You offered to stop here.")
    return fill(words, {"name": name})


def stop_question(match: Match, over: Over) -> str:
    """Whether to do it."""
    if match.game.legs > 1:
        return tr("End the battle here?")
    return tr("Agree on a draw?") if over.winner is None else tr("Stop the game here?")


def offer_words(match: Match, over: Over) -> str:
    """What the button says that offers it."""
    return tr("Offer a draw") if match.game.legs == 1 and over.winner is None else tr("Offer to end it")


def count_words(match: Match, over: Over) -> str:
    """What stopping the leg here would come to; nothing where the question says it already: a draw with no score."""
    counted = match.game.legs > 1 or any(over.scores)
    if over.winner is None and not counted:
        return ""
    if over.winner is None:
        result = tr("A draw.")
    else:
        result = fill(tr("{side} win."), {"side": tr(match.game.seats[over.winner])})
    return f"{result} {_score_words(match, over)}" if counted else result


def _score_words(match: Match, over: Over) -> str:
    first, second = (tr(name) for name in match.game.seats)
    words: dict[str, str | int] = {"first": first, "second": second, "a": over.scores[0], "b": over.scores[1]}
    return fill(tr("It counts {first} {a}, {second} {b}."), words)


def leg_result(match: Match, ended: LegEnded, names: tuple[str, str], mine: frozenset[Player]) -> str:
    """Who won a leg and by how much."""
    scores = _versus(ended.scores, ended.winner)
    if ended.winner is None:
        return fill(tr("A draw, {scores}."), {"scores": scores})
    if mine == {ended.winner}:
        return fill(tr("You win {scores}."), {"scores": scores})
    return fill(tr("{name} wins {scores}."), {"name": names[ended.winner], "scores": scores})


def match_result(match: Match, ended: Ended, names: tuple[str, str], mine: frozenset[Player]) -> str:
    """The headline when all is over."""
    if ended.winner is None:
        return tr("Nobody wins.") if ended.reason == "aborted" else tr("It is a draw.")
    words: dict[str, str | int] = {"name": names[ended.winner], "points": ended.totals[ended.winner]}
    counted = match.game.legs > 1 and ended.reason == "legs"
    if mine == {ended.winner}:
        return fill(tr("You win by {points}.") if counted else tr("You win."), words)
    return fill(tr("{name} wins by {points}.") if counted else tr("{name} wins."), words)


def _versus(scores: tuple[int, int], winner: Player | None) -> str:
    first, second = (scores[1], scores[0]) if winner == 1 else scores
    return fill(tr("{a} to {b}"), {"a": first, "b": second})
