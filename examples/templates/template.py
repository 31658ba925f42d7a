"""A game to start from: two kings on a 5x5 board. The first to capture the other one wins.

Two functions make a game. `get_starting_state` returns the start, `make_move` the state after a move: the pieces, the
moves of the side that moves next, and whether the game goes on. Nothing else is kept between two moves: put what you
want to remember into `additional_data`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chessmith import Color, Move, Piece, StartingState, State

SIZE = 5


def get_starting_state() -> StartingState:
    pieces: list[Piece] = [
        {"color": "white", "name": "king", "x": 2, "y": 0},
        {"color": "black", "name": "king", "x": 2, "y": SIZE - 1},
    ]
    return {
        "version": 2,
        "name": "My game",
        "description": "What it is about, in a sentence.",
        "board": {"files": SIZE, "ranks": SIZE},
        "ply_cap": 100,
        "pieces": pieces,
        "possible_moves": moves_of(pieces, "white"),
        "additional_data": {},
        "status": "running",
    }


def make_move(pieces: list[Piece], move: Move, next_turn: Color, additional_data: dict) -> State:
    mover = "white" if next_turn == "black" else "black"
    kept = [piece for piece in pieces if (piece["x"], piece["y"]) != (move["to_x"], move["to_y"])]
    captured = len(kept) < len(pieces)
    for piece in kept:
        if (piece["x"], piece["y"]) == (move["from_x"], move["from_y"]):
            piece["x"], piece["y"] = move["to_x"], move["to_y"]
    return {
        "pieces": kept,
        "possible_moves": [] if captured else moves_of(kept, next_turn),
        "additional_data": additional_data,
        "status": f"{mover} won" if captured else "running",
    }


def moves_of(pieces: list[Piece], color: Color) -> list[Move]:
    return [
        {"from_x": piece["x"], "from_y": piece["y"], "to_x": x, "to_y": y}
        for piece in pieces
        if piece["color"] == color
        for x in range(max(piece["x"] - 1, 0), min(piece["x"] + 2, SIZE))
        for y in range(max(piece["y"] - 1, 0), min(piece["y"] + 2, SIZE))
        if (x, y) != (piece["x"], piece["y"])
    ]
