import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { findProgram, isDebian, isRoot, succeeds } from './programs.js';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Starts the installed Chromium, without access to other machines. `hosts` maps host names to addresses of this machine. */
export function openChromium(hosts: { readonly [name: string]: string } = {}): Promise<Browser> {
  const named = Object.entries(hosts).map(([name, address]) => `MAP ${name} ${address}`);
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      // Chromium's sandbox does not work for root, and containers often have a small /dev/shm.
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-dev-shm-usage',
      // Without a GPU, emulating one costs CPU time.
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-domain-reliability',
      '--disable-sync',
      '--no-first-run',
      `--host-resolver-rules=${[...named, 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1'].join(', ')}`,
    ],
  });
}

/** The program that `CHROMIUM` names, or one on the PATH, or on Debian as root a freshly installed one. */
function findChromium(): string {
  const named = process.env.CHROMIUM;
  if (named !== undefined && existsSync(named)) return named;
  if (named !== undefined) throw new Error(`CHROMIUM is set to ${named}, which does not exist.`);
  const found = findProgram(...NAMES) ?? (install() ? findProgram(...NAMES) : undefined);
  if (found !== undefined) return found;
  throw new Error(
    [
      'The tests of the page need Chromium or Chrome. Install one:',
      '  Debian:          sudo apt-get install chromium',
      '  Ubuntu:          sudo snap install chromium',
      '  Fedora:          sudo dnf install chromium',
      '  macOS:           brew install --cask chromium',
      'or set its path: CHROMIUM=/path/to/chrome npm test',
    ].join('\n'),
  );
}

const APT_INSTALL = 'apt-get update && apt-get install --yes --no-install-recommends chromium';

/** Installs Chromium only for root on Debian, as in a CI container. Several test processes may try it at the same time. */
function install(): boolean {
  if (!isRoot || !isDebian) return false;
  const lock = join(tmpdir(), 'chessmith-apt.lock');
  return succeeds('flock', [lock, 'sh', '-c', `command -v chromium || { ${APT_INSTALL}; }`]);
}
