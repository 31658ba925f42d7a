/**
 * Ways out of Python's fence. Each is a function `probe(file, token)` that gives back something it must not be able to
 * know or do: what a file of the host holds, what the host's environment says of TOKEN, or its own `token` as a sign that
 * it got through. Out of an interpreter without a seal every one of them gets out.
 */
export const ESCAPES: { readonly [name: string]: string } = {
  'the module js': `
def probe(file, token):
    import js
    return js.process.env.TOKEN`,
  run_js: `
def probe(file, token):
    from pyodide.code import run_js
    return run_js('process.env.TOKEN')`,
  'pyodide_js and its file system': `
def probe(file, token):
    import pyodide_js
    return bytes(pyodide_js.FS.readFile(file)).decode()`,
  'the constructor of any JavaScript object': `
def probe(file, token):
    import pyodide_js
    return pyodide_js.constructor.constructor('return process.env.TOKEN')()`,
  'a proxy found by the garbage collector': `
def probe(file, token):
    import gc
    gc.unfreeze()
    for thing in gc.get_objects():
        for other in [thing, *gc.get_referents(thing)]:
            if 'JsProxy' in [kind.__name__ for kind in type(other).__mro__]:
                try:
                    return other.constructor.constructor('return process.env.TOKEN')()
                except Exception:
                    pass`,
  'a module taken from sys.modules': `
def probe(file, token):
    import sys
    for name, module in sys.modules.items():
        if 'js' in name:
            try:
                return module.constructor.constructor('return process.env.TOKEN')()
            except Exception:
                pass`,
  'a format string': `
def probe(file, token):
    import sys
    return '{0[js].process.env.TOKEN}'.format(sys.modules)`,
  'the import hook itself': `
def probe(file, token):
    import importlib
    return importlib.import_module('js').globalThis.process.env.TOKEN`,
  'a file': `
def probe(file, token):
    return open(file).read()`,
  'a file by its descriptor': `
def probe(file, token):
    import os
    return os.read(os.open(file, os.O_RDONLY), 1000).decode()`,
  'a file by way of the object that all objects come from': `
def probe(file, token):
    for kind in ().__class__.__mro__[1].__subclasses__():
        scope = getattr(getattr(kind, '__init__', None), '__globals__', None)
        if scope and 'sys' in scope:
            return scope['sys'].modules['io'].FileIO(file).readall().decode()`,
  'a file by way of the frames of a traceback': `
def probe(file, token):
    try:
        1 / 0
    except Exception as error:
        frame = error.__traceback__.tb_frame
        while frame.f_back:
            frame = frame.f_back
        built_in = frame.f_globals['__builtins__']
        return getattr(built_in, 'open', None)(file).read()`,
  'a file that is written': `
def probe(file, token):
    with open(file + '.written', 'w') as out:
        out.write(token)
    return token`,
  'the folder of a file': `
def probe(file, token):
    import os
    return [name for name in os.listdir(os.path.dirname(file)) if name == os.path.basename(file)] and token`,
  'the environment of the process': `
def probe(file, token):
    return open('/host-proc/self/environ', 'rb').read() and token`,
  'the list of users': `
def probe(file, token):
    return 'root:' in open('/etc/passwd').read() and token`,
  pickle: `
def probe(file, token):
    import pickle
    return pickle.loads(b"cbuiltins\\neval\\n(V(lambda f: f.read())(open('" + file.encode() + b"'))\\ntR.")`,
  'ctypes and the C library': `
def probe(file, token):
    import ctypes
    library = ctypes.CDLL(None)
    buffer = ctypes.create_string_buffer(1000)
    library.read(library.open(file.encode(), 0), buffer, 1000)
    return buffer.value.decode()`,
  'ctypes and the C interface of Python': `
def probe(file, token):
    import ctypes
    ctypes.pythonapi.PyRun_SimpleString(b"import js; found = js.process.env.TOKEN")
    import __main__
    return __main__.found`,
  'a socket': `
def probe(file, token):
    import socket
    return socket.socket().fileno() >= 0 and token`,
  'a shell': `
def probe(file, token):
    import os
    return os.system('true') == 0 and token`,
};

/** What must merely fail; CPython in WebAssembly has none of it, sealed or not. */
export const DEAD_ENDS: { readonly [name: string]: string } = {
  fork: 'import os\ndef probe(): return os.fork()',
  'a subprocess': 'import subprocess\ndef probe(): return subprocess.run(["true"])',
  'a thread': 'import threading\ndef probe(): return threading.Thread(target=print).start()',
  'a low-level thread': 'import _thread\ndef probe(): return _thread.start_new_thread(print, ())',
  'the database file': 'def probe(): return open("data/chessmith.sqlite", "rb").read()',
};
