import type { ViewPiece } from '@chessmith/rules';
import type { MoveView } from '../view.js';
import type { News } from './news-of.js';
import type { BoardPayload, HistoryPayload, PiecesPayload, TimerPayload } from './parts.js';
import type { NewsNode } from './tree.js';

let lastNews: readonly News[] | undefined;
let lastText = '';

/** News as JSON. Those who hear the same are told one after the other: it is written down once for all of them. */
export function newsText(news: readonly News[]): string {
  if (news !== lastNews) {
    lastText = '';
    // Not joined: that would copy it all once more.
    for (const item of news) lastText += `${lastText === '' ? '[' : ','}${itemText(item)}`;
    lastText = lastText === '' ? '[]' : `${lastText}]`;
    lastNews = news;
  }
  return lastText;
}

const itemText = ({ node, version, at, payload }: News): string =>
  `{"node":"${node}","version":${version},"at":"${at}","payload":${payloadText(node, payload)}}`;

/** What comes with every move is written field by field, which takes a fraction of the time. */
function payloadText(node: NewsNode, payload: unknown): string {
  if (payload === null) return 'null';
  switch (node) {
    case 'ChessboardUpdateEvent': {
      const { pieces, pockets } = payload as PiecesPayload;
      return `{"pieces":${knownPieces(pieces)},"pockets":${text(pockets)}}`;
    }
    case 'BoardChanged': {
      const { pieces, pockets, extra, turn, check, lastMove } = payload as BoardPayload;
      return (
        `{"pieces":${knownPieces(pieces)},"pockets":${text(pockets)},"extra":${text(extra)},"turn":"${turn}",` +
        `"check":${check.length === 0 ? '[]' : JSON.stringify(check)},"lastMove":${knownMove(lastMove)}}`
      );
    }
    case 'MoveHistoryUpdateEvent': {
      const { ply, last } = payload as HistoryPayload;
      return `{"ply":${ply},"last":${knownMove(last)}}`;
    }
    case 'WhiteTimerUpdateEvent':
    case 'BlackTimerUpdateEvent':
      return `{"remainingMs":${(payload as TimerPayload).remainingMs}}`;
    default:
      return JSON.stringify(payload);
  }
}

const text = (value: object | null): string => (value === null ? 'null' : JSON.stringify(value));

let lastPieces: readonly ViewPiece[] | undefined;
let lastPiecesText = '';

/** Pieces are told twice, and so is the move. */
function knownPieces(pieces: readonly ViewPiece[]): string {
  if (pieces !== lastPieces) {
    lastPiecesText = `[${pieces.map(pieceText).join()}]`;
    lastPieces = pieces;
  }
  return lastPiecesText;
}

const pieceTexts = new WeakMap<object, string>();

function pieceText(piece: object): string {
  const known = pieceTexts.get(piece);
  if (known !== undefined) return known;
  const written = JSON.stringify(piece);
  // What is frozen never changes, and comes again.
  if (Object.isFrozen(piece)) pieceTexts.set(piece, written);
  return written;
}

let lastMove: MoveView | undefined;
let lastMoveText = '';

function knownMove(move: MoveView | null): string {
  if (move === null) return 'null';
  if (move !== lastMove) {
    const { color, notation, happened, tookMs } = move;
    lastMoveText =
      `{"color":"${color}","notation":${JSON.stringify(notation)},"happened":${JSON.stringify(happened)},` +
      `"tookMs":${tookMs}}`;
    lastMove = move;
  }
  return lastMoveText;
}
