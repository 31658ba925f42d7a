/** The name by which a theory of the loaded source is asked; no script can have a predicate that is called so by name. */
export const ASK_THEORY = '$theory';

/**
 * Prolog's side of theories: asks `Name/4` where it leads from each square of a rank. Answers are taken one at a time, so
 * that a ray without an end is left at its first square off the board, and leaps without an end after `Most` answers.
 */
export const THEORIES = String.raw`
theory_answer([Name, Shape, Files, Ranks, Rank, Most], Answer) :-
    theory_files(0, Files, Name, Rank, asked(Shape, Files, Ranks, Most), Answer).

% One after the other, up to the first from which something is wrong.
theory_files(Files, Files, _, _, _, []) :- !.
theory_files(File, Files, Name, Rank, Asked, [_{to: Squares, end: End}|More]) :-
    theory_from(Name, File, Rank, Asked, Squares, End),
    (   End.why == done
    ->  Next is File + 1,
        theory_files(Next, Files, Name, Rank, Asked, More)
    ;   More = []
    ).

% The answers from one square in their order, and why no more were asked for.
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

% Fails as long as the next answer is wanted.
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
