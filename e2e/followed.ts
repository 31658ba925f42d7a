import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';

export const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** A block of a page that is named after a file: the whole file, or what is changed in it. */
export type Block = { readonly page: string; readonly kind: string; readonly file: string; readonly text: string };

/** The blocks of a page whose first line names a file. */
export const blocksIn = (page: string): readonly Block[] =>
  Array.from(
    readFileSync(join(ROOT, page), 'utf8').matchAll(/^```(\w+) (\S+\/\S+)\n([\s\S]*?)^```$/gm),
    ([, kind, file, text]) => ({ page, kind: kind!, file: file!, text: text! }),
  );

/** A copy of the house in which pages are followed to the letter. */
export type Copy = {
  follow(block: Block): void;
  /** What the compiler has to say against these files. */
  typeErrors(files: readonly string[]): readonly string[];
  /** Runs one of the house's tools there; gives what it said and whether it was content. */
  run(tool: string, ...args: readonly string[]): Promise<{ readonly isContent: boolean; readonly said: string }>;
  remove(): void;
};

/** What the tools need beside the rooms. */
const HOUSE_FILES = ['biome.json', 'examples', 'package.json', 'tsconfig.base.json', 'vitest.config.ts'];
/** Nobody changes these, so that they need not be copied. */
const LINKED = ['node_modules', 'testdata'];
const LEFT_OUT = new Set([...LINKED, 'dist']);

/**
 * Copies these rooms. The copy lies below the house, so that it finds the same dependencies where they are, and in a folder
 * that everything else passes over; its rooms find each other and not those of the house.
 */
export function copyRepository(rooms: readonly string[]): Copy {
  const copy = join(ROOT, 'e2e', 'dist', `copy-${process.pid}-${Date.now()}`);
  const doors = join(copy, 'node_modules', '@chessmith');
  mkdirSync(doors, { recursive: true });
  for (const room of rooms) {
    cpSync(join(ROOT, room), join(copy, room), { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
    symlinkSync(join('..', '..', room), join(doors, basename(room)));
    for (const folder of LINKED) {
      if (existsSync(join(ROOT, room, folder))) symlinkSync(join(ROOT, room, folder), join(copy, room, folder));
    }
  }
  for (const file of HOUSE_FILES) cpSync(join(ROOT, file), join(copy, file), { recursive: true });

  return {
    follow({ kind, file, text }) {
      const path = join(copy, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, kind === 'diff' ? edited(readFileSync(path, 'utf8'), text, file) : text);
    },
    typeErrors: (files) => typeErrors(copy, files),
    async run(tool, ...args) {
      const options = { cwd: copy, maxBuffer: 2 ** 26, env: { ...process.env, NO_COLOR: '1' } };
      try {
        const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, tool), ...args], options);
        return { isContent: true, said: stdout };
      } catch (error) {
        const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
        return { isContent: false, said: `${stdout}\n${stderr}` };
      }
    },
    remove: () => rmSync(copy, { recursive: true, force: true }),
  };
}

/** Looks at these files alone; what they import is taken at its word. */
function typeErrors(folder: string, files: readonly string[]): readonly string[] {
  const settings = {
    extends: './tsconfig.base.json',
    compilerOptions: { composite: false, declarationMap: false, noEmit: true, types: ['node'] },
    include: [...files, 'packages/*/src/**/*.d.ts'],
  };
  const { options, fileNames } = ts.parseJsonConfigFileContent(settings, ts.sys, folder);
  const program = ts.createProgram(fileNames, options);
  return files
    .map((file) => program.getSourceFile(join(folder, file)))
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
}

/** Each part of an edit, between lines of `@@`, says lines that stand there once and what they become. */
function edited(text: string, edit: string, file: string): string {
  return edit.split(/^@@\n/m).reduce((now, part) => {
    const lines = part.trimEnd().split('\n');
    const without = (sign: string): string =>
      lines
        .filter((line) => !line.startsWith(sign))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    const [before, after, nothing] = now.split(without('+'));
    if (after === undefined || nothing !== undefined)
      throw new Error(`${file} does not have these lines once:\n${part}`);
    return before + without('-') + after;
  }, text);
}

/** The rooms of a kind that are there. */
export const roomsIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder)).map((room) => `${folder}/${room}`);
