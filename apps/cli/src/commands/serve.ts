import type { Command } from '../command.js';
import { readOptions } from '../options.js';

export const serve: Command = {
  name: 'serve',
  summary: 'Serve games over HTTP and WebSocket',
  usage: `chessmith serve [--http-host H] [--http-port P] [--data DIR] [--allowed-origins "A;B;"] …

  --http-host H             the address to listen on (default: localhost)
  --http-port P             the port; 0 for any free one (default: 8080)
  --quantum-port P          also serve the Quantum Chess TCP protocol; 0 for any free port (default: off)
  --quantum-host H          the address of that port (default: localhost)
  --quantum-board FILE      the board file of matches created there
  --quantum-connections-per-address N
                            connections per address on that port (default: 128)
  --quantum-cap N           the most boards in superposition of a new game (default: 16384)
  --data DIR                the data folder, or :memory: for none (default: ./data)
  --allowed-origins "A;B;"  origins whose pages may call the API with credentials
  --trust-proxy "A, B"      proxies whose forwarded client addresses are trusted: loopback, 10.0.0.0/8 (default: none)
  --guests-per-minute N     per address: new guests, look-ups of join codes, and new games and look-ups of private games
                            through the Chess Game Service API (default: 120)
  --reads-per-second N      reads per address; a long answer counts as several (default: 1000)
  --max-game-plies N        a game is drawn after this many plies (default: 4000)
  --max-script-game-mb N    megabytes of all answers of a script in one game (default: 8)
  --upload-wait-seconds N   seconds that an upload waits for its check before it is refused (default: 60)
  --waiting-minutes N       cancel a waiting game with a clock when its host has been away this long (default: 10)
  --first-move-seconds N    in games with a clock, time for each side's first move; 0 starts the clocks at once (default: 30)
  --source-url URL          where a modified page offers its source code (default: /source of this server)
  --statistics-service S    HOST[:PORT] to which results are posted (default: none)
  --log-level L             trace, debug, info, warn, error or silent; logs go to the error stream as JSON

Each option has an environment variable, for example CHESSMITH_HTTP_PORT for --http-port; the option takes precedence.
The server prints its address when it is ready. SIGTERM and SIGINT stop it gracefully.

  $ chessmith serve --http-port 8080
  Chessmith listens at http://localhost:8080`,
  async run(args, io) {
    // The server needs native modules and half a second to load; other commands do not.
    const server = await import('@chessmith/server');
    const options = readOptions(args, server.SERVER_FLAGS);
    if (!options.ok) return options.error;
    const configuration = server.readConfiguration(options.value.values, process.env);
    if (!configuration.ok) return { code: 'cli/usage', message: configuration.error.message };
    for (const name of server.unknownVariables(process.env)) {
      await io.err(`chessmith serve: the environment variable ${name} is not a setting and is ignored.\n`);
    }
    return server.serve(configuration.value, io);
  },
};
