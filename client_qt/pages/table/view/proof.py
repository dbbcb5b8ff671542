"""What the signatures of a match prove, and what they do not, in words."""

from dataclasses import dataclass

from client_qt.pages.table.view.state import PLAYERS
from client_qt.table.model import TableModel
from client_qt.text.translation import tr
from netgame.match.state import Match
from netgame.text import fill


@dataclass(frozen=True)
class ProofView:
    """A title, sentences below it, and the colour of the shield."""

    title: str
    proven: tuple[str, ...] = ()
    not_proven: tuple[str, ...] = ()
    tone: str = "ok"

    @property
    def is_wrong(self) -> bool:
        return self.tone == "danger"


def proof_view(model: TableModel, match: Match) -> ProofView | None:
    """Return what the signatures of a match at a server say; None where nobody signs: at one screen, and in a file."""
    if model.is_local or model.is_record:
        return None
    found = model.proof
    names = [model.name_of(player) for player in PLAYERS]
    place: dict[str, str | int] = {"number": found.wrong, "name": names[found.by] if found.by is not None else ""}
    match found.state(model.mine):
        case "none":
            words = tr("This match carries no signatures. The server alone says what happened.")
            return ProofView(tr("Not signed"), not_proven=(words,), tone="ink_muted")
        case "wrong_origin":
            words = tr("The log of this match names another server than the one that you are connected to.")
        case "wrong_seal":
            template = tr("The server has signed another course of this match, up to event {number}.")
            words = fill(template, place)
        case "wrong_signature":
            words = fill(tr("{name} has not signed what the server shows as event {number}."), place)
        case _:
            return _signed(model, match, names)
    keep = tr("Save the record: it is the proof. Go on only if you trust the server.")
    return ProofView(tr("A signature does not hold"), not_proven=(words, keep), tone="danger")


def _signed(model: TableModel, match: Match, names: list[str]) -> ProofView:
    unsigned = [player for player in PLAYERS if match.seats[player] is not None and model.proof.unsigned[player]]
    proven = [tr("The server has signed the course of the match, so it cannot show another one later.")]
    proven += [
        tr("You have signed each of your moves.")
        if player in model.mine
        else fill(tr("{name} has signed each of their moves."), {"name": names[player]})
        for player in PLAYERS
        if match.seats[player] is not None and player not in unsigned
    ]
    if match.drawing is not None:
        proven.append(tr("Both programs have drawn the dice."))
    not_proven = [
        tr(
            "Some of your moves are not signed: you came with a password, played at another computer, or the server "
            "played conditional moves for you."
        )
        if player in model.mine
        else fill(
            tr(
                "Some moves of {name} are not signed: they came with a password, played at another computer, or the "
                "server played conditional moves for them."
            ),
            {"name": names[player]},
        )
        for player in unsigned
    ]
    not_proven += [tr("Names are not signed, and nobody can prove who sits at a computer, or whether a program helps.")]
    is_all = not unsigned
    return ProofView(
        tr("Signed by both players and the server") if is_all else tr("Signed by the server"),
        tuple(proven),
        tuple(not_proven),
        "ok" if is_all else "ink_muted",
    )
