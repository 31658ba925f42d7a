/** The modules of Python's library that rules can import; there is no file system to find others in. */
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
 * Leaves Python with the modules above and nothing of the world it was started in. This is comfort, so that an author
 * reads "there is no such module" instead of losing an interpreter: the wall is the imports.
 */
export const FURNISH = `
def _furnish():
    import builtins, importlib, os, posix, sys, time, gc
    names = ${JSON.stringify(MODULES)}
    for name in names:
        importlib.import_module(name)

    class Missing:
        def find_spec(self, name, path=None, target=None):
            raise ModuleNotFoundError(f'there is no module {name!r} here; rules may import ' + ', '.join(names), name=name)

    os.environ.clear()
    posix.environ.clear()
    time.sleep = lambda seconds: None
    def nobody(prompt=''):
        raise RuntimeError('there is nobody to ask: rules cannot use input()')
    builtins.input = nobody
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

_furnish()

def _rehearse():
    import gc, sys
    source = b'def get_starting_state():\\n  return {"possible_moves": [1], "pieces": [{"x": 1}], "additional_data": {}}\\n'
    program = compile_script(source + b'def make_move(pieces, *rest): return get_starting_state()').partition(b'\\n')[2]
    for _ in range(3):
        load_script(b'w' + program)
    del sys.modules['rules']
    gc.collect()
    gc.freeze()

# What every call goes through is adapted once for all.
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

# A call that finds no gaps between older things writes to few places, all of them close together.
_gaps = _fill_gaps()
__import__('gc').freeze()
del _fill_gaps, _rehearse, _furnish, _prelude, compile_script, load_script
del parse_arguments, call_function, write_answer, tell_printed, failed, unwritable
`;
