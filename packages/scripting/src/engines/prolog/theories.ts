/** The name under which the host evaluates a theory; no script can define a predicate of this name. */
export const ASK_THEORY = '$theory';

/**
 * The prelude's part that evaluates theories: it asks `Name/4` for the targets from each square of a rank. It takes one
 * answer at a time, so that an endless ray stops at its first square off the board, and endless leaps after `Most`
 * answers.
 */
export const THEORIES = String.raw`
theory_answer([Name, Shape, Files, Ranks, Rank, Most], Answer) :-
    theory_files(0, Files, Name, Rank, asked(Shape, Files, Ranks, Most), Answer).

% Takes one file after the other, up to the first one with an error.
theory_files(Files, Files, _, _, _, []) :- !.
theory_files(File, Files, Name, Rank, Asked, [_{to: Squares, end: End}|More]) :-
    theory_from(Name, File, Rank, Asked, Squares, End),
    (   End.why == done
    ->  Next is File + 1,
        theory_files(Next, Files, Name, Rank, Asked, More)
    ;   More = []
    ).

% The answers from one square in order, and why there are no more.
theory_from(Name, File, Rank, Asked, Squares, End) :-
    Goal =.. [Name, File, Rank, X, Y],
    Found = found([], 0),
    (   user:Goal,
        theory_enough(Asked, X, Y, Found, End)
    ->  true
    ;   End = _{why: done}
    ),
    arg(1, Found, Reversed),
    reverse(Reversed, Squares).

% Fails as long as another answer is needed.
theory_enough(_, X, Y, _, _{why: odd, answer: Shown}) :-
    \+ ( integer(X), integer(Y) ), !,
    copy_term_nat([X, Y], Copy),
    term_variables(Copy, Variables),
    maplist(=('$VAR'('_')), Variables),
    format(string(Text), '~W', [Copy, [quoted(true), numbervars(true), max_depth(5)]]),
    shortened(Text, Shown).
theory_enough(asked(Shape, Files, Ranks, Most), X, Y, Found, End) :-
    (   X >= 0, X < Files, Y >= 0, Y < Ranks
    ->  arg(1, Found, Before),
        nb_setarg(1, Found, [[X, Y]|Before]),
        theory_counted(Found, Most, End)
    ;   Shape == rays
    ->  End = _{why: done}
    ;   theory_counted(Found, Most, End)
    ).

theory_counted(Found, Most, _{why: many}) :-
    arg(2, Found, Before),
    Now is Before + 1,
    nb_setarg(2, Found, Now),
    Now > Most.
`;
