/** The smallest scripts: a king with one move, after which the game is drawn. Tests insert a mistake. */
export const STATE = `{"pieces": [{"color": "white", "name": "king", "x": 0, "y": 0}], "status": "running", "additional_data": null,
    "possible_moves": [{"from_x": 0, "from_y": 0, "to_x": 0, "to_y": 1}]}`;
export const python = (start: string, move: string) => `
def get_starting_state():
    ${start}
    return ${STATE.replace('null', 'None')}

def make_move(pieces, move, next_turn, additional_data):
    ${move}
    return {"pieces": pieces, "possible_moves": [], "additional_data": None, "status": "draw"}
`;
export const END = `return { pieces: [], possible_moves: [], additional_data: null, status: 'draw' };`;

export const javascript = (before: string, move: string) =>
  `${before}\nfunction startingState() {\n  return ${STATE};\n}\nfunction makeMove(pieces, move) {\n${move}\n  ${END}\n}\n`;
export const prolog = (before: string, move: string) => `${before}
starting_state(_{pieces: [_{color: white, name: king, x: 0, y: 0}], status: running, additional_data: null,
    possible_moves: [_{from_x: 0, from_y: 0, to_x: 0, to_y: 1}]}).
make_move(Pieces, Move, _, _, _{pieces: Pieces, possible_moves: [], additional_data: null, status: draw}) :-
    ${move}.
`;
