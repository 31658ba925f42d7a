import { fileURLToPath } from 'node:url';

/** Where the repository stands: this file is run from its folder by tests, and from `bench/dist` as built. */
const repository = import.meta.url.endsWith('.ts') ? '../..' : '../../..';
const at = (path: string): string => fileURLToPath(new URL(`${repository}/${path}`, import.meta.url));

/** An example's file. */
export const exampleFile = (name: string): string => at(`examples/${name}`);

/** A file of this folder that is no TypeScript. */
export const ownFile = (name: string): string => at(`bench/scripting/${name}`);
