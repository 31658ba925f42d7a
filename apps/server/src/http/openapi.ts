import { api } from '@chessmith/protocol';
import swagger, { type SwaggerTransformObject } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { Type } from 'typebox';
import { named } from './named-schemas.js';
import { CONTENT_SECURITY_POLICY } from './security-headers.js';

export const VERSION = '0.1.0';

/** Serves what every route promises: OpenAPI 3.1 at `/openapi.json`, and a page to read it at `/api/docs`. */
export async function documentRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', describe);
  for (const schema of Object.values(api.RESPONSES)) app.addSchema(named(schema, (id) => `${id}#`));
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Chessmith',
        version: VERSION,
        description:
          'Play any chess you can describe. News travel by [WebSocket](/api/docs/websocket), described by /asyncapi.json.',
        license: { name: 'MIT', identifier: 'MIT' } as { name: string },
      },
      servers: [{ url: '/' }],
      tags: TAGS,
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          cookie: { type: 'apiKey', in: 'cookie', name: 'chessmith' },
        },
      },
    },
    transformObject: completed,
    refResolver: { buildLocalReference: (schema, _base, _fragment, index) => String(schema.$id ?? `schema-${index}`) },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    theme: { title: 'Chessmith API' },
    staticCSP: CONTENT_SECURITY_POLICY.replace("style-src 'self'", `style-src 'self' 'unsafe-hashes' ${HIDDEN_ICONS}`),
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}

/** The one inline style of Swagger UI, by its hash: it hides the icons that it refers to. */
const HIDDEN_ICONS = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

/** Names each operation after its route, says that reads are limited, and lets no route under /api pass over what it does not know. */
function describe(route: RouteOptions): void {
  const { method, url, config } = route;
  if (route.schema === undefined || route.schema.hide) return;
  // A copy: other servers of the process may share the original.
  const schema = { ...route.schema };
  route.schema = schema;
  const responses = (schema.response ?? {}) as { readonly [status: string]: object };
  if (method === 'GET' && !config?.isNeverLimited) {
    schema.response = { ...responses, 429: responses[429] ?? responses[500] ?? one('Problem') };
  }
  schema.operationId ??= [...(schema.tags ?? []).filter(isSeed), ...[method].flat(), ...url.split('/')]
    .flatMap((part) => part.match(/[a-z0-9]+/gi) ?? [])
    .filter((word) => word !== 'api')
    .map((word, index) => (index === 0 ? word.toLowerCase() : word[0]!.toUpperCase() + word.slice(1)))
    .join('');
  if (url.startsWith('/api/')) schema.querystring ??= Type.Object({}, api.strict);
}

/**
 * What Fastify's plugin does not know: what may be answered whatever the route, and that a body of which all may be left
 * out may be left out too.
 */
const completed: SwaggerTransformObject = (said) => {
  const document = 'openapiObject' in said ? said.openapiObject : said.swaggerObject;
  const operations = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path ?? {})) as Operation[];
  for (const { responses, requestBody: body } of operations) {
    responses.default = BEFORE_ANY_ROUTE;
    const schema = body?.content['application/json']?.schema;
    if (body !== undefined && schema !== undefined) body.required = (schema.required ?? []).length > 0;
  }
  return document;
};

const BEFORE_ANY_ROUTE = {
  description:
    'Before any route is asked: 408 for a request that comes too slowly, 429 with `Retry-After` where more than 16 on one ' +
    'connection wait for their answers, 431 for headers that are too large.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

type Operation = { readonly responses: { [status: string]: object }; readonly requestBody?: Body };
type Body = {
  required?: boolean;
  readonly content: { readonly [type: string]: { readonly schema?: { readonly required?: readonly string[] } } };
};

const isSeed = (tag: string): boolean => tag.startsWith('seed');

const TAGS = [
  { name: 'people', description: 'A guest is a person: an id and a secret.' },
  { name: 'games', description: 'Making, finding and looking at games.' },
  { name: 'rulesets', description: 'Rules that people write, examined once and kept for ever.' },
  { name: 'play', description: 'Orders to a game. Send an `Idempotency-Key`, and a repeated order takes effect once.' },
  { name: 'questions', description: 'What was, at any turn.' },
  { name: 'chat', description: 'What people say beside a game; it takes an `Idempotency-Key` as well.' },
  { name: 'server', description: 'For those who run it.' },
  { name: 'seed-000', description: 'The contract of the original chess game service.' },
];

/** What most routes may answer with instead. */
export type Statuses = readonly number[];

/** The answers of a route: what it gives, and the statuses of its refusals. */
export function answers(status: 200 | 201, name: api.ResponseName, refusals: Statuses = []) {
  return { [status]: one(name), ...problems(refusals) };
}

export function problems(statuses: Statuses) {
  return Object.fromEntries([...statuses, 400, 500, 503].map((status) => [status, one('Problem')]));
}

/** Nobody is asked who they are. */
export const NO_CREDENTIALS = [{}];
/** Either credential will do. */
export const AUTHENTICATED = [{ bearer: [] }, { cookie: [] }];
/** For those who are known and those who are not. */
export const ANONYMOUS = [{}, ...AUTHENTICATED];

const one = (name: api.ResponseName) =>
  Type.Unsafe<unknown>({ $ref: `${name}#`, description: DESCRIPTIONS[name] ?? name });

const DESCRIPTIONS: { readonly [name in api.ResponseName]?: string } = { Problem: 'No, and why.' };
