import { fileURLToPath } from 'node:url';

/** The root of the repository: tests run this file from its folder, the bench from `bench/dist`. */
const repository = import.meta.url.endsWith('.ts') ? '../..' : '../../..';
const at = (path: string): string => fileURLToPath(new URL(`${repository}/${path}`, import.meta.url));

/** The path of an example. */
export const exampleFile = (name: string): string => at(`examples/${name}`);

/** The path of a file in this folder that is not TypeScript. */
export const ownFile = (name: string): string => at(`bench/scripting/${name}`);
