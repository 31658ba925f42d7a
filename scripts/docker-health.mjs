/**
 * `node docker-health.mjs /proc/1/cmdline`: the image's health check. It asks the server where the server listens, so it reads
 * the flags that the server was started with.
 */
import { readFileSync } from 'node:fs';

const words = readFileSync(process.argv[2] ?? '', 'utf8').split('\0');

/** @param {string} flag */
const said = (flag) =>
  words
    .flatMap((word, index) =>
      word === flag ? [words[index + 1]] : word.startsWith(`${flag}=`) ? [word.split('=')[1]] : [],
    )
    .at(-1);

const port = said('--http-port') ?? process.env.CHESSMITH_HTTP_PORT;
const host = said('--http-host') ?? process.env.CHESSMITH_HTTP_HOST ?? 'localhost';
const near = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host);
fetch(`http://${near}:${port}/healthz`).then(
  ({ ok }) => process.exit(ok ? 0 : 1),
  () => process.exit(1),
);
