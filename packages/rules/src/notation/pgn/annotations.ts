/** Commands that programs put into comments as `[%name value]`, and the remaining text. */
export type PgnAnnotations = {
  readonly text: string;
  /** `[%clk]`: the player's clock after the move. */
  readonly clockMs?: number;
  /** `[%emt]`: the time spent on the move. */
  readonly elapsedMs?: number;
  /** `[%eval]`: from white's point of view. */
  readonly evaluation?: PgnEvaluation;
  /** Commands with other names, unreadable values, or names that occurred before. */
  readonly others: readonly PgnCommand[];
};

export type PgnEvaluation =
  | { readonly kind: 'centipawns'; readonly centipawns: number; readonly depth?: number }
  /** Negative if black mates. */
  | { readonly kind: 'mate'; readonly moves: number; readonly depth?: number };

export type PgnCommand = { readonly name: string; readonly value: string };

/** Linear in the length of the comment; malformed commands stay in the text. */
export function parseAnnotations(comment: string): PgnAnnotations {
  const words: string[] = [];
  const others: PgnCommand[] = [];
  let clockMs: number | undefined;
  let elapsedMs: number | undefined;
  let evaluation: PgnEvaluation | undefined;
  let at = 0;
  for (;;) {
    const open = comment.indexOf('[%', at);
    const close = open === -1 ? -1 : comment.indexOf(']', open);
    if (close === -1) break;
    words.push(comment.slice(at, open).trim());
    at = close + 1;
    const command = parseCommand(comment.slice(open + 2, close));
    if (command.name === 'clk' && clockMs === undefined) clockMs = parseDuration(command.value);
    else if (command.name === 'emt' && elapsedMs === undefined) elapsedMs = parseDuration(command.value);
    else if (command.name === 'eval' && evaluation === undefined) evaluation = parseEvaluation(command.value);
    else {
      others.push(command);
      continue;
    }
    if ({ clk: clockMs, emt: elapsedMs, eval: evaluation }[command.name] === undefined) others.push(command);
  }
  words.push(comment.slice(at).trim());
  return {
    text: words.filter((word) => word !== '').join(' '),
    ...(clockMs !== undefined && { clockMs }),
    ...(elapsedMs !== undefined && { elapsedMs }),
    ...(evaluation !== undefined && { evaluation }),
    others,
  };
}

/** Writes the commands first, in the order of lichess, then the text. */
export function formatAnnotations(annotations: PgnAnnotations): string {
  const { evaluation, clockMs, elapsedMs, others, text } = annotations;
  const words = [
    ...(evaluation === undefined ? [] : [`[%eval ${formatEvaluation(evaluation)}]`]),
    ...(clockMs === undefined ? [] : [`[%clk ${formatDuration(clockMs)}]`]),
    ...(elapsedMs === undefined ? [] : [`[%emt ${formatDuration(elapsedMs)}]`]),
    ...others.map(({ name, value }) => (value === '' ? `[%${name}]` : `[%${name} ${value}]`)),
    ...(text === '' ? [] : [text]),
  ];
  return words.join(' ');
}

function parseCommand(inside: string): PgnCommand {
  const trimmed = inside.trim();
  const space = trimmed.search(/\s/);
  if (space === -1) return { name: trimmed, value: '' };
  return { name: trimmed.slice(0, space), value: trimmed.slice(space).trim() };
}

/** `h:mm:ss`, `m:ss` or seconds, with decimals; negative if the clock ran below zero. */
function parseDuration(value: string): number | undefined {
  const match = /^(-?)(?:(?:(\d{1,6}):)?(\d{1,6}):)?(\d{1,9}(?:[.,]\d{1,9})?)$/.exec(value);
  if (match === null) return undefined;
  const [, minus, hours = '0', minutes = '0', seconds = '0'] = match;
  const ms =
    Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Math.round(Number(seconds.replace(',', '.')) * 1000);
  return minus === '-' && ms !== 0 ? -ms : ms;
}

function formatDuration(ms: number): string {
  const total = Math.abs(Math.round(ms));
  const two = (n: number): string => String(n).padStart(2, '0');
  const fraction = String(total % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '');
  const clock = `${Math.floor(total / 3_600_000)}:${two(Math.floor(total / 60_000) % 60)}:${two(Math.floor(total / 1000) % 60)}`;
  return `${ms < 0 && total > 0 ? '-' : ''}${clock}${fraction === '' ? '' : `.${fraction}`}`;
}

/** `0.17`, `-1.5,20` (with depth), `#3`, `#-3`. */
function parseEvaluation(value: string): PgnEvaluation | undefined {
  const match = /^(#?)([+-]?\d{1,6}(?:\.\d{1,6})?)(?:,\s*(\d{1,6}))?$/.exec(value);
  if (match === null) return undefined;
  const number = Number(match[2]);
  const depth = match[3] === undefined ? {} : { depth: Number(match[3]) };
  if (match[1] === '') return { kind: 'centipawns', centipawns: Math.round(number * 100) + 0, ...depth };
  return Number.isInteger(number) ? { kind: 'mate', moves: number + 0, ...depth } : undefined;
}

function formatEvaluation(evaluation: PgnEvaluation): string {
  const depth = evaluation.depth === undefined ? '' : `,${evaluation.depth}`;
  if (evaluation.kind === 'mate') return `#${evaluation.moves}${depth}`;
  return `${(evaluation.centipawns / 100).toFixed(2)}${depth}`;
}
