import type { Problem } from '@chessmith/client';
import type { api } from '@chessmith/protocol';
import type { Choice, Color, ViewPiece } from '@chessmith/rules';
import type { Pockets } from '../board/ground.js';
import { client, lobby } from '../session.svelte.js';
import { closedOfferIn } from '../words/offers.js';
import { sentenceOf } from '../words/refusals.js';
import { type EarlierMove, earlierMoves } from './earlier-moves.js';
import type { Presence } from './presence.js';
import { type ScriptWords, scriptWords } from './script-words.js';
import { isAboutToStart } from './seats.js';
import { sendingDelay } from './sending-delay.svelte.js';
import { type SpentOffers, spentAfter } from './spent-offers.js';

/** The position on the board at some ply. */
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
type ChatLine = api.ResponseOf<'ChatLine'>;

/** The probability that a move to this square succeeds, where the move measures something. */
export type Chance = { readonly to: string; readonly success: number };

export type Premove = readonly [from: string, to: string];

type Times = { readonly [color in Color]: number };

export type GameState = ReturnType<typeof openGame>;

/** Everything the page knows about one game, kept up to date until `close`. */
export function openGame(game: string) {
  let view = $state.raw<api.GameView | null>(null);
  let receivedAt = $state.raw(0);
  let refused = $state.raw<Problem | null>(null);
  let notice = $state<string | null>(null);
  /** How the opponent closed an offer, in a sentence. */
  let offerResult = $state<string | null>(null);
  let spentOffers = $state.raw<SpentOffers>([]);
  let premove = $state.raw<Premove | null>(null);
  let chatLines = $state.raw<readonly ChatLine[]>([]);
  let presence = $state.raw<Presence | null>(null);
  let presenceAt = $state.raw(0);
  /** The ply on the board; null follows the game. */
  let pastPly = $state.raw<number | null>(null);
  let pastBoard = $state.raw<BoardState | null>(null);
  /** The moves before a forked game. Their plies are negative or 0; 0 is the last of them. */
  let earlier = $state.raw<readonly EarlierMove[]>([]);
  /** The clocks after each ply; loaded when somebody looks back in a finished game. */
  let clocksByPly = $state.raw<ReadonlyMap<number, Times> | null>(null);
  let isClosed = false;
  let unsubscribe = () => {};

  const sending = sendingDelay();
  const boards = new Map<number, BoardState>();

  const shownPly = $derived(pastPly ?? view?.ply ?? 0);
  const shown = $derived.by((): Shown | null => {
    if (pastPly !== null && pastBoard !== null && pastBoard.turn === pastPly) {
      return { ...pastBoard, turn: pastBoard.active, words: scriptWords(pastBoard.extra) };
    }
    const board = view?.board;
    if (board == null) return null;
    const { pieces, pockets = null, check, turn, extra } = board;
    return { pieces, pockets, check, turn, words: scriptWords(extra) };
  });

  const connected = client().then((client) => {
    if (isClosed) return client;
    const subscription = client.follow(game, {
      view(next) {
        if (isAboutToStart(next)) return;
        if (view === null) {
          void loadChat();
          void loadEarlier(next);
          if (next.end !== null) void loadRematchOffer(next);
        } else if (next.ply < view.ply) forgetBoardsAfter(next.ply);
        if (pastPly !== null && pastPly >= next.ply) pastPly = null;
        if (view !== null && view.ply !== next.ply) notice = null;
        if (view !== null && isOfferGone(view, next)) void loadOfferResult(view);
        spentOffers = spentAfter(spentOffers, view, next);
        view = next;
        receivedAt = performance.now();
      },
      news({ node, payload }) {
        if (node === 'ChatEvent') addChatLines([payload as ChatLine]);
        if (node === 'WatchersUpdateEvent') {
          presence = payload as Presence;
          presenceAt = performance.now();
        }
      },
      refused(problem) {
        refused = problem;
      },
    });
    // Chat news is not replayed after a lost connection, so the chat is loaded again.
    const stopState = client.onState((state) => state === 'open' && view !== null && void loadChat());
    unsubscribe = () => {
      subscription.unsubscribe();
      stopState();
    };
    return client;
  });

  function forgetBoardsAfter(ply: number): void {
    for (const known of boards.keys()) if (known > ply) boards.delete(known);
  }

  function addChatLines(more: readonly ChatLine[]): void {
    const known = new Set(chatLines.map(({ number }) => number));
    const added = more.filter(({ number }) => !known.has(number));
    chatLines = [...chatLines, ...added].toSorted((a, b) => a.number - b.number);
  }

  async function loadChat(): Promise<void> {
    const read = await lobby.chat(game, chatLines.at(-1)?.number);
    if (read.ok) addChatLines(read.value.lines);
  }

  async function loadEarlier(view: api.GameView): Promise<void> {
    earlier = await earlierMoves(await connected, game, view);
  }

  async function loadClocks(): Promise<void> {
    clocksByPly = new Map();
    const [started, moved] = await Promise.all([
      lobby.facts(game, { type: 'GameStarted' }),
      lobby.facts(game, { type: 'MovePlayed' }),
    ]);
    const facts = [started, moved].flatMap((answer) => (answer.ok ? answer.value.facts : []));
    // After a takeback a ply occurs twice; the later fact wins.
    clocksByPly = new Map(
      facts.flatMap(({ fact }) => {
        const { ply = 0, clocks } = fact as {
          readonly ply?: number;
          readonly clocks?: { readonly remainingMs: Times } | null;
        };
        return clocks == null ? [] : [[ply, clocks.remainingMs] as const];
      }),
    );
  }

  async function loadOfferResult({ version, yours }: api.GameView): Promise<void> {
    const since = await lobby.facts(game, { after: version });
    if (since.ok) offerResult = closedOfferIn(since.value.facts, yours);
  }

  /** A rematch can be offered once. An offer from before the page was opened counts too. */
  async function loadRematchOffer({ yours }: api.GameView): Promise<void> {
    const made = await lobby.facts(game, { type: 'RematchOffered' });
    const isMade = made.ok && made.value.facts.some(({ fact }) => yours.includes((fact as { color?: Color }).color!));
    if (isMade) spentOffers = [...spentOffers, 'rematch'];
  }

  /** Sends a command; gives whether the server accepted it. A refusal becomes the notice. */
  async function send(command: api.AnyCommand): Promise<boolean> {
    offerResult = null;
    const answer = await sending.wait(connected.then((client) => client.command(game, command)));
    notice = answer.ok ? null : sentenceOf(answer.error);
    if (!answer.ok && answer.error.code === 'game/offer-repeated' && 'what' in command) {
      spentOffers = [...spentOffers, command.what];
    }
    return answer.ok;
  }

  async function showPly(ply: number): Promise<void> {
    const turn = Math.max(-earlier.length, ply);
    if (turn >= (view?.ply ?? 0)) {
      pastPly = null;
      return;
    }
    pastPly = turn;
    if (view !== null && view.end !== null && view.clocks !== null && clocksByPly === null) void loadClocks();
    const known = boards.get(turn);
    if (known !== undefined) {
      pastBoard = known;
      return;
    }
    const before = earlier[turn + earlier.length - 1];
    const place = turn >= 0 ? { game, turn } : { game: before?.game ?? earlier[0]!.game, turn: before?.turn ?? 0 };
    const answer = await (await connected).query<BoardState>({ name: 'BoardStateAtTurn', ...place });
    if (!answer.ok) return;
    const board = { ...answer.value, turn };
    boards.set(turn, board);
    if (pastPly === turn) pastBoard = board;
  }

  return {
    id: game,
    get view() {
      return view;
    },
    /** When the view arrived, by `performance.now()`; the running clock counts from then. */
    get receivedAt() {
      return receivedAt;
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
    /** Whether an answer of the server is late. */
    get isSending() {
      return sending.isLate;
    },
    get offerResult() {
      return offerResult;
    },
    /** Offers that this player has made and cannot repeat now. */
    get spentOffers() {
      return spentOffers;
    },
    get premove() {
      return premove;
    },
    set premove(move: Premove | null) {
      premove = move;
    },
    get chatLines() {
      return chatLines;
    },
    get presence() {
      return presence;
    },
    /** When the presence arrived, by `performance.now()`. */
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
    /** All moves up to the shown ply, with those before a forked game. */
    get movesShown(): readonly api.MoveView[] {
      return [...earlier, ...(view?.moves ?? [])].slice(0, earlier.length + shownPly);
    },
    /** The clocks at an earlier ply of a finished game; null while the game runs or until they are loaded. */
    get pastClocks(): Times | null {
      return pastPly === null || view?.end === null ? null : (clocksByPly?.get(pastPly) ?? null);
    },
    /** Whether the board shows the current position. */
    get isLive() {
      return pastPly === null;
    },
    showPly,
    send,
    /** The chances of the moves from a square that measure something; empty in variants without superposition. */
    async chancesFrom(square: string): Promise<readonly Chance[]> {
      const inspection = { about: 'square', square } as const;
      const turn = view?.ply ?? 0;
      const report = await (await connected).query<SquareReport>({ name: 'InspectionAtTurn', game, turn, inspection });
      if (!report.ok || view?.ply !== turn) return [];
      const uncertain = report.value.moves.flatMap(({ to, success }) =>
        success === null || success === 1 ? [] : [{ to, success }],
      );
      return [...new Map(uncertain.map((chance) => [chance.to, chance])).values()];
    },
    /** Plays a move in the position on the screen; gives whether the server accepted it. */
    play: (move: string) => send({ type: 'PlayMove', move, ...(view === null ? {} : { ply: view.ply }) }),
    async sendChat(text: string): Promise<boolean> {
      const sent = await sending.wait(connected.then((client) => client.say(game, text)));
      if (sent.ok) addChatLines([sent.value]);
      else notice = sentenceOf(sent.error);
      return sent.ok;
    },
    close() {
      isClosed = true;
      unsubscribe();
    },
  };
}

/** Whether an offer has disappeared in a game where the reader plays one side. */
const isOfferGone = ({ yours, offers }: api.GameView, next: api.GameView): boolean =>
  yours.length === 1 &&
  (['draw', 'takeback', 'rematch'] as const).some((what) => offers[what] !== null && next.offers[what] === null);

/** The pieces a move from one square to the other can promote to; null in the list: it need not promote. */
export function promotionsOf(choices: readonly Choice[], from: string, to: string): readonly (string | null)[] {
  return choices.flatMap((choice): readonly (string | null)[] =>
    choice.kind === 'move' && choice.from === from && choice.to.includes(to) ? (choice.promote ?? [null]) : [],
  );
}
