/**
 * Lets Node start a thread or a process from the sources of this package, so that tests need no build and never run an
 * outdated one: `node --import …/from-source.mjs …/process.ts`. Sucrase removes the types, as it does for scripts.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

if (isMainThread || !import.meta.url.endsWith('#hooks')) register(`${import.meta.url}#hooks`);

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, next) {
  if (specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.endsWith('.ts')) {
    const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(fileURLToPath(source))) return { url: source.href, shortCircuit: true, format: 'module' };
  }
  return next(specifier, context);
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { transform } = await import('sucrase');
  const text = await readFile(fileURLToPath(url), 'utf8');
  const { code } = transform(text, { transforms: ['typescript'], disableESTransforms: true, keepUnusedImports: true });
  return { format: 'module', source: code, shortCircuit: true };
}
