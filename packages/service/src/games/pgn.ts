import type { EndCause, Game, GameEnd, GameId, Instant } from '@chessmith/game';
import { nameKey, type PersonId, taggedName } from '@chessmith/people';
import { formatPgn, isPgnMove, type PgnNote, type PgnResult, type PgnTag, type Referee } from '@chessmith/rules';
import { ok } from '@chessmith/std';
import type { Directory, ListedGame, PeopleStore } from '../ports/index.js';
import type { GameSelection, ServiceResult } from '../service.js';
import type { LiveGame } from './live-game.js';

export type PgnExport = {
  pgn(game: GameId): ServiceResult<string>;
  pgnOfMany(which: GameSelection): AsyncIterable<string>;
};

const PAGE_SIZE = 50;

/** Exports games as PGN, one at a time, so that only one is in memory. */
export function pgnExport(deps: {
  readonly directory: Directory;
  readonly people: PeopleStore;
  load(id: GameId): ServiceResult<LiveGame>;
}): PgnExport {
  const { directory, people, load } = deps;

  async function namesOf({ white, black }: Game['seats']): Promise<PgnDetails['names']> {
    const [one, other] = [white && (await people.person(white)), black && (await people.person(black))];
    const isShared = one?.name && other?.name && one.id !== other.id && nameKey(one.name) === nameKey(other.name);
    const nameOf = (id: PersonId | null, person: typeof one): string => {
      if (id === null) return '?';
      return person?.name ? (isShared ? taggedName(person.name, id) : person.name) : 'Anonymous';
    };
    return { white: nameOf(white, one), black: nameOf(black, other) };
  }

  async function pgn(id: GameId): ServiceResult<string> {
    const live = await load(id);
    if (!live.ok) return live;
    const { game, referee, createdAt } = live.value;
    const names = await namesOf(game.seats);
    const start = game.board === null ? null : referee.resume(game.board.start);
    if (start !== null) await referee.cost?.prepare?.(start);
    const notation = start === null ? null : referee.view(start, { kind: 'watcher' }).notation;
    const startPosition =
      notation === null || game.board === null
        ? notation
        : (referee.pgn?.start?.(game.board.start, notation) ?? notation);
    return ok(pgnOf(referee, game, { createdAt, names, startPosition }));
  }

  async function* ids(which: GameSelection): AsyncGenerator<GameId> {
    if ('games' in which) {
      yield* which.games;
      return;
    }
    let after: string | undefined;
    do {
      const page = { limit: PAGE_SIZE, ...(after === undefined ? {} : { after }) };
      const { games, next } =
        'of' in which
          ? await directory.gamesOf(which.of, which.search ?? {}, page)
          : await directory.list(which.search, page);
      yield* games.filter((listed) => mayExport(which, listed)).map(({ game }) => game);
      after = next;
    } while (after !== undefined);
  }

  return {
    pgn,
    async *pgnOfMany(which) {
      for await (const id of ids(which)) {
        const text = await pgn(id);
        if (text.ok) yield text.value;
      }
    },
  };
}

/** Data for the PGN beside the game's state. */
type PgnDetails = {
  readonly createdAt: Instant | null;
  readonly names: { readonly white: string; readonly black: string };
  /** The start position in the ruleset's notation. */
  readonly startPosition: string | null;
};

const mayExport = (which: GameSelection, { isPrivate, situation }: ListedGame): boolean =>
  situation !== 'not-configured' && (!isPrivate || ('of' in which && which.of === which.viewer));

function pgnOf(referee: Referee, game: Game, { createdAt, names, startPosition }: PgnDetails): string {
  const { configuration, board, end, id } = game;
  const result = resultOf(end);
  const tags: PgnTag[] = [
    { name: 'Event', value: `${configuration?.isRated ? 'Rated' : 'Casual'} game` },
    { name: 'Site', value: `Chessmith ${id}` },
    { name: 'Date', value: (createdAt ?? '????-??-??').slice(0, 10).replaceAll('-', '.') },
    { name: 'Round', value: '-' },
    { name: 'White', value: names.white },
    { name: 'Black', value: names.black },
    { name: 'Result', value: result },
    { name: 'GameId', value: id ?? '' },
    ...startTags(referee, game, startPosition),
    { name: 'TimeControl', value: timeControl(game) },
    { name: 'Termination', value: end === null ? 'unterminated' : TERMINATIONS[end.cause] },
  ];
  const moves = board?.moves.map(({ notation }) => notation) ?? [];
  const written = moves.every(isPgnMove) ? moves : [];
  const before = written.length === moves.length ? [] : [`moves that PGN cannot hold: ${moves.join(' ')}`];
  return formatPgn({ tags, line: { before, moves: written, notes: notesOf(referee, board, written.length) }, result });
}

/** Comments after moves, for rulesets whose moves alone do not say everything. */
function notesOf({ pgn }: Referee, board: Game['board'], written: number): readonly PgnNote[] {
  if (pgn === undefined || board === null) return [];
  return board.moves.slice(0, written).flatMap(({ record }, at) => {
    const comments = pgn.comments(record);
    return comments.length === 0 ? [] : [{ at, nags: [], comments, variations: [] }];
  });
}

/** Standard chess from its usual start needs no tags; other games name the variant and the position. */
function startTags(referee: Referee, { configuration }: Game, startPosition: string | null): readonly PgnTag[] {
  if (startPosition === null) return [];
  const isStandard = configuration?.ruleset === 'standard';
  const { position, number } = configuration?.setup ?? {};
  const isUsual = isStandard && position === undefined && number === undefined;
  return [
    ...(isStandard ? [] : [{ name: 'Variant', value: referee.about.pgnVariant ?? referee.about.title }]),
    ...(isUsual
      ? []
      : [
          { name: 'SetUp', value: '1' },
          { name: 'FEN', value: startPosition },
        ]),
  ];
}

function resultOf(end: GameEnd | null): PgnResult {
  if (end === null || end.kind === 'none') return '*';
  if (end.kind === 'draw') return '1/2-1/2';
  return end.winner === 'white' ? '1-0' : '0-1';
}

/** The values that the PGN standard allows (9.8.1). */
const TERMINATIONS: { readonly [cause in EndCause]: 'abandoned' | 'emergency' | 'normal' | 'time forfeit' } = {
  checkmate: 'normal',
  stalemate: 'normal',
  timeout: 'time forfeit',
  surrender: 'normal',
  agreement: 'normal',
  repetition: 'normal',
  'move-rule': 'normal',
  material: 'normal',
  'variant-end': 'normal',
  aborted: 'abandoned',
  abandoned: 'abandoned',
  stopped: 'abandoned',
  'rules-failed': 'emergency',
};

/** The PGN value: seconds and `+` increment; `*` before the time for a single move ("sandclock"). */
function timeControl({ configuration }: Game): string {
  const clock = configuration?.clock;
  switch (clock?.kind) {
    case 'per-player':
      return `${clock.playerMs / 1000}+${clock.incrementMs / 1000}`;
    case 'per-move':
      return `*${clock.moveMs / 1000}`;
    case 'days-per-move':
      return `*${clock.days * 86_400}`;
    default:
      return '-';
  }
}
