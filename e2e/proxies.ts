import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { findOrUnpack, isRoot } from './programs.js';

/** The host name in docs/deploy.md. */
export const HOST = 'chess.example.org';

/** A running reverse proxy with TLS on a local port. */
export type ReverseProxy = { readonly port: number; end(): Promise<void> };

type ProxyName = keyof typeof PROXIES;

const DOCUMENT = readFileSync(new URL('../docs/deploy.md', import.meta.url), 'utf8');

/** Writes each proxy's configuration from docs/deploy.md into an empty folder, with local ports and certificates; gives its arguments. */
const PROXIES = {
  nginx: {
    path: 'usr/sbin/nginx',
    write(folder: string, text: string, port: number, server: string) {
      const certificate = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
      const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${HOST}`, ...certificate];
      const made = spawnSync('openssl', words, { encoding: 'utf8' });
      if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.error ?? made.stderr}`);
      const site = replaced(text, [
        ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
        [`/etc/letsencrypt/live/${HOST}/fullchain.pem`, `${folder}/fullchain.pem`],
        [`/etc/letsencrypt/live/${HOST}/privkey.pem`, `${folder}/privkey.pem`],
        ['127.0.0.1:8080', server],
      ]);
      const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      const folders = kept.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n');
      // As root, nginx would switch to a user who cannot write into the folder.
      const user = isRoot ? 'user root;\n' : '';
      const around = `${user}daemon off;\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}`;
      writeFileSync(join(folder, 'nginx.conf'), `${around}\nhttp {\naccess_log off;\n${folders}\n${site}}\n`);
      return ['-e', 'stderr', '-c', join(folder, 'nginx.conf')];
    },
  },
  caddy: {
    path: 'usr/bin/caddy',
    write(folder: string, text: string, port: number, server: string) {
      // By default Caddy requests a public certificate, and redirects plain HTTP to port 443.
      const options = ['admin off', 'local_certs', 'skip_install_trust', 'auto_https disable_redirects'];
      const around = [...options, `https_port ${port}`, `default_bind 127.0.0.1`, `storage file_system ${folder}`];
      const site = replaced(text, [['localhost:8080', server]]);
      writeFileSync(join(folder, 'Caddyfile'), `{\n${around.join('\n')}\n}\n${site}`);
      return ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
    },
  },
} as const;

/** The path of a proxy; undefined if it is neither installed nor can be unpacked. */
export const findProxy = (name: ProxyName): string | undefined =>
  // Visitors use other loopback addresses than the proxy; only Linux has them without setup.
  process.platform === 'linux' ? findOrUnpack(name, PROXIES[name].path) : undefined;

/** Starts a proxy in front of a server, configured as in `docs/deploy.md`. */
export async function startProxy(name: ProxyName, program: string, serverUrl: string): Promise<ReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), `chessmith-${name}-`));
  mkdirSync(join(folder, 'home'));
  const text = new RegExp(`\`\`\`${name}\n(.*?)\`\`\``, 's').exec(DOCUMENT)![1]!;
  const port = await freePort();
  const words = PROXIES[name].write(folder, text, port, new URL(serverUrl).host);
  const child = spawn(program, words, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, HOME: join(folder, 'home') },
  });
  let output = '';
  child.stderr.on('data', (data) => {
    output += data;
  });
  const gone = once(child, 'exit');
  let hasEnded = false;
  gone.then(() => {
    hasEnded = true;
  });
  while (!(await acceptsTls(port))) {
    if (hasEnded) throw new Error(`${name} did not start: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    port,
    async end() {
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true });
    },
  };
}

/** Replaces parts of a text; throws if one of them is missing. */
function replaced(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((so, [from, to]) => {
    if (!so.includes(from)) throw new Error(`docs/deploy.md does not contain: ${from}`);
    return so.replace(from, to);
  }, text);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Whether the port completes a TLS handshake; Caddy listens before it has a certificate. */
function acceptsTls(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, servername: HOST, rejectUnauthorized: false });
    socket
      .on('error', () => resolve(false))
      .on('secureConnect', () => {
        resolve(true);
        socket.destroy();
      });
  });
}
