import type { ClockSetting, Millis } from '@chessmith/game';
import type { GameOptions } from '@chessmith/service';

/** The course of a demo game. */
export type Plan = {
  readonly options: GameOptions;
  /** Opening moves, by turns. */
  readonly line?: readonly string[];
  readonly finish: Finish;
};

/** `rules`: plays until the rules end the game. `running` games stop in the middle, `waiting` ones lack a player. */
export type Finish = 'rules' | 'resign' | 'agree' | 'claim' | 'flag' | 'abort' | 'running' | 'waiting';

const minutes = (count: number, incrementS = 0): ClockSetting => ({
  kind: 'per-player',
  playerMs: (count * 60_000) as Millis,
  incrementMs: (incrementS * 1000) as Millis,
});
const DAYS: ClockSetting = { kind: 'days-per-move', days: 3 };
const A_MINUTE_A_MOVE: ClockSetting = { kind: 'per-move', moveMs: 60_000 as Millis };

const moves = (text: string): readonly string[] => text.split(' ').filter((word) => !/^\d+\.$/.test(word));

/** Paul Morphy against the Duke of Brunswick and Count Isouard, Paris 1858. */
const OPERA = moves(
  `1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5
 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8#`.replaceAll(
    '\n',
    '',
  ),
);
/** The shortest known stalemate, by Sam Loyd. */
const LOYD = moves(
  `1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. h4 Rah6 5. Qxc7 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 8. Qxb8 Qh7 9. Qxc8 Kg6
 10. Qe6`.replaceAll('\n', ''),
);
const SHUFFLE = moves('1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8');
const FOOLS_MATE = moves('1. f3 e6 2. g4 Qh4#');

/** The order shows most features after a few games. Longer demos repeat the list. */
export const PLANS: readonly Plan[] = [
  { options: { ruleset: 'standard', clock: minutes(10, 5) }, line: OPERA, finish: 'rules' },
  { options: { ruleset: 'quantum', clock: minutes(15, 10) }, finish: 'resign' },
  { options: { ruleset: 'standard', clock: minutes(30) }, finish: 'running' },
  { options: { ruleset: 'quantum-fragments', clock: minutes(20) }, finish: 'agree' },
  { options: { ruleset: 'atomic', clock: minutes(5, 3) }, finish: 'rules' },
  { options: { ruleset: 'standard' }, line: LOYD, finish: 'rules' },
  { options: { ruleset: 'quantum', clock: DAYS }, finish: 'running' },
  { options: { ruleset: 'crazyhouse', clock: minutes(10, 5) }, finish: 'rules' },
  { options: { ruleset: 'standard', clock: minutes(3) }, finish: 'flag' },
  { options: { ruleset: 'standard', alias: 'Anybody there?' }, finish: 'waiting' },
  { options: { ruleset: 'three-check', clock: minutes(5) }, finish: 'rules' },
  { options: { ruleset: 'quantum-fragments' }, finish: 'running' },
  { options: { ruleset: 'standard', clock: minutes(15, 10) }, line: SHUFFLE, finish: 'claim' },
  { options: { ruleset: 'king-of-the-hill', clock: A_MINUTE_A_MOVE }, finish: 'rules' },
  { options: { ruleset: 'chess960', clock: minutes(10, 5) }, finish: 'resign' },
  { options: { ruleset: 'antichess' }, finish: 'rules' },
  { options: { ruleset: 'quantum' }, finish: 'agree' },
  { options: { ruleset: 'capablanca', clock: DAYS }, finish: 'running' },
  { options: { ruleset: 'racing-kings', clock: minutes(5, 3) }, finish: 'rules' },
  { options: { ruleset: 'standard', isPrivate: true }, finish: 'abort' },
  { options: { ruleset: 'pawn-war' }, finish: 'rules' },
  { options: { ruleset: 'quantum-fragments', clock: minutes(10, 5) }, finish: 'resign' },
  { options: { ruleset: 'standard', clock: minutes(1) }, line: FOOLS_MATE, finish: 'rules' },
  { options: { ruleset: 'horde', clock: minutes(10, 5), isPrivate: true }, finish: 'resign' },
];

export const NAMES = ['Ada', 'Bilal', 'Chiara', 'Dmitri', 'Esther', 'Farid', 'Grace', 'Hiro'];

export const GREETINGS = ['Good luck!', 'Have fun', 'Hello from the café', 'May the better queen win'];
export const REMARKS = ['Oh no.', 'Did not see that', 'Interesting…', 'My coffee is cold by now', 'Nice move'];
export const GOODBYES = ['Good game', 'Thank you!', 'Again tomorrow?', 'Well played'];
