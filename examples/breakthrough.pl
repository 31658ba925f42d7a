% Breakthrough, by Dan Troyka: pawns only; the first player to reach the last rank wins.
% The same game as breakthrough.py, as predicates that describe a move instead of computing it.

starting_state(_{pieces: Pieces, possible_moves: Moves, additional_data: _{}, status: running}) :-
    findall(_{color: Color, name: pawn, x: X, y: Y}, ( home(Color, Y), between(0, 7, X) ), Pieces),
    moves(Pieces, white, Moves).

make_move(Pieces, Move, NextTurn, Data, _{pieces: After, possible_moves: Replies, additional_data: Data, status: Status}) :-
    other(NextTurn, Mover),
    exclude(stands_on(Move.to_x, Move.to_y), Pieces, Left),
    maplist(moved(Move), Left, After),
    moves(After, NextTurn, Moves),
    last_rank(Mover, Last),
    (   ( Move.to_y =:= Last ; Moves == [] )
    ->  atom_concat(Mover, ' won', Status), Replies = []
    ;   Status = running, Replies = Moves
    ).

moved(Move, Piece, Moved) :-
    (   stands_on(Move.from_x, Move.from_y, Piece)
    ->  Moved = Piece.put(_{x: Move.to_x, y: Move.to_y})
    ;   Moved = Piece
    ).

stands_on(X, Y, Piece) :- X =:= Piece.x, Y =:= Piece.y.

moves(Pieces, Color, Moves) :-
    findall(at(X, Y)-Owner, ( member(Piece, Pieces), _{x: X, y: Y, color: Owner} :< Piece ), Pairs),
    list_to_assoc(Pairs, Board),
    findall(_{from_x: X, from_y: Y, to_x: ToX, to_y: ToY},
            ( member(at(X, Y)-Color, Pairs), step(Color, X, Y, Board, ToX, ToY) ),
            Moves).

% Straight ahead only onto an empty square; diagonally also onto an enemy piece.
step(Color, X, Y, Board, ToX, ToY) :-
    forward(Color, Step),
    ToY is Y + Step,
    member(Aside, [-1, 0, 1]),
    ToX is X + Aside,
    between(0, 7, ToX),
    (   get_assoc(at(ToX, ToY), Board, Owner)
    ->  Aside =\= 0, Owner \== Color
    ;   true
    ).

home(white, 0).
home(white, 1).
home(black, 6).
home(black, 7).

forward(white, 1).
forward(black, -1).

last_rank(white, 7).
last_rank(black, 0).

other(white, black).
other(black, white).
