import { isIP } from 'node:net';

/** Whose word about a client's address, host and protocol (`X-Forwarded-…`) is taken: nobody's, or that of proxies there. */
export type TrustedProxies = false | string[];

const NAMED = ['loopback', 'linklocal', 'uniquelocal'];

/** Reads `loopback` or `10.0.0.0/8, 192.168.1.7`; nothing said trusts nobody. Undefined for what makes no sense. */
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
