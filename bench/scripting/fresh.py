"""The peer of scripting/call: a new Python process for each call, which reads one line of JSON and writes one.

Usage: fresh.py SCRIPT FUNCTION CALLS, with the arguments as JSON on standard input. Prints the CPU time of all calls
in milliseconds.
"""

import json
import resource
import subprocess
import sys

ONE_CALL = """
import importlib.util, json, resource, sys
request = json.loads(sys.stdin.readline())
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
spec = importlib.util.spec_from_file_location("rules", request["script"])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
print(json.dumps({"status": True, "result": getattr(module, request["function"])(*request["args"])}))
"""

script, function, calls = sys.argv[1], sys.argv[2], int(sys.argv[3])
request = json.dumps({"script": script, "function": function, "args": json.load(sys.stdin)})
before = resource.getrusage(resource.RUSAGE_CHILDREN)
for _ in range(calls):
    done = subprocess.run([sys.executable, "-B", "-c", ONE_CALL], input=request + "\n", capture_output=True, text=True)
    assert json.loads(done.stdout)["status"]
after = resource.getrusage(resource.RUSAGE_CHILDREN)
print((after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000)
