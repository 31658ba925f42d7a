import type {
  Chance,
  GameRecord,
  Inspection,
  Json,
  Referee,
  RefereeForking,
  Refusal,
  Ruling,
  Setup,
  Start,
} from '@chessmith/rules';
import { err, ok, type Result, unwrap } from '@chessmith/std';
import { DEFAULT_BOARD } from './board-file.js';
import { canCastle } from './castling-rights.js';
import { LETTERS, ROLES } from './chessman.js';
import {
  branch,
  type PublicMove,
  pgnCommentsOf,
  positionOfStart,
  replayMove,
  type Secret,
  startOf,
} from './game-records.js';
import { inspectFragments } from './inspect.js';
import { type FragmentsMove, formatFragmentsMove, parseFragmentsMove } from './move-notation.js';
import { refuse } from './objection-texts.js';
import { type FragmentsPosition, play, redraw } from './position.js';
import { restorePosition, snapshotPosition } from './snapshot.js';
import { viewOf } from './view.js';
import { readOnlyBoard } from './working-board.js';
import type { Coin } from './world.js';

export type FragmentsOptions = {
  /** The default start, as the text of a board file. */
  readonly board?: string;
};

/** A synchronous referee that can also draw a new secret for a game. */
export interface FragmentsReferee extends Referee<FragmentsPosition> {
  start(setup: Setup, chance: Chance): Result<Start<FragmentsPosition>, Refusal>;
  judge(position: FragmentsPosition, move: string, chance: Chance): Result<Ruling<FragmentsPosition>, Refusal>;
  /** For forks, hints and computer players: everything public stays, and nothing of the true secret is kept. */
  redraw(position: FragmentsPosition, chance: Chance): FragmentsPosition;
  readonly forking: RefereeForking & { readonly kind: 'setup' };
  readonly inspection: {
    inspect(position: FragmentsPosition, inspection: Inspection): Result<Json, Refusal>;
  };
}

/** The referee of the Quantum Chess rules with hidden fragments. */
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
    resume: positionOfStart,
    replay: replayRecord,
    view: viewOf,
    snapshot: snapshotPosition,
    restore: restorePosition,
    redraw,
    forking: { kind: 'setup', branch },
    pgn: { comments: pgnCommentsOf },
    inspection: { inspect: inspectFragments },
  };
}

function judge(position: FragmentsPosition, text: string, chance: Chance): Result<Ruling<FragmentsPosition>, Refusal> {
  if (position.winner !== null && !position.free) return err(refuse('game-over'));
  const parsed = parseFragmentsMove(text);
  if (!parsed.ok) return parsed;
  const move = readCastling(position, parsed.value, text);
  if (move.kind === 'measure' && !position.free) {
    return err({
      code: 'quantum/measure-in-game',
      message: 'measuring without a move is possible in free analysis only',
    });
  }
  // A game without a known secret (a fork, an analysis) draws its own.
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
    // A measurement draws nothing, but the information it reveals cannot be taken back.
    usedChance: coin !== undefined || measured.length > 0,
  });
}

function replayRecord(position: FragmentsPosition, record: GameRecord): FragmentsPosition {
  const secret = (record.secret ?? {}) as Secret;
  const known = secret.world === undefined ? position : { ...position, world: secret.world };
  return unwrap(replayMove(known, record.open as PublicMove, secret.coin ?? null));
}

/** Our notation allows castling as king takes rook; the protocol's notation does not. */
function readCastling(position: FragmentsPosition, move: FragmentsMove, text: string): FragmentsMove {
  if (move.kind !== 'move' || text.trim().includes(' ')) return move;
  const working = readOnlyBoard(position.board);
  const king = working.at[move.from]?.man;
  if (king?.role !== 'king') return move;
  const castlings = SIDES.map((side) => canCastle(working, king, move.from, side));
  const castling = castlings.find((one) => one?.rookFrom === move.to);
  return castling === undefined ? move : { ...move, to: castling.kingTo };
}

const SIDES = ['queen', 'king'] as const;
