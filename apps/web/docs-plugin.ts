import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Marked, type Tokens } from 'marked';
import type { Plugin } from 'vite';

/** The documents of `docs/` that the page shows, by file name. */
const SERVED = new Set(['api', 'rules', 'sandbox', 'scripts']);

/** Renders Markdown files to modules with title and HTML at build time, so that no parser is sent to the browser. */
export const renderDocs: Plugin = {
  name: 'render-docs',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith('.md')) return undefined;
    const text = await readFile(id, 'utf8');
    const title = /^# (.+)$/m.exec(text)?.[1] ?? basename(id, '.md');
    return `export const title = ${JSON.stringify(title)};\nexport const html = ${JSON.stringify(await markdown.parse(text))};`;
  },
};

const markdown = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${slugOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      const address = addressOf(href);
      if (address === null) return text;
      const newTab = address.startsWith('http') ? ' target="_blank" rel="noopener"' : '';
      return `<a href="${address}"${newTab}>${text}</a>`;
    },
    // A wide table scrolls by itself.
    table(token: Tokens.Table) {
      return `<div class="wide" tabindex="0">${tableOf(this.parser, token)}</div>\n`;
    },
  },
});

type Parser = { parseInline(tokens: Tokens.Table['header'][number]['tokens']): string };

function tableOf(parser: Parser, { header, rows }: Tokens.Table): string {
  const cells = (row: Tokens.Table['header'], tag: string) =>
    row.map(({ tokens }) => `<${tag}>${parser.parseInline(tokens)}</${tag}>`).join('');
  const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
  return `<table><thead><tr>${cells(header, 'th')}</tr></thead><tbody>${body}</tbody></table>`;
}

/** The page's address for a link in a document; null for files that the page does not show. */
function addressOf(href: string): string | null {
  if (href.startsWith('#') || /^https?:/.test(href)) return href;
  const [, name = '', anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return SERVED.has(name) ? `/docs/${name}${anchor}` : null;
}

/** The same slugs as on GitHub, so that links in the documents work there and here. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
