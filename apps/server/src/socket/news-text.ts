import type { News } from '@chessmith/game';

let framedNews: readonly News[] | undefined;
let framedFor = '';
let lastFrame = '';

/** The frame in which a subscription is told news. Most clients call the one to their game by the same name. */
export function newsFrame(subscription: string, game: string, news: readonly News[]): string {
  if (news !== framedNews || subscription !== framedFor) {
    const name = JSON.stringify(subscription);
    lastFrame = `{"type":"news","subscription":${name},"game":"${game}","news":${newsText(news)}}`;
    framedNews = news;
    framedFor = subscription;
  }
  return lastFrame;
}

let lastNews: readonly News[] | undefined;
let lastText = '';

/** News as JSON. Those who hear the same are told one after the other: it is written down once for all of them. */
export function newsText(news: readonly News[]): string {
  if (news !== lastNews) {
    lastText = `[${news.map(itemText).join()}]`;
    lastNews = news;
  }
  return lastText;
}

const itemText = ({ node, version, at, payload }: News): string =>
  `{"node":"${node}","version":${version},"at":"${at}","payload":${payloadText(payload)}}`;

/** Most of what is sent after a move are the pieces, twice; so each of them is written down once and for all. */
function payloadText(payload: unknown): string {
  if (!hasPieces(payload)) return JSON.stringify(payload);
  const others = JSON.stringify({ ...payload, pieces: undefined });
  return `{"pieces":${piecesText(payload.pieces)}${others === '{}' ? '}' : `,${others.slice(1)}`}`;
}

let lastPieces: readonly object[] | undefined;
let lastPiecesText = '';

function piecesText(pieces: readonly object[]): string {
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
  const text = JSON.stringify(piece);
  // What is frozen never changes, and comes again.
  if (Object.isFrozen(piece)) pieceTexts.set(piece, text);
  return text;
}

type WithPieces = { readonly pieces: readonly object[] };

const hasPieces = (payload: unknown): payload is WithPieces =>
  typeof payload === 'object' && payload !== null && Array.isArray((payload as Partial<WithPieces>).pieces);
