import { readFileSync } from 'node:fs';
import type { Color } from '@chessmith/rules';
import { seededRandom, unwrap } from '@chessmith/std';
import { moveArguments, START_ARGUMENTS } from '../contract/arguments.js';
import { parseScriptMove } from '../contract/moves.js';
import { readAnswer, readStart } from '../contract/read-answer.js';
import type { ScriptCard, ScriptState } from '../contract/state.js';
import type { Engine } from '../engines/engine.js';
import { FUNCTIONS, type Language } from '../language.js';

/** The source of one of the examples. */
export const exampleSource = (name: string): string =>
  readFileSync(new URL(`../../../../examples/${name}`, import.meta.url), 'utf8');

/** A script in an engine; every answer is validated as in a game. */
export type Example = {
  readonly card: ScriptCard;
  start(seed?: number): ScriptState;
  play(state: ScriptState, move: string, seed?: number): ScriptState;
};

/** Loads a script into an engine. */
export function loadExample(engine: Engine, source: string, language: Language = 'python'): Example {
  const functions = FUNCTIONS[language];
  const program = engine.compile(source);
  if (!program.ok) throw new Error(program.error.message);
  const loaded = engine.load(program.value);
  if (!loaded.ok) throw new Error(loaded.error.message);
  const ask = (name: string, args: string, seed: number): string => {
    const outcome = engine.call(name, args, seed);
    if (!outcome.ok) throw new Error(`${outcome.error.message} ${outcome.error.traceback ?? ''}`);
    return outcome.value;
  };
  const start = (seed: number) => unwrap(readStart(ask(functions.start, START_ARGUMENTS, seed)));
  const { card } = start(0);
  return {
    card,
    start: (seed = 0) => start(seed).state,
    play(state, move, seed = 0) {
      const args = moveArguments(state, parseScriptMove(card.kinds, move)!);
      return unwrap(readAnswer(card, ask(functions.move, args, seed), state.turn));
    },
  };
}

/** Plays random moves up to the end or the ply cap; returns all states. */
export function playRandomly(example: Example, seed: number): readonly ScriptState[] {
  const random = seededRandom(seed);
  const states = [example.start(seed)];
  for (let state = states[0]!; state.status === 'running' && states.length <= example.card.plyCap; ) {
    state = example.play(state, random.pick(state.moves), random.int(2 ** 31));
    states.push(state);
  }
  return states;
}

/** The winner, or undefined. */
export const winnerOf = ({ status }: ScriptState): Color | undefined =>
  status === 'white won' ? 'white' : status === 'black won' ? 'black' : undefined;
