"""Dice chess: two dice decide which kinds of piece may move. There is no check; capturing the king wins.

The server gives each call its own seed and records the answer, so a script can simply use `random`.
"""

import random

KINDS = ["pawn", "knight", "bishop", "rook", "queen", "king"]  # the six sides of a die
BACK_RANK = ["rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook"]
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
LEAPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
# Directions, and the number of steps.
MOVEMENTS = {
    "knight": (LEAPS, 1),
    "bishop": (DIAGONAL, 7),
    "rook": (STRAIGHT, 7),
    "queen": (STRAIGHT + DIAGONAL, 7),
    "king": (STRAIGHT + DIAGONAL, 1),
}
PROMOTIONS = ["queen", "rook", "bishop", "knight"]


def get_starting_state():
    ranks = [("white", 0, BACK_RANK), ("white", 1, ["pawn"] * 8), ("black", 6, ["pawn"] * 8), ("black", 7, BACK_RANK)]
    board = {(x, y): (color, name) for color, y, names in ranks for x, name in enumerate(names)}
    return {
        "version": 2,
        "name": "Dice chess",
        "description": "Roll two dice each turn and move a piece of one of the kinds they show. Take the king to win.",
        "random": True,
        "ply_cap": 400,
        **roll(board, "white"),
    }


def make_move(pieces, move, next_turn, additional_data):
    board = {(piece["x"], piece["y"]): (piece["color"], piece["name"]) for piece in pieces}
    color, name = board.pop((move["from_x"], move["from_y"]))
    target = (move["to_x"], move["to_y"])
    captured = board.get(target)
    board[target] = (color, move.get("choice", name))
    if captured and captured[1] == "king":
        return state_of(board, [], f"{color} won") | {"reason": "the king was taken"}
    return roll(board, next_turn)


def roll(board, color):
    """Rolls until the dice allow the side a move; a side without any moves is stalemated."""
    by_kind = {kind: moves_of(board, color, kind) for kind in KINDS}
    if not any(by_kind.values()):
        return state_of(board, [], "draw") | {"reason": f"{color} cannot move"}
    while True:
        dice = [random.choice(KINDS), random.choice(KINDS)]
        moves = [move for kind in dict.fromkeys(dice) for move in by_kind[kind]]
        if moves:
            return state_of(board, moves, "running") | {"message": f"{color} rolled {dice[0]} and {dice[1]}."}


def state_of(board, moves, status):
    return {
        "pieces": [{"color": color, "name": name, "x": x, "y": y} for (x, y), (color, name) in board.items()],
        "possible_moves": moves,
        "additional_data": None,  # the board shows everything
        "status": status,
    }


def moves_of(board, color, kind):
    """All moves of one kind of piece."""
    moves = []
    for (x, y), piece in board.items():
        if piece == (color, kind):
            for to_x, to_y in pawn_targets(board, color, x, y) if kind == "pawn" else targets_of(board, color, kind, x, y):
                move = {"from_x": x, "from_y": y, "to_x": to_x, "to_y": to_y}
                if kind == "pawn" and to_y in (0, 7):
                    moves += [{**move, "choice": choice} for choice in PROMOTIONS]
                else:
                    moves.append(move)
    return moves


def targets_of(board, color, kind, x, y):
    directions, reach = MOVEMENTS[kind]
    for dx, dy in directions:
        for n in range(1, reach + 1):
            target = (x + n * dx, y + n * dy)
            if not on_board(target) or board.get(target, ("",))[0] == color:
                break
            yield target
            if target in board:
                break


def pawn_targets(board, color, x, y):
    step, home = (1, 1) if color == "white" else (-1, 6)
    if (x, y + step) not in board:
        yield (x, y + step)
        if y == home and (x, y + 2 * step) not in board:
            yield (x, y + 2 * step)
    for target in ((x - 1, y + step), (x + 1, y + step)):
        if target in board and board[target][0] != color:
            yield target


def on_board(square):
    return 0 <= square[0] < 8 and 0 <= square[1] < 8
