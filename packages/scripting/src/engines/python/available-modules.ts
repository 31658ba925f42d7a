/** The modules of Python's library that scripts can import; there is no file system to load others from. */
export const MODULES: readonly string[] = [
  ...[
    '__future__',
    'abc',
    'array',
    'base64',
    'bisect',
    'calendar',
    'cmath',
    'collections',
    'collections.abc',
    'contextlib',
  ],
  ...[
    'copy',
    'dataclasses',
    'datetime',
    'decimal',
    'enum',
    'fractions',
    'functools',
    'hashlib',
    'heapq',
    'io',
    'itertools',
  ],
  ...[
    'json',
    'math',
    'numbers',
    'operator',
    'pprint',
    'queue',
    'random',
    're',
    'statistics',
    'string',
    'struct',
    'textwrap',
  ],
  ...['time', 'traceback', 'types', 'typing', 'unicodedata', 'uuid', 'warnings', 'weakref', 'zlib'],
];

/**
 * Leaves Python with these modules only. This is for the author's convenience: a forbidden import gives a clear message
 * instead of a lost interpreter. The isolation does not depend on it; the WebAssembly imports provide it.
 */
export const LIMIT_MODULES = `
def _limit_modules():
    import builtins, importlib, os, posix, sys, time, gc
    names = ${JSON.stringify(MODULES)}
    for name in names:
        importlib.import_module(name)

    class Missing:
        def find_spec(self, name, path=None, target=None):
            raise ModuleNotFoundError(f'there is no module {name!r}; scripts may import ' + ', '.join(names), name=name)

    os.environ.clear()
    posix.environ.clear()
    time.sleep = lambda seconds: None
    def no_input(prompt=''):
        raise RuntimeError('scripts cannot use input()')
    builtins.input = no_input
    sys.argv, sys.orig_argv, sys.path, sys.path_hooks = ['rules.py'], [], [], []
    sys.executable = sys._base_executable = ''
    sys.path_importer_cache.clear()
    sys.meta_path[:] = [*sys.meta_path[:2], Missing()]
    for name in ('zipimport', 'tokenize', 'linecache'):
        module = sys.modules.get(name)
        for cache in ('_zip_directory_cache', 'cache'):
            getattr(module, cache, {}).clear()
    gc.collect()
    gc.freeze()

_limit_modules()

def _rehearse():
    import gc, sys
    source = b'def get_starting_state():\\n  return {"possible_moves": [1], "pieces": [{"x": 1}], "additional_data": {}}\\n'
    program = compile_script(source + b'def make_move(pieces, *rest): return get_starting_state()').partition(b'\\n')[2]
    for _ in range(3):
        load_script(b'w' + program)
    del sys.modules['rules']
    gc.collect()
    gc.freeze()

# Specialises the bytecode of the functions that every call uses.
_rehearse()

def _fill_gaps():
    top = max(id(bytes(size)) for size in (10, 1_000, 100_000, 1_000_000))
    kept = None
    for size in [65_000 >> n for n in range(7)] + list(range(480, 0, -16)):
        for _ in range(100_000):
            kept = (kept, bytes(size))
            if id(kept[1]) > top:
                break
    return kept

# Without gaps between older objects, a call writes to few pieces of memory, all close together.
_gaps = _fill_gaps()
__import__('gc').freeze()
del _fill_gaps, _rehearse, _limit_modules, _prelude, compile_script, load_script
del parse_arguments, call_function, write_answer, tell_printed, failed, unwritable
`;
