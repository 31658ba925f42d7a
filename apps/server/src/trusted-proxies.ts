import { isIP } from 'node:net';

/** The proxies whose `X-Forwarded-…` headers are trusted; false for none. */
export type TrustedProxies = false | string[];

const NAMED = ['loopback', 'linklocal', 'uniquelocal'];

/** Reads `loopback` or `10.0.0.0/8, 192.168.1.7`. Empty text trusts none; undefined for invalid text. */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  const words = text
    .split(/[,;]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words.length === 0) return false;
  return words.every((word) => NAMED.includes(word) || isNetwork(word)) ? words : undefined;
}

function isNetwork(word: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(word) ?? [];
  const version = isIP(address);
  return version !== 0 && (bits === undefined || Number(bits) <= (version === 4 ? 32 : 128));
}
