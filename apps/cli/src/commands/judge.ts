import { type Command, EXIT } from '../command.js';
import { readOptions } from '../options.js';
import { refuse } from '../refuse.js';

/** In characters. The longest start is a superposition of many boards. */
const LONGEST_LINE = 1 << 23;

export const judge: Command = {
  name: 'judge',
  summary: 'Judge games given as JSON lines',
  usage: `chessmith judge [--ruleset FILE] < requests.jsonl

  --ruleset FILE  your own rules (.json, .py, .js, .ts, .pl), for lines without a ruleset

Each input line describes one game and gets one output line:

  {"ruleset", "start"?, "moves": [...], "free"?: true, "seed"?: 0, "chance"?: "first", "trace"?: true}

  ruleset   one of 'chessmith rulesets'
  start     a FEN (in quantum also a QFEN, in quantum-fragments the text of a board file); a board as text ('*' is an empty square, '**' an empty rest of a rank, '** {4}' four empty ranks);
            the number of a Chess960 start; or an object with position, turn, number, unmoved (a list of squares) and
            profile (lichess or fide)
  moves     UCI, SAN or the long form; after a refused move the next one is judged in the same position
  free      either side may move, the end is ignored, and the position may be invalid
  seed      the same seed gives the same random numbers
  chance    "first": every coin takes the first target, every open measurement succeeds
  trace     the output also has "steps", one per move

  {"legal": [true, ...], "refusals": [null, {"code", "message"}, ...], "turn", "fen",
   "pieces": [{"square", "role", "color", "probability"}, ...], "moves": [...], "check", "outcome"}

Quantum chess adds: in quantum "boards" (the most likely 64, each with "squares" and "p"), "states", "splits", "merges" and
in each step "success", the probability of outcome m1 before the move; with free, '.m0' and '.m1' choose the outcome. In
quantum-fragments "splits", "merges" and the 16-bit "wire" value of each piece, with free also "piece" and "real", and
'q E4' measures.

An invalid line gets {"error": {"code", "message"}}, and reading goes on.

  $ echo '{"ruleset":"standard","moves":["e4","e7e6","Ke3"]}' | chessmith judge`,
  async run(args, io) {
    const options = readOptions(args, { ruleset: { type: 'string' } });
    if (!options.ok) return options.error;
    const { ruleset } = options.value.values;
    const { lineJudge } = await import('../judge/line-judge.js');
    const { readRefereeOption } = await import('../referee-option.js');
    const { judgeWithReferee } = await import('../judge/judge-with-referee.js');
    const loaded = ruleset === undefined ? undefined : await readRefereeOption(ruleset);
    if (loaded?.ok === false) return refuse('judge', loaded.error, io);
    const own = loaded?.value;
    const respond = lineJudge(
      LONGEST_LINE,
      own && {
        about: own.referee.about,
        judge: (request) => judgeWithReferee(own.referee, request.start ?? own.usual, request),
      },
    );
    let failures = 0;
    for await (const line of io.lines(LONGEST_LINE)) {
      try {
        await io.out(`${JSON.stringify(await respond(line))}\n`);
      } catch (error) {
        // A bug that one game triggers must not affect the others.
        failures++;
        await io.err(`chessmith judge: ${error instanceof Error ? error.stack : String(error)}\n`);
        await io.out(
          `${JSON.stringify({ error: { code: 'judge/failed', message: 'Internal error while judging this game.' } })}\n`,
        );
      }
    }
    await own?.close?.();
    return failures === 0 ? EXIT.done : EXIT.failed;
  },
};
