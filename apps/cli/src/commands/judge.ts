import { type Command, EXIT } from '../command.js';
import { readOptions } from '../options.js';
import { refuse } from '../refuse.js';

/** In characters. A superposition of many boards is the longest start there is. */
const LONGEST_LINE = 1 << 23;

export const judge: Command = {
  name: 'judge',
  summary: 'Judge games that arrive as lines of JSON',
  usage: `chessmith judge [--ruleset FILE] < questions.jsonl

  --ruleset FILE  rules of your own (.json, .py, .js, .ts, .pl), for lines that name no ruleset

Each line asks about one game, and is answered with one line:

  {"ruleset", "start"?, "moves": [...], "free"?: true, "seed"?: 0, "chance"?: "first", "trace"?: true}

  ruleset   one of 'chessmith rulesets'
  start     a FEN (in quantum also a QFEN, in quantum-fragments the text of a board file); a board as text ('*' is an empty square, '**' an empty rest of a rank, '** {4}' four empty ranks);
            the number of a Chess960 start; or an object with position, turn, number, unmoved (a list of squares) and
            profile (lichess or fide)
  moves     UCI, SAN or the long form; a refused move changes nothing, and the next one is judged
  free      either side may move, the end is ignored, and the position need not make sense
  seed      where chance decides, the same seed brings the same game
  chance    "first": every coin chooses the first target, every open measurement succeeds
  trace     the answer also has "steps", one for each move

  {"legal": [true, ...], "refusals": [null, {"code", "message"}, ...], "turn", "fen",
   "pieces": [{"square", "role", "color", "probability"}, ...], "moves": [...], "check", "outcome"}

Quantum chess adds: in quantum "boards" (the most likely 64, each with "squares" and "p"), "states", "splits", "merges" and
in each step "success", the probability of outcome m1 before the move; with free, '.m0' and '.m1' choose the outcome. In
quantum-fragments "splits", "merges" and the 16-bit "wire" value of each piece, with free also "piece" and "real", and
'q E4' measures.

A line that cannot be read is answered with {"error": {"code", "message"}}, and reading goes on.

  $ echo '{"ruleset":"standard","moves":["e4","e7e6","Ke3"]}' | chessmith judge`,
  async run(args, io) {
    const options = readOptions(args, { ruleset: { type: 'string' } });
    if (!options.ok) return options.error;
    const { ruleset } = options.value.values;
    const { answerTo } = await import('../judge/answer-to.js');
    const { readRefereeOption } = await import('../referee-option.js');
    const { askReferee } = await import('../judge/ask-referee.js');
    const seat = ruleset === undefined ? undefined : await readRefereeOption(ruleset);
    if (seat?.ok === false) return refuse('judge', seat.error, io);
    const own = seat?.value;
    const answer = answerTo(
      LONGEST_LINE,
      own && {
        about: own.referee.about,
        judge: (question) => askReferee(own.referee, question.start ?? own.usual, question),
      },
    );
    let failures = 0;
    for await (const line of io.lines(LONGEST_LINE)) {
      try {
        await io.out(`${JSON.stringify(await answer(line))}\n`);
      } catch (error) {
        // A mistake of ours about one game must not cost the others their answer.
        failures++;
        await io.err(`chessmith judge: ${error instanceof Error ? error.stack : String(error)}\n`);
        await io.out(`${JSON.stringify({ error: { code: 'judge/failed', message: 'This game made us stumble.' } })}\n`);
      }
    }
    await own?.close?.();
    return failures === 0 ? EXIT.done : EXIT.failed;
  },
};
