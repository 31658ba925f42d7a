import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';

export const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** A code block of a document whose first line names a file: the whole file, or a diff for it. */
export type Block = { readonly page: string; readonly kind: string; readonly file: string; readonly text: string };

/** The code blocks of a document whose first line names a file. */
export const blocksIn = (page: string): readonly Block[] =>
  Array.from(
    readFileSync(join(ROOT, page), 'utf8').matchAll(/^```(\w+) (\S+\/\S+)\n([\s\S]*?)^```$/gm),
    ([, kind, file, text]) => ({ page, kind: kind!, file: file!, text: text! }),
  );

/** A copy of the repository in which a test follows the documents step by step. */
export type RepositoryCopy = {
  follow(block: Block): void;
  /** The compiler's errors in these files. */
  typeErrors(files: readonly string[]): readonly string[];
  /** Runs one of the repository's tools in the copy. */
  run(tool: string, ...args: readonly string[]): Promise<{ readonly hasPassed: boolean; readonly output: string }>;
  remove(): void;
};

/** Files that the tools need besides the packages. */
const ROOT_FILES = ['biome.json', 'examples', 'package.json', 'tsconfig.base.json', 'vitest.config.ts'];
/** Linked instead of copied, since the documents do not change them. */
const LINKED = ['node_modules', 'testdata'];
const LEFT_OUT = new Set([...LINKED, 'dist']);

/**
 * Copies these packages into an ignored folder of the repository, where they find the same dependencies. The copied packages import each
 * other, not the originals.
 */
export function copyRepository(packages: readonly string[]): RepositoryCopy {
  const copy = join(ROOT, 'e2e', 'dist', `copy-${process.pid}-${Date.now()}`);
  const scope = join(copy, 'node_modules', '@chessmith');
  mkdirSync(scope, { recursive: true });
  for (const folder of packages) {
    cpSync(join(ROOT, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !LEFT_OUT.has(basename(path)),
    });
    symlinkSync(join('..', '..', folder), join(scope, basename(folder)));
    for (const linked of LINKED) {
      if (existsSync(join(ROOT, folder, linked))) symlinkSync(join(ROOT, folder, linked), join(copy, folder, linked));
    }
  }
  for (const file of ROOT_FILES) cpSync(join(ROOT, file), join(copy, file), { recursive: true });

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
        return { hasPassed: true, output: stdout };
      } catch (error) {
        const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
        return { hasPassed: false, output: `${stdout}\n${stderr}` };
      }
    },
    remove: () => rmSync(copy, { recursive: true, force: true }),
  };
}

/** Checks only these files; errors in the files they import do not count. */
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

/** Applies a diff. Each part between `@@` lines must match exactly one place of the file. */
function edited(text: string, edit: string, file: string): string {
  return edit.split(/^@@\n/m).reduce((now, part) => {
    const lines = part.trimEnd().split('\n');
    const without = (sign: string): string =>
      lines
        .filter((line) => !line.startsWith(sign))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    const [before, after, more] = now.split(without('+'));
    if (after === undefined || more !== undefined)
      throw new Error(`${file} does not contain these lines exactly once:\n${part}`);
    return before + without('-') + after;
  }, text);
}

/** The packages in a folder. */
export const packagesIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`);
