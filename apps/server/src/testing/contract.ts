import { Compile, type Validator } from 'typebox/schema';

// biome-ignore lint/suspicious/noExplicitAny: the documents are JSON as a client reads it.
type Document = any;

type Response = { readonly status: number; readonly body: unknown; readonly contentType: string | null };

/** Checks real responses and frames against the OpenAPI and AsyncAPI documents of a server. */
export type Contract = {
  readonly openapi: Document;
  readonly asyncapi: Document;
  /** Schema errors of a response; empty for routes that are not in the document. */
  responseErrors(method: string, path: string, answered: Response): readonly string[];
  /** Schema errors of a frame that the server sent. */
  frameErrors(path: string, frame: unknown): readonly string[];
  /** The name of the message that a client sent; null if no message of the document matches. */
  sentMessageName(path: string, frame: unknown): string | null;
  sentByServer(path: string): readonly string[];
  sentByClient(path: string): readonly string[];
  /** Every route with every status seen so far, such as `GET /api/me 200`. */
  readonly seenResponses: ReadonlySet<string>;
  /** Every message seen so far, by channel and name. */
  readonly seenMessages: ReadonlySet<string>;
};

export function createContract(openapi: Document, asyncapi: Document): Contract {
  const validators = new Map<string, Validator>();
  const seenResponses = new Set<string>();
  const seenMessages = new Set<string>();

  function errorsOf(document: Document, pointer: string, value: unknown): readonly string[] {
    const validator = validators.get(pointer) ?? Compile({ ...document, $ref: pointer });
    validators.set(pointer, validator);
    if (validator.Check(value)) return [];
    return validator.Errors(value)[1].map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
  }

  function routeOf(path: string): string | undefined {
    const parts = path.split('?')[0]!.split('/');
    return Object.keys(openapi.paths)
      .filter((known) => {
        const names = known.split('/');
        return names.length === parts.length && names.every((name, i) => name.startsWith('{') || name === parts[i]);
      })
      .toSorted((a, b) => a.split('{').length - b.split('{').length)[0];
  }

  /** References to the messages of a channel in one direction. */
  function messagesOf(path: string, action: 'send' | 'receive'): readonly string[] {
    const channel = path.startsWith('/game/') ? 'chessGameService' : 'socket';
    const operations: Document[] = Object.values(asyncapi.operations);
    const refs = operations.flatMap(({ action: does, messages, reply }) =>
      does === action ? messages : action === 'send' ? (reply?.messages ?? []) : [],
    );
    const all: string[] = refs.map(({ $ref }) => $ref as string);
    return [...new Set(all)].filter((ref) => ref.startsWith(`#/channels/${channel}/`));
  }

  const matching = (refs: readonly string[], frame: unknown): string | undefined =>
    refs.find((ref) => errorsOf(asyncapi, `${ref}/payload`, frame).length === 0);

  return {
    openapi,
    asyncapi,
    seenResponses,
    seenMessages,
    responseErrors(method, path, { status, body, contentType }) {
      const route = routeOf(path);
      const operation = route === undefined ? undefined : openapi.paths[route][method.toLowerCase()];
      if (operation === undefined) return [];
      const name = `${method} ${route} ${status}`;
      seenResponses.add(name);
      const answer = operation.responses[status];
      if (answer === undefined) return [`${name} is not in the document`];
      const type = contentType?.split(';')[0] ?? '';
      if (answer.content === undefined) return type === '' ? [] : [`${name} has no ${type} in the document`];
      if (answer.content[type] === undefined) return [`${name} is not ${type} in the document`];
      const pointer = ['paths', route!, method.toLowerCase(), 'responses', String(status), 'content', type, 'schema'];
      return errorsOf(openapi, `#/${pointer.map(escaped).join('/')}`, body).map((error) => `${name}: ${error}`);
    },
    frameErrors(path, frame) {
      const known = matching(messagesOf(path, 'send'), frame);
      if (known !== undefined) seenMessages.add(known);
      return known === undefined ? [`no message of the document: ${JSON.stringify(frame).slice(0, 600)}`] : [];
    },
    sentMessageName(path, frame) {
      const known = matching(messagesOf(path, 'receive'), frame);
      if (known !== undefined) seenMessages.add(known);
      return known ?? null;
    },
    sentByServer: (path) => messagesOf(path, 'send'),
    sentByClient: (path) => messagesOf(path, 'receive'),
  };
}

const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
