import { isDeepStrictEqual } from 'node:util';
import {
  type Chance,
  type GameRecord,
  type Json,
  type Referee,
  type Refusal,
  type RulesetCard,
  type Ruling,
  refusal,
  type Setup,
  type Start,
} from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { moveArguments, START_ARGUMENTS } from '../contract/arguments.js';
import { parseScriptMove, type ScriptMove, spellMove } from '../contract/moves.js';
import { readAnswer, readStart } from '../contract/read-answer.js';
import { asRecord, formatState, hidesNothing, parseState } from '../contract/record.js';
import type { ScriptCard, ScriptState } from '../contract/state.js';
import { drawSeed, type Seed } from '../engines/chance.js';
import { FUNCTIONS, type Language } from '../language.js';
import type { Sandbox } from '../sandbox/port.js';
import { askScript } from './ask-script.js';
import { happenedIn } from './happened.js';
import { gameTooLarge, outcomeOf, type ScriptPosition, weightOf } from './position.js';
import { viewOf } from './view.js';

/** A script that has passed the check, with the card that the check produced. */
export type Script = {
  /** The ruleset's name, by which people and games refer to it. */
  readonly name: string;
  /** The title if the script has none; by default the name. */
  readonly title?: string;
  readonly language: Language;
  readonly source: string;
  readonly card: ScriptCard;
};

/** How often a script may fail at one move of one position; then the game ends without a result. */
export const TRIES = 3;

/**
 * The referee of a script. Starting and judging call the script; everything else works from records, without it. The
 * script says what is possible; the referee enforces it: turns, listed moves, the end, the ply cap.
 */
export function scriptReferee(
  sandbox: Sandbox,
  script: Script,
  { gameLength }: { readonly gameLength?: number | undefined } = {},
): Referee<ScriptPosition> {
  const { name, language, source, card } = script;
  // Lanes are rulesets, not games: the many games of one script must not push aside the few of another.
  const ask = askScript(sandbox, language, source, { lane: name, kind: 'play' });
  const functions = FUNCTIONS[language];
  const failures = new WeakMap<ScriptPosition, Map<string, number>>();
  const seedOf = (chance: Chance): Seed => (card.random ? drawSeed(chance) : 0);

  async function start(setup: Setup, chance: Chance): Promise<Result<Start<ScriptPosition>, Refusal>> {
    const option = (['position', 'turn', 'number', 'unmoved', 'free'] as const).find((word) => Boolean(setup[word]));
    if (option !== undefined) {
      return err(
        refusal('script/own-start', `The script decides how its game starts; remove "${option}".`, { option }),
      );
    }
    const seed = seedOf(chance);
    const answer = await ask({ name: functions.start, args: START_ARGUMENTS, seed });
    const read = answer.ok ? readStart(answer.value, card) : answer;
    if (!read.ok) return read;
    if (!isDeepStrictEqual(read.value.card, card)) {
      return err(refusal('script/changed-rules', 'The script describes a different game than when it was checked.'));
    }
    return ok({
      position: opening(read.value.state, 0),
      record: recordOf(read.value.state, { seed }),
    });
  }

  /** The record of a fact: the validated answer, the move, and the seed if one was drawn. */
  function recordOf(state: ScriptState, more: { readonly seed: Seed; readonly move?: string }): GameRecord {
    const { open, secret } = formatState(card, state);
    const { seed, ...shown } = more;
    return asRecord({ open: { ...shown, ...open }, secret: card.random ? { ...secret, seed } : secret });
  }

  async function judge(
    position: ScriptPosition,
    text: string,
    chance: Chance,
  ): Promise<Result<Ruling<ScriptPosition>, Refusal>> {
    const { state } = position;
    const outcome = outcomeOf(card, position);
    if (outcome !== null)
      return err(refusal('game/over', `The game is over: ${state.reason ?? state.status}.`, { outcome }));
    const found = findMove(card, state, text);
    if (!found.ok) return found;
    const move = spellMove(found.value);
    const seed = seedOf(chance);
    const answer = await ask({ name: functions.move, args: moveArguments(state, found.value), seed });
    const read = answer.ok ? readAnswer(card, answer.value, state.turn) : answer;
    if (!read.ok) return err(afterFailure(position, move, read.error));
    const after = follow(position, read.value);
    const tooLarge = gameTooLarge(after.weight, gameLength);
    if (tooLarge !== undefined) return err(failed(tooLarge));
    return ok({
      after,
      record: recordOf(read.value, { seed, move }),
      notation: move,
      happened: happenedIn(state, found.value, read.value),
      usedChance: card.random,
    });
  }

  /** A move at which the script fails may be tried again, but not for ever. Errors of the sandbox do not count. */
  function afterFailure(position: ScriptPosition, move: string, why: Refusal): Refusal {
    if (why.code.startsWith('sandbox/')) return why;
    const counts = failures.get(position) ?? new Map<string, number>();
    const tries = (counts.get(move) ?? 0) + 1;
    failures.set(position, counts.set(move, tries));
    if (tries >= TRIES) return failed(why);
    return refusal(why.code, why.message, { ...why.facts, tries, triesLeft: TRIES - tries });
  }

  /** The state in a record, without the fields `move` and `before`. */
  function stateIn({ open, secret }: GameRecord): ScriptState {
    const { move: _, before: __, ...state } = open as { readonly [name: string]: Json };
    return parseState(card, { open: state, ...(secret === undefined ? {} : { secret }) });
  }

  const resume = (record: GameRecord): ScriptPosition => {
    const { before = 0 } = record.open as { readonly before?: number };
    return opening(stateIn(record), before);
  };

  return {
    about: aboutOf(script),
    start,
    judge,
    resume,
    replay: (position, record) => follow(position, stateIn(record)),
    view: (position) => viewOf(card, position),
    snapshot: ({ state, ...rest }) => ({ ...formatState(card, state), ...rest }) as unknown as Json,
    restore(snapshot) {
      const { ply, before, weight, ...record } = snapshot as unknown as GameRecord & Omit<ScriptPosition, 'state'>;
      return { state: parseState(card, record), ply, before, weight };
    },
    forking: {
      kind: 'record',
      carryOn(start, moves) {
        const state = stateIn(moves.at(-1) ?? start);
        const { open, secret } = formatState(card, state);
        const before = resume(start).before + moves.length;
        return {
          record: asRecord({ open: { ...open, before }, secret }),
          // Without chance, anyone who plays the same moves learns the same.
          hides: card.random && !hidesNothing(state),
        };
      },
      isCarriedOn: ({ open }) => (open as { readonly before?: number }).before !== undefined,
    },
    cost: { runsCode: true, weight: ({ weight }) => weight },
  };
}

const opening = (state: ScriptState, before: number): ScriptPosition => ({
  state,
  ply: 0,
  before,
  weight: weightOf(state),
});

const follow = ({ ply, before, weight }: ScriptPosition, state: ScriptState): ScriptPosition => ({
  state,
  ply: ply + 1,
  before,
  weight: weight + weightOf(state),
});

/** The refusal that ends the game without a result. */
const failed = ({ code, message, facts }: Refusal): Refusal =>
  refusal('rules/failed', `The rule script failed: ${message}`, { ...facts, reason: code, detail: message });

function aboutOf({ name, title = name, card }: Script): RulesetCard {
  const { files, ranks, kinds, description = '' } = card;
  return { name, title: card.name ?? title, summary: description, files, ranks, roles: kinds };
}

/** The listed move that a text means, or the refusal. */
function findMove(
  { kinds }: ScriptCard,
  { moves, pieces, turn }: ScriptState,
  text: string,
): Result<ScriptMove, Refusal> {
  const move = parseScriptMove(kinds, text);
  if (move === undefined) {
    const why = `"${text.slice(0, 40)}" is not a move; write for example e2e4, e7e8=queen, e2e4,e4d5 or Q@f3.`;
    return err(refusal('notation/unreadable', why, { text: text.slice(0, 40) }));
  }
  if (moves.includes(spellMove(move))) return ok(move);
  if (move.kind === 'drop')
    return err(refusal('move/drop-unknown', `${text} is not among the possible moves.`, { move: text }));
  const piece = pieces.find(({ square }) => square === move.from);
  if (piece === undefined)
    return err(refusal('move/no-piece', `There is no piece on ${move.from}.`, { from: move.from }));
  if (piece.color !== turn)
    return err(refusal('move/not-your-piece', `It is ${turn}'s turn, and this is not ${turn}'s piece.`, { turn }));
  return err(refusal('move/illegal', `${text} is not among the possible moves.`, { move: text }));
}
