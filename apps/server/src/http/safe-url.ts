/** Makes the path of a URL decodable: a lone percent sign is escaped, so that the URL gets a normal 404 or the page. */
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
