import { packPosition, type QuantumPosition, quantumReferee, sharePosition, unpackPosition } from '@chessmith/quantum';
import type { Chance } from '@chessmith/rules';
import { assertNever, mapOk } from '@chessmith/std';
import { type Done, type Job, performJobs } from '../worker-pool.js';
import type { ComputedPosition, QuantumJobs } from './jobs.js';

/** Computes large quantum states outside the server's event loop. It keeps nothing between two jobs. */
const referee = quantumReferee();

function perform(job: Job<QuantumJobs>): Done<QuantumJobs, keyof QuantumJobs> {
  switch (job.kind) {
    case 'start':
      return mapOk(quantumReferee(job.options).start(job.setup, NO_CHANCE), ({ position, record }) => ({
        ...computed(position),
        record,
      }));
    case 'judge':
      return mapOk(
        referee.judge(unpackPosition(job.position), job.move, chanceOf(job.randomNumbers)),
        ({ after, ...ruling }) => {
          const { position, view } = computed(after);
          return { ...ruling, view, position: { ...position, history: position.history.slice(0, 1) } };
        },
      );
    case 'follow': {
      const { from, records } = job;
      const start = 'board' in from ? unpackPosition(from) : referee.resume(from);
      return computed(records.reduce((position, record) => referee.replay(position, record), start));
    }
    case 'inspect':
      return referee.inspection.inspect(unpackPosition(job.position), job.inspection);
    default:
      return assertNever(job);
  }
}

function computed(position: QuantumPosition): ComputedPosition {
  return { position: packPosition(sharePosition(position)), view: referee.view(position, { kind: 'all' }) };
}

/** No set-up of this ruleset uses randomness. */
const NO_CHANCE: Chance = { int: () => 0, real: () => 0 };

/** The random numbers that the server drew for this job. */
function chanceOf(randomNumbers: readonly number[]): Chance {
  const left = [...randomNumbers];
  const real = (): number => {
    const number = left.shift();
    if (number === undefined) throw new Error('more random numbers are needed than were drawn');
    return number;
  };
  return { real, int: (bound) => Math.floor(real() * bound) };
}

performJobs(perform);
