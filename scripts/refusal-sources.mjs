/** The sources in which refusals are written, and what both tables of refusals need to read them. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const SOURCES = /^(packages|apps\/(?:server|cli))\/.*src\/.*\.(ts|mts|mjs)$/;
/** Tests, and the compatible Chess Game Service API, which has error names and sentences of its own. */
const LEFT_OUT = /\/testing\/|\.(test|prove)\.ts$|\/src\/chess-game-service\//;
const CODE = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*\/[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The parts of codes before the slash. */
const AREAS = new Set(
  (
    'auth board-text chat cli client command demo fen game json judge move notation people pgn position quantum request rules ' +
    'ruleset rulesets sandbox script server show store'
  ).split(' '),
);
/**
 * The parsed sources of the repository.
 * @param {string} root
 * @returns {readonly ts.SourceFile[]}
 */
export function sourcesOf(root) {
  const listed = spawnSync('git', ['ls-files', '-z', 'packages', 'apps/server', 'apps/cli'], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed.stdout
    .split('\0')
    .filter((path) => SOURCES.test(path) && !LEFT_OUT.test(path))
    .map((file) => ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true));
}

/**
 * Whether a text has the form of a refusal code.
 * @param {string} text
 */
export const isCodeText = (text) => CODE.test(text) && AREAS.has(text.slice(0, text.indexOf('/')));

/**
 * The value of a constant that is declared in a block around this node.
 * @param {string} name
 * @param {ts.Node} from
 * @returns {ts.Expression | undefined}
 */
export function valueOfVariable(name, from) {
  for (let block = from.parent; block !== undefined; block = block.parent) {
    if (!ts.isBlock(block) && !ts.isSourceFile(block)) continue;
    for (const statement of block.statements.filter(ts.isVariableStatement)) {
      const found = statement.declarationList.declarations.find((one) => one.name.getText() === name);
      const value = found?.initializer;
      // Inside its own declaration, a name means something else.
      if (value !== undefined && !(value.pos <= from.pos && from.end <= value.end)) return value;
    }
  }
  return undefined;
}
