/**
 * `node docker-health.mjs /proc/1/cmdline`: the image's health check. It reads the server's flags from that file to find the host and
 * port, and exits with 0 if `/healthz` answers 2xx.
 */
import { readFileSync } from 'node:fs';

const args = readFileSync(process.argv[2] ?? '', 'utf8').split('\0');

/** @param {string} flag */
const valueOfFlag = (flag) =>
  args
    .flatMap((arg, index) => (arg === flag ? [args[index + 1]] : arg.startsWith(`${flag}=`) ? [arg.split('=')[1]] : []))
    .at(-1);

const port = valueOfFlag('--http-port') ?? process.env.CHESSMITH_HTTP_PORT;
const host = valueOfFlag('--http-host') ?? process.env.CHESSMITH_HTTP_HOST ?? 'localhost';
const address = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host);
fetch(`http://${address}:${port}/healthz`).then(
  ({ ok }) => process.exit(ok ? 0 : 1),
  () => process.exit(1),
);
