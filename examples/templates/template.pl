% A game to start from: two kings on a 5x5 board. The first to capture the other one wins.
%
% Two predicates make a game. starting_state/1 gives the start, make_move/5 the state after a move; the last argument of
% both is the state: the pieces, the moves of the side that moves next, and whether the game goes on. Nothing else is kept
% between two moves: put what you want to remember into additional_data.
%
% Objects are dicts, _{x: 1, y: 2}; strings are atoms; true, false and null are the JSON values.

size(5).

starting_state(_{
        version: 2,
        name: "My game",
        description: "What it is about, in a sentence.",
        board: _{files: Size, ranks: Size},
        ply_cap: 100,
        pieces: Pieces,
        possible_moves: Moves,
        additional_data: _{},
        status: running
    }) :-
    size(Size),
    Last is Size - 1,
    Pieces = [_{color: white, name: king, x: 2, y: 0}, _{color: black, name: king, x: 2, y: Last}],
    moves(Pieces, white, Moves).

make_move(Pieces, Move, NextTurn, Data, _{pieces: After, possible_moves: Moves, additional_data: Data, status: Status}) :-
    exclude(stands_on(Move.to_x, Move.to_y), Pieces, Left),
    maplist(moved(Move), Left, After),
    (   same_length(Left, Pieces)
    ->  Status = running, moves(After, NextTurn, Moves)
    ;   winner(NextTurn, Status), Moves = []
    ).

winner(black, 'white won').
winner(white, 'black won').

stands_on(X, Y, Piece) :- X =:= Piece.x, Y =:= Piece.y.

moved(Move, Piece, Moved) :-
    (   stands_on(Move.from_x, Move.from_y, Piece)
    ->  Moved = Piece.put(_{x: Move.to_x, y: Move.to_y})
    ;   Moved = Piece
    ).

moves(Pieces, Color, Moves) :-
    findall(_{from_x: X, from_y: Y, to_x: ToX, to_y: ToY},
            ( member(Piece, Pieces), _{color: Color, x: X, y: Y} :< Piece, step(X, ToX), step(Y, ToY), ToX/ToY \== X/Y ),
            Moves).

step(From, To) :-
    size(Size),
    Low is max(From - 1, 0),
    High is min(From + 1, Size - 1),
    between(Low, High, To).
