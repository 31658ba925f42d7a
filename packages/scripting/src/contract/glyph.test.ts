import { expect, test } from 'vitest';
import { isGlyph } from './glyph.js';

test.each([
  'knight',
  '🐉',
  '👨‍👩‍👧',
  '♞',
  '🧙🏽',
  '🇩🇪',
  '7️⃣',
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
