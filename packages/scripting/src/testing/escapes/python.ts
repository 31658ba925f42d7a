import { FORBIDDEN_ACTIONS } from './forbidden-actions.js';
import type { Escapes, Probes } from './ways-out.js';

const probe = (body: string): string =>
  `file, mark, port, name = [args[0][key] for key in ("file", "mark", "port", "name")]\n${body}`;
/** A forbidden action through JavaScript, if there is a way to run it. */
const byRunJs = (action: string): string =>
  probe(`from pyodide.code import run_js\nreturn run_js(${JSON.stringify(action)})(file, mark, port, name)`);
/** Reads the environment through the constructor of a JavaScript object. */
const readBy = 'constructor.constructor("return (name) => process.env[name]")()(name)';

/** Without isolation, a script has all of Pyodide, and folders of the host. */
export const PYTHON_ESCAPES: Escapes = {
  'a file to read': {
    open: probe('return open(file).read()'),
    'its descriptor': probe('import os\nreturn os.read(os.open(file, os.O_RDONLY), 1000).decode()'),
    'the object that all objects come from': probe(
      `for kind in ().__class__.__mro__[1].__subclasses__():
    scope = getattr(getattr(kind, '__init__', None), '__globals__', None)
    if scope and 'sys' in scope:
        return scope['sys'].modules['io'].FileIO(file).readall().decode()`,
    ),
    'the frames of a traceback': probe(
      `try:
    1 / 0
except Exception as error:
    frame = error.__traceback__.tb_frame
    while frame.f_back:
        frame = frame.f_back
    built_in = frame.f_globals['__builtins__']
    return getattr(built_in, 'open', None)(file).read()`,
    ),
    pickle: probe(
      `import pickle
return pickle.loads(b"cbuiltins\\neval\\n(V(lambda f: f.read())(open('" + file.encode() + b"'))\\ntR.")`,
    ),
    'ctypes and the C library': probe(
      `import ctypes
library = ctypes.CDLL(None)
buffer = ctypes.create_string_buffer(1000)
library.read(library.open(file.encode(), 0), buffer, 1000)
return buffer.value.decode()`,
    ),
    'its folder': probe(
      `import os
return [name for name in os.listdir(os.path.dirname(file)) if name == os.path.basename(file)] and open(file).read()`,
    ),
    'the list of users, by its place': probe(`return 'root:' in open('/etc/passwd').read() and open(file).read()`),
    'the file system of pyodide_js': probe('import pyodide_js\nreturn bytes(pyodide_js.FS.readFile(file)).decode()'),
  },
  'a file to write': {
    open: probe("with open(mark, 'w') as out: out.write('out')"),
    'its folder': probe('import os\nos.mkdir(mark)'),
    run_js: byRunJs(FORBIDDEN_ACTIONS.writeFile),
  },
  'the environment': {
    'the process of js': probe('import js\nreturn getattr(js.process.env, name)'),
    'its file': probe("return open('/host-proc/self/environ', 'rb').read().decode()"),
    run_js: byRunJs(FORBIDDEN_ACTIONS.readEnvironment),
  },
  'the language of the host': {
    'the constructor of any JavaScript object': probe(`import pyodide_js\nreturn pyodide_js.${readBy}`),
    'a proxy found by the garbage collector': probe(
      `import gc
gc.unfreeze()
for thing in gc.get_objects():
    for other in [thing, *gc.get_referents(thing)]:
        if 'JsProxy' in [kind.__name__ for kind in type(other).__mro__]:
            try:
                return other.${readBy}
            except Exception:
                pass`,
    ),
    'a module taken from sys.modules': probe(
      `import sys
for key, module in list(sys.modules.items()):
    if 'js' in key:
        try:
            return module.${readBy}
        except Exception:
            pass`,
    ),
    'a format string': probe("import sys\nreturn ('{0[js].process.env.' + name + '}').format(sys.modules)"),
    'the import hook itself': probe(
      "import importlib\nreturn getattr(importlib.import_module('js').globalThis.process.env, name)",
    ),
    'the C interface of Python': probe(
      `import ctypes
ctypes.pythonapi.PyRun_SimpleString(b"import js; found = js.process.env." + name.encode())
import __main__
return __main__.found`,
    ),
  },
  'a module of the host': {
    'a built-in module by js': probe(
      "import js\nreturn js.process.getBuiltinModule('node:fs').readFileSync(file, 'utf8')",
    ),
    run_js: byRunJs(FORBIDDEN_ACTIONS.readFile),
  },
  'the keyboard': {
    'its descriptor': probe('import os\nreturn os.read(0, 100).decode()'),
    run_js: byRunJs(FORBIDDEN_ACTIONS.readKeyboard),
  },
  'the network': {
    'a socket': probe("import socket\nsocket.socket().connect(('127.0.0.1', port))"),
    'fetch by js': probe("import js\njs.fetch(f'http://127.0.0.1:{port}')"),
    run_js: byRunJs(FORBIDDEN_ACTIONS.connect),
  },
  'a thread': { run_js: byRunJs(FORBIDDEN_ACTIONS.startThread) },
  'a process': { run_js: byRunJs(FORBIDDEN_ACTIONS.startProcess) },
  'a shell': {
    'os.system': probe("import os\nos.system('echo out > ' + mark)"),
    'the C library': probe("import ctypes\nctypes.CDLL(None).system(b'echo out > ' + mark.encode())"),
    run_js: byRunJs(FORBIDDEN_ACTIONS.shell),
  },
  'the end of the process': {
    'the process of js': probe('import js\njs.process.exit(3)'),
    run_js: byRunJs(FORBIDDEN_ACTIONS.kill),
  },
};

/** What CPython in WebAssembly lacks, isolated or not. */
export const PYTHON_NOT_THERE: Probes = {
  fork: 'import os\nreturn os.fork()',
  'a subprocess': 'import subprocess\nreturn subprocess.run(["true"]).returncode',
  'a program in its place': 'import os\nreturn os.execv("/bin/true", ["true"])',
  'a thread': 'import threading\nthreading.Thread(target=print).start()\nreturn 1',
  'a low-level thread': 'import _thread\nreturn _thread.start_new_thread(print, ())',
};
