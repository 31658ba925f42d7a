import { formatSquare, type Refusal, type SquareTable, squareAt, type Theory } from '@chessmith/rules';
import { err, json, ok, type Result } from '@chessmith/std';
import { theoryRefusal } from './theory-errors.js';

/** The most answers from one square: squares of a ray, as many as a table holds, or leaps, on the board or off. */
export const MOST_ANSWERS = { rays: 32, leaps: 512 } as const;

type RankRequest = {
  readonly name: string;
  readonly shape: Theory['shape'];
  readonly board: { readonly files: number; readonly ranks: number };
  readonly rank: number;
};

/**
 * Reads the targets of a theory from the squares of a rank, file by file. The answer comes from the sandbox, so every
 * field is checked.
 */
export function readRank(text: string, request: RankRequest): Result<readonly SquareTable[string][], Refusal> {
  const { name, board, rank } = request;
  const read = json.readJsonText(rankReader(board), text);
  const unreadable = err(theoryRefusal(name, 'ruleset/theory-unreadable', 'its answers cannot be read.'));
  if (!read.ok) return unreadable;
  const paths: SquareTable[string][] = [];
  for (const [file, { to, end }] of read.value.entries()) {
    const from = formatSquare(board, squareAt(board, file, rank));
    const targets = to.map(([x = 0, y = 0]) => formatSquare(board, squareAt(board, x, y)));
    const error = errorIn(request, from, targets, end);
    if (error !== undefined) return err(error);
    paths.push(targets.length === 0 ? [] : [[...new Set(targets)]]);
  }
  return paths.length === board.files ? ok(paths) : unreadable;
}

type End = { readonly why: 'done' | 'many' | 'odd'; readonly answer?: string };

function errorIn({ name, shape }: RankRequest, from: string, to: readonly string[], end: End): Refusal | undefined {
  const refuse = (code: string, message: string, facts: Refusal['facts']): Refusal =>
    theoryRefusal(name, `ruleset/theory-${code}`, message, { from, ...facts });
  if (end.why === 'odd') {
    const notWhole = `from ${from} it answers ${end.answer ?? '?'}; both must be whole numbers, as "is" makes them.`;
    return refuse('not-whole', notWhole, { given: end.answer ?? '?' });
  }
  if (to.includes(from)) return refuse('stays', `from ${from} it leads to ${from} itself; leave that answer out.`, {});
  const again = shape === 'rays' ? to.find((square, i) => to.indexOf(square) < i) : undefined;
  if (again !== undefined) {
    return refuse(
      'returns',
      `from ${from} it comes to ${again} twice; a ray goes on until it leaves the board, or ends.`,
      { square: again },
    );
  }
  if (end.why === 'done') return undefined;
  const most = MOST_ANSWERS[shape];
  if (shape === 'rays')
    return refuse('long', `from ${from} it has more than ${most} squares on the board; end it there.`, { limit: most });
  const endless = `from ${from} it has more than ${most} answers; leaps must come to an end. A line of squares is "rays".`;
  return refuse('endless', endless, { limit: most });
}

const rankReader = ({ files, ranks }: RankRequest['board']) =>
  json.array(
    json.object({
      to: json.array(
        json.refine(
          json.array(json.integer({ min: 0, max: Math.max(files, ranks) - 1 }), { minLength: 2, maxLength: 2 }),
          (square) => (squareAt({ files, ranks }, square[0]!, square[1]!) < 0 ? undefined : square),
          'a square of the board',
        ),
        { maxLength: MOST_ANSWERS.leaps + 1 },
      ),
      end: json.object({
        why: json.literal('done', 'many', 'odd'),
        answer: json.optional(json.string({ maxLength: 500 })),
      }),
    }),
    { maxLength: files },
  );
