/** How much a script may print in one call, in characters; the rest is dropped. */
const PRINTED = 10_000;

/** A located call is stopped after so many lines of the script; tracing makes them about ten times as slow. */
const WATCHED_LINES = 500_000;

/** How many frames of a traceback are shown from its beginning and from its end. */
const FIRST_FRAMES = 2;
const LAST_FRAMES = 10;

/**
 * The Python side of the engine. Its functions reply with bytes: a line of JSON (what was printed, and the error if
 * there is one), then the result; `call_function` replies with such a line and the answer object. What they need is
 * kept in closures, where scripts do not find it easily. A script that changes it anyway changes only its own answers,
 * until memory is rolled back.
 */
export const PRELUDE = `
def _prelude():
    import gc, json, marshal, random, sys
    from types import FunctionType, ModuleType
    # A script may replace these names later.
    from builtins import BaseException, MemoryError, RecursionError, SyntaxError, TypeError
    from builtins import callable, dict, getattr, int, isinstance, len, list, range, set, str, type

    # The writer implemented in C: the one in Python looks built-ins up by name.
    def writer(markers):
        default, text = json.JSONEncoder().default, json.encoder.c_encode_basestring_ascii
        return json.encoder.c_make_encoder(markers, default, text, None, ':', ',', False, False, False)
    write = writer(None)
    def encode(value):
        return ''.join(write(value, 0))
    decode = json.JSONDecoder().decode
    compiled, run, seed_random = compile, exec, random.seed
    load_code, dump_code, freeze, modules = marshal.loads, marshal.dumps, gc.freeze, sys.modules
    set_trace = sys.settrace
    printed, space, script = [], [${PRINTED}], []

    class Stopped(BaseException):
        pass

    class Printer:
        encoding, errors, closed = 'utf-8', 'strict', False
        def write(self, text):
            if not isinstance(text, str):
                raise TypeError('only text can be printed')
            if space[0] > 0 and text:
                part = str(text[:space[0]])
                space[0] -= len(part)
                printed.append(part)
            return len(text)
        def writelines(self, lines):
            for line in lines:
                self.write(line)
        def flush(self):
            pass
        def isatty(self):
            return False
        def readable(self):
            return False
        def writable(self):
            return True

    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = Printer()
    sys.stdin = sys.__stdin__ = None

    def answer(body, failure=None):
        head = {'printed': ''.join(printed)}
        if failure is not None:
            head['error'] = failure
        return encode(head).encode('ascii', 'replace') + b'\\n' + body

    def described(error):
        name = type(error).__name__
        try:
            text = str(error)
        except BaseException:
            text = ''
        return (f'{name}: {text}' if text else name)[:500]

    def failed(error, code='script/raised', called=None):
        if isinstance(error, MemoryError):
            error.__traceback__ = None
            return answer(b'', {'code': 'script/out-of-memory', 'message': 'The script needs more memory than it may use.'})
        frames, trace = [], error.__traceback__
        while trace is not None:
            at = trace.tb_frame.f_code
            if at.co_filename == 'rules.py':
                frames.append((trace.tb_lineno, at.co_qualname[:100]))
            trace = trace.tb_next
        lines = [f'  rules.py, line {line}, in {name}' for line, name in frames]
        if len(lines) > ${FIRST_FRAMES + LAST_FRAMES}:
            left_out = len(lines) - ${FIRST_FRAMES + LAST_FRAMES}
            lines[${FIRST_FRAMES}:-${LAST_FRAMES}] = [f'  ... {left_out} more ...']
        failure = {'code': 'script/out-of-stack' if isinstance(error, RecursionError) else code, 'message': described(error)}
        if frames:
            failure['line'] = frames[-1][0]
            failure['traceback'] = '\\n'.join(lines)
        elif type(called) is FunctionType:
            # The call never started: the function takes other arguments.
            failure['line'] = called.__code__.co_firstlineno
        return answer(b'', failure)

    def compile_script(request):
        try:
            source = request.decode('utf-8').removeprefix('\\ufeff')
            return answer(dump_code(compiled(source, 'rules.py', 'exec', dont_inherit=True)))
        except SyntaxError as error:
            failure = {'code': 'script/syntax', 'message': f'{type(error).__name__}: {error.msg}'[:500]}
            if error.lineno:
                failure['line'] = error.lineno
            if error.offset and error.offset > 0:
                failure['column'] = error.offset
            return answer(b'', failure)
        except (RecursionError, MemoryError) as error:
            if 'too complex' in str(error) or isinstance(error, RecursionError):
                return answer(b'', {'code': 'script/out-of-stack', 'message': 'The source is nested too deeply to be compiled.'})
            return failed(error)
        except BaseException as error:
            return failed(error, 'script/syntax')

    def load_script(request):
        try:
            module = ModuleType('rules')
            module.__file__ = 'rules.py'
            modules['rules'] = module
            scope, code = module.__dict__, load_code(request[1:])
            seed_random(0)
            run(code, scope)
            script[:] = [scope]
            if request[:1] == b'w':
                names = set(scope)
                warm_up()
                for name in set(scope) - names:
                    del scope[name]
                printed.clear()
                space[0] = ${PRINTED}
                seed_random(0)
                run(code, scope)
            names = [name for name, value in scope.items() if callable(value) and not name.startswith('_')]
            reply = answer(encode(names[:1000]).encode('ascii'))
            printed.clear()
            space[0] = ${PRINTED}
            freeze()
            return reply
        except BaseException as error:
            return failed(error)

    def warm_up():
        """Plays a few moves: CPython specialises its bytecode, and each call starts from that state.
        The script is run again afterwards, so that its globals are as they were."""
        state, turn = ask(b'get_starting_state', []), 'black'
        for n in range(6):
            moves = state.get('possible_moves') or state.get('possible_positions') if isinstance(state, dict) else None
            if not moves or not isinstance(moves, list):
                break
            arguments = [state.get('pieces'), moves[n * 7 % len(moves)], turn, state.get('additional_data')]
            state, turn = ask(b'make_move', arguments), 'white' if turn == 'black' else 'black'

    def ask(name, arguments):
        reply = call_function((b'0 ' + name, arguments))
        return decode(encode(reply[1])) if len(reply) > 1 else None

    def call_function(request):
        function = None
        try:
            head, arguments = request
            seed, *watched, name = head.decode('utf-8').split(' ')
            function = script[0].get(name)
            if not callable(function):
                return (answer(b'', {'code': 'script/no-function', 'message': f'The script has no function {name}.'}),)
            seed_random(int(seed))
            if watched:
                watch()
            result = function(*arguments)
            return (answer(b''), result)
        except BaseException as error:
            return (failed(error, called=function),)

    def watch():
        """Stops the script after so many lines with an exception, whose traceback shows the place."""
        left = ${WATCHED_LINES}
        def trace(frame, event, argument):
            nonlocal left
            if frame.f_code.co_filename != 'rules.py':
                return None
            left -= 1
            if left < 0:
                raise Stopped()
            return trace
        set_trace(trace)

    def unwritable(error):
        if isinstance(error, (RecursionError, MemoryError)):
            return failed(error)
        # Python adds a note per level, the innermost first.
        notes = getattr(error, '__notes__', ())
        path = ''.join([f"[{note.rpartition(' item ')[2]}]"[:60] for note in notes[::-1]][:10])
        advice = '; use lists, dicts, strings, numbers, True, False and None' if isinstance(error, TypeError) else ''
        message = f'The answer cannot be written as JSON{path and " at " + path}: {described(error)}{advice}'[:500]
        return answer(b'', {'code': 'script/not-json', 'message': message})

    # Both are implemented in C. They run no Python except what the script put into its answer, or into them.
    parse_arguments = json.JSONDecoder().scan_once
    write_answer = writer({})

    return compile_script, load_script, parse_arguments, call_function, write_answer, answer, failed, unwritable

compile_script, load_script, parse_arguments, call_function, write_answer, tell_printed, failed, unwritable = _prelude()
`;
