/**
 * Collects every refusal code with the sentences it is sent with, from the sources themselves. A sentence with `{name}` has a value in that
 * place.
 */
import ts from 'typescript';
import { isCodeText, sourcesOf, valueOfVariable } from './refusal-sources.mjs';

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
    if (!isCodeText(code)) return;
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
 * @param {ts.Expression} expression
 * @returns {string}
 */
function nameOf(expression) {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  if (ts.isCallExpression(expression) && expression.arguments[0] !== undefined) return nameOf(expression.arguments[0]);
  return '…';
}
