import { parentPort } from 'node:worker_threads';
import { packPosition, type QuantumPosition, quantumReferee, sharePosition, unpackPosition } from '@chessmith/quantum';
import type { Chance } from '@chessmith/rules';
import { assertNever, mapOk } from '@chessmith/std';
import type { Arrived, Done, FromWorker, Task, TaskKind, ToWorker } from './tasks.js';

/** Computes large quantum states outside the server's event loop. It keeps nothing between two tasks. */
const referee = quantumReferee();

function perform(task: Task): Done<TaskKind> {
  switch (task.kind) {
    case 'start':
      return mapOk(quantumReferee(task.options).start(task.setup, NO_CHANCE), ({ position, record }) => ({
        ...arrived(position),
        record,
      }));
    case 'judge':
      return mapOk(
        referee.judge(unpackPosition(task.position), task.move, chanceOf(task.lots)),
        ({ after, ...ruling }) => {
          const { position, view } = arrived(after);
          return { ...ruling, view, position: { ...position, history: position.history.slice(0, 1) } };
        },
      );
    case 'follow': {
      const { from, records } = task;
      const start = 'board' in from ? unpackPosition(from) : referee.resume(from);
      return arrived(records.reduce((position, record) => referee.replay(position, record), start));
    }
    case 'inspect':
      return referee.inspect(unpackPosition(task.position), task.inspection);
    default:
      return assertNever(task);
  }
}

function arrived(position: QuantumPosition): Arrived {
  return { position: packPosition(sharePosition(position)), view: referee.view(position, { kind: 'all' }) };
}

/** No set-up of this ruleset uses randomness. */
const NO_CHANCE: Chance = { int: () => 0, real: () => 0 };

/** The random numbers that the server drew for this task. */
function chanceOf(lots: readonly number[]): Chance {
  const left = [...lots];
  const real = (): number => {
    const lot = left.shift();
    if (lot === undefined) throw new Error('more lots are needed than were drawn');
    return lot;
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
