import type { News } from '@chessmith/game';

const texts = new WeakMap<readonly News[], string>();

/** News as JSON. Whoever hears the same array gets the same text: it is written down once for all of them. */
export function newsText(news: readonly News[]): string {
  const known = texts.get(news);
  if (known !== undefined) return known;
  const text = `[${news.map(itemText).join(',')}]`;
  texts.set(news, text);
  return text;
}

const itemText = ({ node, version, at, payload }: News): string =>
  `{"node":"${node}","version":${version},"at":"${at}","payload":${payloadText(payload)}}`;

/** Most of what is sent after a move are the pieces, twice; so each of them is written down once and for all. */
function payloadText(payload: unknown): string {
  if (!hasPieces(payload)) return JSON.stringify(payload);
  const { pieces, ...rest } = payload;
  const others = JSON.stringify(rest);
  return `{"pieces":[${pieces.map(pieceText).join(',')}]${others === '{}' ? '}' : `,${others.slice(1)}`}`;
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
