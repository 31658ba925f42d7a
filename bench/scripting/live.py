"""The peer of scripting/chess: one live Python process without a sandbox.

Usage: live.py SCRIPT FUNCTION CALLS, with a line of JSON arguments per call on standard input, used again and again.
Prints the CPU time of the calls in milliseconds.
"""

import importlib.util
import json
import sys
import time

script, function, calls = sys.argv[1], sys.argv[2], int(sys.argv[3])
spec = importlib.util.spec_from_file_location("rules", script)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
call = getattr(module, function)
requests = sys.stdin.read().splitlines()
for request in requests[:20]:
    call(*json.loads(request))
started = time.process_time()
for n in range(calls):
    json.dumps(call(*json.loads(requests[n % len(requests)])))
print((time.process_time() - started) * 1000)
