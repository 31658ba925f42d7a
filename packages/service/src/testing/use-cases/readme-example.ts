import type { PersonId } from '@chessmith/people';
import { unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import type { Service } from '../../service.js';
import type { OpenTestService } from '../test-service.js';

export function testReadmeExample(open: OpenTestService): void {
  test('the example of the README plays a move', async () => {
    const { service, anna, bert } = await open();
    expect(await example(service, anna, bert)).toEqual({ code: 'game/not-your-turn', events: ['snapshot', 'news'] });
  });
}

async function example(service: Service, anna: PersonId, bert: PersonId) {
  const events: string[] = [];
  // README
  const { game } = unwrap(await service.games.create(anna, { side: 'white', ruleset: 'atomic' }));
  unwrap(await service.games.command(bert, game, { type: 'JoinGame' }));
  await service.live.subscribe({ game, node: 'BoardChanged', person: bert }, (event) => events.push(event.kind));

  const move = { type: 'PlayMove', move: 'e2e4' } as const;
  const { facts } = unwrap(await service.games.command(anna, game, move, { key: 'first move' })); // ['MovePlayed'], stored
  const refused = await service.games.command(anna, game, { type: 'PlayMove', move: 'd2d4' });
  const code = refused.ok ? null : refused.error.code; // 'game/not-your-turn'
  // end
  expect(facts).toEqual(['MovePlayed']);
  return { code, events };
}
