import { expect, test } from 'vitest';
import { cleanedSvg, isGlyph } from './glyph.js';

test.each([
  'knight',
  '🐉',
  '👨‍👩‍👧',
  '♞',
  '🧙🏽',
  '🇩🇪',
  '7️⃣',
  '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45"><path d="M1 2 L3 4z" fill="none"/></svg>',
  '<svg viewBox="0 0 9 9">\n  <g transform="rotate(45) scale(1.5)"><circle cx="1" cy="2" r="3"></circle></g>\n</svg>',
])('%s may be drawn', (glyph) => expect(isGlyph(glyph)).toBe(true));

test.each([
  '',
  'dragon',
  'ab',
  '🐉🐉',
  '🐉'.repeat(10),
  '7',
  '<script>alert(1)</script>',
  '<svg><script>alert(1)</script></svg>',
  '<svg onload="alert(1)"></svg>',
  '<svg><a href="javascript:alert(1)"><path d="M0 0"/></a></svg>',
  '<svg><image href="https://example.org/x.png"/></svg>',
  '<svg><use href="#x"/></svg>',
  '<svg><path fill="url(#x)"/></svg>',
  '<svg><path style="fill:red"/></svg>',
  "<svg viewBox='0 0 1 1'></svg>",
  '<svg><path d="&#106;"/></svg>',
  '<svg>text</svg>',
  '<svg><!-- x --></svg>',
  '<svg><g></svg></g>',
  '<svg></svg><svg></svg>',
  '<svg><svg></svg></svg>',
  '<svg><g>',
  `<svg>${'<g>'.repeat(50)}${'</g>'.repeat(50)}</svg>`,
])('%s may not', (glyph) => expect(isGlyph(glyph)).toBe(false));

const COIN = '<svg viewBox="0 0 9 9"><circle r="3"/></svg>';

test.each([
  [`\n  ${COIN}\n`, COIN],
  [`<?xml version="1.0" encoding="UTF-8"?>\n${COIN}`, COIN],
  ['<svg viewBox="0 0 9 9"><!-- a coin --><circle r="3"/></svg>', COIN],
  ["<svg viewBox='0 0 9 9'><circle r = '3'/></svg>", '<svg viewBox="0 0 9 9"><circle r ="3"/></svg>'],
])('%j is cleaned and accepted', (given, kept) => {
  expect(cleanedSvg(given)).toBe(kept);
  expect(isGlyph(kept)).toBe(true);
});

test.each([
  "<svg onload='alert(1)'></svg>",
  '<svg><scr<!-- -->ipt>alert(1)</scr<!-- -->ipt></svg>',
  `<svg viewBox='0" onload="alert(1)'></svg>`,
  '<?xml-stylesheet href="https://example.org/x.css"?><svg></svg>',
  '<!DOCTYPE svg [<!ENTITY x "y">]><svg></svg>',
])('%j stays refused after cleaning', (given) => expect(isGlyph(cleanedSvg(given))).toBe(false));
