import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const isRoot = process.getuid?.() === 0;

/** The machine's own Chromium, which speaks to nobody but this machine. */
export function openChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      // Its sandbox does not work for root, and small containers have a small /dev/shm.
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-domain-reliability',
      '--disable-sync',
      '--no-first-run',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
}

/** `CHROMIUM` names one; otherwise it is looked for, and installed where that can be done without asking. */
function findChromium(): string {
  const named = process.env.CHROMIUM;
  if (named !== undefined && existsSync(named)) return named;
  if (named !== undefined) throw new Error(`CHROMIUM is ${named}, and there is no such file.`);
  const found = inPath(NAMES) ?? (install() ? inPath(NAMES) : undefined);
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

function inPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file));
}

/** Only root on Debian, as in a container of CI, may be helped without a question. */
function install(): boolean {
  if (!isRoot || !existsSync('/etc/debian_version')) return false;
  const apt = (...words: string[]) => spawnSync('apt-get', words, { stdio: 'ignore' }).status === 0;
  return apt('update') && apt('install', '--yes', '--no-install-recommends', 'chromium');
}
