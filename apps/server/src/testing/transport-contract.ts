import type { GameId } from '@chessmith/game';
import type { CommandReceipt, CreationReceipt, GameCommand } from '@chessmith/service';
import { describe, expect, test } from 'vitest';
import { restClient } from './durability/rest-client.js';
import { serverAddress } from './durability/server-address.js';
import type { Answer, TestClient } from './durability/test-client.js';
import type { TestServer } from './test-server.js';

export type TransportUnderTest = {
  readonly testServer: TestServer;
  /** A new person, connected by this transport. */
  connect(name: string): Promise<TestClient>;
};

const FOOLS_MATE = ['f3', 'e5', 'g4', 'Qh4'];

/** The contract of every transport: the same games, the same refusals, and each command takes effect once. */
export function testTransport(name: string, open: () => Promise<TransportUnderTest>): void {
  describe(`${name} keeps the promises of a transport`, () => {
    test('two players of this transport play to checkmate, and all transports show it', async () => {
      const { testServer, connect } = await open();
      const [anna, bert] = [await connect('Anna'), await connect('Bert')];
      const { game } = accepted<CreationReceipt>(await anna.create({ side: 'white' }, 'new'));
      accepted(await bert.command(game, { type: 'JoinGame' }, 'join'));
      for (const [ply, text] of FOOLS_MATE.entries()) {
        accepted(await (ply % 2 === 0 ? anna : bert).command(game, move(text), `move ${ply}`));
      }
      const end = { kind: 'win', winner: 'black', cause: 'checkmate' };
      expect(accepted(await anna.view(game))).toMatchObject({ situation: 'terminated', end });
      expect(await testServer.call('GET', `/api/games/${game}`)).toMatchObject({
        body: { situation: 'terminated', end },
      });
    });

    test('a player of another transport joins the same game', async () => {
      const { testServer, connect } = await open();
      const anna = await connect('Anna');
      const bert = await connectByRest(testServer, 'Bert');
      const { game } = accepted<CreationReceipt>(await anna.create({ side: 'white' }, 'new'));
      accepted(await bert.command(game, { type: 'JoinGame' }, 'join'));
      accepted(await anna.command(game, move('e4'), 'a'));
      accepted(await bert.command(game, move('e5'), 'b'));
      expect(accepted(await anna.view(game))).toMatchObject({ ply: 2, turn: 'white' });
    });

    test('a refusal has the code of its check, and changes nothing', async () => {
      const { connect } = await open();
      const [anna, bert] = [await connect('Anna'), await connect('Bert')];
      const { game } = accepted<CreationReceipt>(await anna.create({ side: 'white' }, 'new'));
      accepted(await bert.command(game, { type: 'JoinGame' }, 'join'));
      expect(await bert.command(game, move('e5'), 'early')).toEqual({ ok: false, code: 'game/not-your-turn' });
      expect(await anna.command(game, move('Nf6'), 'far')).toEqual({ ok: false, code: 'move/not-reachable' });
      const nowhere = 'nowhere11111' as GameId;
      expect(await anna.command(nowhere, move('e4'), 'lost')).toEqual({ ok: false, code: 'game/not-found' });
      expect(accepted(await anna.view(game))).toMatchObject({ ply: 0 });
    });

    test('a command repeated with its key gets the same answer, and has no second effect', async () => {
      const { connect } = await open();
      const anna = await connect('Anna');
      const first = accepted<CreationReceipt>(await anna.create({ side: 'white' }, 'new'));
      expect(accepted<CreationReceipt>(await anna.create({ side: 'white' }, 'new')).game).toBe(first.game);
      const bert = await connect('Bert');
      const sat = accepted<CommandReceipt>(await bert.command(first.game, { type: 'JoinGame' }, 'join'));
      expect(accepted(await bert.command(first.game, { type: 'JoinGame' }, 'join'))).toEqual(sat);
      const other = await bert.command(first.game, move('e5'), 'join');
      expect(other).toEqual({ ok: false, code: 'command/key-reused' });
    });

    test('a player who disconnects loses nothing', async () => {
      const { testServer, connect } = await open();
      const anna = await connect('Anna');
      const { game } = accepted<CreationReceipt>(await anna.create({ side: 'white' }, 'new'));
      anna.close();
      const bert = await connect('Bert');
      accepted(await bert.command(game, { type: 'JoinGame' }, 'join'));
      expect(await testServer.call('GET', `/api/games/${game}`)).toMatchObject({ body: { situation: 'running' } });
    });
  });
}

/** A new person who uses REST. */
export async function connectByRest(testServer: TestServer, name: string): Promise<TestClient> {
  const { token } = await testServer.guest(name);
  return restClient(addressOf(testServer), token);
}

/** The address of a server that does not restart. */
export function addressOf({ address }: Pick<TestServer, 'address'>) {
  const server = serverAddress();
  server.set(address);
  return server;
}

const move = (text: string): GameCommand => ({ type: 'PlayMove', move: text });

function accepted<T>(answer: Answer | null): T {
  if (answer?.ok !== true) throw new Error(`expected an accepted command, got ${JSON.stringify(answer)}`);
  return answer.answer as T;
}
