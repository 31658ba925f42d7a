import type { Owner, Sandbox } from './port.js';

/**
 * The same sandbox with all work charged to an owner, who is looked up for each call, because an address may change.
 */
export function ownedBy(sandbox: Sandbox, ownerOf: () => Owner): Sandbox {
  return {
    ...sandbox,
    prepare: (language, source, owner) => sandbox.prepare(language, source, { ...owner, ...ownerOf() }),
    call: (program, call, owner) => sandbox.call(program, call, { ...owner, ...ownerOf() }),
    locate: (program, call, owner) => sandbox.locate(program, call, { ...owner, ...ownerOf() }),
  };
}
