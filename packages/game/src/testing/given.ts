import { unwrap } from '@chessmith/std';
import { expect } from 'vitest';
import type { Command } from '../commands.js';
import type { GameEnd } from '../end.js';
import type { Fact, FactType } from '../facts.js';
import type { Situation } from '../game.js';
import type { CheckName } from '../refusals.js';
import { later } from '../units.js';
import { type GivenMore, play, type Scene } from './scene.js';

/** `given(gameStarted).when(playMove('black', 'e7e5')).thenRefused('game/not-your-turn')` */
export function given(scene: Scene): Stage {
  return {
    scene,
    and: (...commands) =>
      given(commands.reduce((before, command) => unwrap(play(before, command, { absentMs: {} })), scene)),
    afterMs: (ms) => given({ ...scene, now: later(scene.now, ms) }),
    when: (command, more = {}) => whenAt(scene, command, more),
  };
}

export type Stage = {
  readonly scene: Scene;
  /** What else was done before, and accepted. */
  and(...commands: readonly Command[]): Stage;
  /** Time that passes. */
  afterMs(ms: number): Stage;
  when(command: Command, more?: GivenMore): Outcome;
};

export type Outcome = {
  readonly scene: Scene;
  /** Expects these facts, in this order, and goes on from there. */
  thenFacts(...types: readonly FactType[]): Stage;
  thenSituation(situation: Situation): Stage;
  thenEnd(end: GameEnd): Stage;
  thenRefused(code: string, step?: CheckName): void;
};

function whenAt(before: Scene, command: Command, more: GivenMore): Outcome {
  const answer = play(before, command, more);
  const after = (): Scene => {
    expect(answer.ok ? 'obeyed' : answer.error).toBe('obeyed');
    return unwrap(answer);
  };
  return {
    get scene() {
      return after();
    },
    thenFacts(...types) {
      const scene = after();
      expect(newFacts(before, scene).map(({ type }) => type)).toEqual(types);
      return given(scene);
    },
    thenSituation(situation) {
      const scene = after();
      expect(scene.game.situation).toBe(situation);
      return given(scene);
    },
    thenEnd(end) {
      const scene = after();
      expect(scene.game.end).toEqual(end);
      expect(scene.game.situation).toBe('terminated');
      return given(scene);
    },
    thenRefused(code, step) {
      expect(answer.ok ? 'obeyed' : answer.error.code).toBe(code);
      if (step !== undefined && !answer.ok) expect(answer.error.step).toBe(step);
    },
  };
}

const newFacts = (before: Scene, after: Scene): readonly Fact[] => after.facts.slice(before.facts.length);
