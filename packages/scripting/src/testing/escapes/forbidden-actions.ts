/**
 * What anybody can do who runs JavaScript in the host: the texts of functions of a bait's fields, `(file, mark, port,
 * name)`, that give back a text or a number. Probes of all languages use them once they have found a way to say so.
 */
const host = (module: string): string => `process.getBuiltinModule('node:${module}')`;
const deed = (work: string): string => `((file, mark, port, name) => ${work})`;

export const FORBIDDEN_ACTIONS = {
  readFile: deed(`${host('fs')}.readFileSync(file, 'utf8')`),
  writeFile: deed(`(${host('fs')}.writeFileSync(mark, ''), 1)`),
  readEnvironment: deed('process.env[name]'),
  readKeyboard: deed(
    `{ const line = Buffer.alloc(100); return line.toString('utf8', 0, ${host('fs')}.readSync(0, line)); }`,
  ),
  connect: deed(`(${host('net')}.connect(port, '127.0.0.1').on('error', () => {}), 1)`),
  fetch: deed("(fetch('http://127.0.0.1:' + port).catch(() => {}), 1)"),
  startThread: deed(
    `(new (${host('worker_threads')}.Worker)('const { isMainThread, workerData } = require("worker_threads"); if (!isMainThread) require("fs").writeFileSync(workerData, "")', { eval: true, workerData: mark }), 1)`,
  ),
  startProcess: deed(
    `(${host('child_process')}.spawnSync(process.execPath, ['-e', 'require("fs").writeFileSync(process.argv[1], "")', mark]), 1)`,
  ),
  shell: deed(`(${host('child_process')}.execSync('echo out > ' + mark), 1)`),
  exit: deed('process.exit(3)'),
  kill: deed("process.kill(process.pid, 'SIGKILL')"),
} as const;
