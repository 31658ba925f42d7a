/**
 * What JavaScript code in the host can do: the sources of functions of a bait's fields, `(file, mark, port, name)`,
 * that return a text or a number. Probes of all languages use them once they have found a way to run JavaScript.
 */
const host = (module: string): string => `process.getBuiltinModule('node:${module}')`;
const action = (work: string): string => `((file, mark, port, name) => ${work})`;

export const FORBIDDEN_ACTIONS = {
  readFile: action(`${host('fs')}.readFileSync(file, 'utf8')`),
  writeFile: action(`(${host('fs')}.writeFileSync(mark, ''), 1)`),
  readEnvironment: action('process.env[name]'),
  readKeyboard: action(
    `{ const line = Buffer.alloc(100); return line.toString('utf8', 0, ${host('fs')}.readSync(0, line)); }`,
  ),
  connect: action(`(${host('net')}.connect(port, '127.0.0.1').on('error', () => {}), 1)`),
  fetch: action("(fetch('http://127.0.0.1:' + port).catch(() => {}), 1)"),
  startThread: action(
    `(new (${host('worker_threads')}.Worker)('const { isMainThread, workerData } = require("worker_threads"); if (!isMainThread) require("fs").writeFileSync(workerData, "")', { eval: true, workerData: mark }), 1)`,
  ),
  startProcess: action(
    `(${host('child_process')}.spawnSync(process.execPath, ['-e', 'require("fs").writeFileSync(process.argv[1], "")', mark]), 1)`,
  ),
  shell: action(`(${host('child_process')}.execSync('echo out > ' + mark), 1)`),
  exit: action('process.exit(3)'),
  kill: action("process.kill(process.pid, 'SIGKILL')"),
} as const;
