"""The arguments and answers of a script in Python, for editors and type checkers.

This module does not exist when a script runs: use these types only in annotations, as the template does.
"""

from typing import Any, Literal, NotRequired, TypedDict

type Color = Literal["white", "black"]
type Status = Literal["running", "white won", "black won", "draw"]
type Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

class Piece(TypedDict, extra_items=Any):
    """A piece on its square; `x` counts files and `y` ranks, both from 0. Your own fields come back with the next move."""

    color: Color
    name: str
    x: int
    y: int

class Move(TypedDict):
    """A move from a square to a square. `choice`, `then_x` and `then_y` need version 2."""

    from_x: int
    from_y: int
    to_x: int
    to_y: int
    choice: NotRequired[str]
    """What the player chooses with the move, such as the kind that a pawn promotes to."""
    then_x: NotRequired[int]
    then_y: NotRequired[int]
    """A second target, where the piece moves on to."""

class Drop(TypedDict):
    """Version 2: a new piece is placed on an empty square."""

    drop: str
    to_x: int
    to_y: int

class Square(TypedDict):
    x: int
    y: int

class Board(TypedDict):
    files: int
    ranks: int

class Kind(TypedDict):
    """Version 2: your own kind of piece."""

    name: str
    letter: str
    """One of A to Z; no two kinds share one."""
    glyph: NotRequired[str]
    """A built-in shape ("knight"), one emoji, or a small SVG."""

class State(TypedDict):
    """What both functions return."""

    pieces: list[Piece]
    possible_moves: list[Move | Drop]
    """The moves of the side that moves next; empty only when the game has ended."""
    additional_data: Json
    """Any data that you want to receive again at the next move."""
    status: Status
    next_turn: NotRequired[Color]
    """Version 2: the side that moves next, if it is not the other one."""
    message: NotRequired[str]
    highlights: NotRequired[list[Square]]
    reason: NotRequired[str]
    """Version 2: why the game ended."""

class StartingState(State):
    """What `get_starting_state` returns; the other fields describe the game and need version 2."""

    version: NotRequired[Literal[1, 2]]
    name: NotRequired[str]
    description: NotRequired[str]
    board: NotRequired[Board]
    kinds: NotRequired[list[Kind]]
    ply_cap: NotRequired[int]
    random: NotRequired[bool]
    """Whether the script uses chance. Then `random` gets a new seed for each call, which is recorded."""

def get_starting_state() -> StartingState: ...
def make_move(pieces: list[Piece], move: Move | Drop, next_turn: Color, additional_data: Json) -> State: ...
