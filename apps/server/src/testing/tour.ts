import type { PersonId, PersonName } from '@chessmith/people';
import { classicalReferee, type Referee, rulesetNamed } from '@chessmith/rules';
import type { Store } from '@chessmith/service';
import { openTestService } from '@chessmith/service/testing';
import { unwrap } from '@chessmith/std';
import type { TestServer } from './test-server.js';

/** Calls all routes successfully, and gets some refusals that depend on the game's state. */
export async function happyTour(testServer: TestServer): Promise<void> {
  const [anna, bert] = [await testServer.guest('Emma'), await testServer.guest('Fred')];
  const make = async (options: object = {}) =>
    `/api/games/${(await anna.post('/api/games', { ...options })).body.game as string}`;
  const running = async (options: object = {}) => {
    const path = await make({ side: 'white', ...options });
    await bert.post(`${path}/join`);
    return path;
  };
  await anna.get('/api/me');
  const headers = { authorization: `Bearer ${anna.token}` };
  await testServer.call('PATCH', '/api/me', { headers, body: { name: 'Emma Bell' } });
  await anna.get(`/api/people?ids=${anna.id},${bert.id}`);
  await anna.get(`/api/people/${bert.id}`);
  await anna.get(`/api/people/${bert.id}/games`);
  await anna.get('/api/rulesets');
  const waiting = await anna.post('/api/games', { alias: 'tour' });
  await testServer.call('GET', '/api/games');
  await testServer.call('GET', '/api/games/open');
  await testServer.call('GET', '/api/games/by-alias/tour');
  await testServer.call('GET', `/api/games/by-code/${waiting.body.joinCode}`);

  const game = await running({ clock: { kind: 'per-player', playerMs: 600_000, incrementMs: 0 } });
  await anna.post(`${game}/move`, { move: 'e2e4' });
  await anna.post(`${game}/takeback`, { action: 'offer' });
  for (const query of ['TurnNumber', 'BoardStateAtTurn', 'MoveHistory', 'GameInformation', 'DrawOffer'])
    await anna.get(`${game}/queries/${query}`);
  await anna.get(`${game}`);
  await anna.get(`${game}/moves?from=e7`);
  await anna.get(`${game}/facts?after=2`);
  await anna.get(`${game}/presence`);
  await anna.post(`${game}/chat`, { text: 'Hello' });
  await anna.get(`${game}/chat`);
  await anna.post(`${game}/draw`, { action: 'offer' });
  await anna.post(`${game}/fork`, { ply: 1, side: 'black' });
  await bert.post(`${game}/resign`);
  await anna.post(`${game}/rematch`, { action: 'offer' });
  await anna.get(`${game}/pgn`);
  await testServer.call('GET', '/api/pgn');
  await testServer.call('GET', '/api/leaderboard');
  await testServer.call('GET', `/api/people/${anna.id}/scores`);

  const later = await make({ configureLater: true });
  await anna.post(`${later}/configure`, { ruleset: 'standard', autoStart: false, side: 'white' });
  await bert.post(`${later}/join`);
  await bert.post(`${later}/leave`);
  await bert.post(`${later}/join`);
  await anna.post(`${later}/start`);
  await anna.post(`${later}/abort`);
  await anna.post(`${await make()}/stop`);
  const mute = await make({ chat: 'off' });
  await anna.post(`${mute}/chat`, { text: 'Hello' });

  const sixth = await running({ setup: { position: '7k/P7/8/8/8/8/8/K7 w - - 0 1' } });
  await anna.post(`${sixth}/move`, { move: 'a7a8' });
  await anna.post(`${sixth}/promote`, { role: 'dragon' });
  await anna.post(`${sixth}/promote`, { role: 'queen' });
  const bare = await running({ setup: { position: '7k/8/8/8/8/8/R7/K7 w - - 99 80', profile: 'fide' } });
  await anna.post(`${bare}/move`, { move: 'a2b2' });
  await bert.post(`${bare}/claim`, { what: 'draw' });

  const create = (gameConfiguration: object) => testServer.call('POST', '/game', { body: { gameConfiguration } });
  await create({ gameId: 'tour-private', isPrivate: true });
  await create({});
  await testServer.call('GET', '/game');
  await testServer.call('GET', '/game/tour-private');
  await testServer.call('GET', '/score/Emma%20Bell');
  await testServer.call('GET', '/score/history/Fred');
  await testServer.call('GET', '/leaderboard');
  for (const path of ['/', '/healthz', '/readyz', '/metrics']) await testServer.call('GET', path);
}

/** Gets the refusals of all commands and queries that depend on the game's state or its rules. */
export async function unhappyTour(testServer: TestServer, { people }: Store, lostGame: string): Promise<void> {
  const [carl, dora] = [await testServer.guest('Carl'), await testServer.guest('Dora')];
  await people.rename(dora.id as PersonId, 'Dora' as PersonName, { isUnique: true });
  const headers = { authorization: `Bearer ${carl.token}` };
  const named = (name: string) => testServer.call('POST', '/api/guests', { body: { name } });
  const renamed = (name: string) => testServer.call('PATCH', '/api/me', { headers, body: { name } });
  for (const name of ['Dora', 'x']) for (const ask of [named, renamed]) await ask(name);
  await testServer.call('GET', '/api/leaderboard?first=3&last=3');

  const { body } = await carl.post('/api/games', { side: 'white', alias: 'unhappy' });
  await carl.post('/api/games', { alias: 'unhappy' });
  await carl.post('/api/games', { ruleset: 'no-such-rules' });
  const game = `/api/games/${body.game}`;
  await dora.post(`${game}/join`);
  await dora.post(`${game}/join`);
  await dora.post(`${game}/move`, { move: 'e7e5' });
  await carl.post(`${game}/move`, { move: 'e2e5' });
  await carl.post(`${game}/takeback`, { action: 'offer' });
  await carl.post(`${game}/chat`, { text: '\u200b' });
  await carl.post(`${game}/fork`, { ply: 0, alias: 'unhappy' });
  await carl.post(`${game}/claim`, { what: 'draw' });
  await carl.post(`${game}/resign`);
  for (const command of ['configure', 'leave', 'start', 'stop', 'resign', 'abort'])
    await carl.post(`${game}/${command}`);
  await carl.post(`${game}/promote`, { role: 'queen' });
  for (const offer of ['draw', 'rematch']) await carl.post(`${game}/${offer}`, { action: 'accept' });

  const later = await carl.post('/api/games', { configureLater: true });
  await carl.post(`/api/games/${later.body.game}/configure`, { ruleset: 'no-such-rules' });
  await carl.get(`/api/games/${later.body.game}/moves?from=e2`);
  const quantum = await carl.post('/api/games', { ruleset: 'quantum', side: 'both', hotSeat: true });
  await carl.get(`/api/games/${quantum.body.game}/queries/InspectionAtTurn?about=marginals`);

  const lost = `/api/games/${lostGame}`;
  for (const what of ['', '/pgn', '/facts', '/chat', '/moves?from=e2', '/queries/TurnNumber']) {
    await carl.get(`${lost}${what}`);
  }
  await carl.get(`${lost}/queries/InspectionAtTurn?about=marginals`);
  for (const command of ['join', 'leave', 'start', 'stop', 'resign', 'abort', 'configure'])
    await carl.post(`${lost}/${command}`);
  await carl.post(`${lost}/move`, { move: 'e2e4' });
  await carl.post(`${lost}/promote`, { role: 'queen' });
  await carl.post(`${lost}/claim`, { what: 'draw' });
  await carl.post(`${lost}/fork`, { ply: 0 });
  for (const offer of ['draw', 'takeback', 'rematch']) await carl.post(`${lost}/${offer}`, { action: 'offer' });
}

/** Stores a game whose ruleset the server does not have, like a deleted upload. */
export async function gameWithLostRuleset(store: Store): Promise<string> {
  const standard = classicalReferee(rulesetNamed('standard')!) as Referee;
  const { service, anna } = await openTestService(store, { referees: { referee: () => standard } });
  const { game } = unwrap(await service.games.create(anna, { ruleset: 'lost-rules' }));
  await service.close();
  return game;
}
