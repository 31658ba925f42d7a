/** The most stack frames in a traceback. */
const FRAMES = 20;

/** A located call is stopped after so many steps, which take about 0.1 s and not all of the memory. */
const WATCHED_STEPS = 500_000;

/**
 * The prelude's part that finds the place of an error. When the script does not catch an exception, it records the
 * active clauses of the script, innermost first, with the goal in each.
 */
export const PLACES = String.raw`
:- dynamic source/1, is_watched/0.
:- multifile prolog:prolog_exception_hook/5, prolog_clause:open_source/2.

prolog:prolog_exception_hook(_, _, Frame, Catcher, _) :-
    chessmith:is_set_up,
    integer(Catcher),
    prolog_frame_attribute(Catcher, predicate_indicator, chessmith:call_script/5),
    catch(chessmith:note_places(Frame, none, Catcher), _, true),
    fail.

% A script cannot catch the end of a located call.
prolog:prolog_exception_hook(inference_limit_exceeded, unwind(abort), Frame, _, _) :-
    chessmith:is_watched,
    catch(chessmith:note_places(Frame, called, none), _, true).

% Reads a clause again to find the position of a goal in it.
prolog_clause:open_source(_, Stream) :-
    chessmith:source(Text),
    open_string(Text, Stream).

% At is the position of a frame in its clause; a predicate that is just being called has not chosen a clause yet.
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

% The module of the script's clauses: user, or the module that it declares.
own_module(Module) :- ( Module == user ; module_property(Module, file('rules.pl')) ), !.

% Goals of user itself are found only with their module name.
own_goal(Frame, user:Goal) :- prolog_frame_attribute(Frame, goal, user:Goal), !.
own_goal(Frame, Module:Goal) :- prolog_frame_attribute(Frame, goal, Module:Goal), own_module(Module).

above(Frame, Catcher, Left, Places) :-
    (   prolog_frame_attribute(Frame, parent, Parent)
    ->  (   prolog_frame_attribute(Frame, pc, At) -> true ; At = none ),
        noted(Parent, At, Catcher, Left, Places)
    ;   Places = []
    ).

% The line and the traceback of the places that were recorded last, innermost frame last.
noted_places([line-Line, traceback-Text]) :-
    catch(nb_getval('chessmith places', Places), _, fail),
    maplist(place_line, Places, Located),
    Located = [Line-_|_], !,
    reverse(Located, Order),
    findall(Row, ( member(At-Name, Order), format(string(Row), '  rules.pl, line ~w, in ~w', [At, Name]) ), Rows),
    atomic_list_concat(Rows, '\n', Text).
noted_places([]).

place_line(Clause-At, Line-Name) :-
    (   catch(goal_line(Clause, At, Line), _, fail) -> true ; clause_property(Clause, line_count(Line)) ),
    clause_property(Clause, predicate(_:Name)).

goal_line(Clause, At, Line) :-
    integer(At),
    prolog_stack:subgoal_position(Clause, At, _, From, _),
    source(Text),
    sub_string(Text, 0, From, _, Before),
    split_string(Before, "\n", "", Lines),
    length(Lines, Line).

% The first line of a predicate.
first_line(Name, Arity, Place) :-
    functor(Head, Name, Arity),
    (   begins(user:Head, Line) -> Place = [line-Line] ; Place = [] ).

begins(Head, Line) :-
    nth_clause(Head, 1, Clause),
    clause_property(Clause, source('rules.pl')),
    clause_property(Clause, line_count(Line)).

% Prolog itself reports which predicates filled the stacks.
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

% Repeats a call with every frame kept: usually the frame of a clause is dropped when its last goal runs.
explain_script(Name, Arguments, Seed, Answer, Reply) :-
    set_prolog_flag(last_call_optimisation, false),
    call_script(Name, Arguments, Seed, Answer, Reply).

% Repeats a call and stops it after some steps to find out where it is.
watch_script(Name, Arguments, Seed, Answer, Reply) :-
    assertz(is_watched),
    call_with_inference_limit(chessmith:call_script(Name, Arguments, Seed, Answer, Reply), ${WATCHED_STEPS}, _).

stopped_at(_, Reply) :-
    noted_places(Place),
    failure_reply('script/raised', 'It was stopped.', Place, Reply),
    flush.

% The number of steps of the last call.
steps(_, Text) :-
    statistics(inferences, Now),
    nb_getval('chessmith steps', Before),
    Steps is Now - Before,
    number_string(Steps, Text).

% Prolog does not report where a comment without an end begins.
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

% The line that is being loaded.
load_line([line-Line]) :- source_location(_, Line), !.
load_line([]).
`;
