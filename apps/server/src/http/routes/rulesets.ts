import { parseRulesetId, type RulesetId } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import { api } from '@chessmith/protocol';
import { readSource } from '@chessmith/scripting';
import type { OnExaminationProgress, RulesetInput, Visibility } from '@chessmith/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Core } from '../../core.js';
import { formatOfFile } from '../../referees/ruleset-examiner.js';
import { requirePerson } from '../authentication.js';
import { refuse } from '../errors.js';
import { ANONYMOUS, AUTHENTICATED, answers } from '../openapi.js';
import { peopleNamed } from '../people-named.js';
import { LINES, linesAnswer, streamProgress, wantsLines } from '../progress-lines.js';

/** Bytes: a megabyte of source and the overhead of JSON escapes. */
const LARGEST_UPLOAD = 2.5 * 2 ** 20;
const tags = ['rulesets'];
const CHECKED = `The server checks the rules first, which takes some seconds; a refusal says where the problem is. With \`Accept: ${LINES}\` the response streams the progress.`;
const ofRuleset = { params: Type.Object({ ruleset: Type.String({ minLength: 1, maxLength: 128 }) }) };

type Upload = {
  readonly file?: string;
  readonly format?: string;
  readonly name?: string;
  readonly visibility?: Visibility;
};
type OfRuleset = { Params: { ruleset: string } };

/** Routes to upload, find and read rulesets. */
export function rulesetRoutes(app: FastifyInstance, core: Core): void {
  const { rulesets, builtInCards, uploads } = core;

  app.get(
    '/api/rulesets',
    {
      schema: {
        tags,
        summary: 'List the built-in rulesets',
        security: ANONYMOUS,
        response: answers(200, 'Rulesets', [401]),
      },
    },
    async () => ({ rulesets: await builtInCards() }),
  );

  const upload = {
    bodyLimit: LARGEST_UPLOAD,
    async onRequest(request: FastifyRequest, reply: FastifyReply) {
      const no = uploads.charge(request);
      if (no !== null) return refuse(reply, no);
    },
  };
  const responses = {
    ...answers(201, 'UploadedRuleset', [401, 403, 413, 415, 422, 429]),
    200: linesAnswer('CheckProgress', 'UploadedRuleset'),
  };
  /** Streams the progress of the check if the client accepts JSON lines. */
  async function acceptUpload(by: PersonId, rules: RulesetInput, request: FastifyRequest, reply: FastifyReply) {
    const checked = (onProgress?: OnExaminationProgress) =>
      uploads.run({ person: by, ip: request.ip }, () => rulesets.upload(by, rules, onProgress));
    if (wantsLines(request)) return streamProgress(reply, checked);
    const made = await checked();
    return made.ok ? reply.code(201).send(made.value) : refuse(reply, made.error);
  }

  app.post<{ Body: Upload & { readonly source: string } }>(
    '/api/rulesets',
    {
      ...upload,
      schema: {
        tags,
        summary: 'Upload a ruleset as JSON',
        description: CHECKED,
        body: api.RulesetUpload,
        security: AUTHENTICATED,
        response: responses,
      },
    },
    async (request, reply) => {
      const me = requirePerson(request, reply);
      if (me === null) return reply;
      const { format = formatOfFile(request.body.file ?? ''), ...options } = request.body;
      return acceptUpload(me, { ...options, format }, request, reply);
    },
  );

  void app.register(async (files) => {
    files.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    files.post<{ Querystring: Upload; Body: Buffer }>(
      '/api/rulesets/file',
      {
        ...upload,
        schema: {
          tags,
          summary: 'Upload a ruleset as a file',
          description: `The body is the file itself (application/octet-stream); the query has its name. ${CHECKED}`,
          querystring: api.RulesetFileQuery,
          consumes: ['application/octet-stream'],
          body: Type.Unknown(),
          security: AUTHENTICATED,
          response: responses,
        },
      },
      async (request, reply) => {
        const me = requirePerson(request, reply);
        if (me === null) return reply;
        const { format = formatOfFile(request.query.file ?? ''), ...options } = request.query;
        const source = readSource(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
        if (!source.ok) return refuse(reply, source.error);
        return acceptUpload(me, { ...options, format, source: source.value }, request, reply);
      },
    );
  });

  app.get<{
    Querystring: { text?: string; author?: PersonId; latest?: boolean; limit?: number; after?: string };
  }>(
    '/api/rulesets/written',
    {
      schema: {
        tags,
        summary: 'List uploaded rulesets, latest first',
        description: 'Public rulesets; with your own id as `author`, all of yours.',
        querystring: api.RulesetSearchQuery,
        security: ANONYMOUS,
        response: answers(200, 'WrittenRulesets', [401]),
      },
    },
    async ({ query: { limit = 20, after, ...search }, person }) => {
      const page = await rulesets.list(search, { limit, ...(after === undefined ? {} : { after }) }, person);
      const authors = page.rulesets.map(({ author }) => author);
      return { ...page, people: await peopleNamed(core, authors) };
    },
  );

  app.get<OfRuleset>(
    '/api/rulesets/:ruleset',
    {
      schema: {
        tags,
        summary: 'Show an uploaded ruleset',
        ...ofRuleset,
        security: ANONYMOUS,
        response: answers(200, 'WrittenRuleset', [401, 404]),
      },
    },
    async ({ params }, reply) => {
      const ruleset = await rulesets.find(idOf(params));
      return ruleset.ok ? ruleset.value : refuse(reply, ruleset.error);
    },
  );

  app.get<OfRuleset>(
    '/api/rulesets/:ruleset/source',
    {
      schema: {
        tags,
        summary: 'Show the source of a ruleset that is public or yours',
        ...ofRuleset,
        security: ANONYMOUS,
        response: answers(200, 'RulesetSource', [401, 403, 404]),
      },
    },
    async ({ params, person }, reply) => {
      const source = await rulesets.source(idOf(params), person);
      return source.ok ? source.value : refuse(reply, source.error);
    },
  );

  app.patch<OfRuleset & { Body: { visibility: Visibility } }>(
    '/api/rulesets/:ruleset',
    {
      schema: {
        tags,
        summary: 'Change the visibility of your ruleset',
        ...ofRuleset,
        body: api.RulesetChange,
        security: AUTHENTICATED,
        response: answers(200, 'WrittenRuleset', [401, 403, 404, 413, 415]),
      },
    },
    async (request, reply) => {
      const me = requirePerson(request, reply);
      if (me === null) return reply;
      const shown = await rulesets.setVisibility(me, idOf(request.params), request.body.visibility);
      return shown.ok ? shown.value : refuse(reply, shown.error);
    },
  );

  app.post<OfRuleset & { Body: { name?: string } }>(
    '/api/rulesets/:ruleset/fork',
    {
      schema: {
        tags,
        summary: 'Copy a ruleset',
        ...ofRuleset,
        body: api.RulesetFork,
        security: AUTHENTICATED,
        response: answers(201, 'WrittenRuleset', [401, 403, 404, 413, 415, 422]),
      },
    },
    async (request, reply) => {
      const me = requirePerson(request, reply);
      if (me === null) return reply;
      const forked = await rulesets.fork(me, idOf(request.params), request.body.name);
      return forked.ok ? reply.code(201).send(forked.value) : refuse(reply, forked.error);
    },
  );
}

/** Text that is not a valid id matches no ruleset. */
function idOf({ ruleset }: { readonly ruleset: string }): RulesetId {
  const id = parseRulesetId(ruleset);
  return id.ok ? id.value : ('' as RulesetId);
}
