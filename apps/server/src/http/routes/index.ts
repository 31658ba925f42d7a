import type { GameId } from '@chessmith/game';
import type { FastifyInstance } from 'fastify';
import { chessGameServiceRoutes } from '../../chess-game-service/routes.js';
import type { Core } from '../../core.js';
import { socketRoutes } from '../../socket/socket.js';
import { chatRoutes } from './chat.js';
import { commandRoutes } from './commands.js';
import { gameRoutes } from './games.js';
import { healthRoutes } from './health.js';
import { peopleRoutes } from './people.js';
import { queryRoutes } from './queries.js';
import { rulesetRoutes } from './rulesets.js';
import { scoreRoutes } from './scores.js';

/** Every route of our own API. Whoever plays by it alone is there as long as they ask for something of their game. */
export function routes(core: Core) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('preHandler', ({ person, params }, _, done) => {
      const { game } = params as { readonly game?: GameId };
      if (person !== null && game !== undefined) core.service.touch(game, person);
      done();
    });
    for (const room of ROOMS) room(app, core);
  };
}

const ROOMS = [
  healthRoutes,
  peopleRoutes,
  scoreRoutes,
  rulesetRoutes,
  gameRoutes,
  commandRoutes,
  queryRoutes,
  chatRoutes,
  socketRoutes,
  chessGameServiceRoutes,
];
