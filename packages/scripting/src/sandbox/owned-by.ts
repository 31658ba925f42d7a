import type { Owner, Sandbox } from './port.js';

/** The same sandbox, in which all work counts as that of an owner; asked each time, since an address may change. */
export function ownedBy(sandbox: Sandbox, owner: () => Owner): Sandbox {
  return {
    ...sandbox,
    prepare: (language, source, errand) => sandbox.prepare(language, source, { ...errand, ...owner() }),
    call: (program, call, errand) => sandbox.call(program, call, { ...errand, ...owner() }),
    locate: (program, call, errand) => sandbox.locate(program, call, { ...errand, ...owner() }),
  };
}
