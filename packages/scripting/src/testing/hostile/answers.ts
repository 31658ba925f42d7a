/** A valid position: two kings, and white to move. */
export const PLAIN = {
  pieces: [
    { color: 'white', name: 'king', x: 0, y: 0 },
    { color: 'black', name: 'king', x: 7, y: 7 },
  ],
  possible_moves: [{ from_x: 0, from_y: 0, to_x: 0, to_y: 1 }],
  additional_data: {},
  status: 'running',
};
const [white, black] = PLAIN.pieces;
const [step] = PLAIN.possible_moves;

/** The plain position with black to move. */
export const PLAIN_BLACK = { ...PLAIN, possible_moves: [{ from_x: 7, from_y: 7, to_x: 7, to_y: 6 }] };

/** Answers that are valid JSON but not a position, with the expected code. */
export const BAD_ANSWERS: { readonly [name: string]: { readonly answer: object; readonly code: string } } = {
  'a fraction of a square': { answer: { ...PLAIN, pieces: [white, { ...black, x: 6.5 }] }, code: 'script/not-whole' },
  'a square off the board': { answer: { ...PLAIN, pieces: [white, { ...black, x: 8 }] }, code: 'script/off-board' },
  'an unknown piece': {
    answer: { ...PLAIN, pieces: [white, { ...black, name: 'dragon' }] },
    code: 'script/unknown-piece',
  },
  'an unknown colour': {
    answer: { ...PLAIN, pieces: [white, { ...black, color: 'green' }] },
    code: 'script/unknown-color',
  },
  'two pieces on a square': {
    answer: { ...PLAIN, pieces: [white, { ...black, x: 0, y: 0 }] },
    code: 'script/two-on-a-square',
  },
  'a move of the other side': {
    answer: { ...PLAIN, possible_moves: PLAIN_BLACK.possible_moves },
    code: 'script/not-own-piece',
  },
  'a move off the board': { answer: { ...PLAIN, possible_moves: [{ ...step, to_y: -1 }] }, code: 'script/off-board' },
  'running without a move': { answer: { ...PLAIN, possible_moves: [] }, code: 'script/no-moves-left' },
  'an unknown status': { answer: { ...PLAIN, status: 'white lost' }, code: 'script/unknown-status' },
  'a status that is no text': { answer: { ...PLAIN, status: ['running'] }, code: 'script/unknown-status' },
};

/** Keys that would change the prototype of all objects in a careless reader. */
export const PROTOTYPES = '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}';
