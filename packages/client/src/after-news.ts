import type { api } from '@chessmith/protocol';
import type { Color } from '@chessmith/rules';

type View = api.GameView;
type Millis = NonNullable<View['clocks']>['remainingMs'][Color];
type Change = (view: View, payload: never) => Partial<View>;

/**
 * The view after an item of news. News has neither legal moves nor the personal view: the next `view` brings them.
 */
export function afterNews(view: View, { node, payload, version }: api.News): View {
  const change = CHANGES[node];
  if (change === undefined) return view;
  const after = { ...view, ...change(view, payload as never), version };
  return { ...after, clocks: clocksOf(after, node === 'MoveHistoryUpdateEvent') };
}

const CHANGES: { readonly [node in api.NewsNode]?: Change } = {
  AliasUpdateEvent: (_, alias: View['alias']) => ({ alias }),
  ConfigurationUpdateEvent: (_, configuration: View['configuration']) => ({ configuration }),
  WhitePlayerUpdateEvent: seated('white'),
  BlackPlayerUpdateEvent: seated('black'),
  BoardChanged: ({ board }, now: BoardNews | null) => ({ board: board && now && boardAfter(board, now) }),
  MoveHistoryUpdateEvent: ({ moves }, { ply, last }: { ply: View['ply']; last: api.MoveView | null }) => ({
    ply,
    moves: ply > moves.length && last !== null ? [...moves, last] : moves.slice(0, ply),
  }),
  TurnUpdateEvent: (_, turn: View['turn']) => ({ turn }),
  GameSituationUpdateEvent: (_, { kind, ...promotion }: { kind: string } & NonNullable<View['promotion']>) => ({
    promotion: kind === 'promotion' ? promotion : null,
  }),
  WhiteTimerUpdateEvent: timed('white'),
  BlackTimerUpdateEvent: timed('black'),
  DrawOfferUpdateEvent: offered('draw'),
  TakebackOfferUpdateEvent: offered('takeback'),
  RematchUpdateEvent: ({ offers }, { offer, next }: { offer: View['offers']['rematch']; next: View['next'] }) => ({
    offers: { ...offers, rematch: offer },
    next,
  }),
  GameOverUpdateEvent: (_, end: View['end']) => ({ end }),
  ServerSituationUpdateEvent: (_, situation: View['situation']) => ({ situation }),
};

/** All nodes that change a view, except the board, which the personal view brings. */
export const NODES_OF_VIEW = (Object.keys(CHANGES) as api.NewsNode[]).filter((node) => node !== 'BoardChanged');

function seated(color: Color): Change {
  return ({ seats }, person: View['seats'][Color]) => ({ seats: { ...seats, [color]: person } });
}

function timed(color: Color): Change {
  return ({ clocks }, timer: { remainingMs: Millis } | null) => {
    if (timer === null) return { clocks: null };
    // At the start both sides get one event each.
    const others = clocks?.remainingMs ?? { white: timer.remainingMs, black: timer.remainingMs };
    const remainingMs = { ...others, [color]: timer.remainingMs };
    return { clocks: { remainingMs, running: null, abortInMs: clocks?.abortInMs ?? null } };
  };
}

function offered(what: api.OfferKind): Change {
  return ({ offers }, offer: never) => ({ offers: { ...offers, [what]: offer } });
}

type Board = NonNullable<View['board']>;
type BoardNews = Pick<Board, 'pieces' | 'turn' | 'check'> & {
  readonly pockets: NonNullable<Board['pockets']> | null;
  readonly extra: NonNullable<Board['extra']> | null;
};

function boardAfter(board: Board, { pieces, turn, check, pockets, extra }: BoardNews): Board {
  const own = { ...(pockets === null ? {} : { pockets }), ...(extra === null ? {} : { extra }) };
  return { ...board, pieces, turn, check, ...own, choices: [], claims: [] };
}

/** Derives the running clock from turn, situation and moves. A free first move has a time limit that restarts with each turn. */
function clocksOf({ clocks, situation, turn, moves, configuration }: View, isNewTurn: boolean): View['clocks'] {
  if (clocks === null) return null;
  if (situation !== 'running') return { ...clocks, running: null, abortInMs: null };
  const { firstMoveMs } = configuration ?? {};
  if (firstMoveMs === undefined || moves.some(({ color }) => color === turn)) {
    return { ...clocks, running: turn, abortInMs: null };
  }
  return { ...clocks, running: null, abortInMs: (isNewTurn ? null : clocks.abortInMs) ?? firstMoveMs };
}
