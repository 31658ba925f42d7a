type Trouble = {
  /** What went wrong, for those who play. */
  readonly what: string;
  /** What the author can do. */
  readonly advice: string;
};

const SHAPE: Trouble = {
  what: 'They answered with something that is no position.',
  advice: 'Compare what your function returns with the table of the contract: the sentence above names the field.',
};
const POSITION: Trouble = {
  what: 'They answered with a position that cannot be.',
  advice: 'Look at the pieces and moves your script made there. The moves below lead to it.',
};
/** A word that is not in the contract; the advice says which are. */
const word = (advice: string): Trouble => ({ what: 'They used a word that nobody knows.', advice });
const SIZE: Trouble = {
  what: 'They asked for more than is allowed.',
  advice: 'Let the script work on less: fewer moves, smaller data, loops that end.',
};
const ESCAPE: Trouble = {
  what: 'They tried something that rules may not do.',
  advice: 'Scripts have no files, no network and no clock. Take that part out.',
};
const OURS: Trouble = {
  what: 'They could not be asked.',
  advice: 'This is on our side, not in your rules. Try again in a moment.',
};

const TROUBLES: { readonly [code: string]: Trouble } = {
  'ruleset/not-json': {
    what: '',
    advice: 'JSON wants double quotes around names and texts, commas between entries and none behind the last.',
  },
  'script/syntax': { what: 'They cannot be read.', advice: 'Mend the line that is marked, and check again.' },
  'script/raised': {
    what: 'They stopped with an error.',
    advice: 'The last line of the traceback is where it happened.',
  },
  'script/no-function': {
    what: 'A function is missing.',
    advice: 'Both functions have to be there, spelled exactly so. The template shows them.',
  },
  'script/timeout': {
    what: 'They took too long to answer.',
    advice: 'A call may take a tenth of a second. Look for a loop that does not end, or a search that goes too deep.',
  },
  'script/game-too-large': {
    what: 'They remember too much.',
    advice: 'Every answer of a game is kept. Put into additional_data only what the next move needs.',
  },
  'script/not-repeatable': {
    what: 'They gave two answers to one question.',
    advice:
      'Let the answer follow from the arguments alone. If you want chance, say "random": true in the starting state.',
  },
  'script/changed-rules': {
    what: 'They describe another game than when they were checked.',
    advice: 'Name, board, kinds and ply_cap have to be the same in every start.',
  },
  'script/no-moves-left': {
    what: 'They left a running game without a move.',
    advice: 'Where nobody can move, the status has to say who won, or that it is a draw.',
  },
  'script/not-utf8': { what: '', advice: 'Save the file as UTF-8 in your editor.' },
  'script/not-text': { what: '', advice: 'Choose the file that you wrote, not a compiled one.' },
  'script/source-too-large': { what: '', advice: 'Rules may have a megabyte. Leave out what is not needed.' },
  'request/too-large': { what: '', advice: 'Rules may have a megabyte. Leave out what is not needed.' },
  'rulesets/no-name': { what: '', advice: 'Write it into the field Name.' },
  'rulesets/bad-name': { what: '', advice: 'Choose another name.' },
  'rulesets/too-many': { what: '', advice: 'Go on with one of those you have.' },
  ...Object.fromEntries(
    (
      [
        ['not-json no-state missing-field unknown-field malformed not-whole moves-differ', SHAPE],
        ['off-board two-on-a-square not-own-piece drop-on-piece', POSITION],
        [
          'unknown-status',
          word('While the game goes on, the status is "running"; when it is over, it says who won, or "draw".'),
        ],
        ['unknown-color', word('A color is "white" or "black", in small letters.')],
        ['unknown-piece', word('Check the spelling; own pieces have to be listed in "kinds" of the starting state.')],
        ['kind-twice', word('Give each kind of piece a name and a letter of its own.')],
        ['out-of-memory out-of-stack too-large too-deep data-too-large', SIZE],
        ['forbidden engine-died', ESCAPE],
      ] as const
    ).flatMap(([codes, trouble]) => codes.split(' ').map((code) => [`script/${code}`, trouble])),
  ),
  ...Object.fromEntries(['busy', 'overloaded', 'died', 'closed'].map((code) => [`sandbox/${code}`, OURS])),
};

/** What an author can do about rules that were refused with this code; empty where their own sentence says all. */
export const adviceOn = (code: string): string => TROUBLES[code]?.advice ?? '';

/** What players are told of rules that failed with this code; empty where nothing more can be said. */
export const troubleOf = (code: string): string => TROUBLES[code]?.what ?? '';
