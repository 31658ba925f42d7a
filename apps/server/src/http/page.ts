import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NO_CREDENTIALS } from './openapi.js';
import { CONTENT_SECURITY_POLICY } from './security-headers.js';

/** The folder of `vite build`; the same path in the repository and in an installed package. */
const BUILT = fileURLToPath(new URL('../../../web/dist', import.meta.url));

const NOT_BUILT = `<!doctype html>
<meta charset="utf-8"><title>Chessmith</title>
<p>The server runs, but its page has not been built. Run <code>npm run build</code> and start again.
<p>The API is here: <a href="/api/docs">/api/docs</a>`;

declare module 'fastify' {
  interface FastifyReply {
    /** Sends the page, whose script shows the view of the URL. */
    sendPage(): FastifyReply;
  }
}

const ROOT_SCHEMA = {
  tags: ['Chess Game Service API'],
  summary: 'The greeting of the Chess Game Service; browsers get the page',
  security: NO_CREDENTIALS,
  response: {
    200: {
      description: 'Welcome.',
      content: { 'text/plain': { schema: { type: 'string' } }, 'text/html': { schema: { type: 'string' } } },
    },
  },
};

const PAGE_ROUTES = ['/docs/:document', '/g/:game', '/j/:code', '/r/:ruleset', '/rules', '/write'];
/** Files without a hash in their names; all others may be cached for ever. */
const NAMED_FILES = ['favicon.svg', 'favicon-calling.svg', 'theme.js'];

const LICENSES_INTRO = `Chessmith's page is free software under the GNU General Public License, version 3 or later.
Its complete source code: /source

`;

type PageOptions = {
  /** The address of the page's source code, if this server does not offer it. */
  readonly sourceUrl: string | null;
  /** The folder of the built page. */
  readonly folder?: string;
};

/**
 * Serves the page to browsers. At `/`, clients that do not accept HTML get `greeting`. If the page is not built,
 * browsers get a message that says how to build it.
 */
export async function servePage(
  app: FastifyInstance,
  greeting: string,
  { sourceUrl, folder = BUILT }: PageOptions,
): Promise<void> {
  const isBuilt = existsSync(`${folder}/index.html`);
  if (isBuilt) {
    await app.register(files, {
      root: `${folder}/assets`,
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      preCompressed: true,
    });
    for (const file of NAMED_FILES) {
      app.get(`/${file}`, { schema: { hide: true } }, (_request, reply) =>
        reply.sendFile(file, folder, { immutable: false, maxAge: 0 }),
      );
    }
    offerSource(app, sourceUrl, folder);
  } else app.log.warn('the page has not been built: run npm run build');

  app.decorateReply('sendPage', function (this: FastifyReply) {
    this.header('content-security-policy', CONTENT_SECURITY_POLICY);
    if (isBuilt) return this.sendFile('index.html', folder, { immutable: false, maxAge: 0 });
    return this.code(503).type('text/html; charset=utf-8').serializer(String).send(NOT_BUILT);
  });
  // The page needs no authentication: it loads even if the store is down, and shows the problem itself.
  const config = { isAnonymous: true } as const;
  for (const address of PAGE_ROUTES) {
    app.get(address, { config, schema: { hide: true } }, (_request, reply) => reply.sendPage());
  }
  app.get('/', { config, schema: ROOT_SCHEMA }, (request, reply) =>
    wantsPage(request) ? reply.sendPage() : reply.type('text/plain').serializer(String).send(greeting),
  );
}

/** The page's licence requires its source and the notices of bundled packages. */
function offerSource(app: FastifyInstance, sourceUrl: string | null, folder: string): void {
  const route = { config: { isAnonymous: true }, schema: { hide: true } } as const;
  app.get('/source', route, (_request, reply) =>
    sourceUrl === null
      ? reply
          .header('content-disposition', 'attachment; filename="chessmith-page-source.tar.gz"')
          .sendFile('source.tar.gz', folder, { immutable: false, maxAge: 0 })
      : reply.redirect(sourceUrl),
  );
  const notices = `${folder}/licenses.md`;
  const licenses = LICENSES_INTRO + (existsSync(notices) ? readFileSync(notices, 'utf8') : '');
  app.get('/licenses', route, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').serializer(String).send(licenses),
  );
}

/** Whether a browser navigates to this URL. */
export const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !url.startsWith('/api') && (headers.accept?.includes('text/html') ?? false);
