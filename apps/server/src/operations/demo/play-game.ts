import { setImmediate } from 'node:timers/promises';
import type { GameId, GameView, RulesetId } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { Color } from '@chessmith/rules';
import type { GameCommand, Referees, Service } from '@chessmith/service';
import { assertNever, type Random, unwrap } from '@chessmith/std';
import type { DemoClock } from './demo-clock.js';
import { createOpponent, createRandomMover, type Opponent } from './opponent.js';
import { type Finish, GOODBYES, GREETINGS, type Plan, REMARKS } from './plans.js';

/** Plays demo games. */
export type DemoPlayer = {
  playToTheEnd(plan: Plan): Promise<void>;
  /** Plays unfinished games in rounds, so that all their clocks are current. Returns their views. */
  playSideBySide(plans: readonly Plan[], done: () => void): Promise<readonly GameView[]>;
};

/** Plies after which a demo game is resigned. */
const LONGEST = 140;
const SLOWEST_MS = 10_000;
const UNFINISHED_PLIES = 20;
/** Milliseconds per round of all games. */
const ROUND_MS = 60_000;

type Played = {
  readonly id: GameId;
  readonly seats: { readonly [color in Color]: PersonId };
  readonly opponent: Opponent;
};

export function demoPlayer(dependencies: {
  readonly service: Service;
  readonly clock: DemoClock;
  readonly referees: Referees;
  readonly people: readonly PersonId[];
  readonly random: Random;
}): DemoPlayer {
  const { service, clock, referees, people, random } = dependencies;

  async function begin({ options, finish }: Plan, slowestMs: number): Promise<Played> {
    const [white, black] = random.shuffle(people) as [PersonId, PersonId];
    const { game } = unwrap(await service.games.create(white, { side: 'white', ...options }));
    const referee = (await referees.referee((options.ruleset ?? 'standard') as RulesetId))!;
    const isRandom = options.ruleset?.startsWith('quantum') ?? false;
    const start = isRandom ? null : unwrap(await referee.start(options.setup ?? {}, { int: () => 0, real: () => 0 }));
    const opponent =
      start === null ? createRandomMover(referee, random) : createOpponent(referee, start.position, random);
    if (finish !== 'waiting') {
      await clock.pass(random.int(slowestMs));
      await send(black, game, { type: 'JoinGame' });
      await sayMaybe(game, [white, black], GREETINGS);
    }
    return { id: game, seats: { white, black }, opponent };
  }

  const send = async (by: PersonId, game: GameId, command: GameCommand): Promise<void> =>
    void unwrap(await service.games.command(by, game, command));

  async function sayMaybe(game: GameId, by: readonly PersonId[], lines: readonly string[]): Promise<void> {
    for (const person of by) {
      if (random.boolean()) unwrap(await service.chat.say(person, game, { text: random.pick(lines) }));
    }
  }

  const viewOf = async (game: GameId): Promise<GameView> => unwrap(await service.queries.view(game, null));

  /** Plays one move of the side to move; returns the game afterwards. */
  async function move({ id, seats, opponent }: Played, view: GameView, slowestMs: number, known?: string) {
    const text = known ?? (await opponent.choose(view.board!));
    // Players who are short of time move faster, so that flags fall only where planned.
    const leftMs = view.clocks?.remainingMs[view.turn!] ?? Number.POSITIVE_INFINITY;
    await clock.pass(1 + random.int(Math.max(1, Math.min(slowestMs, Math.floor(leftMs / 10)))));
    await send(seats[view.turn!], id, { type: 'PlayMove', move: text });
    await opponent.played(text);
    if (random.int(25) === 0) await sayMaybe(id, [seats.white, seats.black], REMARKS);
    return viewOf(id);
  }

  async function finishBy(finish: Finish, { id, seats }: Played, view: GameView): Promise<void> {
    const mover = seats[view.turn!];
    const other = mover === seats.white ? seats.black : seats.white;
    switch (finish) {
      case 'rules':
      case 'resign':
        return send(mover, id, { type: 'Resign' });
      case 'agree':
        await send(mover, id, { type: 'Offer', what: 'draw' });
        return send(other, id, { type: 'Accept', what: 'draw' });
      case 'claim':
        return send(mover, id, { type: 'ClaimDraw' });
      case 'abort':
        return send(mover, id, { type: 'Abort' });
      case 'flag':
        await clock.pass(view.clocks!.remainingMs[view.turn!] + SLOWEST_MS);
        // First the service notices the flag, then it ends the game.
        for (let breath = 0; breath < 3; breath++) await clock.pass(100);
        while ((await viewOf(id)).end === null) await setImmediate();
        return;
      case 'running':
      case 'waiting':
        return;
      default:
        return assertNever(finish);
    }
  }

  return {
    async playToTheEnd(plan) {
      const game = await begin(plan, SLOWEST_MS);
      const plies = pliesOf(plan, random);
      let view = await viewOf(game.id);
      while (view.end === null && view.ply < plies) {
        view = await move(game, view, SLOWEST_MS, plan.line?.[view.ply]);
      }
      if (view.end === null) await finishBy(plan.finish, game, view);
      await sayMaybe(game.id, [game.seats.white, game.seats.black], GOODBYES);
    },
    async playSideBySide(plans, done) {
      const all: Played[] = [];
      const slowestMs = Math.min(SLOWEST_MS, Math.ceil(ROUND_MS / Math.max(plans.length, 1)));
      for (const plan of plans) {
        all.push(await begin(plan, slowestMs));
        done();
      }
      const games = all.filter((_, index) => plans[index]!.finish === 'running');
      for (let ply = 0; ply < UNFINISHED_PLIES; ply++) {
        for (const game of games) {
          const view = await viewOf(game.id);
          if (view.end === null) await move(game, view, slowestMs);
        }
      }
      return Promise.all(all.map(({ id }) => viewOf(id)));
    },
  };
}

/** Plies before a player ends the game. */
function pliesOf({ finish, line }: Plan, random: Random): number {
  if (finish === 'abort') return 1;
  if (finish === 'claim') return line!.length;
  return finish === 'rules' ? LONGEST : 16 + random.int(30);
}
