import type { GameId } from '@chessmith/game';
import type { CommandReceipt, CreationReceipt, GameCommand } from '@chessmith/service';
import { describe, expect, test } from 'vitest';
import { byRest } from './durability/by-rest.js';
import { openVenue } from './durability/venue.js';
import type { Said, Way } from './durability/way.js';
import type { TestServer } from './test-server.js';

export type TransportUnderTest = {
  readonly testServer: TestServer;
  /** Somebody new, who has come this way. */
  arrive(name: string): Promise<Way>;
};

const FOOLS_MATE = ['f3', 'e5', 'g4', 'Qh4'];

/** The promises of every way to the games of a server: it is the same games, the same "no", and each order takes effect once. */
export function testTransport(name: string, open: () => Promise<TransportUnderTest>): void {
  describe(`${name} keeps the promises of a transport`, () => {
    test('two who came this way play to the mate, and everyone else sees it', async () => {
      const { testServer, arrive } = await open();
      const [anna, bert] = [await arrive('Anna'), await arrive('Bert')];
      const { game } = yes<CreationReceipt>(await anna.create({ side: 'white' }, 'new'));
      yes(await bert.command(game, { type: 'JoinGame' }, 'join'));
      for (const [ply, text] of FOOLS_MATE.entries()) {
        yes(await (ply % 2 === 0 ? anna : bert).command(game, move(text), `move ${ply}`));
      }
      const end = { kind: 'win', winner: 'black', cause: 'checkmate' };
      expect(yes(await anna.view(game))).toMatchObject({ situation: 'terminated', end });
      expect(await testServer.call('GET', `/api/games/${game}`)).toMatchObject({
        body: { situation: 'terminated', end },
      });
    });

    test('somebody who came another way sits at the same table', async () => {
      const { testServer, arrive } = await open();
      const anna = await arrive('Anna');
      const bert = await comeByRest(testServer, 'Bert');
      const { game } = yes<CreationReceipt>(await anna.create({ side: 'white' }, 'new'));
      yes(await bert.command(game, { type: 'JoinGame' }, 'join'));
      yes(await anna.command(game, move('e4'), 'a'));
      yes(await bert.command(game, move('e5'), 'b'));
      expect(yes(await anna.view(game))).toMatchObject({ ply: 2, turn: 'white' });
    });

    test('a "no" has the code of whoever said it, and changes nothing', async () => {
      const { arrive } = await open();
      const [anna, bert] = [await arrive('Anna'), await arrive('Bert')];
      const { game } = yes<CreationReceipt>(await anna.create({ side: 'white' }, 'new'));
      yes(await bert.command(game, { type: 'JoinGame' }, 'join'));
      expect(await bert.command(game, move('e5'), 'early')).toEqual({ ok: false, code: 'game/not-your-turn' });
      expect(await anna.command(game, move('Nf6'), 'far')).toEqual({ ok: false, code: 'move/not-reachable' });
      const nowhere = 'nowhere11111' as GameId;
      expect(await anna.command(nowhere, move('e4'), 'lost')).toEqual({ ok: false, code: 'game/not-found' });
      expect(yes(await anna.view(game))).toMatchObject({ ply: 0 });
    });

    test('an order that comes again with its key is answered alike, and has no second effect', async () => {
      const { arrive } = await open();
      const anna = await arrive('Anna');
      const first = yes<CreationReceipt>(await anna.create({ side: 'white' }, 'new'));
      expect(yes<CreationReceipt>(await anna.create({ side: 'white' }, 'new')).game).toBe(first.game);
      const bert = await arrive('Bert');
      const sat = yes<CommandReceipt>(await bert.command(first.game, { type: 'JoinGame' }, 'join'));
      expect(yes(await bert.command(first.game, { type: 'JoinGame' }, 'join'))).toEqual(sat);
      const other = await bert.command(first.game, move('e5'), 'join');
      expect(other).toEqual({ ok: false, code: 'command/key-reused' });
    });

    test('who hangs up has lost nothing', async () => {
      const { testServer, arrive } = await open();
      const anna = await arrive('Anna');
      const { game } = yes<CreationReceipt>(await anna.create({ side: 'white' }, 'new'));
      anna.close();
      const bert = await arrive('Bert');
      yes(await bert.command(game, { type: 'JoinGame' }, 'join'));
      expect(await testServer.call('GET', `/api/games/${game}`)).toMatchObject({ body: { situation: 'running' } });
    });
  });
}

/** Somebody new, who asks over HTTP. */
export async function comeByRest(testServer: TestServer, name: string): Promise<Way> {
  const { token } = await testServer.guest(name);
  return byRest(venueOf(testServer), token);
}

/** The place of a server that stays where it is. */
export function venueOf({ address }: Pick<TestServer, 'address'>) {
  const venue = openVenue();
  venue.opens(address);
  return venue;
}

const move = (text: string): GameCommand => ({ type: 'PlayMove', move: text });

function yes<T>(said: Said | null): T {
  if (said?.ok !== true) throw new Error(`a "yes" was expected, not ${JSON.stringify(said)}`);
  return said.answer as T;
}
