/** How many frames of a script an author is told. */
const FRAMES = 20;

/** After so many steps a call that is watched is stopped; they take about 0.1 s, and not all of the memory. */
const WATCHED_STEPS = 500_000;

/**
 * Prolog's side of telling where something went wrong: when an exception is raised that the script itself does not catch,
 * the clauses of the script that are at work are noted, the innermost first, with the goal in each.
 */
export const PLACES = String.raw`
:- dynamic source/1, is_watched/0.
:- multifile prolog:prolog_exception_hook/5, prolog_clause:open_source/2.

prolog:prolog_exception_hook(_, _, Frame, Catcher, _) :-
    chessmith:is_furnished,
    integer(Catcher),
    prolog_frame_attribute(Catcher, predicate_indicator, chessmith:call_script/5),
    catch(chessmith:note_places(Frame, none, Catcher), _, true),
    fail.

% Nobody can catch that a call is given up which is watched.
prolog:prolog_exception_hook(inference_limit_exceeded, unwind(abort), Frame, _, _) :-
    chessmith:is_watched,
    catch(chessmith:note_places(Frame, called, none), _, true).

% A clause is read again to see where in it a goal stands.
prolog_clause:open_source(_, Stream) :-
    chessmith:source(Text),
    open_string(Text, Stream).

% At is where in its clause a frame is; a predicate that is called right now has not chosen one yet.
note_places(Frame, At, Catcher) :-
    noted(Frame, At, Catcher, ${FRAMES}, Places),
    nb_setval('chessmith places', Places).

noted(Frame, At, Catcher, Left, Places) :-
    (   ( Frame == Catcher ; Left =:= 0 )
    ->  Places = []
    ;   prolog_frame_attribute(Frame, clause, Clause),
        clause_property(Clause, source('rules.pl'))
    ->  Places = [Clause-At|More],
        Fewer is Left - 1,
        above(Frame, Catcher, Fewer, More)
    ;   At == called,
        own_goal(Frame, Goal),
        nth_clause(Goal, 1, Clause),
        clause_property(Clause, source('rules.pl'))
    ->  Places = [Clause-none|More],
        above(Frame, Catcher, Left, More)
    ;   above(Frame, Catcher, Left, Places)
    ).

% Where the clauses of a script are: it may say that it is a module.
own_module(Module) :- ( Module == user ; module_property(Module, file('rules.pl')) ), !.

% A goal of user itself is found only by its full name.
own_goal(Frame, user:Goal) :- prolog_frame_attribute(Frame, goal, user:Goal), !.
own_goal(Frame, Module:Goal) :- prolog_frame_attribute(Frame, goal, Module:Goal), own_module(Module).

above(Frame, Catcher, Left, Places) :-
    (   prolog_frame_attribute(Frame, parent, Parent)
    ->  (   prolog_frame_attribute(Frame, pc, At) -> true ; At = none ),
        noted(Parent, At, Catcher, Left, Places)
    ;   Places = []
    ).

% What is told of the places that were noted last: the line, and the frames with the innermost last.
noted_places([line-Line, traceback-Text]) :-
    catch(nb_getval('chessmith places', Places), _, fail),
    maplist(told_place, Places, Told),
    Told = [Line-_|_], !,
    reverse(Told, Order),
    findall(Row, ( member(At-Name, Order), format(string(Row), '  rules.pl, line ~w, in ~w', [At, Name]) ), Rows),
    atomic_list_concat(Rows, '\n', Text).
noted_places([]).

told_place(Clause-At, Line-Name) :-
    (   catch(goal_line(Clause, At, Line), _, fail) -> true ; clause_property(Clause, line_count(Line)) ),
    clause_property(Clause, predicate(_:Name)).

goal_line(Clause, At, Line) :-
    integer(At),
    prolog_stack:subgoal_position(Clause, At, _, From, _),
    source(Text),
    sub_string(Text, 0, From, _, Before),
    split_string(Before, "\n", "", Lines),
    length(Lines, Line).

% Where a predicate begins.
first_line(Name, Arity, Place) :-
    functor(Head, Name, Arity),
    (   begins(user:Head, Line) -> Place = [line-Line] ; Place = [] ).

begins(Head, Line) :-
    nth_clause(Head, 1, Clause),
    clause_property(Clause, source('rules.pl')),
    clause_property(Clause, line_count(Line)).

% Prolog itself tells which predicates filled the stacks.
overflow_place(Context, Place) :-
    is_dict(Context),
    member(Key, [non_terminating, cycle, stack]),
    get_dict(Key, Context, Frames),
    member(frame(_, Module:Goal, _), Frames),
    own_module(Module),
    callable(Goal),
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    begins(Module:Head, Line), !,
    Place = [line-Line].
overflow_place(_, []).

% The same call once more, with every frame kept: usually the frame of a clause is gone when its last goal runs.
explain_script(Name, Arguments, Seed, Answer, Reply) :-
    set_prolog_flag(last_call_optimisation, false),
    call_script(Name, Arguments, Seed, Answer, Reply).

% The same call once more, which is given up after some steps to see where it is.
watch_script(Name, Arguments, Seed, Answer, Reply) :-
    assertz(is_watched),
    call_with_inference_limit(chessmith:call_script(Name, Arguments, Seed, Answer, Reply), ${WATCHED_STEPS}, _).

stopped_at(_, Reply) :-
    noted_places(Place),
    faulty('script/raised', 'It was stopped.', Place, Reply),
    flush.

% How many steps the call took that was made last.
steps(_, Text) :-
    statistics(inferences, Now),
    nb_getval('chessmith steps', Before),
    Steps is Now - Before,
    number_string(Steps, Text).

% Of a comment that has no end, Prolog does not tell where it begins.
open_comment(Line, 1) :-
    source(Text),
    (   sub_string(Text, _, _, Closed, "*/"), \+ ( sub_string(Text, _, _, Later, "*/"), Later < Closed ) -> true
    ;   string_length(Text, Closed)
    ),
    sub_string(Text, _, Closed, 0, Rest),
    sub_string(Rest, _, _, After, "/*"), !,
    sub_string(Text, 0, _, After, Before),
    split_string(Before, "\n", "", Lines),
    length(Lines, Line).

% What is being loaded right now.
load_line([line-Line]) :- source_location(_, Line), !.
load_line([]).
`;
