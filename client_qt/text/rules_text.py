"""Texts for values of the rules: sentences, options, sides, stops by agreement, results."""

from collections.abc import Mapping, Sequence
from typing import Any

from client_qt.text.translation import tr
from netgame.game import Game, Over
from netgame.games import GAMES
from netgame.match.create import check_rules
from netgame.match.events import Ended, LegEnded, OptionValue, Player
from netgame.match.state import Match, UnknownRules, seat_of
from netgame.options import OptionInfo, options_of
from netgame.text import Arg, Text, fill
from protocol.messages import TableInfo

GameClass = type[Game[Any, Any]]
WORD_SLOTS = frozenset({"side", "piece", "colour", "colour1", "colour2", "what"})  # their arguments are translated too


def battle_heading() -> str:
    """Return the heading of the moves of one battle, with the slot `{leg}`."""
    return tr("Battle {leg}")


def spoken(text: Text) -> str:
    """Translate a sentence of the rules or of the server for use inside another one.

    Names of sides, pieces and colours are translated, and so is a reason; names of people and moves are not.
    """

    def translated(slot: str, value: Arg) -> Arg:
        is_text = slot in WORD_SLOTS or (slot == "reason" and " " in str(value))
        return tr(str(value)) if is_text else value

    return fill(tr(text.template), {slot: translated(slot, value) for slot, value in text.args.items()})


def translate(text: Text) -> str:
    """Translate a sentence of the rules or of the server, and add a capital letter and a full stop.

    A name or a move at its beginning does not change.
    """
    template = tr(text.template)
    words = spoken(text)
    if not template.startswith("{") or template[1:].partition("}")[0] in WORD_SLOTS:
        words = words[:1].upper() + words[1:]
    return words if words.endswith((".", "!", "?", "...", ":")) else f"{words}."


def value_words(info: OptionInfo, value: OptionValue) -> str:
    """Return the text of the value of an option."""
    if info.kind == "bool":
        return tr("yes") if value else tr("no")
    if info.kind == "choice" and value in info.choices:
        return tr(info.choice_labels[info.choices.index(str(value))])
    if value in info.offered:
        return tr(info.choice_labels[info.offered.index(int(value or 0))])
    return tr(info.none) if value is None else str(value)


def game_title(key: str) -> str:
    """Return the name of a game, or the key of an unknown one."""
    return GAMES[key].title if key in GAMES else key


def rules_problem(info: TableInfo) -> str:
    """Return why this program cannot play a table, and which side must update; empty if it can."""
    if not info.game:
        return tr("The server cannot read this table.")
    try:
        check_rules(info.game, info.rules, info.match_rules, info.options, GAMES, is_live=True)
    except UnknownRules as error:
        return translate(error.text)
    return ""


def game_against(title: str, name: str) -> str:
    """Return the title of a game and the opponent, if there is one: "Thud against Ann"."""
    return fill(tr("{game} against {name}") if name else "{game}", {"game": title, "name": name})


def problem_words(text: Text, infos: Sequence[OptionInfo]) -> str:
    """Return the sentence of an `OptionError`, with the labels of the options instead of their names."""
    labels = {info.name: tr(info.label) for info in infos}
    args = {key: labels.get(str(value), value) for key, value in text.args.items()}
    return translate(Text(text.template, args))


def applies(info: OptionInfo, values: Mapping[str, OptionValue]) -> bool:
    """Return whether the option has an effect with these values."""
    return info.when is None or values.get(info.when[0]) == info.when[1]


def options_table(game: GameClass, values: Mapping[str, OptionValue]) -> list[tuple[str, str]]:
    """Return the label and the value of every option that applies."""
    return [
        (tr(info.label), value_words(info, values.get(info.name, info.default)))
        for info in options_of(game)
        if applies(info, values)
    ]


def options_line(game: GameClass, values: Mapping[str, OptionValue]) -> str:
    """Return the options that differ from their defaults, in one line."""
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
    """Return the name of the side of a player in this leg."""
    return tr(match.game.seats[seat_of(player, match.leg)])


def leg_words(match: Match) -> str:
    """Return "Battle 1 of 2"; "" if a match has only one."""
    if match.game.legs < 2:
        return ""
    return fill(tr("Battle {leg} of {legs}"), {"leg": match.leg + 1, "legs": match.game.legs})


def resign_words(match: Match, player: Player, whole: bool) -> str:
    """Return how resigning now would count."""
    if whole or match.game.legs == 1:
        if match.game.legs > 1:
            return tr("The other side wins it, however the battles stand.")
        return tr("The other side wins.")  # a score counts only where there are more legs
    over = match.game.resigned(match.state, seat_of(player, match.leg))
    return fill(tr("The other side wins battle {leg}."), {"leg": match.leg + 1}) + " " + _score_words(match, over)


def stop_words(match: Match, over: Over) -> str:
    """Return the label of the button that accepts a stop by agreement."""
    if match.game.legs > 1:
        return tr("End battle")
    return tr("Draw") if over.winner is None else tr("Stop here")


def stop_offer(match: Match, over: Over, name: str) -> str:
    """Return the sentence of an offer to stop; without a name, of the own offer."""
    if match.game.legs > 1:
        words = tr("{name} offers to end the battle.") if name else tr("You offered to end the battle.")
    elif over.winner is None:
        words = tr("{name} offers a draw.") if name else tr("You offered a draw.")
    else:
        words = tr("{name} offers to stop here.") if name else tr("You offered to stop here.")
    return fill(words, {"name": name})


def stop_question(match: Match, over: Over) -> str:
    """Return the question before an offer to stop."""
    if match.game.legs > 1:
        return tr("End the battle here?")
    return tr("Agree on a draw?") if over.winner is None else tr("Stop the game here?")


def offer_words(match: Match, over: Over) -> str:
    """Return the label of the button that offers a stop."""
    return tr("Offer a draw") if match.game.legs == 1 and over.winner is None else tr("Offer to end it")


def count_words(match: Match, over: Over) -> str:
    """Return the result of a stop here; "" for a draw without a score, which the question contains already."""
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


def leg_result(ended: LegEnded, names: tuple[str, str], mine: frozenset[Player]) -> str:
    """Return the winner and the score of a leg."""
    first, second = reversed(ended.scores) if ended.winner == 1 else ended.scores
    scores = fill(tr("{a} to {b}"), {"a": first, "b": second})
    if ended.winner is None:
        return fill(tr("A draw, {scores}."), {"scores": scores})
    if mine == {ended.winner}:
        return fill(tr("You win {scores}."), {"scores": scores})
    return fill(tr("{name} wins {scores}."), {"name": names[ended.winner], "scores": scores})


def match_result(match: Match, ended: Ended, names: tuple[str, str], mine: frozenset[Player]) -> str:
    """Return the headline of a match that is over."""
    if ended.winner is None:
        return tr("Nobody wins.") if ended.reason == "aborted" else tr("It is a draw.")
    words: dict[str, str | int] = {"name": names[ended.winner], "points": ended.totals[ended.winner]}
    counted = match.game.legs > 1 and ended.reason == "legs"
    if mine == {ended.winner}:
        return fill(tr("You win by {points}.") if counted else tr("You win."), words)
    return fill(tr("{name} wins by {points}.") if counted else tr("{name} wins."), words)
