"""Chess, complete: castling, en passant, promotion by choice, and all draws without a claim.

Squares are numbers 0 (a1) to 63 (h8). On the board white pieces are positive, black ones negative, 0 is empty.
"""

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = 1, 2, 3, 4, 5, 6
NAMES = ["", "pawn", "knight", "bishop", "rook", "queen", "king"]
NUMBERS = {name: number for number, name in enumerate(NAMES)}
LETTERS = ".PNBRQKkqrbnp"  # indexed by piece; negative indices are black pieces
CHOICES = ["queen", "rook", "bishop", "knight"]
BACK_RANK = [ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK]
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def _squares(square, steps):
    x, y = square % 8, square // 8
    return [x + dx + 8 * (y + dy) for dx, dy in steps if 0 <= x + dx < 8 and 0 <= y + dy < 8]


def _ray(square, dx, dy):
    return _squares(square, [(dx * n, dy * n) for n in range(1, 8)])


# These tables are computed once, when the script is loaded.
STRAIGHT_RAYS = [[ray for ray in (_ray(s, *step) for step in STRAIGHT) if ray] for s in range(64)]
DIAGONAL_RAYS = [[ray for ray in (_ray(s, *step) for step in DIAGONAL) if ray] for s in range(64)]
ALL_RAYS = [STRAIGHT_RAYS[s] + DIAGONAL_RAYS[s] for s in range(64)]
RAYS = [None, None, None, DIAGONAL_RAYS, STRAIGHT_RAYS, ALL_RAYS]
LEAPS = [_squares(s, [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]) for s in range(64)]
STEPS = [_squares(s, STRAIGHT + DIAGONAL) for s in range(64)]
# The capture targets of a pawn, by side (1 or -1).
CAPTURES = {side: [_squares(s, [(-1, side), (1, side)]) for s in range(64)] for side in (1, -1)}
# The castling rights that end when a piece moves from or to a square.
RIGHTS_LOST = {0: "Q", 4: "KQ", 7: "K", 56: "q", 60: "kq", 63: "k"}
# Castling moves: right, side, king from, king to, rook from, rook to, squares that must be empty.
CASTLINGS = [
    ("K", 1, 4, 6, 7, 5, (5, 6)),
    ("Q", 1, 4, 2, 0, 3, (1, 2, 3)),
    ("k", -1, 60, 62, 63, 61, (61, 62)),
    ("q", -1, 60, 58, 56, 59, (57, 58, 59)),
]


def get_starting_state():
    board = BACK_RANK + [PAWN] * 8 + [0] * 32 + [-PAWN] * 8 + [-piece for piece in BACK_RANK]
    data = {"rights": "KQkq", "passed": None, "quiet": 0, "seen": []}
    return {
        "version": 2,
        "name": "Chess",
        "description": "The game of chess by the laws of FIDE; repetition and fifty moves end it without a claim.",
        "ply_cap": 2000,
        **_state(board, 1, data),
    }


def make_move(pieces, move, next_turn, additional_data):
    board = [0] * 64
    for piece in pieces:
        number = NUMBERS[piece["name"]]
        board[piece["x"] + 8 * piece["y"]] = number if piece["color"] == "white" else -number
    origin, target = move["from_x"] + 8 * move["from_y"], move["to_x"] + 8 * move["to_y"]
    data = _play(board, origin, target, move.get("choice"), additional_data)
    return _state(board, 1 if next_turn == "white" else -1, data)


def _play(board, origin, target, choice, before):
    """Changes the board and returns the new data."""
    piece, captured = board[origin], board[target]
    side = 1 if piece > 0 else -1
    rights, passed = before["rights"], None
    board[origin], board[target] = 0, piece
    if piece == PAWN * side:
        if target == before["passed"]:
            captured = board[target - 8 * side]
            board[target - 8 * side] = 0
        elif target - origin == 16 * side:
            passed = origin + 8 * side
        elif choice:
            board[target] = NUMBERS[choice] * side
    elif piece == KING * side and abs(target - origin) == 2:
        for _, _, king_from, king_to, rook_from, rook_to, _ in CASTLINGS:
            if (origin, target) == (king_from, king_to):
                board[rook_to], board[rook_from] = board[rook_from], 0
    if rights:
        for right in RIGHTS_LOST.get(origin, "") + RIGHTS_LOST.get(target, ""):
            rights = rights.replace(right, "")
    for_good = captured or piece == PAWN * side
    return {
        "rights": rights,
        "passed": passed,
        "quiet": 0 if for_good else before["quiet"] + 1,
        "seen": [] if for_good or rights != before["rights"] else before["seen"],
    }


def _state(board, side, data):
    """The state with `side` to move, or the end of the game."""
    king = board.index(KING * side)
    moves, in_check = _legal_moves(board, side, king, data)
    can_take_passed = any(board[origin] == PAWN * side and target == data["passed"] for origin, target in moves)
    key = "".join([LETTERS[piece] for piece in board]) + data["rights"] + ("w" if side == 1 else "b")
    if can_take_passed:
        key += str(data["passed"])
    seen = data["seen"] + [key]
    status, reason = "running", None
    if not moves:
        status = "draw" if not in_check else "black won" if side == 1 else "white won"
        reason = "checkmate" if in_check else "stalemate"
    elif _cannot_mate(board):
        status, reason = "draw", "neither side can mate"
    elif data["quiet"] >= 100:
        status, reason = "draw", "fifty moves without a capture or a pawn's move"
    elif seen.count(key) >= 3:
        status, reason = "draw", "the third time in this position"
    state = {
        "pieces": [
            {"color": "white" if piece > 0 else "black", "name": NAMES[abs(piece)], "x": s & 7, "y": s >> 3}
            for s, piece in enumerate(board)
            if piece
        ],
        "possible_moves": _described(board, moves, side) if status == "running" else [],
        "additional_data": {**data, "seen": seen},
        "status": status,
    }
    if reason:
        state["reason"] = reason
    if in_check:
        state["highlights"] = [{"x": king & 7, "y": king >> 3}]
    return state


def _described(board, moves, side):
    described = []
    for origin, target in moves:
        move = {"from_x": origin & 7, "from_y": origin >> 3, "to_x": target & 7, "to_y": target >> 3}
        if board[origin] == PAWN * side and (target < 8 or target > 55):
            described += [{**move, "choice": choice} for choice in CHOICES]
        else:
            described.append(move)
    return described


def _legal_moves(board, side, king, data):
    """All legal moves as (from, to), and whether the king is in check."""
    lines, pinned = _attackers(board, side, king)
    moves = [(king, target) for target in STEPS[king] if board[target] * side <= 0]
    board[king] = 0  # the king does not block lines behind him
    moves = [move for move in moves if not _is_attacked(board, move[1], side)]
    board[king] = KING * side
    if len(lines) > 1:
        return moves, True
    # In check, a move must capture the attacker or block its line.
    allowed = lines[0] if lines else None
    for origin, piece in enumerate(board):
        number = piece * side
        if number <= 0 or number == KING:
            continue
        if number == PAWN:
            targets = _pawn_targets(board, side, origin)
        elif number == KNIGHT:
            targets = [target for target in LEAPS[origin] if board[target] * side <= 0]
        else:
            targets = []
            for ray in RAYS[number][origin]:
                for target in ray:
                    found = board[target] * side
                    if found > 0:
                        break
                    targets.append(target)
                    if found:
                        break
        line = pinned.get(origin)
        if line is not None:
            targets = [target for target in targets if target in line]
        if allowed is not None:
            targets = [target for target in targets if target in allowed]
        for target in targets:
            moves.append((origin, target))
    if data["passed"] is not None:
        moves += _passing(board, side, king, data["passed"])
    if allowed is None and data["rights"]:
        moves += _castlings(board, side, data["rights"])
    return moves, allowed is not None


def _attackers(board, side, king):
    """For each checking piece the squares where it can be captured or blocked, and the lines of pinned pieces."""
    lines, pinned = [], {}
    straight = len(STRAIGHT_RAYS[king])
    for n, ray in enumerate(ALL_RAYS[king]):
        slider = ROOK if n < straight else BISHOP
        shield = None
        for square in ray:
            found = board[square] * side
            if found > 0:
                if shield is not None:
                    break
                shield = square
            elif found:
                if found == -slider or found == -QUEEN:
                    line = ray[: ray.index(square) + 1]
                    if shield is None:
                        lines.append(line)
                    else:
                        pinned[shield] = line
                break
    lines += [[square] for square in LEAPS[king] if board[square] * side == -KNIGHT]
    lines += [[square] for square in CAPTURES[side][king] if board[square] * side == -PAWN]
    return lines, pinned


def _is_attacked(board, square, side):
    """Whether the other side attacks a square."""
    for near in LEAPS[square]:
        if board[near] * side == -KNIGHT:
            return True
    for near in CAPTURES[side][square]:
        if board[near] * side == -PAWN:
            return True
    for near in STEPS[square]:
        if board[near] * side == -KING:
            return True
    for rays, slider in ((STRAIGHT_RAYS[square], -ROOK), (DIAGONAL_RAYS[square], -BISHOP)):
        for ray in rays:
            for target in ray:
                found = board[target]
                if found:
                    if found * side == slider or found * side == -QUEEN:
                        return True
                    break
    return False


def _pawn_targets(board, side, origin):
    targets = [target for target in CAPTURES[side][origin] if board[target] * side < 0]
    ahead = origin + 8 * side
    if not board[ahead]:
        targets.append(ahead)
        if origin >> 3 == (1 if side == 1 else 6) and not board[ahead + 8 * side]:
            targets.append(ahead + 8 * side)
    return targets


def _passing(board, side, king, passed):
    """En passant captures, each tried on the board, because two pawns leave their squares at once."""
    moves = []
    victim = passed - 8 * side
    for origin in CAPTURES[-side][passed]:
        if board[origin] == PAWN * side:
            board[origin], board[passed], board[victim] = 0, PAWN * side, 0
            if not _is_attacked(board, king, side):
                moves.append((origin, passed))
            board[origin], board[passed], board[victim] = PAWN * side, 0, -PAWN * side
    return moves


def _castlings(board, side, rights):
    return [
        (king_from, king_to)
        for right, whose, king_from, king_to, _, rook_to, empty in CASTLINGS
        if whose == side
        and right in rights
        and not any([board[square] for square in empty])
        and not _is_attacked(board, rook_to, side)
        and not _is_attacked(board, king_to, side)
    ]


def _cannot_mate(board):
    """Only kings, one knight, or bishops that all stand on squares of one colour."""
    others = [(abs(piece), square) for square, piece in enumerate(board) if piece and abs(piece) != KING]
    if len(others) <= 1:
        return not others or others[0][0] in (KNIGHT, BISHOP)
    if any([piece != BISHOP for piece, _ in others]):
        return False
    return len({(square + (square >> 3)) % 2 for _, square in others}) == 1
