/**
 * Whether a text is an SVG of plain shapes only: known elements, known attributes, values without references; no text,
 * comments, entities or declarations. Anything else is refused, nothing is repaired.
 */
export function isHarmlessSvg(text: string): boolean {
  if (!/^<svg[\s>]/.test(text) || !text.endsWith('>')) return false;
  const open: string[] = [];
  let at = 0;
  let roots = 0;
  while (at < text.length) {
    TAG.lastIndex = at;
    const tag = TAG.exec(text);
    if (tag === null) return false;
    at = TAG.lastIndex;
    const [, closed, name, attributes, empty] = tag;
    if (closed !== undefined) {
      if (open.pop() !== closed) return false;
    } else {
      if (!ELEMENTS.has(name!) || (name === 'svg') !== (open.length === 0) || !areHarmless(attributes!)) return false;
      if (open.length === 0 && ++roots > 1) return false;
      if (empty === undefined) open.push(name!);
      if (open.length > DEEPEST) return false;
    }
  }
  return open.length === 0 && roots === 1;
}

const DEEPEST = 16;
const TAG = /\s*(?:<\/([a-z]+)\s*>|<([a-z]+)((?:\s+[a-zA-Z-]+\s*=\s*"[^"<>&]*")*)\s*(\/)?>)\s*/y;
const ATTRIBUTE = /\s+([a-zA-Z-]+)\s*=\s*"([^"<>&]*)"/gy;
/**
 * Numbers, path commands, colours, lists and transformations; this excludes `url(`, `javascript:` and `expression(`.
 */
const VALUE = /^(?:[#\w\s.,%+-]|(?:matrix|translate|scale|rotate|skewX|skewY|rgb|rgba|hsl)\([\d\s.,%e+-]*\))*$/;
const ELEMENTS = new Set(['svg', 'g', 'path', 'circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon']);
const ATTRIBUTES = new Set(
  (
    'viewBox width height x y x1 y1 x2 y2 cx cy r rx ry d points transform fill fill-rule fill-opacity clip-rule ' +
    'stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity opacity'
  ).split(' '),
);
const NAMESPACE = 'http://www.w3.org/2000/svg';

const areHarmless = (attributes: string): boolean =>
  [...attributes.matchAll(ATTRIBUTE)].every(([, name, value]) =>
    name === 'xmlns' ? value === NAMESPACE : ATTRIBUTES.has(name!) && VALUE.test(value!),
  );
