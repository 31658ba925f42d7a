import binaryen from 'binaryen';

/** A function as binaryen decodes it. */
export type ListedFunction = {
  readonly name: string;
  readonly signature: string;
  /** The types of its parameters and local variables. */
  readonly locals: readonly string[];
  /** Its instructions in the order in which they run, with the blocks around them. */
  readonly code: readonly string[];
};

/** A module as binaryen decodes it; all numbers of types are replaced by the types. */
export type ListedModule = {
  readonly isValid: boolean;
  /** Imports, globals, memory, table, data, exports and the start function, one line each. */
  readonly declarations: readonly string[];
  readonly functions: Iterable<ListedFunction>;
};

/** Decodes a WebAssembly module with binaryen, which shares no code with this package. */
export function listModule(binary: Uint8Array): ListedModule {
  const module = binaryen.readBinary(binary);
  module.setFeatures(binaryen.Features.All);
  const isValid = module.validate() === 1;
  const text = module.emitText();
  module.dispose();
  const types = new Map<string, string>();
  const withTypes = (line: string): string =>
    line.includes('(type ') ? line.replace(TYPE_USE, (_, name: string) => types.get(name) ?? name) : line;
  const declarations: string[] = [];
  for (const line of linesOf(text)) {
    const [, name, type] = TYPE.exec(line) ?? [];
    if (name !== undefined) types.set(name, type!);
    else if (line.startsWith(' (') && line[2] !== ' ' && !line.startsWith(FUNCTION)) declarations.push(withTypes(line));
  }
  return { isValid, declarations, functions: { [Symbol.iterator]: () => functionsIn(text, withTypes) } };
}

const FUNCTION = ' (func ';
const FUNCTION_END = ' )';
const TYPE = /^ \(type (\$\S+) \((.*)\)\)$/;
const TYPE_USE = /\(type (\$\w+)\)/g;
/** Binaryen decodes to a tree; it adds these where values wait on the stack while other instructions run. */
const ADDED_BY_BINARYEN = /^(?:local\.\w+ \$scratch|(?:end of )?block(?: \(result [^)]*\))?$)/;

function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    yield text.slice(from, to);
    from = to + 1;
  }
}

function* functionsIn(text: string, withTypes: (line: string) => string): Generator<ListedFunction> {
  let lines: string[] | undefined;
  for (const line of linesOf(text)) {
    if (line.startsWith(FUNCTION)) lines = [];
    if (line === FUNCTION_END && lines !== undefined) {
      yield functionOf(lines, withTypes);
      lines = undefined;
    } else if (lines !== undefined && isOneLine(line) && line.startsWith(FUNCTION)) {
      yield functionOf([line.slice(0, -1)], withTypes);
      lines = undefined;
    } else lines?.push(line);
  }
}

function functionOf([head, ...body]: readonly string[], withTypes: (line: string) => string): ListedFunction {
  const [, name, signature] = /^ \(func (\$\S+) ?(.*)$/.exec(withTypes(head!))!;
  const parameters = [...signature!.matchAll(/\(param \$\d+ (\w+)\)/g)].map(([, type]) => type!);
  const locals = body.flatMap((line) => /^ {2}\(local \$\d+ (\w+)\)$/.exec(line)?.[1] ?? []);
  const code = body.filter((line) => !line.startsWith('  (local $'));
  return {
    name: name!,
    signature: signature!,
    locals: [...parameters, ...locals],
    code: inOrder(code)
      .filter((one) => !ADDED_BY_BINARYEN.test(one))
      .map(withTypes),
  };
}

/** From nested expressions to instructions in the order in which they run: operands come first, blocks begin and end. */
function inOrder(lines: readonly string[]): readonly string[] {
  const code: string[] = [];
  const open: string[] = [];
  for (const line of lines) {
    const part = line.trimStart();
    if (part === ')') {
      const closed = open.pop()!;
      if (!PARTS.test(closed)) code.push(BLOCKS.test(closed) ? `end of ${closed}` : closed);
    } else if (isOneLine(part)) code.push(part.slice(1, -1));
    else {
      const opened = part.slice(1);
      open.push(opened);
      if (PARTS.test(opened) || /^(?:block|loop|try)\b/.test(opened)) code.push(opened);
    }
  }
  return code;
}

const BLOCKS = /^(?:block|loop|if|try)\b/;
const PARTS = /^(?:then|else|do|catch|catch_all)\b/;

function isOneLine(line: string): boolean {
  let depth = 0;
  for (let i = 0; i < line.length; i++) {
    const code = line.charCodeAt(i);
    if (code === 40) depth++;
    else if (code === 41) depth--;
  }
  return depth === 0;
}
