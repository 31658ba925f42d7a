/**
 * Collects every refusal code with the sentences it is sent with, from the sources themselves. A sentence with `{name}` has a value in that
 * place.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const SOURCES = /^(packages|apps\/(?:server|cli))\/.*src\/.*\.(ts|mts|mjs)$/;
/** Tests, and the words of a compatible contract. */
const LEFT_OUT = /\/testing\/|\.(test|prove)\.ts$|^packages\/protocol\/src\/chess-game-service\//;
/** The command line prints its sentences itself, and the compatible contract has sentences of its own. */
const WORDED_ELSEWHERE = /^apps\/(?:cli|server\/src\/chess-game-service)\//;
const CODE = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*\/[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The parts of codes before the slash. */
const AREAS = new Set(
  (
    'auth board-text chat cli client command demo fen game json judge move notation people pgn position quantum request rules ' +
    'ruleset rulesets sandbox script server show store'
  ).split(' '),
);
/** Refusals that the Quantum Chess TCP protocol words; their codes are these names in the area `quantum`. */
const OBJECTIONS = 'packages/quantum/src/fragments/objection-texts.ts';

/**
 * The sentences of each code, sorted by code.
 * @param {string} root
 * @returns {Map<string, readonly string[]>}
 */
export function collectErrorCodes(root) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  /** @param {string} code @param {string | undefined} sentence */
  const note = (code, sentence) => {
    if (!CODE.test(code) || !AREAS.has(code.slice(0, code.indexOf('/')))) return;
    const sentences = found.get(code) ?? new Set();
    if (sentence !== undefined) sentences.add(sentence);
    found.set(code, sentences);
  };
  for (const source of sourcesOf(root)) {
    visit(source, source.fileName === OBJECTIONS ? (name, sentence) => note(`quantum/${name}`, sentence) : note);
  }
  const sorted = [...found].sort(([one], [other]) => (one < other ? -1 : 1));
  return new Map(sorted.map(([code, sentences]) => [code, [...sentences]]));
}

/**
 * The refusals with fewer facts than their sentence has values, as `file: code`. Such a sentence cannot be worded in another language.
 * @param {string} root
 * @returns {readonly string[]}
 */
export function refusalsWithoutFacts(root) {
  const sources = sourcesOf(root).filter(({ fileName }) => !WORDED_ELSEWHERE.test(fileName));
  return sources.flatMap((source) => {
    /** @type {string[]} */
    const found = [];
    /** @param {ts.Node} node */
    const look = (node) => {
      const code = codeWithoutFacts(node);
      if (code !== undefined) found.push(`${source.fileName}: ${code}`);
      node.forEachChild(look);
    };
    look(source);
    return found;
  });
}

/**
 * @param {string} root
 * @returns {readonly ts.SourceFile[]}
 */
function sourcesOf(root) {
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
 * The code of a refusal with fewer facts than its sentence has values: of a call with a code and a sentence, or of an object with both.
 * @param {ts.Node} node
 * @returns {string | undefined}
 */
function codeWithoutFacts(node) {
  const [code, sentence, facts] = partsOf(node);
  if (code === undefined || sentence === undefined || valuesIn(sentence) <= factsIn(facts)) return undefined;
  // Where neither is written here, both are passed on.
  return isCode(code) || hasTemplate(sentence) ? code.getText().replaceAll("'", '') : undefined;
}

/**
 * Code, sentence and facts of a refusal.
 * @param {ts.Node} node
 * @returns {readonly (ts.Expression | undefined)[]}
 */
function partsOf(node) {
  if (ts.isCallExpression(node)) {
    const at = node.expression.getText() === 'refusal' ? 0 : node.arguments.findIndex(isCode);
    return at < 0 ? [] : node.arguments.slice(at, at + 3);
  }
  if (!ts.isObjectLiteralExpression(node)) return [];
  return ['code', 'message', 'facts'].map((name) => {
    const found = node.properties.find((property) => property.name?.getText() === name);
    if (found === undefined) return undefined;
    return ts.isPropertyAssignment(found)
      ? found.initializer
      : ts.isShorthandPropertyAssignment(found)
        ? found.name
        : undefined;
  });
}

/**
 * How many different values a sentence has; at least one if its text is not written here.
 * @param {ts.Expression} sentence
 * @returns {number}
 */
function valuesIn(sentence) {
  if (isFixed(sentence)) return 0;
  return Math.max(
    1,
    new Set(templatesIn(sentence).flatMap((one) => one.templateSpans.map((span) => span.expression.getText()))).size,
  );
}

/** @param {ts.Expression} sentence */
const hasTemplate = (sentence) => templatesIn(sentence).length > 0;

/**
 * The templates that a sentence is made of.
 * @param {ts.Node} node
 * @returns {readonly ts.TemplateExpression[]}
 */
function templatesIn(node) {
  if (ts.isTemplateExpression(node)) return [node];
  return partsOfText(node).flatMap(templatesIn);
}

/**
 * The expressions that a text is chosen or made from.
 * @param {ts.Node} node
 * @returns {readonly ts.Expression[]}
 */
function partsOfText(node) {
  if (ts.isParenthesizedExpression(node)) return [node.expression];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
  if (ts.isBinaryExpression(node)) return [node.left, node.right];
  if (ts.isElementAccessExpression(node) || ts.isPropertyAccessExpression(node)) return [node.expression];
  if (ts.isCallExpression(node)) return node.arguments;
  const value = ts.isIdentifier(node) ? valueOfVariable(node.text, node) : undefined;
  return value === undefined ? [] : [value];
}

/**
 * How many facts there are; any number where they come from elsewhere.
 * @param {ts.Expression | undefined} facts
 * @returns {number}
 */
function factsIn(facts) {
  if (facts === undefined || ts.isFunctionLike(facts)) return 0;
  if (ts.isIdentifier(facts)) {
    const value = valueOfVariable(facts.text, facts);
    if (value !== undefined) return factsIn(value);
  }
  if (!ts.isObjectLiteralExpression(facts)) return Number.POSITIVE_INFINITY;
  return facts.properties.reduce(
    (sum, property) => sum + (ts.isSpreadAssignment(property) ? factsIn(property.expression) : 1),
    0,
  );
}

/** @param {ts.Node} node */
const isCode = (node) =>
  ts.isStringLiteral(node) && CODE.test(node.text) && AREAS.has(node.text.slice(0, node.text.indexOf('/')));

/**
 * Whether a sentence is the same each time.
 * @param {ts.Node} node
 * @returns {boolean}
 */
function isFixed(node) {
  if (ts.isStringLiteralLike(node)) return true;
  const parts = partsOfText(node);
  return parts.length > 0 ? parts.every(isFixed) : ts.isIdentifier(node) && /^[A-Z][A-Z_]*$/.test(node.text);
}

/**
 * @param {ts.Node} node
 * @param {(code: string, sentence: string | undefined) => void} note
 */
function visit(node, note) {
  if (ts.isStringLiteral(node)) note(node.text, sentenceBeside(node));
  node.forEachChild((child) => visit(child, note));
}

/**
 * The sentence that stands with a code: the next argument of a call, the `message` of an object, or the value of a table.
 * @param {ts.StringLiteral} code
 * @returns {string | undefined}
 */
function sentenceBeside(code) {
  const { parent } = code;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
    const given = [...(parent.arguments ?? [])];
    return firstTextIn(given.slice(given.indexOf(code) + 1));
  }
  if (ts.isArrayLiteralExpression(parent)) {
    const next = parent.elements[parent.elements.indexOf(code) + 1];
    return next && textIn(next);
  }
  if (ts.isPropertyAssignment(parent)) {
    if (parent.name === code) return textIn(parent.initializer);
    const message = parent.parent.properties.find((property) => property.name?.getText() === 'message');
    if (message === undefined) return undefined;
    return ts.isPropertyAssignment(message) ? textIn(message.initializer) : textOfVariable('message', message);
  }
  return undefined;
}

/**
 * @param {readonly ts.Node[]} nodes
 * @returns {string | undefined}
 */
function firstTextIn(nodes) {
  for (const node of nodes) {
    const text = textIn(node);
    if (text !== undefined) return text;
  }
  return undefined;
}

/**
 * The first sentence in an expression, with the names of its parameters in braces.
 * @param {ts.Node} node
 * @returns {string | undefined}
 */
function textIn(node) {
  if (ts.isIdentifier(node)) return textOfVariable(node.text, node);
  if (ts.isStringLiteralLike(node)) return isSentence(node.text) ? node.text : undefined;
  if (ts.isTemplateExpression(node)) {
    const text =
      node.head.text + node.templateSpans.map((span) => `{${nameOf(span.expression)}}${span.literal.text}`).join('');
    if (isSentence(text)) return text;
  }
  return ts.forEachChild(node, (child) => (ts.isIdentifier(child) ? undefined : textIn(child)));
}

/** @param {string} text */
const isSentence = (text) => /\S \S/.test(text);

/**
 * @param {string} name
 * @param {ts.Node} from
 * @returns {string | undefined}
 */
function textOfVariable(name, from) {
  const value = valueOfVariable(name, from);
  return value && textIn(value);
}

/**
 * The value of a constant that is declared in a block around this node.
 * @param {string} name
 * @param {ts.Node} from
 * @returns {ts.Expression | undefined}
 */
function valueOfVariable(name, from) {
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

/**
 * @param {ts.Expression} expression
 * @returns {string}
 */
function nameOf(expression) {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  if (ts.isCallExpression(expression) && expression.arguments[0] !== undefined) return nameOf(expression.arguments[0]);
  return '…';
}
