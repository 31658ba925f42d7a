import type { Chance, GameRecord, Inspection, Json, Referee, Refusal, Ruling, Setup, Start } from '@chessmith/rules';
import { err, ok, type Result, unwrap } from '@chessmith/std';
import { DEFAULT_BOARD } from './board-file.js';
import { canCastle } from './castling-rights.js';
import { LETTERS, ROLES } from './chessman.js';
import { inspectFragments } from './inspect.js';
import { type FragmentsMove, formatFragmentsMove, parseFragmentsMove } from './move-notation.js';
import { refuse } from './objections.js';
import { branch, commentsOn, follow, type OpenMove, openedBy, type Secret, startOf } from './opening.js';
import { type FragmentsPosition, play, redraw } from './position.js';
import { restorePosition, snapshotPosition } from './snapshot.js';
import { lookAt } from './table.js';
import { viewOf } from './view.js';
import type { Coin } from './world.js';

export type FragmentsOptions = {
  /** The board of games that bring none, as the text of a board file. */
  readonly board?: string;
};

/** A referee that answers at once, and that can draw the secret of a game anew. */
export interface FragmentsReferee extends Referee<FragmentsPosition> {
  start(setup: Setup, chance: Chance): Result<Start<FragmentsPosition>, Refusal>;
  judge(position: FragmentsPosition, move: string, chance: Chance): Result<Ruling<FragmentsPosition>, Refusal>;
  inspect(position: FragmentsPosition, inspection: Inspection): Result<Json, Refusal>;
  /** For forks, hints and computers: everything public stays, nothing of the true secret is left. */
  redraw(position: FragmentsPosition, chance: Chance): FragmentsPosition;
}

/** Seed 001's quantum chess behind the house's one question. */
export function fragmentsReferee(options: FragmentsOptions = {}): FragmentsReferee {
  return {
    about: {
      name: 'quantum-fragments',
      title: 'Quantum chess (fragments)',
      summary: 'Split, merge, entangle and measure; which fragment is real is decided by a coin at the split.',
      files: 8,
      ranks: 8,
      roles: ROLES.map((role) => ({ role, letter: LETTERS[role] })),
      pgnVariant: 'Quantum Fragments',
    },
    start: (setup, chance) => startOf(setup, options.board ?? DEFAULT_BOARD, chance),
    judge,
    resume: openedBy,
    replay: replayRecord,
    view: viewOf,
    snapshot: snapshotPosition,
    restore: restorePosition,
    redraw,
    inspect: inspectFragments,
    branch,
    pgnComments: commentsOn,
  };
}

function judge(position: FragmentsPosition, text: string, chance: Chance): Result<Ruling<FragmentsPosition>, Refusal> {
  if (position.winner !== null && !position.free) return err(refuse('game-over'));
  const parsed = parseFragmentsMove(text);
  if (!parsed.ok) return parsed;
  const move = readCastling(position, parsed.value, text);
  if (move.kind === 'measure' && !position.free) {
    return err({ code: 'quantum/measure-in-game', message: 'only free analysis may measure at will' });
  }
  // A game whose secret was not handed along (a fork, an analysis) gets one of its own.
  const known = position.world === null ? redraw(position, chance) : position;
  let coin: Coin | undefined;
  const played = play(known, move, () => {
    coin = chance.int(2) === 0 ? 0 : 1;
    return coin;
  });
  if (!played.ok) return played;
  const { after, happened, measured } = played.value;
  const notation = formatFragmentsMove(move);
  const secret: Secret = {
    ...(coin === undefined ? {} : { coin }),
    ...(position.world === null ? { world: known.world ?? {} } : {}),
  };
  return ok({
    after,
    record: {
      open: { move: notation, ...(measured.length === 0 ? {} : { measured }) },
      ...(Object.keys(secret).length === 0 ? {} : { secret }),
    },
    notation,
    happened,
    // A measurement draws nothing, but what it told cannot be taken back either.
    usedChance: coin !== undefined || measured.length > 0,
  });
}

function replayRecord(position: FragmentsPosition, record: GameRecord): FragmentsPosition {
  const secret = (record.secret ?? {}) as Secret;
  const known = secret.world === undefined ? position : { ...position, world: secret.world };
  return unwrap(follow(known, record.open as OpenMove, secret.coin ?? null));
}

/** Castling may be written as king takes rook; in the protocol's own words it may not. */
function readCastling(position: FragmentsPosition, move: FragmentsMove, text: string): FragmentsMove {
  if (move.kind !== 'move' || text.trim().includes(' ')) return move;
  const table = lookAt(position.board);
  const king = table.at[move.from]?.man;
  if (king?.role !== 'king') return move;
  const castlings = SIDES.map((side) => canCastle(table, king, move.from, side));
  const castling = castlings.find((one) => one?.rookFrom === move.to);
  return castling === undefined ? move : { ...move, to: castling.kingTo };
}

const SIDES = ['queen', 'king'] as const;
