"""What a script in Python gets and gives, for editors and type checkers.

There is no module to import when a script runs: name these types only in annotations, as the template does.
"""

from typing import Any, Literal, NotRequired, TypedDict

type Color = Literal["white", "black"]
type Status = Literal["running", "white won", "black won", "draw"]
type Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

class Piece(TypedDict, extra_items=Any):
    """A piece on its square; `x` counts files and `y` ranks, both from 0. Fields of your own come back with the next move."""

    color: Color
    name: str
    x: int
    y: int

class Move(TypedDict):
    """A move from a square to a square. `choice` and `then_x`, `then_y` are of version 2."""

    from_x: int
    from_y: int
    to_x: int
    to_y: int
    choice: NotRequired[str]
    """What the player decides with the move, such as the kind that a pawn becomes."""
    then_x: NotRequired[int]
    then_y: NotRequired[int]
    """A second target, where the piece goes on to."""

class Drop(TypedDict):
    """Version 2: a piece of a kind is put on an empty square."""

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
    """Version 2: a kind of piece of your own."""

    name: str
    letter: str
    """One of A to Z; no two kinds share one."""
    glyph: NotRequired[str]
    """A built-in shape ("knight"), one emoji, or a small SVG."""

class State(TypedDict):
    """What both functions return."""

    pieces: list[Piece]
    possible_moves: list[Move | Drop]
    """Of the side that moves next; empty only when the game has ended."""
    additional_data: Json
    """Anything you want to have again at the next move."""
    status: Status
    next_turn: NotRequired[Color]
    """Version 2: who moves next, if it is not the other side."""
    message: NotRequired[str]
    highlights: NotRequired[list[Square]]
    reason: NotRequired[str]
    """Version 2: why the game ended."""

class StartingState(State):
    """What `get_starting_state` returns; the rest describes the game and is of version 2."""

    version: NotRequired[Literal[1, 2]]
    name: NotRequired[str]
    description: NotRequired[str]
    board: NotRequired[Board]
    kinds: NotRequired[list[Kind]]
    ply_cap: NotRequired[int]
    random: NotRequired[bool]
    """Whether chance plays a part. If so, `random` is seeded anew for each call, and the seed is recorded."""

def get_starting_state() -> StartingState: ...
def make_move(pieces: list[Piece], move: Move | Drop, next_turn: Color, additional_data: Json) -> State: ...
