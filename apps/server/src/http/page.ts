import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NO_CREDENTIALS } from './openapi.js';
import { CONTENT_SECURITY_POLICY } from './security-headers.js';

/** Where `vite build` puts the page; beside this room, in the repository and in an installed package alike. */
const BUILT = fileURLToPath(new URL('../../../web/dist', import.meta.url));

const NOT_BUILT = `<!doctype html>
<meta charset="utf-8"><title>Chessmith</title>
<p>The server runs, but its page has not been built. Run <code>npm run build</code> and start again.
<p>The API is here: <a href="/api/docs">/api/docs</a>`;

declare module 'fastify' {
  interface FastifyReply {
    /** Answers with the page, which looks at the address by itself. */
    sendPage(): FastifyReply;
  }
}

const ENTRANCE = {
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

const ADDRESSES = ['/docs/:document', '/g/:game', '/j/:code', '/r/:ruleset', '/rules', '/write'];
/** Files that keep their names; all others have a hash in theirs and never change. */
const NAMED_FILES = ['favicon.svg', 'favicon-calling.svg', 'theme.js'];

const LICENSES_INTRO = `Chessmith's page is free software under the GNU General Public License, version 3 or later.
Its complete source code: /source

`;

type PageOptions = {
  /** Where the source of the page is offered, if not here. */
  readonly sourceUrl: string | null;
  /** Where the page was built. */
  readonly folder?: string;
};

/**
 * Serves the page to browsers. At `/` those who do not ask for HTML get `greeting`. Without a built page everything else
 * works, and browsers are told what to do.
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
  // The same for everyone: it comes also when nobody can be looked up, and tells what is wrong by itself.
  const config = { isAnonymous: true } as const;
  for (const address of ADDRESSES) {
    app.get(address, { config, schema: { hide: true } }, (_request, reply) => reply.sendPage());
  }
  app.get('/', { config, schema: ENTRANCE }, (request, reply) =>
    wantsPage(request) ? reply.sendPage() : reply.type('text/plain').serializer(String).send(greeting),
  );
}

/** As the licence of the page asks: its source, and the notices of what is bundled in it. */
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

/** Whether a person looks at this address with a browser. */
export const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !url.startsWith('/api') && (headers.accept?.includes('text/html') ?? false);
