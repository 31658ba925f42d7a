import { parentPort } from 'node:worker_threads';
import { packPosition, type QuantumPosition, quantumReferee, sharePosition, unpackPosition } from '@chessmith/quantum';
import type { Chance } from '@chessmith/rules';
import { assertNever, mapOk } from '@chessmith/std';
import type { ComputedPosition, Done, FromWorker, Task, TaskKind, ToWorker } from './tasks.js';

/** Computes large quantum states outside the server's event loop. It keeps nothing between two tasks. */
const referee = quantumReferee();

function perform(task: Task): Done<TaskKind> {
  switch (task.kind) {
    case 'start':
      return mapOk(quantumReferee(task.options).start(task.setup, NO_CHANCE), ({ position, record }) => ({
        ...computed(position),
        record,
      }));
    case 'judge':
      return mapOk(
        referee.judge(unpackPosition(task.position), task.move, chanceOf(task.randomNumbers)),
        ({ after, ...ruling }) => {
          const { position, view } = computed(after);
          return { ...ruling, view, position: { ...position, history: position.history.slice(0, 1) } };
        },
      );
    case 'follow': {
      const { from, records } = task;
      const start = 'board' in from ? unpackPosition(from) : referee.resume(from);
      return computed(records.reduce((position, record) => referee.replay(position, record), start));
    }
    case 'inspect':
      return referee.inspect(unpackPosition(task.position), task.inspection);
    default:
      return assertNever(task);
  }
}

function computed(position: QuantumPosition): ComputedPosition {
  return { position: packPosition(sharePosition(position)), view: referee.view(position, { kind: 'all' }) };
}

/** No set-up of this ruleset uses randomness. */
const NO_CHANCE: Chance = { int: () => 0, real: () => 0 };

/** The random numbers that the server drew for this task. */
function chanceOf(randomNumbers: readonly number[]): Chance {
  const left = [...randomNumbers];
  const real = (): number => {
    const number = left.shift();
    if (number === undefined) throw new Error('more random numbers are needed than were drawn');
    return number;
  };
  return { real, int: (bound) => Math.floor(real() * bound) };
}

parentPort!.on('message', ({ number, task }: ToWorker) => {
  let answer: FromWorker;
  try {
    answer = { number, done: perform(task) };
  } catch (error) {
    answer = { number, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort!.postMessage(answer);
});
