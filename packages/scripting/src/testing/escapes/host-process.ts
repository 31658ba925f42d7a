/**
 * A process with one engine in it and no isolation but the interpreter's own: each message is a script, each answer
 * what it returned.
 */
import type { Language } from '../../language.js';
import type { Order, Reply } from './host.js';
import { engines, type IsolationState } from './open-engine.js';

const [language, isolation, folder] = process.argv.slice(2) as [Language, IsolationState, string];
const open = await engines(language, isolation, folder);
let engine = await open();

process.on('message', async ({ source, name, args }: Order) => {
  const program = engine.compile(source);
  const loaded = program.ok ? engine.load(program.value) : program;
  const answer = loaded.ok ? engine.call(name, args, 1) : loaded;
  const reply: Reply = answer.ok
    ? { code: 'ok', text: answer.value }
    : { code: answer.error.code, text: answer.error.message };
  if (!answer.ok && answer.error.fatal) engine = await open();
  process.send!(reply);
});
process.send!('ready');
