import { type Color, type Outcome, opposite, type Referee } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { type EndCause, endByRules, type GameEnd } from './end.js';
import { evolve } from './evolve.js';
import type { Fact, FactOf, FactType } from './facts.js';
import { type Game, noGame, type Situation } from './game.js';
import type { GameId } from './ids.js';
import { watcherView } from './public-view.js';
import type { Version } from './units.js';

/** The first fact that cannot have happened, by its version, and why. */
export type AuditProblem = { readonly version: Version; readonly problem: string };

/**
 * Folds facts that come from elsewhere, trusting none: each must be possible where it stands, every record must replay,
 * and the end must be the one that the board and the facts before it call for.
 */
export const audit =
  <P>(referee: Referee<P>) =>
  (id: GameId, facts: readonly Fact[]): Result<Game<P>, AuditProblem> => {
    let game: Game<P> = noGame();
    for (const [index, fact] of facts.entries()) {
      const audited = step(referee, id, game, fact, facts[index - 1]);
      if (typeof audited === 'string') return err({ version: (index + 1) as Version, problem: audited });
      game = audited;
    }
    return outcomeOf(referee, game) !== null && game.end === null
      ? err({ version: game.version, problem: 'the game is over on the board, but no end was written down' })
      : ok(game);
  };

/** The game after the fact, or what is wrong with it. */
function step<P>(
  referee: Referee<P>,
  id: GameId,
  game: Game<P>,
  fact: Fact,
  before: Fact | undefined,
): Game<P> | string {
  if (!MAY_HAPPEN[fact.type].includes(game.situation)) return `${fact.type} in a game that is ${game.situation}`;
  try {
    const objection = objectionTo(referee, id, game, fact, before);
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
  before: Fact | undefined,
): string | null {
  switch (fact.type) {
    case 'GameCreated':
      return fact.game === id ? null : `it tells of another game, ${fact.game}`;
    case 'MovePlayed':
      return moveObjection(referee, game, fact);
    case 'TakebackAccepted':
      return fact.plies <= game.board!.moves.length ? null : 'more is taken back than was played';
    case 'GameEnded':
      return endObjection(referee, game, fact.end, before);
    default:
      return null;
  }
}

function moveObjection<P>(referee: Referee<P>, game: Game<P>, fact: FactOf<'MovePlayed'>): string | null {
  const { moves, turn } = game.board!;
  if (fact.ply !== moves.length + 1) return `ply ${fact.ply} comes after ply ${moves.length}`;
  if (fact.color !== turn) return `${fact.color} moves when it is ${turn}'s turn`;
  return outcomeOf(referee, game) !== null ? 'a move after the game was over on the board' : null;
}

/** Who is to move is said by the fact and known to the referee. */
function turnObjection<P>(referee: Referee<P>, { board }: Game<P>, fact: Fact): string | null {
  if (fact.type !== 'GameConfigured' && fact.type !== 'MovePlayed' && fact.type !== 'TakebackAccepted') return null;
  const { turn } = watcherView(referee, board!.position);
  return fact.turn === turn ? null : `it says that ${fact.turn} is to move, but it is ${turn}'s turn`;
}

function endObjection<P>(referee: Referee<P>, game: Game<P>, end: GameEnd, before: Fact | undefined): string | null {
  const due = dueEnd(referee, game, before);
  // How long a game may be is a setting of the server that played it, and no fact tells it.
  if (due === null && end.kind === 'draw' && end.rule === 'ply-cap' && (game.board?.moves.length ?? 0) > 0) return null;
  const isDue = due === null ? end.kind === 'none' && end.cause === 'rules-failed' : wordsOf(due) === wordsOf(end);
  return isDue ? null : `it ended as ${wordsOf(end)}, but ${due === null ? 'nothing' : wordsOf(due)} was due`;
}

/** The end that the board calls for, or the fact just before; null if neither does. */
function dueEnd<P>(referee: Referee<P>, game: Game<P>, before: Fact | undefined): GameEnd | null {
  const outcome = outcomeOf(referee, game);
  if (outcome !== null) return endByRules(outcome);
  const view = game.board === null ? null : watcherView(referee, game.board.position);
  const beaten = (loser: Color, cause: EndCause): GameEnd =>
    view?.canWin[opposite(loser)] ? { kind: 'win', winner: opposite(loser), cause } : { kind: 'draw', cause };
  switch (before?.type) {
    case 'PlayerResigned':
      return { kind: 'win', winner: opposite(before.color), cause: 'surrender' };
    case 'DrawAccepted':
      return { kind: 'draw', cause: 'agreement' };
    case 'DrawClaimed':
      return view?.claims[0] === undefined ? null : endByRules({ kind: 'draw', by: view.claims[0] });
    case 'FlagFell':
      return beaten(before.color, 'timeout');
    case 'VictoryClaimed':
      return beaten(opposite(before.color), 'abandoned');
    case 'GameAborted':
    case 'FirstMoveMissed':
      return { kind: 'none', cause: 'aborted' };
    case 'GameStopped':
      return { kind: 'none', cause: 'stopped' };
    default:
      return null;
  }
}

const wordsOf = (end: GameEnd): string =>
  [
    end.kind,
    ...(end.kind === 'win' ? [`of ${end.winner}`] : []),
    `by ${end.cause}`,
    ...(end.kind !== 'none' && end.rule !== undefined ? [`(${end.rule})`] : []),
  ].join(' ');

/** How the game ended on the board, if a move has ended it. */
const outcomeOf = <P>(referee: Referee<P>, { board }: Game<P>): Outcome | null =>
  board === null || board.moves.length === 0 ? null : watcherView(referee, board.position).outcome;

const WAITING: readonly Situation[] = ['waiting-for-players', 'ready'];
const RUNNING: readonly Situation[] = ['running'];
const OVER: readonly Situation[] = ['terminated'];
const UNFINISHED: readonly Situation[] = ['not-configured', ...WAITING, ...RUNNING];

/** In which situations each fact can come. */
const MAY_HAPPEN: { readonly [type in FactType]: readonly Situation[] } = {
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
