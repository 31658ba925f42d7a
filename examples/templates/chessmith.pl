% The arguments and answers of a script in Prolog, as types for is_of_type/2 and must_be/2. A script is one file and cannot
% load this one when it runs; load it beside your script in your own SWI-Prolog:
%
%     swipl -l chessmith.pl my-game.pl
%     ?- starting_state(State), must_be(chessmith_state, State).

:- multifile error:has_type/2.

error:has_type(chessmith_color, Color) :- atom(Color), memberchk(Color, [white, black]).
error:has_type(chessmith_text, Text) :- once(( atom(Text) ; string(Text) )).

% A file or a rank, counted from 0.
error:has_type(chessmith_number, N) :- integer(N), between(0, 15, N).

error:has_type(chessmith_square, Square) :- has_fields(Square, [x-chessmith_number, y-chessmith_number]).

% Your own fields come back with the next move.
error:has_type(chessmith_piece, Piece) :-
    has_fields(Piece, [color-chessmith_color, name-chessmith_text, x-chessmith_number, y-chessmith_number]).

% A move between two squares; version 2 also has a choice, a second target, and drops.
error:has_type(chessmith_move, Move) :-
    (   is_dict(Move), get_dict(drop, Move, _)
    ->  has_fields(Move, [drop-chessmith_text, to_x-chessmith_number, to_y-chessmith_number])
    ;   has_fields(Move, [from_x-chessmith_number, from_y-chessmith_number, to_x-chessmith_number, to_y-chessmith_number]),
        may_have(Move, [choice-chessmith_text, then_x-chessmith_number, then_y-chessmith_number])
    ).

error:has_type(chessmith_status, Status) :-
    is_of_type(chessmith_text, Status),
    atom_string(Status, Text),
    memberchk(Text, ["running", "white won", "black won", "draw"]).

% The answer of both predicates; additional_data is any JSON value, and nothing else is kept between moves.
error:has_type(chessmith_state, State) :-
    has_fields(State, [pieces-list(chessmith_piece), possible_moves-list(chessmith_move), additional_data-any,
                       status-chessmith_status]),
    may_have(State, [next_turn-chessmith_color, message-chessmith_text, reason-chessmith_text,
                     highlights-list(chessmith_square), version-integer, name-chessmith_text,
                     description-chessmith_text, board-dict, kinds-list(dict), ply_cap-integer, random-boolean]).

has_fields(Dict, Fields) :-
    is_dict(Dict),
    forall(member(Name-Type, Fields), ( get_dict(Name, Dict, Value), is_of_type(Type, Value) )).

may_have(Dict, Fields) :-
    forall(( member(Name-Type, Fields), get_dict(Name, Dict, Value) ), is_of_type(Type, Value)).
