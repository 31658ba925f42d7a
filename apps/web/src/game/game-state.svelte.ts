import type { Problem } from '@chessmith/client';
import type { api } from '@chessmith/protocol';
import type { Choice, Color, ViewPiece } from '@chessmith/rules';
import type { Pockets } from '../board/ground.js';
import { client, lobby } from '../session.svelte.js';
import { unansweredIn } from '../words/offers.js';
import { sentenceOf } from '../words/refusals.js';
import { type EarlierMove, earlierMoves } from './earlier-moves.js';
import type { Presence } from './presence.js';
import { type ScriptWords, scriptWords } from './script-words.js';
import { isAboutToStart } from './seats.js';
import { openSendingDelay } from './sending-delay.svelte.js';
import { type SpentOffers, spentAfter } from './spent-offers.js';

/** What is on the board at some ply. */
export type Shown = {
  readonly pieces: readonly ViewPiece[];
  readonly pockets: Pockets | null;
  readonly check: readonly string[];
  readonly turn: Color;
  readonly words: ScriptWords;
};

type BoardState = Pick<Shown, 'pieces' | 'pockets' | 'check'> & {
  readonly turn: number;
  readonly active: Color;
  readonly extra: object | null;
};
type SquareReport = { readonly moves: readonly { readonly to: string; readonly success: number | null }[] };
type Line = api.ResponseOf<'ChatLine'>;

/** That a move to this square goes on, where something is measured first. */
export type Chance = { readonly to: string; readonly success: number };

/** From where to where. */
export type Plan = readonly [from: string, to: string];

type Times = { readonly [color in Color]: number };

export type GameState = ReturnType<typeof openGame>;

/** Everything about one game that is open in the page, kept up to date until it is left. */
export function openGame(game: string) {
  let view = $state.raw<api.GameView | null>(null);
  let seenAt = $state.raw(0);
  let refused = $state.raw<Problem | null>(null);
  let notice = $state<string | null>(null);
  /** What has become of an offer. */
  let told = $state<string | null>(null);
  let spent = $state.raw<SpentOffers>([]);
  let planned = $state.raw<Plan | null>(null);
  let lines = $state.raw<readonly Line[]>([]);
  let presence = $state.raw<Presence | null>(null);
  let presenceAt = $state.raw(0);
  /** The ply that is looked at; null follows the game. */
  let looking = $state.raw<number | null>(null);
  let past = $state.raw<BoardState | null>(null);
  /** The moves before this game, where it goes on from another one. Their plies are negative, down from 0 for the last of them. */
  let earlier = $state.raw<readonly EarlierMove[]>([]);
  /** What stood on the clocks after each ply; read when somebody looks back in a game that is over. */
  let faces = $state.raw<ReadonlyMap<number, Times> | null>(null);
  let isLeft = false;
  let leaveGame = () => {};

  const patience = openSendingDelay();
  const boards = new Map<number, BoardState>();

  const shownPly = $derived(looking ?? view?.ply ?? 0);
  const shown = $derived.by((): Shown | null => {
    if (looking !== null && past !== null && past.turn === looking) {
      return { ...past, turn: past.active, words: scriptWords(past.extra) };
    }
    const board = view?.board;
    if (board == null) return null;
    const { pieces, pockets = null, check, turn, extra } = board;
    return { pieces, pockets, check, turn, words: scriptWords(extra) };
  });

  const opened = client().then((client) => {
    if (isLeft) return client;
    const subscription = client.follow(game, {
      view(next) {
        if (isAboutToStart(next)) return;
        if (view === null) {
          void readChat();
          void readEarlier(next);
          if (next.end !== null) void readRematch(next);
        } else if (next.ply < view.ply) forgetAfter(next.ply);
        if (looking !== null && looking >= next.ply) looking = null;
        if (view !== null && view.ply !== next.ply) notice = null;
        if (view !== null && isOfferGone(view, next)) void tellOffer(view);
        spent = spentAfter(spent, view, next);
        view = next;
        seenAt = performance.now();
      },
      news({ node, payload }) {
        if (node === 'ChatEvent') addLines([payload as Line]);
        if (node === 'WatchersUpdateEvent') {
          presence = payload as Presence;
          presenceAt = performance.now();
        }
      },
      refused(problem) {
        refused = problem;
      },
    });
    // What was said while the connection was down is in no news.
    const forgetState = client.onState((state) => state === 'open' && view !== null && void readChat());
    leaveGame = () => {
      subscription.unsubscribe();
      forgetState();
    };
    return client;
  });

  function forgetAfter(ply: number): void {
    for (const known of boards.keys()) if (known > ply) boards.delete(known);
  }

  function addLines(more: readonly Line[]): void {
    const known = new Set(lines.map(({ number }) => number));
    lines = [...lines, ...more.filter(({ number }) => !known.has(number))].toSorted((a, b) => a.number - b.number);
  }

  async function readChat(): Promise<void> {
    const read = await lobby.chat(game, lines.at(-1)?.number);
    if (read.ok) addLines(read.value.lines);
  }

  async function readEarlier(view: api.GameView): Promise<void> {
    earlier = await earlierMoves(await opened, game, view);
  }

  async function readClocks(): Promise<void> {
    faces = new Map();
    const [started, moved] = await Promise.all([
      lobby.facts(game, { type: 'GameStarted' }),
      lobby.facts(game, { type: 'MovePlayed' }),
    ]);
    const facts = [started, moved].flatMap((answer) => (answer.ok ? answer.value.facts : []));
    // A ply that was taken back and played again is told twice; the later one counts.
    faces = new Map(
      facts.flatMap(({ fact }) => {
        const { ply = 0, clocks } = fact as {
          readonly ply?: number;
          readonly clocks?: { readonly remainingMs: Times } | null;
        };
        return clocks == null ? [] : [[ply, clocks.remainingMs] as const];
      }),
    );
  }

  async function tellOffer({ version, yours }: api.GameView): Promise<void> {
    const since = await lobby.facts(game, { after: version });
    if (since.ok) told = unansweredIn(since.value.facts, yours);
  }

  /** No move comes after the end, so an offer made before the page was opened counts too. */
  async function readRematch({ yours }: api.GameView): Promise<void> {
    const made = await lobby.facts(game, { type: 'RematchOffered' });
    const isMade = made.ok && made.value.facts.some(({ fact }) => yours.includes((fact as { color?: Color }).color!));
    if (isMade) spent = [...spent, 'rematch'];
  }

  async function order(order: api.AnyCommand): Promise<boolean> {
    told = null;
    const answer = await patience.wait(opened.then((client) => client.command(game, order)));
    notice = answer.ok ? null : sentenceOf(answer.error);
    if (!answer.ok && answer.error.code === 'game/offer-repeated' && 'what' in order) spent = [...spent, order.what];
    return answer.ok;
  }

  async function look(ply: number): Promise<void> {
    const turn = Math.max(-earlier.length, ply);
    if (turn >= (view?.ply ?? 0)) {
      looking = null;
      return;
    }
    looking = turn;
    if (view !== null && view.end !== null && view.clocks !== null && faces === null) void readClocks();
    const known = boards.get(turn);
    if (known !== undefined) {
      past = known;
      return;
    }
    const before = earlier[turn + earlier.length - 1];
    const place = turn >= 0 ? { game, turn } : { game: before?.game ?? earlier[0]!.game, turn: before?.turn ?? 0 };
    const answer = await (await opened).query<BoardState>({ name: 'BoardStateAtTurn', ...place });
    if (!answer.ok) return;
    const board = { ...answer.value, turn };
    boards.set(turn, board);
    if (looking === turn) past = board;
  }

  return {
    id: game,
    get view() {
      return view;
    },
    /** When the view was seen, in the time of `performance.now()`; the running clock counts from then. */
    get seenAt() {
      return seenAt;
    },
    get refused() {
      return refused;
    },
    get notice() {
      return notice;
    },
    set notice(text: string | null) {
      notice = text;
    },
    /** Whether something that was sent has not been answered for a while. */
    get isWaiting() {
      return patience.isTried;
    },
    get told() {
      return told;
    },
    /** What this person has offered already, and may not offer again now. */
    get spent() {
      return spent;
    },
    /** The move that is played as soon as it is this player's turn. */
    get planned() {
      return planned;
    },
    set planned(plan: Plan | null) {
      planned = plan;
    },
    get lines() {
      return lines;
    },
    get presence() {
      return presence;
    },
    /** When it was heard who is here. */
    get presenceAt() {
      return presenceAt;
    },
    get shown() {
      return shown;
    },
    get shownPly() {
      return shownPly;
    },
    get earlier() {
      return earlier;
    },
    /** All moves that led to what is shown, those before this game included. */
    get movesShown(): readonly api.MoveView[] {
      return [...earlier, ...(view?.moves ?? [])].slice(0, earlier.length + shownPly);
    },
    /** What stood on the clocks at the ply that is looked back at, once the game is over; null while it is not known. */
    get pastClocks(): Times | null {
      return looking === null || view?.end === null ? null : (faces?.get(looking) ?? null);
    },
    get isLive() {
      return looking === null;
    },
    look,
    order,
    /** What chance decides of the moves from a square, where the rules know superposition; none for a move that measures nothing. */
    async chancesFrom(square: string): Promise<readonly Chance[]> {
      const inspection = { about: 'square', square } as const;
      const turn = view?.ply ?? 0;
      const report = await (await opened).query<SquareReport>({ name: 'InspectionAtTurn', game, turn, inspection });
      if (!report.ok || view?.ply !== turn) return [];
      const open = report.value.moves.flatMap(({ to, success }) =>
        success === null || success === 1 ? [] : [{ to, success }],
      );
      return [...new Map(open.map((chance) => [chance.to, chance])).values()];
    },
    /** Plays a move for the position that is seen; gives whether it was accepted. */
    play: (move: string) => order({ type: 'PlayMove', move, ...(view === null ? {} : { ply: view.ply }) }),
    async say(text: string): Promise<boolean> {
      const said = await patience.wait(opened.then((client) => client.say(game, text)));
      if (said.ok) addLines([said.value]);
      else notice = sentenceOf(said.error);
      return said.ok;
    },
    leave() {
      isLeft = true;
      leaveGame();
    },
  };
}

/** Whether an offer stands no more, and somebody who plays here may want to know why. */
const isOfferGone = ({ yours, offers }: api.GameView, next: api.GameView): boolean =>
  yours.length === 1 &&
  (['draw', 'takeback', 'rematch'] as const).some((what) => offers[what] !== null && next.offers[what] === null);

/** What a pawn on its way from one square to the other may become; null in the list: it may stay what it is. */
export function promotionsOf(choices: readonly Choice[], from: string, to: string): readonly (string | null)[] {
  return choices.flatMap((choice): readonly (string | null)[] =>
    choice.kind === 'move' && choice.from === from && choice.to.includes(to) ? (choice.promote ?? [null]) : [],
  );
}
