import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { onTestFinished } from 'vitest';

/** Mounts a small tmpfs for one test; undefined if mounting is not allowed. */
export function mountSmallDisk(at: string, bytes: number): { makeReadOnly(): void } | undefined {
  mkdirSync(at, { recursive: true });
  const mount = (options: string) =>
    spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'chessmith-test', at]).status === 0;
  if (!mount(`size=${bytes}`)) return undefined;
  onTestFinished(() => void spawnSync('umount', ['-l', at]));
  return { makeReadOnly: () => void mount(`remount,ro,size=${bytes}`) };
}
