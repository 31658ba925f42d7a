import { unwrap } from '@chessmith/std';
import { expect } from 'vitest';
import type { Command } from '../commands.js';
import type { GameEnd } from '../end.js';
import type { Fact, FactType } from '../facts.js';
import type { Situation } from '../game.js';
import type { CheckName } from '../refusals.js';
import { later } from '../units.js';
import { type ExtraInput, play, type Scene } from './scene.js';

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
  /** Sends further commands, which must be accepted. */
  and(...commands: readonly Command[]): Stage;
  /** Advances the time. */
  afterMs(ms: number): Stage;
  when(command: Command, more?: ExtraInput): WhenResult;
};

export type WhenResult = {
  readonly scene: Scene;
  /** Expects these facts in this order; continues with the state after them. */
  thenFacts(...types: readonly FactType[]): Stage;
  thenSituation(situation: Situation): Stage;
  thenEnd(end: GameEnd): Stage;
  thenRefused(code: string, step?: CheckName): void;
};

function whenAt(before: Scene, command: Command, more: ExtraInput): WhenResult {
  const result = play(before, command, more);
  const after = (): Scene => {
    expect(result.ok ? 'accepted' : result.error).toBe('accepted');
    return unwrap(result);
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
      expect(result.ok ? 'accepted' : result.error.code).toBe(code);
      if (step !== undefined && !result.ok) expect(result.error.step).toBe(step);
    },
  };
}

const newFacts = (before: Scene, after: Scene): readonly Fact[] => after.facts.slice(before.facts.length);
