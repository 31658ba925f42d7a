/**
 * One game as PGN writes it; its moves are not checked. A line keeps its moves in one plain array, and only annotated
 * moves have a note, so that a bare game costs one array.
 */
export type PgnGame = {
  /** In the order of the text; names may repeat. */
  readonly tags: readonly PgnTag[];
  readonly line: PgnLine;
  /** From the end of the moves; otherwise from the Result tag; otherwise `*`. */
  readonly result: PgnResult;
};

export type PgnTag = { readonly name: string; readonly value: string };

export const PGN_RESULTS = ['1-0', '0-1', '1/2-1/2', '*'] as const;
export type PgnResult = (typeof PGN_RESULTS)[number];

export type PgnLine = {
  /** Comments before the first move. */
  readonly before: readonly string[];
  /** SAN or any other word, without move numbers, `!` and `?`. */
  readonly moves: readonly string[];
  /** Ascending by `at`, at most one per move, never empty. */
  readonly notes: readonly PgnNote[];
};

export type PgnNote = {
  /** Index of the move it belongs to. */
  readonly at: number;
  /** Numeric annotation glyphs; `!` is 1, `?` 2, `!!` 3, `??` 4, `!?` 5, `?!` 6. */
  readonly nags: readonly number[];
  /** Comments after the move, one line each; see `parseAnnotations` for clocks and evaluations in them. */
  readonly comments: readonly string[];
  /** Alternatives to the move. */
  readonly variations: readonly PgnLine[];
};

/** The moves of the main line, without copying. */
export const mainline = (game: PgnGame): readonly string[] => game.line.moves;

/** The note on a move of the line, if any. */
export function noteAt(line: PgnLine, at: number): PgnNote | undefined {
  let low = 0;
  let high = line.notes.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const note = line.notes[middle] as PgnNote;
    if (note.at === at) return note;
    if (note.at < at) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

/** The first tag of this name. Some programs write `Fen` or `Setup`, so an exact match wins over another case. */
export function tagValue(game: PgnGame, name: string): string | undefined {
  let loose: string | undefined;
  const lower = name.toLowerCase();
  for (const tag of game.tags) {
    if (tag.name === name) return tag.value;
    if (loose === undefined && tag.name.toLowerCase() === lower) loose = tag.value;
  }
  return loose;
}

/** The start as the tags give it; neither FEN nor variant is checked. */
export type PgnStart = { readonly fen?: string; readonly variant?: string };

/** Many programs omit SetUp, so a FEN counts unless SetUp is 0. */
export function pgnStartOf(game: PgnGame): PgnStart {
  const fen = tagValue(game, 'SetUp')?.trim() === '0' ? '' : (tagValue(game, 'FEN')?.trim() ?? '');
  const variant = tagValue(game, 'Variant')?.trim() ?? '';
  return { ...(fen !== '' && { fen }), ...(variant !== '' && { variant }) };
}

const ROSTER = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'] as const;

/** The seven tag roster first, in its order, then all other tags. */
export function rosterOrder(tags: readonly PgnTag[]): readonly PgnTag[] {
  const roster = ROSTER.flatMap((name) => tags.filter((tag) => tag.name === name));
  return [...roster, ...tags.filter((tag) => !isRoster(tag.name))];
}

/** Adds missing tags of the seven tag roster, with PGN's values for "unknown". */
export function completeRoster(game: PgnGame): PgnGame {
  const unknown = {
    Event: '?',
    Site: '?',
    Date: '????.??.??',
    Round: '?',
    White: '?',
    Black: '?',
    Result: game.result,
  };
  const missing = ROSTER.filter((name) => !game.tags.some((tag) => tag.name === name));
  return { ...game, tags: rosterOrder([...missing.map((name) => ({ name, value: unknown[name] })), ...game.tags]) };
}

const isRoster = (name: string): boolean => (ROSTER as readonly string[]).includes(name);

/** A null move, as ChessBase (`--`), Chess Assistant (`Z0`) and others write it. */
export const isNullMove = (move: string): boolean => move === '--' || move === 'Z0' || move === '@@@@';
