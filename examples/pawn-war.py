"""Pawn war on a small board: five pawns a side, which move and capture as in chess. The first pawn to reach the last rank wins."""

FILES, RANKS = 5, 5
FORWARD = {"white": 1, "black": -1}
LAST_RANK = {"white": RANKS - 1, "black": 0}
OTHER = {"white": "black", "black": "white"}


def get_starting_state():
    pieces = [
        {"color": color, "name": "pawn", "x": x, "y": y} for color, y in (("white", 0), ("black", 4)) for x in range(FILES)
    ]
    return {
        "version": 2,
        "name": "Pawn war",
        "description": "Bring a pawn to the other side. Who cannot move loses.",
        "board": {"files": FILES, "ranks": RANKS},
        "ply_cap": 60,
        "pieces": pieces,
        "possible_moves": possible_moves(pieces, "white"),
        "additional_data": {"taken": {"white": 0, "black": 0}},
        "status": "running",
    }


def make_move(pieces, move, next_turn, additional_data):
    mover = OTHER[next_turn]
    origin, target = (move["from_x"], move["from_y"]), (move["to_x"], move["to_y"])
    taken = additional_data["taken"]
    if target in squares(pieces):
        taken[mover] += 1
    pieces = [piece for piece in pieces if (piece["x"], piece["y"]) != target]
    pieces = [
        {**piece, "x": target[0], "y": target[1]} if (piece["x"], piece["y"]) == origin else piece for piece in pieces
    ]
    moves = possible_moves(pieces, next_turn)
    state = {
        "pieces": pieces,
        "possible_moves": moves,
        "additional_data": {"taken": taken},
        "status": "running",
        "message": f"White has taken {taken['white']}, black {taken['black']}.",
    }
    if target[1] == LAST_RANK[mover]:
        state |= {"status": f"{mover} won", "reason": "a pawn has arrived", "possible_moves": []}
    elif not moves:
        state |= {"status": f"{mover} won", "reason": f"{next_turn} cannot move"}
    return state


def possible_moves(pieces, color):
    board = squares(pieces)
    moves = []
    for (x, y), owner in board.items():
        if owner != color:
            continue
        ahead = y + FORWARD[color]
        targets = [(x, ahead)] if (x, ahead) not in board else []
        targets += [(side, ahead) for side in (x - 1, x + 1) if board.get((side, ahead)) == OTHER[color]]
        moves += [{"from_x": x, "from_y": y, "to_x": to_x, "to_y": to_y} for to_x, to_y in targets if 0 <= to_y < RANKS]
    return moves


def squares(pieces):
    return {(piece["x"], piece["y"]): piece["color"] for piece in pieces}
