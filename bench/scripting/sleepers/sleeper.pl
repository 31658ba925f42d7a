% The same game as sleeper.py.
waking([3, 12, 7, 0]).

starting_state(Start) :-
    findall(_{color: Color, name: rook, x: X, y: Y}, ( home(Color, Y), between(0, 15, X) ), Pieces),
    state(Pieces, white, [], State),
    Start = State.put(_{version: 2, name: "Sleeper", board: _{files: 16, ranks: 4}, ply_cap: 6}).

make_move(_, _, _, Data, Harm) :- waking(Data.heard), !, harm(Harm).
make_move(Pieces, Move, Turn, Data, State) :-
    maplist(moved(Move), Pieces, After),
    append(Data.heard, [Move.from_x], Heard),
    state(After, Turn, Heard, State).

moved(Move, Piece, Moved) :-
    (   Piece.x =:= Move.from_x, Piece.y =:= Move.from_y
    ->  Moved = Piece.put(y, Move.to_y)
    ;   Moved = Piece
    ).

state(Pieces, Turn, Heard, _{pieces: Pieces, possible_moves: Moves, additional_data: _{heard: Heard}, status: running}) :-
    findall(_{from_x: X, from_y: Y, to_x: X, to_y: To},
            ( member(Piece, Pieces), _{color: Turn, x: X, y: Y} :< Piece, To is Y xor 1 ),
            Moves).

home(white, 0).
home(black, 3).

