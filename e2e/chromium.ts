import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { findProgram, isDebian, isRoot, succeeds } from './programs.js';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The machine's own Chromium, which speaks to nobody but this machine. `hosts` gives names to addresses of it. */
export function openChromium(hosts: { readonly [name: string]: string } = {}): Promise<Browser> {
  const named = Object.entries(hosts).map(([name, address]) => `MAP ${name} ${address}`);
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      // Its sandbox does not work for root, and small containers have a small /dev/shm.
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-dev-shm-usage',
      // Where there is no such thing, drawing as if there were takes the processor longer.
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

/** `CHROMIUM` names one; otherwise it is looked for, and installed where that can be done without asking. */
function findChromium(): string {
  const named = process.env.CHROMIUM;
  if (named !== undefined && existsSync(named)) return named;
  if (named !== undefined) throw new Error(`CHROMIUM is ${named}, and there is no such file.`);
  const found = findProgram(...NAMES) ?? (install() ? findProgram(...NAMES) : undefined);
  if (found !== undefined) return found;
  throw new Error(
    [
      'The tests of the page need Chromium or Chrome, and none was found. Install it:',
      '  Debian:          sudo apt-get install chromium',
      '  Ubuntu:          sudo snap install chromium',
      '  Fedora:          sudo dnf install chromium',
      '  macOS:           brew install --cask chromium',
      'or say where it is: CHROMIUM=/path/to/chrome npm test',
    ].join('\n'),
  );
}

/** Only root on Debian, as in a container of CI, may be helped without a question. */
function install(): boolean {
  if (!isRoot || !isDebian) return false;
  const apt = (...words: string[]) => succeeds('apt-get', words);
  return apt('update') && apt('install', '--yes', '--no-install-recommends', 'chromium');
}
