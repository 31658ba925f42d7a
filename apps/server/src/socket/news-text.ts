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
    lastText = '';
    // Not joined: that would copy it all once more.
    for (const item of news) lastText += `${lastText === '' ? '[' : ','}${itemText(item)}`;
    lastText = lastText === '' ? '[]' : `${lastText}]`;
    lastNews = news;
  }
  return lastText;
}

const itemText = ({ node, version, at, payload }: News): string =>
  `{"node":"${node}","version":${version},"at":"${at}","payload":${payloadText(payload)}}`;

/** Most of what is sent after a move are the pieces, twice, and the move, twice; so each is written down once. */
function payloadText(payload: unknown): string {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return JSON.stringify(payload);
  let fields = '';
  for (const name in payload) {
    const value = (payload as { readonly [name: string]: unknown })[name];
    if (value !== undefined) fields += `${fields === '' ? '' : ','}"${name}":${valueText(name, value)}`;
  }
  return `{${fields}}`;
}

let lastValue: unknown;
let lastValueText = '';

function valueText(name: string, value: unknown): string {
  if (name === 'pieces' && Array.isArray(value)) return piecesText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (value !== lastValue) {
    lastValueText = JSON.stringify(value);
    lastValue = value;
  }
  return lastValueText;
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
