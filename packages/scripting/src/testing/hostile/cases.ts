import type { Language } from '../../language.js';
import type { Escapes } from '../escapes/ways-out.js';

/**
 * A kind of hostile script that every language must survive; the ways out have a list of their own. Each language
 * implements it as the body of the move function.
 */
export type HostileCase = {
  readonly name: HostileName;
  /**
   * The accepted ends: an error code, `valid` for a harmless answer, or `contained` if the script reports that it found
   * nothing.
   */
  readonly ends: readonly string[];
};

const TIME = ['script/timeout'];
/** Some machines run out of time before they run out of memory. */
const SPACE = ['script/out-of-memory', 'script/timeout', 'script/raised'];
const DEPTH = ['script/out-of-stack', 'script/raised', 'script/timeout', 'script/out-of-memory'];
const LARGE = ['script/too-large', 'script/timeout', 'script/out-of-memory'];
const GONE = ['script/raised', 'script/forbidden', 'script/engine-died'];

const LIST = {
  'an endless loop': TIME,
  'a loop that catches everything': TIME,
  'a loop while cleaning up': TIME,
  'a generator that never ends': TIME,
  'unbounded recursion': DEPTH,
  'a text of itself that recurs': DEPTH,
  'a getter that recurs': DEPTH,
  'a huge list': SPACE,
  'a huge join': [...SPACE, 'script/too-large'],
  'a long search again and again': TIME,
  'a catastrophic regular expression': [...TIME, 'contained'],
  'a sort with a looping comparison': TIME,
  'exploding big integers': [...TIME, ...SPACE],
  'a string that doubles': SPACE,
  'many buffers of a megabyte': SPACE,
  'one buffer of two gigabytes': SPACE,
  'deeply nested data': [...DEPTH, 'script/not-json', 'script/too-large', 'script/too-deep'],
  'an answer of 50 MB': LARGE,
  'a hundred thousand pieces': LARGE,
  'a million moves': LARGE,
  'an answer in a circle': ['script/not-json', 'script/raised', 'script/out-of-stack'],
  'a function as an answer': ['script/not-json', 'script/raised'],
  'no number in an answer': ['script/not-json', 'script/malformed'],
  'infinity in an answer': ['script/not-json', 'script/malformed'],
  'keys that are prototypes': ['valid'],
  'an error with a huge message': ['script/raised', 'script/timeout'],
  'an error whose message never ends': [...TIME, 'script/raised', 'script/out-of-stack'],
  'state kept between calls': ['contained'],
  'built-in things changed for the next call': ['contained'],
  'leaving by exit': GONE,
  'leaving by abort': GONE,
  'leaving by a signal': GONE,
} as const satisfies { readonly [name: string]: readonly string[] };

export type HostileName = keyof typeof LIST;

/** The bodies of one language; it leaves out names that do not apply. */
export type HostileBodies = { readonly [name in HostileName]?: string };

export const HOSTILE: readonly HostileCase[] = Object.entries(LIST).map(([name, ends]) => ({
  name: name as HostileName,
  ends,
}));

/** The hostile scripts of one language. */
export type HostileLanguage = {
  readonly language: Language;
  readonly bodies: HostileBodies;
  readonly escapes: Escapes;
  /** The body of a move function that returns this answer. */
  answering(answer: object): string;
  /** The body of a move function whose `additional_data` is its argument twice. */
  readonly growing: string;
  /**
   * A whole script with this body in its move function. With more than one argument it returns its arguments before the
   * body runs.
   */
  around(body: string): string;
  /** A game without an end in which kings step to and fro, with this status after every move of black. */
  game(status: string): string;
  /** The source of a real game. */
  readonly honest: string;
};
