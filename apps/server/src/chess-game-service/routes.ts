import { chessGameService } from '@chessmith/protocol';
import type { FastifyInstance } from 'fastify';
import type { Core } from '../core.js';
import { TOO_MANY } from '../http/errors.js';
import { detachRequest } from '../http/sockets.js';
import { checkOrigin } from '../socket/socket.js';
import { receiveMessages } from '../websocket/receive.js';
import { CLOSED, openSender } from '../websocket/send.js';
import { cancelAbandonedGames } from './abandoned.js';
import { answerContractErrors } from './contract-errors.js';
import { rateLimitedFindGame } from './find-game.js';
import { createGameHubs } from './game-hub.js';
import { contractPlayers } from './players.js';
import { gameServiceRoutes } from './rest.js';
import { gameServiceScoreRoutes } from './scores.js';
import { openGameServiceSession } from './session.js';

/** The original's response at `/`. */
export const GREETING = 'Welcome to the Chess Game Service!';
/** Twice the limit of `/api/socket`: each move takes two messages here, and one connection may play both sides. */
const RATE_LIMIT = { burst: 400, perSecond: 100 };

/** The Chess Game Service API at its original paths, over the same games as `/api`. */
export function chessGameServiceRoutes(app: FastifyInstance, core: Core): void {
  const players = contractPlayers(core);
  const abandoned = cancelAbandonedGames(core);
  app.addHook('preClose', async () => abandoned.close());
  const hubs = createGameHubs(core.ticks, abandoned);
  const findGame = rateLimitedFindGame(app, core);
  app.register(async (rest) => {
    answerContractErrors(rest);
    gameServiceRoutes(rest, core, players, findGame);
    gameServiceScoreRoutes(rest, core);
  });

  app.route<{ Params: { gameId: string } }>({
    method: 'GET',
    url: '/game/connect/:gameId/websocket',
    config: { isSocket: true },
    schema: { hide: true },
    onRequest: checkOrigin(core),
    handler: (_request, reply) =>
      reply.code(400).type('text/plain').serializer(String).send('Not a valid websocket request'),
    wsHandler: (socket, request) => {
      const { person, log, raw, ip: address } = request;
      const { gameId } = request.params;
      const stream = detachRequest(socket, raw);
      const sender = openSender(socket, stream, core.backlog);
      const send = (text: string): void => void sender.send(text);
      const opened = findGame(gameId, request).then(async (found) => {
        if (!found.ok) {
          const payload = chessGameService.socketErrorOf(found.error, gameId);
          send(JSON.stringify({ event: { type: 'ServerErrorUpdateEvent', payload } }));
          const isLimited = found.error.code === TOO_MANY.code;
          sender.close(isLimited ? CLOSED.tryLater : CLOSED.policy, isLimited ? 'too many attempts' : 'no such game');
          return undefined;
        }
        const hub = hubs.of(found.value.game);
        const session = openGameServiceSession({
          core,
          players,
          hub,
          gameId,
          person,
          send,
          lagMs: sender.lagMs,
          address,
        });
        socket.on('close', () => session.leave());
        if (socket.readyState === socket.OPEN) await session.subscribe();
        else session.leave();
        return session;
      });
      opened.catch((error) => {
        log.error({ err: error }, 'WebSocket session could not be opened');
        sender.close(CLOSED.tryLater, 'failed');
      });
      // Messages that arrive while the game is being found wait in order.
      const receive = (text: string): void =>
        void opened.then((session) => session?.receive(text)).catch(() => undefined);
      receiveMessages(socket, sender, { clock: core.clock, limits: RATE_LIMIT }, receive);
    },
  });
}
