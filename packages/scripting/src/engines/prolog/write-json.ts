/**
 * The prelude's part that writes a term as JSON, except for the escapes in strings. It throws `not_json(What)` if JSON
 * cannot represent the term.
 */
export const WRITE_JSON = `
json(X) :- var(X), !, throw(not_json('an unbound variable')).
json(X) :- integer(X), !, write(X).
json(X) :- atom(X), !, word(X).
json(X) :- string(X), !, quoted(X).
json([]) :- !, write([]).
json([X|Xs]) :- !, put_char('['), json(X), items(Xs), put_char(']').
json(X) :- is_dict(X), !, dict_pairs(X, _, Pairs), put_char('{'), pairs(Pairs, ''), put_char('}').
json(X) :- float(X), float_class(X, Class), memberchk(Class, [zero, normal, subnormal]), !, write(X).
json(X) :- shown(X, Shown), throw(not_json(Shown)).

% The path to the part that JSON cannot represent; it has at least one step.
odd_at(X, Path) :- once(odd_in(X, Path)), Path \\== [].

odd_in(X, []) :- var(X), !.
odd_in(X, Path) :- is_list(X), !, nth0(I, X, Item), odd_in(Item, Rest), Path = ['[', I, ']'|Rest].
odd_in(X, Path) :- is_dict(X), !, dict_pairs(X, _, Pairs), member(Key-Value, Pairs), odd_in(Value, Rest), Path = ['.', Key|Rest].
odd_in(X, []) :- \\+ atomic(X).
odd_in(X, []) :- float(X), \\+ ( float_class(X, Class), memberchk(Class, [zero, normal, subnormal]) ).

shown(X, Shown) :- format(string(Text), '~W', [X, [quoted(true), max_depth(5)]]), shortened(Text, Shown).

word(true) :- !, write(true).
word(false) :- !, write(false).
word(null) :- !, write(null).
word(X) :- quoted(X).

items(Xs) :- var(Xs), !, throw(not_json('a list without an end')).
items([]) :- !.
items([X|Xs]) :- !, put_char(','), json(X), items(Xs).
items(X) :- shown(X, Shown), throw(not_json(Shown)).

pairs([], _).
pairs([Key-Value|Rest], Before) :- write(Before), quoted(Key), put_char(':'), json(Value), pairs(Rest, ',').

% Prolog's own quoting is the fastest; the host replaces its escapes by those of JSON.
quoted(Text) :-
    string_concat(Text, "", String),
    write_term(String, [quoted(true), character_escapes(true)]).
`;

/** Replaces the escapes of Prolog by those of JSON: `\a` and `\v`, `\x1F600\`, `\001\`, or none. */
export function withEscapesOfJson(text: string): string {
  return text.replace(ESCAPE, (whole, hexadecimal?: string, octal?: string, letter?: string) => {
    if (hexadecimal !== undefined) return escaped(Number.parseInt(hexadecimal, 16));
    if (octal !== undefined) return escaped(Number.parseInt(octal, 8));
    if (letter === undefined) return escaped(whole.charCodeAt(0));
    const code = LETTERS[letter];
    return code === undefined ? whole : escaped(code);
  });
}

/** A reply of the prelude whose first line is plain ASCII JSON; the rest stays as it is. */
export function withPlainHead(reply: Uint8Array): Uint8Array {
  const end = reply.indexOf(10);
  const head = withEscapesOfJson(Buffer.from(reply.subarray(0, end)).toString());
  return Buffer.concat([Buffer.from(head.replace(/[^ -~]/g, inHexadecimal)), reply.subarray(end)]);
}

const inHexadecimal = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: some of them are written as they are
const ESCAPE = /\\(?:x([0-9a-f]+)\\|([0-7]+)\\|([\s\S]))|[\u0000-\u001f]/gi;
const LETTERS: { readonly [letter: string]: number } = { a: 7, v: 11, e: 27, d: 127, s: 32 };

const escaped = (code: number): string => JSON.stringify(String.fromCodePoint(code)).slice(1, -1);
