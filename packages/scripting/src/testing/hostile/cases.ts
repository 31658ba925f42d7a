/**
 * What hostile scripts do, in no language yet; the list of `specs` that every language must survive. Each language says
 * in its own words how it is done, as the body of the function that makes a move.
 */
export type HostileCase = {
  readonly name: HostileName;
  /** Any of these may be the answer; `contained` when the script answers `"contained"` because it found nothing. */
  readonly ends: readonly Ending[];
};

export type Ending =
  | 'contained'
  | 'script/timeout'
  | 'script/raised'
  | 'script/out-of-memory'
  | 'script/out-of-stack'
  | 'script/too-large'
  | 'script/not-json'
  | 'script/forbidden'
  | 'script/engine-died';

const TIME: readonly Ending[] = ['script/timeout'];
/** Some machines run out of time before they run out of memory. */
const SPACE: readonly Ending[] = ['script/out-of-memory', 'script/timeout', 'script/raised'];
const DEPTH: readonly Ending[] = ['script/out-of-stack', 'script/raised', 'script/timeout', 'script/out-of-memory'];
const SHUT: readonly Ending[] = ['contained', 'script/raised', 'script/forbidden'];

const LIST = {
  'an endless loop': TIME,
  'a loop that catches everything': TIME,
  'a loop while cleaning up': TIME,
  'a generator that never ends': TIME,
  'unbounded recursion': DEPTH,
  'a text of itself that recurs': DEPTH,
  'a huge join': [...SPACE, 'script/too-large'],
  'a long search again and again': TIME,
  'a catastrophic regular expression': [...TIME, 'contained'],
  'a sort with a looping comparison': TIME,
  'exploding big integers': [...TIME, ...SPACE],
  'a string that doubles': SPACE,
  'many buffers of a megabyte': SPACE,
  'one buffer of two gigabytes': SPACE,
  'deeply nested data': [...DEPTH, 'script/not-json', 'script/too-large'],
  'an answer of 50 MB': ['script/too-large', 'script/timeout', 'script/out-of-memory'],
  'an answer in a circle': ['script/not-json', 'script/raised', 'script/out-of-stack'],
  'a function as an answer': ['script/not-json', 'script/raised'],
  'an error with a huge message': ['script/raised', 'script/timeout'],
  'an error whose message never ends': [...TIME, 'script/raised', 'script/out-of-stack'],
  'reading /etc/passwd': SHUT,
  'reading the environment': SHUT,
  'the host language through constructors': SHUT,
  'modules of the host': SHUT,
  'the network': SHUT,
  'threads and processes': SHUT,
  'ending the process': [...SHUT, 'script/engine-died'],
} as const satisfies { readonly [name: string]: readonly Ending[] };

export type HostileName = keyof typeof LIST;

/** The bodies of one language; a name is left out where the language has no such thing. */
export type HostileBodies = { readonly [name in HostileName]?: string };

export const HOSTILE: readonly HostileCase[] = Object.entries(LIST).map(([name, ends]) => ({
  name: name as HostileName,
  ends,
}));
