# Breakthrough, by Dan Troyka: pawns only; the first player to reach the last rank wins. A script of version 1, without
# imports and classes: only lists, dictionaries and functions.


def get_starting_state():
    pieces = []
    for x in range(8):
        for y in [0, 1]:
            pieces.append({"color": "white", "name": "pawn", "x": x, "y": y})
        for y in [6, 7]:
            pieces.append({"color": "black", "name": "pawn", "x": x, "y": y})
    return {
        "pieces": pieces,
        "possible_moves": moves_of(pieces, "white"),
        "additional_data": {},
        "status": "running",
    }


def make_move(pieces, move, next_turn, additional_data):
    kept = []
    for piece in pieces:
        if piece["x"] == move["from_x"] and piece["y"] == move["from_y"]:
            kept.append({"color": piece["color"], "name": "pawn", "x": move["to_x"], "y": move["to_y"]})
        elif piece["x"] != move["to_x"] or piece["y"] != move["to_y"]:
            kept.append(piece)
    moves = moves_of(kept, next_turn)
    status = "running"
    # A player without pawns has no moves and has lost.
    if move["to_y"] == last_rank(other(next_turn)) or len(moves) == 0:
        status = other(next_turn) + " won"
        moves = []
    return {"pieces": kept, "possible_moves": moves, "additional_data": additional_data, "status": status}


def moves_of(pieces, color):
    owner = {}
    for piece in pieces:
        owner[piece["x"] + 8 * piece["y"]] = piece["color"]
    step = forward(color)
    moves = []
    for piece in pieces:
        if piece["color"] == color:
            y = piece["y"] + step
            for x in range(max(piece["x"] - 1, 0), min(piece["x"] + 2, 8)):
                there = owner.get(x + 8 * y)
                # Straight ahead only onto an empty square; diagonally also onto an enemy piece.
                if there is None or (x != piece["x"] and there != color):
                    moves.append({"from_x": piece["x"], "from_y": piece["y"], "to_x": x, "to_y": y})
    return moves


def forward(color):
    return 1 if color == "white" else -1


def last_rank(color):
    return 7 if color == "white" else 0


def other(color):
    return "black" if color == "white" else "white"
