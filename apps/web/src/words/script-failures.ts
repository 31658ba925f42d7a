import { t } from '../messages/page.js';

const FAILURES = {
  'script/syntax': 'failure.syntax',
  'script/raised': 'failure.raised',
  'script/no-function': 'failure.noFunction',
  'script/timeout': 'failure.timeout',
  'script/game-too-large': 'failure.gameTooLarge',
  'script/not-repeatable': 'failure.notRepeatable',
  'script/changed-rules': 'failure.changedRules',
  'script/no-moves-left': 'failure.noMovesLeft',
  'script/not-json': 'failure.shape',
  'script/no-state': 'failure.shape',
  'script/missing-field': 'failure.shape',
  'script/unknown-field': 'failure.shape',
  'script/malformed': 'failure.shape',
  'script/not-whole': 'failure.shape',
  'script/moves-differ': 'failure.shape',
  'script/off-board': 'failure.position',
  'script/two-on-a-square': 'failure.position',
  'script/not-own-piece': 'failure.position',
  'script/drop-on-piece': 'failure.position',
  'script/unknown-status': 'failure.word',
  'script/unknown-color': 'failure.word',
  'script/unknown-piece': 'failure.word',
  'script/kind-twice': 'failure.word',
  'script/out-of-memory': 'failure.size',
  'script/out-of-stack': 'failure.size',
  'script/too-large': 'failure.size',
  'script/too-deep': 'failure.size',
  'script/data-too-large': 'failure.size',
  'script/forbidden': 'failure.forbidden',
  'script/engine-died': 'failure.forbidden',
  'sandbox/busy': 'failure.server',
  'sandbox/overloaded': 'failure.server',
  'sandbox/died': 'failure.server',
  'sandbox/closed': 'failure.server',
} as const;

/** What players read about a script that failed with this code; empty for other codes. */
export const scriptFailure = (code: string): string =>
  code in FAILURES ? t(FAILURES[code as keyof typeof FAILURES]) : '';
