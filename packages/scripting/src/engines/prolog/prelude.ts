import { PLACES } from './places.js';
import { ASK_THEORY, THEORIES } from './theories.js';
import { WRITE_JSON } from './write-json.js';

/** The libraries that scripts may use; all of them are loaded in advance. */
export const LIBRARIES: readonly string[] = [
  ...[
    'aggregate',
    'apply',
    'assoc',
    'clpfd',
    'dcg/basics',
    'dcg/high_order',
    'debug',
    'dicts',
    'error',
    'gensym',
    'heaps',
  ],
  ...[
    'lists',
    'nb_set',
    'occurs',
    'option',
    'ordsets',
    'pairs',
    'random',
    'rbtrees',
    'solution_sequences',
    'sort',
    'strings',
  ],
  ...['terms', 'ugraphs', 'yall'],
];

/** The longest answer that Prolog writes itself, in characters. */
const ANSWER = 16_000_000;

/** The Prolog side of the engine: loads a script and calls it, with text in and text out. */
export const PRELUDE = String.raw`
:- module(chessmith, []).

libraries([${LIBRARIES.join(', ')}]).
${LIBRARIES.map((name) => `:- use_module(library(${name})).`).join('\n')}

:- dynamic load_error/2.

% Makes the exports of all libraries visible in every module that does not define them itself.
set_up :-
    forall(( libraries(Names), member(Name, Names),
             absolute_file_name(library(Name), File, [file_type(prolog), access(read), file_errors(fail)]),
             file_name_extension(Base, _, File),
             module_property(Module, file(Source)), file_name_extension(Base, _, Source),
             module_property(Module, exports(Exports)) ),
           ( forall(member(Export, Exports), catch(system:import(Module:Export), _, true)),
             forall(( module_property(Module, exported_operators(Operators)), member(Operator, Operators) ),
                    assertz(operators(Name, Operator))) )),
    forall(member(Name, ['HOME', 'USER', 'LOGNAME', 'PATH', 'PWD', 'LANG', '_']), unsetenv(Name)),
    set_prolog_flag(autoload, false),
    set_prolog_flag(agc_margin, 0),
    set_prolog_flag(verbose_load, silent),
    set_prolog_flag(report_error, true),
    set_stream(user_output, encoding(utf8)),
    set_stream(user_error, encoding(utf8)),
    set_stream(user_output, tty(false)),
    set_stream(user_output, buffer(full)),
    forall(refused(Head), ( redefine_system_predicate(system:Head), assertz((system:Head :- chessmith:refuse(Head))) )),
    set_prolog_flag(backtrace, false),
    % Goes before the clause with which SWI-Prolog in a browser fetches files from the page's server.
    asserta((user:prolog_load_file(Spec, _) :- chessmith:other_file(Spec))),
    assertz(is_set_up),
    garbage_collect.

% Predicates that would pretend to act on the host, or wait for keyboard input.
refused(shell(_)).
refused(shell(_, _)).
refused(use_foreign_library(_)).
refused(use_foreign_library(_, _)).
refused(abort).
refused(break).
refused(prolog).

refuse(Head) :- throw(error(permission_error(run, goal, Head), _)).

:- multifile user:prolog_load_file/2, user:message_hook/3, user:prolog_trace_interception/4.
:- dynamic user:prolog_load_file/2, user:message_hook/3, user:prolog_trace_interception/4, chessmith:is_set_up/0.

user:prolog_trace_interception(_, _, _, continue).

% Libraries are loaded already; this adds their operators.
user:prolog_load_file(Spec, _) :-
    chessmith:is_set_up,
    strip_module(Spec, Into, library(Name)),
    chessmith:libraries(Names),
    (   memberchk(Name, Names)
    ->  forall(chessmith:operators(Name, op(Priority, Type, Operator)), op(Priority, Type, Into:Operator))
    ;   chessmith:library_list(Names, Known),
        format(string(Message), 'there is no library(~w); scripts may use ~s', [Name, Known]),
        throw(error(existence_error(library, Name), context(_, Message)))
    ).

% Absolute paths go on to the usual lookup, which finds nothing, because the imports give no access to files.
other_file(Spec) :-
    strip_module(Spec, _, File),
    File \= library(_),
    \+ ( atomic(File), is_absolute_file_name(File) ),
    throw(error(existence_error(file, File), context(_, 'a script is one file'))).

library_list(Names, Known) :-
    foldl([Name, Before, After]>>format(codes(After), '~s ~w', [Before, Name]), Names, [], Known).

:- dynamic operators/2.

user:message_hook(Term, error, _) :-
    chessmith:is_set_up,
    \+ chessmith:load_error(_, _),
    chessmith:load_line(Place),
    assertz(chessmith:load_error(Term, Place)).

% Moves the stacks to address ranges that are large enough for ever; there they start small.
reserve_stacks(Request, "") :-
    term_string(bytes(Place, Limit), Request),
    Cells is Place // 8,
    TrailCells is Cells // 4,
    prolog_stack_property(trail, min_free(Trail)),
    set_prolog_flag(stack_limit, 1000000000),
    set_prolog_stack(global, min_free(Cells)),
    set_prolog_stack(trail, min_free(TrailCells)),
    garbage_collect,
    % A spare megabyte avoids constant garbage collection.
    set_prolog_stack(global, min_free(131072)),
    set_prolog_stack(trail, min_free(Trail)),
    trim_stacks,
    set_prolog_flag(stack_limit, Limit).

load_script(Source, Reply) :-
    set_random(seed(0)),
    assertz(source(Source)),
    catch(load_source(Source), Error, true),
    (   nonvar(Error) -> failure(Error, [], Reply)
    ;   load_error(Term, Place) -> failure(Term, Place, Reply)
    ;   findall(Name, (member(Name/Arity, [starting_state/1, make_move/5]), defined(Name, Arity)), Names),
        succeeded(Names, Reply)
    ),
    flush.

load_source(Source) :-
    setup_call_cleanup(
        open_string(Source, Stream),
        ( set_stream(Stream, file_name('rules.pl')),
          load_files(user:'rules.pl', [stream(Stream), silent(true)]) ),
        close(Stream)).

% True if the script defines the predicate itself, or if the module that it declares exports it.
defined(Name, Arity) :-
    functor(Head, Name, Arity),
    predicate_property(user:Head, defined),
    (   predicate_property(user:Head, imported_from(Module)) -> own_module(Module) ; true ).

call_script(Name, Arguments, Seed, Answer, Reply) :-
    statistics(inferences, Before),
    nb_setval('chessmith steps', Before),
    catch(chessmith:answer(Name, Arguments, Seed, Answer, Reply), Error, true),
    (   var(Error) -> true ; noted_places(Place), failure(Error, Place, Reply) ),
    flush.

% The host reads the answer through the C API.
answer(Name, Arguments, Seed, Answer, Reply) :-
    seed_number(Seed, Number),
    set_random(seed(Number)),
    asked(Name, Arguments, Defined/Arity, Answer, Goal),
    (   defined(Defined, Arity)
    ->  (   Goal
        ->  succeeded(Reply)
        ;   format(string(Message), '~w/~w failed; it must succeed with an answer.', [Defined, Arity]),
            first_line(Defined, Arity, Place),
            failure_reply('script/raised', Message, Place, Reply)
        )
    ;   format(string(Message), 'The script has no predicate ~w/~w.', [Defined, Arity]),
        failure_reply('script/no-function', Message, [], Reply)
    ).

% A long integer arrives as rows of 26 parts of 48 bits; parsing its digits would take much longer.
seed_number(Number, Number) :- integer(Number), !.
seed_number(Rows, Number) :- foldl(with_row, Rows, 0, Number).
with_row(Parts, Before, Number) :- foldl(with_part, Parts, 0, Row), Number is Before << 1248 \/ Row.
with_part(Part, Before, Row) :- Row is Before << 48 \/ Part.

% For answers that the C API cannot read: most likely they are not JSON, and this explains why.
write_answer(Answer, Reply) :-
    catch(succeeded(Answer, Reply), Error, true),
    (   var(Error) -> true
    ;   Error = not_json(What), acyclic_term(Answer), odd_at(Answer, Path)
    ->  ( Path = ['.'|Steps] -> true ; Steps = Path ),
        atomic_list_concat(Steps, Where),
        format(string(Text), '~w at ~w', [What, Where]),
        failure(not_json(Text), [], Reply)
    ;   noted_places(Place), failure(Error, Place, Reply)
    ).

asked('${ASK_THEORY}', [Name|More], Name/4, Answer, chessmith:theory_answer([Name|More], Answer)) :- !.
asked(Name, Arguments, Name/Arity, Answer, user:Goal) :-
    append(Arguments, [Answer], All),
    length(All, Arity),
    Goal =.. [Name|All].
${THEORIES}
${PLACES}

flush :-
    catch(flush_output(user_output), _, true),
    catch(flush_output(user_error), _, true).

succeeded("{\"printed\":\"\"}\n").

succeeded(Answer, Reply) :-
    (   acyclic_term(Answer) -> true ; throw(not_json('a cyclic term')) ),
    with_output_to(string(Text), json(Answer)),
    string_length(Text, Length),
    (   Length > ${ANSWER}
    ->  failure_reply('script/too-large', 'The answer is too large.', [], Reply)
    ;   succeeded(Head),
        string_concat(Head, Text, Reply)
    ).

failure_reply(Code, Message, Place, Reply) :-
    shortened(Message, Short),
    dict_pairs(Failure, _, [code-Code, message-Short|Place]),
    with_output_to(string(Head), json(_{printed:"", error:Failure})),
    string_concat(Head, "\n", Reply).

shortened(Message, Short) :-
    (   sub_string(Message, 0, 480, _, Short) -> true ; Short = Message ).

failure(not_json(What), _, Reply) :- !,
    format(string(Message), 'The answer contains ~w, which JSON cannot represent.', [What]),
    failure_reply('script/not-json', Message, [], Reply).
failure(error(syntax_error(What), Where), _, Reply) :-
    place(Where, Line, Column), !,
    error_text(error(syntax_error(What), _), Message),
    failure_reply('script/syntax', Message, [line-Line, column-Column], Reply).
failure(error(resource_error(What), Context), _, Reply) :- !,
    exhausted(What, Context, Code, Message),
    overflow_place(Context, Place),
    failure_reply(Code, Message, Place, Reply).
failure(Error, Place, Reply) :-
    error_text(Error, Message),
    failure_reply('script/raised', Message, Place, Reply).

place(stream(_, 0, _, _), Line, Column) :- !, open_comment(Line, Column).
place(file(_, Line, Before, _), Line, Column) :- Column is Before + 1.
place(stream(_, Line, Before, _), Line, Column) :- Column is Before + 1.
place(string(_, _), 1, 1).

exhausted(_, Context, 'script/out-of-stack', 'The script recurses too deeply.') :-
    is_dict(Context),
    get_dict(localused, Context, Local),
    get_dict(globalused, Context, Global),
    Local > Global, !.
exhausted(_, _, 'script/out-of-memory', 'The script needs more memory than it may use.').

% Removes places inside the prelude, which the author cannot look up.
error_text(error(What, Context), Message) :-
    nonvar(Context), Context = context(Where, More), nonvar(Where), Where = chessmith:_, !,
    error_text(error(What, context(_, More)), Message).
error_text(error(What, Context), Message) :-
    catch(translated(error(What, Context), Message), _, fail), !.
error_text(Error, Message) :-
    format(string(Message), 'The script threw ~W', [Error, [quoted(true), max_depth(20)]]).

translated(Error, Message) :-
    '$messages':translate_message(Error, Lines, []),
    with_output_to(string(Text), print_message_lines(current_output, '', Lines)),
    split_string(Text, "", "\n ", [Message]).

${WRITE_JSON}
`;
