/** Finds refusals whose sentence has values that are not among their facts. */
import ts from 'typescript';
import { isCodeText, sourcesOf, valueOfVariable } from './refusal-sources.mjs';

/** The command line prints its sentences itself. */
const WORDED_ELSEWHERE = /^apps\/cli\//;

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
const isCode = (node) => ts.isStringLiteral(node) && isCodeText(node.text);

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
