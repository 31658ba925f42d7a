import { type Color, type Outcome, opposite, type Referee } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { type EndCause, endByRules, type GameEnd } from './end.js';
import { evolve } from './evolve.js';
import type { Fact, FactOf, FactType } from './facts.js';
import { type Game, noGame, type Situation } from './game.js';
import type { GameId } from './ids.js';
import { watcherView } from './public-view.js';
import type { Version } from './units.js';

/** The version of the first impossible fact, and why it is impossible. */
export type AuditProblem = { readonly version: Version; readonly problem: string };

/**
 * Folds facts from an untrusted source. Each fact must be possible at its version, every record must replay, and the end
 * must follow from the board or from the fact before it.
 */
export const audit =
  <P>(referee: Referee<P>) =>
  (id: GameId, facts: readonly Fact[]): Result<Game<P>, AuditProblem> => {
    let game: Game<P> = noGame();
    for (const [index, fact] of facts.entries()) {
      const audited = auditFact(referee, id, game, fact, facts[index - 1]);
      if (typeof audited === 'string') return err({ version: (index + 1) as Version, problem: audited });
      game = audited;
    }
    return outcomeOf(referee, game) !== null && game.end === null
      ? err({ version: game.version, problem: 'the board ends the game, but there is no GameEnded' })
      : ok(game);
  };

/** The game after the fact, or a description of what is wrong with the fact. */
function auditFact<P>(
  referee: Referee<P>,
  id: GameId,
  game: Game<P>,
  fact: Fact,
  previous: Fact | undefined,
): Game<P> | string {
  if (!ALLOWED_IN[fact.type].includes(game.situation)) return `${fact.type} in a game that is ${game.situation}`;
  try {
    const objection = objectionTo(referee, id, game, fact, previous);
    if (objection !== null) return objection;
    const after = evolve(referee)(game, fact);
    return turnObjection(referee, after, fact) ?? after;
  } catch (error) {
    return `${fact.type} does not replay: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function objectionTo<P>(
  referee: Referee<P>,
  id: GameId,
  game: Game<P>,
  fact: Fact,
  previous: Fact | undefined,
): string | null {
  switch (fact.type) {
    case 'GameCreated':
      return fact.game === id ? null : `the fact belongs to another game, ${fact.game}`;
    case 'MovePlayed':
      return moveObjection(referee, game, fact);
    case 'TakebackAccepted':
      return fact.plies <= game.board!.moves.length ? null : 'the takeback undoes more plies than were played';
    case 'GameEnded':
      return endObjection(referee, game, fact.end, previous);
    default:
      return null;
  }
}

function moveObjection<P>(referee: Referee<P>, game: Game<P>, fact: FactOf<'MovePlayed'>): string | null {
  const { moves, turn } = game.board!;
  if (fact.ply !== moves.length + 1) return `ply ${fact.ply} comes after ply ${moves.length}`;
  if (fact.color !== turn) return `${fact.color} moves when it is ${turn}'s turn`;
  return outcomeOf(referee, game) !== null ? 'a move follows the position that ended the game' : null;
}

/** The side to move in the fact must be the one that the referee reports. */
function turnObjection<P>(referee: Referee<P>, { board }: Game<P>, fact: Fact): string | null {
  if (fact.type !== 'GameConfigured' && fact.type !== 'MovePlayed' && fact.type !== 'TakebackAccepted') return null;
  const { turn } = watcherView(referee, board!);
  return fact.turn === turn ? null : `the fact says that ${fact.turn} is to move, but it is ${turn}'s turn`;
}

function endObjection<P>(referee: Referee<P>, game: Game<P>, end: GameEnd, previous: Fact | undefined): string | null {
  const due = dueEnd(referee, game, previous);
  // The ply limit is a setting of the server that hosted the game; facts do not contain it.
  if (due === null && end.kind === 'draw' && end.rule === 'ply-cap' && (game.board?.moves.length ?? 0) > 0) return null;
  const isDue =
    due === null ? end.kind === 'none' && end.cause === 'rules-failed' : describeEnd(due) === describeEnd(end);
  return isDue
    ? null
    : `the game ended as ${describeEnd(end)}, but ${due === null ? 'no end' : describeEnd(due)} was expected`;
}

/** The end that follows from the board or from the previous fact; null if the game should go on. */
function dueEnd<P>(referee: Referee<P>, game: Game<P>, previous: Fact | undefined): GameEnd | null {
  const outcome = outcomeOf(referee, game);
  if (outcome !== null) return endByRules(outcome);
  const view = game.board === null ? null : watcherView(referee, game.board);
  const beaten = (loser: Color, cause: EndCause): GameEnd =>
    view?.canWin[opposite(loser)] ? { kind: 'win', winner: opposite(loser), cause } : { kind: 'draw', cause };
  switch (previous?.type) {
    case 'PlayerResigned':
      return { kind: 'win', winner: opposite(previous.color), cause: 'surrender' };
    case 'DrawAccepted':
      return { kind: 'draw', cause: 'agreement' };
    case 'DrawClaimed':
      return view?.claims[0] === undefined ? null : endByRules({ kind: 'draw', by: view.claims[0] });
    case 'FlagFell':
      return beaten(previous.color, 'timeout');
    case 'VictoryClaimed':
      return beaten(opposite(previous.color), 'abandoned');
    case 'GameAborted':
    case 'FirstMoveMissed':
      return { kind: 'none', cause: 'aborted' };
    case 'GameStopped':
      return { kind: 'none', cause: 'stopped' };
    default:
      return null;
  }
}

const describeEnd = (end: GameEnd): string =>
  [
    end.kind,
    ...(end.kind === 'win' ? [`of ${end.winner}`] : []),
    `by ${end.cause}`,
    ...(end.kind !== 'none' && end.rule !== undefined ? [`(${end.rule})`] : []),
  ].join(' ');

/** The result on the board after the last move; null before the first move. */
const outcomeOf = <P>(referee: Referee<P>, { board }: Game<P>): Outcome | null =>
  board === null || board.moves.length === 0 ? null : watcherView(referee, board).outcome;

const WAITING: readonly Situation[] = ['waiting-for-players', 'ready'];
const RUNNING: readonly Situation[] = ['running'];
const OVER: readonly Situation[] = ['terminated'];
const UNFINISHED: readonly Situation[] = ['not-configured', ...WAITING, ...RUNNING];

/** The situations in which each fact may occur. */
const ALLOWED_IN: { readonly [type in FactType]: readonly Situation[] } = {
  GameCreated: ['absent'],
  GameConfigured: ['not-configured'],
  PlayerJoined: [...WAITING, ...RUNNING],
  PlayerLeft: [...WAITING, ...RUNNING],
  GameStarted: WAITING,
  MovePlayed: RUNNING,
  PromotionAwaited: RUNNING,
  DrawOffered: RUNNING,
  DrawAccepted: RUNNING,
  DrawDeclined: RUNNING,
  DrawWithdrawn: RUNNING,
  TakebackOffered: RUNNING,
  TakebackAccepted: RUNNING,
  TakebackDeclined: RUNNING,
  TakebackWithdrawn: RUNNING,
  RematchOffered: OVER,
  RematchAccepted: OVER,
  RematchDeclined: OVER,
  RematchWithdrawn: OVER,
  PlayerResigned: RUNNING,
  GameAborted: RUNNING,
  GameStopped: UNFINISHED,
  DrawClaimed: RUNNING,
  VictoryClaimed: RUNNING,
  FlagFell: RUNNING,
  FirstMoveMissed: RUNNING,
  ClocksResumed: RUNNING,
  GameEnded: UNFINISHED,
};
