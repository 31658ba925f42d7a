import { api } from '@chessmith/protocol';
import swagger, { type SwaggerTransformObject } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { Type } from 'typebox';
import { named } from './named-schemas.js';
import { CONTENT_SECURITY_POLICY } from './security-headers.js';

export const VERSION = '0.1.0';

/** Serves the OpenAPI 3.1 document at `/openapi.json` and a page that shows it at `/api/docs`. */
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
          'Play any chess you can describe. News arrive over a [WebSocket](/api/docs/websocket), described by /asyncapi.json.',
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

/** The hash of the only inline style of Swagger UI, which hides its icons. */
const HIDDEN_ICONS = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

/** Sets the operation id and the read limit of each route, and makes all `/api` routes reject unknown parameters. */
function describe(route: RouteOptions): void {
  const { method, url, config } = route;
  if (route.schema === undefined || route.schema.hide) return;
  // A copy: several servers in one process share the original.
  const schema = { ...route.schema };
  route.schema = schema;
  const responses = (schema.response ?? {}) as { readonly [status: string]: object };
  if (method === 'GET' && !config?.isNeverLimited) {
    schema.response = { ...responses, 429: responses[429] ?? responses[500] ?? one('Problem') };
  }
  schema.operationId ??= [...(schema.tags ?? []).filter(isCompatible), ...[method].flat(), ...url.split('/')]
    .flatMap((part) => part.match(/[a-z0-9]+/gi) ?? [])
    .filter((word) => word !== 'api')
    .map((word, index) => (index === 0 ? word.toLowerCase() : word[0]!.toUpperCase() + word.slice(1)))
    .join('');
  if (url.startsWith('/api/')) schema.querystring ??= Type.Object({}, api.strict);
}

/**
 * Completes the document: responses that any route may send, and bodies that are optional because all their fields
 * are.
 */
const completed: SwaggerTransformObject = (input) => {
  const document = 'openapiObject' in input ? input.openapiObject : input.swaggerObject;
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
    'Refused before any route: 408 for a request that arrives too slowly, 429 with `Retry-After` for more than 16 pipelined ' +
    'requests on a connection, 431 for headers that are too large.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

type Operation = { readonly responses: { [status: string]: object }; readonly requestBody?: Body };
type Body = {
  required?: boolean;
  readonly content: { readonly [type: string]: { readonly schema?: { readonly required?: readonly string[] } } };
};

/** Operation ids of the compatible contract start with its name, since `POST /game` resembles `POST /api/games`. */
const isCompatible = (tag: string): boolean => tag === 'Chess Game Service API';

const TAGS = [
  { name: 'people', description: 'Guests and their names. A guest is an id with a secret token.' },
  { name: 'games', description: 'Create, find and view games.' },
  { name: 'rulesets', description: 'Upload, find and read rulesets. Each is checked once and never changes.' },
  { name: 'play', description: 'Commands to a game. With an `Idempotency-Key`, a repeated command takes effect once.' },
  { name: 'queries', description: 'Read a game, now or at any turn.' },
  { name: 'chat', description: 'Chat beside a game; accepts an `Idempotency-Key`.' },
  { name: 'server', description: 'Health checks and metrics for operators.' },
  { name: 'Chess Game Service API', description: 'The compatible contract of the Chess Game Service.' },
];

export type Statuses = readonly number[];

/** The response of a route and the statuses of its refusals. */
export function answers(status: 200 | 201, name: api.ResponseName, refusals: Statuses = []) {
  return { [status]: one(name), ...problems(refusals) };
}

export function problems(statuses: Statuses) {
  return Object.fromEntries([...statuses, 400, 500, 503].map((status) => [status, one('Problem')]));
}

/** The route ignores credentials. */
export const NO_CREDENTIALS = [{}];
/** The route needs one of these credentials. */
export const AUTHENTICATED = [{ bearer: [] }, { cookie: [] }];
/** The route works with and without credentials. */
export const ANONYMOUS = [{}, ...AUTHENTICATED];

const one = (name: api.ResponseName) =>
  Type.Unsafe<unknown>({ $ref: `${name}#`, description: DESCRIPTIONS[name] ?? name });

const DESCRIPTIONS: { readonly [name in api.ResponseName]?: string } = { Problem: 'The refusal and its reason.' };
