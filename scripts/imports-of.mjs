import ts from 'typescript';

/** @typedef {{ specifier: string | undefined, line: number }} Import `specifier` is undefined where the name is computed */

/**
 * Lists every module that a file names, for values or for types: `import`, `export … from`, `import()`, `import('x').T`, `require`,
 * `import.meta.resolve`, the module functions of `vi`, `declare module`, `/// <reference>` and, in JavaScript, JSDoc.
 * @param {string} path
 * @param {string} text
 * @returns {Import[]}
 */
export function importsOf(path, text) {
  if (path.endsWith('.svelte'))
    return scriptsOfSvelte(text).flatMap(({ code, line }) => shift(parse('x.ts', code), line));
  return parse(path, text);
}

/**
 * @param {string} path
 * @param {string} text
 * @returns {Import[]}
 */
function parse(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  /** @type {Import[]} */
  const found = [];
  /** @param {number} position */
  const lineAt = (position) => file.getLineAndCharacterOfPosition(position).line + 1;
  for (const { fileName, pos } of file.referencedFiles) {
    found.push({ specifier: fileName.startsWith('.') ? fileName : `./${fileName}`, line: lineAt(pos) });
  }
  for (const { fileName, pos } of file.typeReferenceDirectives) found.push({ specifier: fileName, line: lineAt(pos) });
  visit(file);
  return found;

  /** @param {ts.Node} node */
  function visit(node) {
    const name = moduleSpecifierOf(node);
    if (name !== undefined) {
      found.push({
        specifier: ts.isStringLiteralLike(name) ? name.text : undefined,
        line: lineAt(node.getStart(file)),
      });
    }
    // Unlike `forEachChild`, `getChildren` includes JSDoc comments, which carry types in JavaScript.
    for (const child of node.getChildren(file)) visit(child);
  }
}

/**
 * @param {ts.Node} node
 * @returns {ts.Node | undefined}
 */
function moduleSpecifierOf(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isJSDocImportTag(node)) {
    return node.moduleSpecifier;
  }
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument;
  if (ts.isModuleDeclaration(node))
    return ts.isStringLiteral(node.name) && !node.name.text.includes('*') ? node.name : undefined;
  if (ts.isCallExpression(node) && loadsModule(node.expression)) return node.arguments[0];
  return undefined;
}

/** @param {ts.Expression} callee */
function loadsModule(callee) {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  if (ts.isIdentifier(callee)) return callee.text === 'require';
  if (!ts.isPropertyAccessExpression(callee)) return false;
  const { expression, name } = callee;
  if (ts.isMetaProperty(expression)) return name.text === 'resolve';
  if (!ts.isIdentifier(expression)) return false;
  if (expression.text === 'require') return name.text === 'resolve';
  return (
    expression.text === 'vi' &&
    ['mock', 'doMock', 'unmock', 'doUnmock', 'importActual', 'importMock'].includes(name.text)
  );
}

/**
 * @param {string} text
 * @returns {{ code: string, line: number }[]}
 */
function scriptsOfSvelte(text) {
  return [...text.matchAll(/(<script\b[^>]*>)([\s\S]*?)<\/script>/g)].map(({ index, 1: tag = '', 2: code = '' }) => ({
    code,
    line: text.slice(0, index + tag.length).split('\n').length - 1,
  }));
}

/**
 * @param {Import[]} imports
 * @param {number} lines
 */
function shift(imports, lines) {
  return imports.map(({ specifier, line }) => ({ specifier, line: line + lines }));
}
