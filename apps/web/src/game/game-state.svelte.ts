import type { Problem } from '@chessmith/client';
import type { api } from '@chessmith/protocol';
import type { Choice, Color, ViewPiece } from '@chessmith/rules';
import type { Pockets } from '../board/ground.js';
import { client, lobby } from '../session.svelte.js';
import { closedOfferIn } from '../words/offers.js';
import { sentenceOf } from '../words/refusals.js';
import { type ChatLine, openChatLines } from './chat-lines.svelte.js';
import { type EarlierMove, earlierMoves } from './earlier-moves.js';
import { openPastBoards } from './past-boards.svelte.js';
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

type SquareReport = { readonly moves: readonly { readonly to: string; readonly success: number | null }[] };

/** The probability that a move to this square succeeds, where the move measures something. */
export type Chance = { readonly to: string; readonly success: number };

export type Premove = readonly [from: string, to: string];

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
  let presence = $state.raw<Presence | null>(null);
  let presenceAt = $state.raw(0);
  /** The moves before a forked game. Their plies are negative or 0; 0 is the last of them. */
  let earlier = $state.raw<readonly EarlierMove[]>([]);
  let isClosed = false;
  let unsubscribe = () => {};

  const sending = sendingDelay();
  const chat = openChatLines(game);
  const past = openPastBoards(game, { view: () => view, earlier: () => earlier, client: () => connected });

  const shownPly = $derived(past.ply ?? view?.ply ?? 0);
  const shown = $derived.by((): Shown | null => {
    if (past.board !== null) return { ...past.board, turn: past.board.active, words: scriptWords(past.board.extra) };
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
          void chat.load();
          void loadEarlier(next);
          if (next.end !== null) void loadRematchOffer(next);
        }
        past.keepBefore(next.ply);
        if (view !== null && view.ply !== next.ply) notice = null;
        if (view !== null && isOfferGone(view, next)) void loadOfferResult(view);
        spentOffers = spentAfter(spentOffers, view, next);
        view = next;
        receivedAt = performance.now();
      },
      news({ node, payload }) {
        if (node === 'ChatEvent') chat.add([payload as ChatLine]);
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
    const stopState = client.onState((state) => state === 'open' && view !== null && void chat.load());
    unsubscribe = () => {
      subscription.unsubscribe();
      stopState();
    };
    return client;
  });

  async function loadEarlier(view: api.GameView): Promise<void> {
    earlier = await earlierMoves(await connected, game, view);
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
      return chat.lines;
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
    get pastClocks() {
      return view?.end === null ? null : past.clocks;
    },
    /** Whether the board shows the current position. */
    get isLive() {
      return past.ply === null;
    },
    showPly: past.show,
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
      if (sent.ok) chat.add([sent.value]);
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
