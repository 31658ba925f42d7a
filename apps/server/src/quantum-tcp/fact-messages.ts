import type { Fact, GameEnd } from '@chessmith/game';
import type { quantumCodec } from '@chessmith/protocol';
import {
  encodeProbability,
  FRAGMENTS_LETTERS,
  formatProtocolSquare,
  logLines,
  soundOf,
  surrenderLines,
} from '@chessmith/quantum';
import { opposite } from '@chessmith/rules';
import { assertNever } from '@chessmith/std';
import type { FragmentsGame } from './game-mirror.js';

type ServerMessage = quantumCodec.ServerMessage;

/** The messages to all members for a fact, in order. Messages about seats need names and are sent elsewhere. */
export function messagesOf(fact: Fact, after: FragmentsGame): readonly ServerMessage[] {
  switch (fact.type) {
    case 'MovePlayed': {
      const sound = soundOf(fact.happened);
      return [
        logOf(...logLines(fact.happened)),
        ...(sound === null ? [] : [{ kind: 'sound', sound } as const]),
        boardOf(after),
      ];
    }
    case 'TakebackAccepted':
      return [logOf(`${fact.color} accepts the takeback`), boardOf(after)];
    case 'TakebackOffered':
      return [logOf(`${fact.color} asks for a takeback`)];
    case 'TakebackDeclined':
      return [logOf(`${fact.color} declines the takeback`)];
    case 'TakebackWithdrawn':
      return [logOf(`${fact.color} withdraws the takeback`)];
    case 'DrawOffered':
      return [logOf(`${fact.color} offers a draw`)];
    case 'DrawAccepted':
      return [logOf(`${fact.color} accepts the draw`)];
    case 'DrawDeclined':
      return [logOf(`${fact.color} declines the draw`)];
    case 'DrawWithdrawn':
      return [logOf(`${fact.color} withdraws the draw offer`)];
    case 'RematchOffered':
      return [logOf(`${fact.color} offers a rematch`)];
    case 'RematchAccepted':
      return [logOf(`${fact.color} accepts the rematch`)];
    case 'RematchDeclined':
      return [logOf(`${fact.color} declines the rematch`)];
    case 'RematchWithdrawn':
      return [logOf(`${fact.color} withdraws the rematch`)];
    case 'GameEnded': {
      const lines = linesOf(fact.end);
      return lines.length === 0 ? [] : [logOf(...lines)];
    }
    default:
      return [];
  }
}

/** The original client has no message for offers, and shows about thirty characters of a log line. */
const logOf = (...lines: readonly string[]): ServerMessage => ({ kind: 'log', lines });

/** The board with the probability of each square, and the side to move. */
export function boardOf({ board }: FragmentsGame): ServerMessage {
  if (board === null) throw new Error('a match has a board');
  const pieces = board.position.board.men
    .flatMap(({ role, color, fragments }) => fragments.map((fragment) => ({ role, color, ...fragment })))
    .toSorted((a, b) => a.square - b.square)
    .map(({ role, color, square, probability }) => ({
      letter: FRAGMENTS_LETTERS[role],
      white: color === 'white',
      square: formatProtocolSquare(square).toLowerCase(),
      probability: encodeProbability(probability),
    }));
  return { kind: 'board', pieces, whiteToMove: board.turn === 'white' };
}

/** The capture of a king is part of the move message. Ends that the original does not know are worded in its style. */
function linesOf(end: GameEnd): readonly string[] {
  switch (end.kind) {
    case 'win':
      if (end.rule === 'king-captured') return [];
      return end.cause === 'surrender' ? surrenderLines(opposite(end.winner)) : [`Game over, ${end.winner} wins`];
    case 'draw':
      return ['Game over, draw'];
    case 'none':
      return ['Game over, nobody wins'];
    default:
      return assertNever(end);
  }
}
