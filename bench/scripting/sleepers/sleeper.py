# Rooks step to and fro. After four moves that random play does not find, every further move does harm.
WAKING = [3, 12, 7, 0]


def get_starting_state():
    pieces = [{"color": "white", "name": "rook", "x": x, "y": 0} for x in range(16)]
    pieces += [{"color": "black", "name": "rook", "x": x, "y": 3} for x in range(16)]
    about = {"version": 2, "name": "Sleeper", "board": {"files": 16, "ranks": 4}, "ply_cap": 6}
    return {**about, **state(pieces, "white", [])}


def make_move(pieces, move, next_turn, additional_data):
    if additional_data["heard"] == WAKING:
        return harm()
    for piece in pieces:
        if piece["x"] == move["from_x"] and piece["y"] == move["from_y"]:
            piece["y"] = move["to_y"]
    return state(pieces, next_turn, additional_data["heard"] + [move["from_x"]])


def state(pieces, turn, heard):
    moves = [
        {"from_x": p["x"], "from_y": p["y"], "to_x": p["x"], "to_y": p["y"] ^ 1} for p in pieces if p["color"] == turn
    ]
    return {"pieces": pieces, "possible_moves": moves, "additional_data": {"heard": heard}, "status": "running"}


