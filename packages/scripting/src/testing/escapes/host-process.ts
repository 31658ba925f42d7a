/** A process with one engine in it, fenced in by nothing but its seal: each message is a script, each answer what it said. */
import type { Language } from '../../language.js';
import type { Order, Reply } from './host.js';
import { engines, type SealState } from './open-engine.js';

const [language, seal, folder] = process.argv.slice(2) as [Language, SealState, string];
const open = await engines(language, seal, folder);
let engine = await open();

process.on('message', async ({ source, name, args }: Order) => {
  const program = engine.compile(source);
  const loaded = program.ok ? engine.load(program.value) : program;
  const answer = loaded.ok ? engine.call(name, args, 1) : loaded;
  const reply: Reply = answer.ok
    ? { code: 'ok', text: answer.value }
    : { code: answer.fault.code, text: answer.fault.message };
  if (!answer.ok && answer.fault.fatal) engine = await open();
  process.send!(reply);
});
process.send!('ready');
