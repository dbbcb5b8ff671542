"""A turn of every game selected by picks: the turn that is complete, the next picks, marks, hints and pieces."""

from typing import Any

import pytest

from netgame.game import Mark, Picks
from netgame.games.clod.game import Clod
from netgame.games.conquid.game import Conquid
from netgame.games.koom.game import Koom
from netgame.games.thud.game import Thud
from tests.netgame.games.blooms.positions import game as blooms
from tests.netgame.games.cases import AnyGame
from tests.netgame.games.conformance import played
from tests.netgame.games.conquid.boards import NINE, OPEN, nine

TWO, THREE, RACE = blooms(2), blooms(3), blooms(2, "race")
CLOD, KOOM, THUD, TINY = Clod(), Koom(), Thud(), Conquid(rows=5, columns=11, base=1)
ROLLED = "B 42 " + "/".join(["......"] * 6)
CENTRE, SECOND = "2 .../..../..a../..../... 0-0 - -", "2 ../.a./.. 0-0 - -"
EYES, THREATS = "2 .aa/aaaa/aaaaa/aaaa/aa. 0-0 - -", "1 ab./..../..c../..../..c 0-0 - -"
EMPTY, BRIDGE, OTHERS_BRIDGE, CAPTURE, ENEMY_BLOCK = map(NINE.write_position, (
    nine(), nine(*[OPEN] * 4, "....a1111b....", "22............"),
    nine(*[OPEN] * 4, "....a1111b....", "22............", player=2), nine("122.1.........", "111..........."),
    nine(*["22221........."] * 4),
))  # fmt: skip
ODD, EVEN = ("12" * 6)[:11], ("21" * 6)[:11]
FULL = f"1 ..{'1' * 9}/{'2' * 11}/2222a1b2222/{'2' * 11}/{'2' * 11}"
PATHLESS = f"1 .{ODD[1:]}/{EVEN}/{ODD[:4]}a.b{ODD[7:]}/{EVEN}/{ODD}"
ONLY_ONE = "Only one stone: confirm, or add one of the other colour. Click it to change its colour."
STEP, SHOVE = "T TE8,dE10,dF10,dA6,RH8", "T TC8,TD8,dF9,dG9,dG7,RH8"
NEAR, WALLED = "T TD7,TD8,dC10,dD10,dE10,RH8", "d dF1,dG1,dE2,dF2,dG2,{}RH8"
CHAIN, RING = "T TF6,dG7,dJ9,dA7,RP6", "T TF6,dG6,dH7,dG7,RA6"
ALL, EACH = Thud(shove_captures="all"), Thud(step_captures="all_or_none")


def row(game: AnyGame, position: str, picks: str, turn: str = "", /, **shown: Any) -> Any:
    return pytest.param(game, position, picks, turn, shown, id=f"{game.key}-{position[:24]}-{picks}")


ROWS = [
    row(CLOD, ROLLED, "", next="d2 b4"),
    row(CLOD, ROLLED, "b4", "b4", pieces="b4=clod_black"),
    # a stone of the first colour, then one of the other; a click changes the colour of one, or of both
    row(THREE, CENTRE, "a1", "1a1", pieces="a1=bloom_2a", staged="a1", hint=ONLY_ONE),
    row(THREE, CENTRE, "a1 a1", "2a1"),
    row(THREE, CENTRE, "a1 a1 a1", "1a1", picked="a1"),
    row(THREE, CENTRE, "a1 a2", "1a1,2a2", picked="a1 a2", next="a1 a2", staged="a1 a2"),
    row(THREE, CENTRE, "a1 a1 a2", "1a2,2a1", picked="a1 a1 a2", next="a1 a2", staged="a1 a2"),
    row(THREE, CENTRE, "a1 a2 a2", "1a2,2a1", picked="a1 a1 a2"),
    row(THREE, CENTRE, "a1 a2 a1", "1a2,2a1", picked="a1 a1 a2"),
    row(THREE, CENTRE, "a1 a1 a2 a1", "1a1,2a2", picked="a1 a2"),
    row(THREE, CENTRE, "a1 a2 a3", picked=""),
    row(THREE, CENTRE, "c3", picked=""),
    # the pass is the first pick of later turns of the territory game only
    row(TWO, TWO.write_position(TWO.start()), "", next="c1 c2 b1 b2 b3 a1 a2"),
    row(TWO, TWO.write_position(TWO.start()), "b2", "1b2", next="b2",
        hint="The stone is placed. Click it to change its colour."),
    row(TWO, SECOND, "", offers="pass"),
    row(TWO, SECOND, "pass", "pass"),
    row(TWO, SECOND, "a1", "1a1", lacks="pass"),
    row(TWO, SECOND, "a1 pass", picked=""),
    row(RACE, SECOND, "", lacks="pass"),
    row(RACE, SECOND, "pass", picked=""),
    row(TWO, "1 ../.a./.. 0-0 2 p", "", hint="If you pass too"),
    row(TWO, "1 ../.a./.. 0-0 2 p", "pass", "pass", hint="the game is counted"),
    # captured stones are marked and stay on the staged board
    row(THREE, EYES, "e1", next="e1 a3", hint="Alone this stone would be fenced"),
    row(THREE, EYES, "e1 a3", "1e1,2a3", capture=EYES.count("a"), threatened0="", pieces="e2=bloom_1a c3=bloom_1a"),
    row(TWO, "1 b./dd./.. 0-0 - -", "c2", next="c2",
        hint="In this colour the stone would be fenced: click it to change its colour."),
    row(TWO, "1 b./dd./.. 0-0 - -", "c2 c2", "2c2"),
    # blooms that one turn can fence, also on the staged board; a sacrifice is legal with a warning
    row(THREE, THREATS, "", threatened0="e1", threatened1=""),
    row(THREE, THREATS, "a2", "1a2", threatened1="a3"),
    row(RACE, "1 c./ac./.. 0-0 - -", "a1 a1", "2a1", threatened0="b1 a1", hint="the next turn can take it"),
    # three cells, each of which can be unchosen
    row(NINE, EMPTY, "", lacks="Q", hint="Choose three empty cells, or another action."),
    row(NINE, EMPTY, "a1", hint="Choose two more empty cells."),
    row(NINE, EMPTY, "a1 b1", hint="Choose one more empty cell."),
    row(NINE, EMPTY, "a1 b1 c1", "A a1 b1 c1", hint="The move is complete."),
    row(NINE, BRIDGE, "", offers="A C V Q a1 n9", lacks="e5 f5 a6", hint="Your path is complete: Conquest wins."),
    row(NINE, OTHERS_BRIDGE, "", hint="Your opponent has a path: break it now."),
    row(NINE, BRIDGE, "j1 d1", offers="A C V Q a1 n9"),
    row(NINE, BRIDGE, "j1 d1 f1", "A d1 f1 j1", next="A C Q V d1 f1 j1", picked="d1 f1 j1", staged="d1 f1 j1",
        pieces="d1=conquid_1 f5=conquid_1 a6=conquid_2"),
    row(NINE, BRIDGE, "j1 d1 f1 f1", picked="d1 j1"),
    row(NINE, BRIDGE, "d1 d1", picked=""),
    row(TINY, FULL, "", next="C Q V"),
    row(TINY, PATHLESS, "", hint="there are fewer"),
    # the other actions have buttons, which switch the action
    row(NINE, CAPTURE, "C", "C", picked="C", offers="A C", lacks="Q d2", capture="b1 c1", pieces="b1=conquid_1"),
    row(NINE, BRIDGE, "C", "C", capture="", hint="takes nothing: use your turn anyway?"),
    row(NINE, BRIDGE, "Q", "Q", path0="f5 g5 h5 i5"),
    row(NINE, BRIDGE, "V", picked="V", next="A C Q V f1 f6", corner="f1 f6"),
    row(NINE, BRIDGE, "V f1", "V f1", next="A C Q V f1 f6", capture="", hint="takes nothing: use your turn anyway?",
        selected="f1 g1 h1 i1 f2 g2 h2 i2 f3 g3 h3 i3 f4 g4 h4 i4"),
    row(NINE, BRIDGE, "V f1 f6", "V f6", picked="V f6"),
    row(NINE, BRIDGE, "V f1 f1", picked="V"),
    row(NINE, ENEMY_BLOCK, "V a1", "V a1", capture=16, selected=16, pieces="a1=conquid_2",
        hint="The marked block becomes empty."),
    *(row(NINE, BRIDGE, picks, turn, picked=picked) for picks, turn, picked in (
        ("d1 f1 C", "C", "C"), ("C V", "", "V"), ("V f1 Q", "Q", "Q"), ("V f1 V", "", "V"), ("Q A", "", ""),
        ("A", "", ""), ("d1 f1 A", "", "d1 f1"), ("C C", "C", "C"),
    )),
    # first a piece that can move, then its target
    row(THUD, WALLED.format(""), "", next="G1 E2 F2 G2", hint="Choose a dwarf to move."),
    row(THUD, "d dE7,TF7,RH8", "E7", offers="F7", selected="E7", hint="Choose where the dwarf goes."),
    row(THUD, "d dE7,TF7,RH8", "E7 F7", "dE7-F7xF7", next="", pieces="F7=dwarf", gone="E7", capture="F7"),
    row(KOOM, WALLED.format("TA6,"), "", next="G1 E2 F2 G2", hint="Choose a dwarf to move."),
    row(KOOM, "d dH9,TA6,RH8", "", next="H8 H9", hint="Choose a dwarf or the Rock to move."),
    row(KOOM, "d dH9,TA6,RH8", "H8", next="G8 J8 G9 J9", hint="Choose where the Rock goes."),
    row(KOOM, "d dH9,TA6,RH8", "H8 G8", "RH8-G8", pieces="G8=rock", gone="H8"),
    # a step takes a dwarf if it is picked; a shove suggests every capture and needs one
    row(THUD, STEP, "E8 E9", "TE8-E9", suggested="", hint="Click dwarfs to take or spare them."),
    row(THUD, STEP, "E8 E9 E10", "TE8-E9xE10"),
    row(THUD, STEP, "E8 E9 E10 E10", "TE8-E9"),
    row(THUD, STEP, "E8 E9 E10 F10", "TE8-E9xF10", picked="E8 E9 F10"),
    row(THUD, SHOVE, "D8 F8", suggested="G7 F9 G9", hint="A shove must capture: click a dwarf to take."),
    row(THUD, SHOVE, "D8 F8 G7 F9 G9", "TD8-F8xG7xF9xG9", capture="G7 F9 G9", staged="F8", **{"from": "D8"}),
    row(THUD, SHOVE, "D8 F8 G7 F9 G9 G7", "TD8-F8xF9xG9"),
    row(ALL, SHOVE, "D8 F8", "TD8-F8xG7xF9xG9", next=""),
    row(EACH, STEP, "E8 E9 F10", "TE8-E9xE10xF10"),
    row(EACH, STEP, "E8 E9 F10 E10", "TE8-E9"),
    # a shove of one square goes from one dwarf to every dwarf
    row(ALL, NEAR, "D8 D9", "TD8-D9", suggested="C10 D10"),
    row(ALL, NEAR, "D8 D9 C10 D10", "TD8-D9xC10xD10xE10"),
    row(ALL, NEAR, "D8 D9 D10", "TD8-D9xD10"),
    row(ALL, NEAR, "D8 D9 D10 E10", "TD8-D9xC10xD10xE10"),
    # a dwarf takes what it sandwiches without a pick; a trampling troll may stop or continue after every landing
    row(KOOM, "d dE7,TG7,dH7,RH8", "E7 F7", "dE7-F7xG7", next="", capture="G7", staged="F7", hint="complete."),
    row(KOOM, CHAIN, "F6", offers="H8", selected="F6"),
    row(KOOM, CHAIN, "F6 H8", "TF6-H8xG7", next="K10", hint="The troll may stop here or trample on."),
    row(Koom(chain_captures=False), CHAIN, "F6 H8", "TF6-H8xG7", next=""),
    row(KOOM, CHAIN, "F6 H8 K10", "TF6-H8-K10xG7xJ9", next="", capture="G7 J9", pieces="K10=troll", gone="H8",
        **{"from": "F6 H8"}),
    row(KOOM, RING, "F6 H6 H8 F6", "TF6-H6-H8-F6xG6xG7xH7", pieces="F6=troll"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "position", "picks", "turn", "shown"), ROWS)
def test_picks_complete_a_turn_and_show_what_is_next(
    game: AnyGame, position: str, picks: str, turn: str, shown: dict[str, Any]
) -> None:
    state = game.read_position(position)
    offer = game.picks(state, ())
    for name in picks.split():
        offer = game.picks(state, (*offer.picked, name if name in game.buttons else game.board.cell(name)))
    assert "".join(game.format(state, move) for move in offer.moves) == turn
    for part, expected in shown.items():
        check_shown(game, offer, part, expected)


def check_shown(game: AnyGame, offer: Picks, part: str, expected: Any) -> None:
    def names(picks: Any, ordered: bool = False) -> str:
        found = picks if ordered else sorted(picks, key=lambda pick: (isinstance(pick, int), pick))
        return " ".join(game.board.name(pick) if isinstance(pick, int) else pick for pick in found)

    match part:
        case "picked":
            assert names(offer.picked, ordered=True) == expected
        case "next" | "suggested":
            assert names(getattr(offer, part)) == expected
        case "offers":
            assert {*expected.split()} <= {*names(offer.next).split()}
        case "lacks":
            assert not {*expected.split()} & {*names(offer.next).split()}
        case "hint":
            assert expected in str(offer.hint)
        case "gone":
            assert game.board.cell(expected) not in offer.pieces
        case "pieces":
            for cell, kind in (word.split("=") for word in expected.split()):
                assert offer.pieces[game.board.cell(cell)].kind == kind
        case _:  # marks of that kind, of one side if the name ends with its number
            kind, seat = part.rstrip("01"), int(part[-1]) if part[-1] in "01" else None
            cells = {cell for mark in offer.marks if (mark.kind, mark.seat) == (kind, seat) for cell in mark.cells}
            assert (len(cells) if isinstance(expected, int) else names(cells)) == expected


def test_territory_is_marked_when_the_game_is_over_and_not_before() -> None:
    state = played(THREE, ["1c3", "1a1"])
    alone = played(THREE, ["1c3", "pass", "pass"])
    assert THREE.marks(state) == THREE.marks(played(THREE, ["pass", "pass"], state)) == ()
    assert THREE.marks(alone) == (Mark("territory", frozenset(range(19)) - {9}, 0),)
    assert THREE.picks(alone, ()) == Picks(frozenset(), (), (), (), THREE.pieces(alone))
