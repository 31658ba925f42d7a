import type { News } from '@chessmith/game';
import type { ViewPiece } from '@chessmith/rules';
import { Type } from 'typebox';
import { NEWS_PAYLOADS } from '../api/news.js';
import { Piece } from '../api/responses.js';
import { type Serialiser, serialiserOf } from './compile.js';

/** Writes the news of one fact. */
export type NewsSerialiser = (news: readonly News[]) => string;

/**
 * Keeps the text of each piece as long as the piece lives, and of the last list of pieces: referees share pieces between
 * positions, and two items of each move list the same ones. Without that, `server/moves` is a tenth slower.
 */
export function newsSerialiser(): NewsSerialiser {
  const pieceTexts = new WeakMap<ViewPiece, string>();
  let lastPieces: readonly ViewPiece[] | undefined;
  let lastText = '';

  function pieceText(piece: ViewPiece): string {
    const known = pieceTexts.get(piece);
    if (known !== undefined) return known;
    const text = serialisePiece(piece);
    if (Object.isFrozen(piece)) pieceTexts.set(piece, text);
    return text;
  }

  function piecesText(pieces: readonly ViewPiece[]): string {
    if (pieces !== lastPieces) {
      lastText = pieces.map(pieceText).join();
      lastPieces = pieces;
    }
    return lastText;
  }

  function payloadText(node: string, payload: unknown): string {
    const serialise = SERIALISERS.get(node) ?? JSON.stringify;
    const text = serialise(payload);
    return WITH_PIECES.has(node) && payload !== null
      ? `{"pieces":[${piecesText((payload as { readonly pieces: readonly ViewPiece[] }).pieces)}],${text.slice(1)}`
      : text;
  }

  return (news) => {
    const items = news.map(
      ({ node, version, at, payload }) =>
        `{"node":"${node}","version":${version},"at":"${at}","payload":${payloadText(node, payload)}}`,
    );
    return `[${items.join()}]`;
  };
}

const serialisePiece: Serialiser<ViewPiece> = serialiserOf(Piece);

/** Their pieces are written apart from the other fields. */
const WITH_PIECES: ReadonlySet<string> = new Set(['ChessboardUpdateEvent', 'BoardChanged']);

const SERIALISERS = new Map<string, Serialiser<unknown>>(
  Object.entries(NEWS_PAYLOADS).map(([node, schema]) => [
    node,
    serialiserOf(WITH_PIECES.has(node) ? withoutPieces(schema) : schema),
  ]),
);

/** The schema is an object or null. */
function withoutPieces(schema: Type.TSchema): Type.TSchema {
  const [object] = (schema as Type.TUnion<[Type.TObject]>).anyOf;
  return Type.Union([Type.Omit(object, ['pieces']), Type.Null()]);
}
