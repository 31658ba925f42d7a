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

/** Registers all routes of `/api`. A request about a game counts as presence, for clients without a WebSocket. */
export function routes(core: Core) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('preHandler', ({ person, params }, _, done) => {
      const { game } = params as { readonly game?: GameId };
      if (person !== null && game !== undefined) core.live.touch(game, person);
      done();
    });
    for (const addRoutes of ROUTES) addRoutes(app, core);
  };
}

const ROUTES = [
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
