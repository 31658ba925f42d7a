/**
 * An address whose path can be decoded. Somebody may have typed a lone percent sign: it is taken for itself, so that the
 * address is refused, or shown as a page, like any other that leads nowhere.
 */
export function safeUrl(url: string): string {
  if (!url.includes('%')) return url;
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
