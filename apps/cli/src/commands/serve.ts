import type { Command } from '../command.js';
import { readOptions } from '../options.js';

export const serve: Command = {
  name: 'serve',
  summary: 'Serve games over HTTP and WebSocket',
  usage: `chessmith serve [--http-host H] [--http-port P] [--data DIR] [--allowed-origins "A;B;"] …

  --http-host H             where to listen; localhost unless said otherwise
  --http-port P             8080 unless said otherwise; 0 takes any free port
  --quantum-port P          speak seed 001's binary protocol there too; not unless said, 0 takes any free port
  --quantum-host H          where that port is; localhost unless said otherwise
  --quantum-board FILE      the board file of matches made there
  --quantum-connections-per-address N
                            connections that one address may have there (128)
  --quantum-cap N           the most boards in superposition of a new game (16384)
  --data DIR                the folder that holds everything, ./data unless said otherwise; :memory: for none
  --allowed-origins "A;B;"  pages of these origins may call with their visitors' credentials
  --trust-proxy "A, B"      believe proxies at these addresses (loopback, 10.0.0.0/8) who asks; none unless said
  --guests-per-minute N     new guests, look-ups of join codes, and new games and look-ups of private games by the Chess
                            Game Service API, that one address may ask for in a minute (120)
  --reads-per-second N      reads that one address may ask for in a second; a long answer counts as several (1000)
  --max-game-plies N        plies after which a game is drawn (4000)
  --max-script-game-mb N    megabytes that the answers of a script in one game may have together (8)
  --waiting-minutes N       cancel a waiting game with a clock when its host has been gone for so long (10)
  --first-move-seconds N    how long each side's first move is free in games with a clock; 0 runs clocks from the start (30)
  --source-url URL          where the source code of the page is offered, for a changed page; /source of this server by default
  --statistics-service S    HOST[:PORT] to which results are posted; none unless said
  --log-level L             trace, debug, info, warn, error or silent; logs go to the error stream as JSON

Each can be set in the environment too: CHESSMITH_HTTP_PORT for --http-port. A flag goes before.
Prints its address when it is ready; SIGTERM and SIGINT stop it gracefully.

  $ chessmith serve --http-port 8080
  Chessmith listens at http://localhost:8080`,
  async run(args, io) {
    // The server needs native modules and half a second to load; nothing else here does.
    const server = await import('@chessmith/server');
    const options = readOptions(args, server.SERVER_FLAGS);
    if (!options.ok) return options.error;
    const configuration = server.readConfiguration(options.value.values, process.env);
    if (!configuration.ok) return { code: 'cli/usage', message: configuration.error.message };
    for (const name of server.unknownVariables(process.env)) {
      await io.err(`chessmith serve: ${name} is in the environment, but is no setting; it changes nothing.\n`);
    }
    return server.serve(configuration.value, io);
  },
};
