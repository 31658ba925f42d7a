type Schema = { readonly [word: string]: unknown };
type Message = { readonly name: string; readonly payload: Schema };
type Channel = {
  readonly address: string;
  readonly description?: string;
  readonly messages: { readonly [name: string]: Message };
};
type Operation = { readonly action: string; readonly messages: readonly { readonly $ref: string }[] };

/** The parts of an AsyncAPI 3 document that the page shows. */
export type AsyncApiDocument = {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly channels: { readonly [name: string]: Channel };
  readonly operations: { readonly [name: string]: Operation };
  readonly components: { readonly schemas: { readonly [name: string]: Schema } };
};

/** Renders the document as HTML without scripts: channels, messages by sender, and schemas. */
export function documentPage({ info, channels, operations, components }: AsyncApiDocument): string {
  const sentByClient = new Set(
    Object.values(operations)
      .filter(({ action }) => action === 'receive')
      .flatMap(({ messages }) => messages.map(({ $ref }) => $ref)),
  );
  const section = ([name, { address, description = '', messages }]: [string, Channel]): string => {
    const definitions = (isOfClient: boolean): string =>
      Object.entries(messages)
        .filter(([key]) => sentByClient.has(`#/channels/${name}/messages/${key}`) === isOfClient)
        .map(([key, { payload }]) => definition(`${name}-${key}`, key, payload))
        .join('\n');
    return `<section>
<h2 id="${name}"><code>${escaped(address)}</code></h2>
<p>${prose(description)}</p>
<h3>Sent by the client</h3>
${definitions(true)}
<h3>Sent by the server</h3>
${definitions(false)}
</section>`;
  };
  const links = Object.entries(channels).map(
    ([name, { address }]) => `<a href="#${name}"><code>${escaped(address)}</code></a>`,
  );
  const schemas = Object.entries(components.schemas).map(([name, schema]) =>
    definition(`schema-${name}`, name, schema),
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(info.title)}: WebSocket API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/websocket.css">
<h1>${escaped(info.title)} ${escaped(info.version)}: WebSocket API</h1>
<p>${prose(info.description)}</p>
<p>Programs read the same as <a href="/asyncapi.json">AsyncAPI 3</a>. The <a href="/api/docs">REST API</a> has its own page.</p>
<nav>${links.join(' ')} <a href="#schemas">Schemas</a></nav>
${Object.entries(channels).map(section).join('\n')}
<section>
<h2 id="schemas">Schemas</h2>
${schemas.join('\n')}
</section>
</html>
`;
}

export const DOCUMENT_STYLE = `:root { color-scheme: light dark }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
pre { white-space: pre-wrap; padding: .75rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .25rem }
nav a { margin-right: 1rem }
details { margin: .5rem 0 }
summary { cursor: pointer; font-weight: 600 }
`;

const definition = (id: string, name: string, schema: Schema): string => {
  const about = typeof schema.description === 'string' ? `<p>${prose(schema.description)}</p>` : '';
  return `<details id="${escaped(id)}"><summary>${escaped(name)}</summary>${about}<pre>${typeText(schema, '')}</pre></details>`;
};

/** A schema in TypeScript notation as HTML, with links to named schemas. */
function typeText(schema: Schema, indent: string): string {
  const { $ref, const: only, enum: values, anyOf, oneOf, allOf, type = 'any', items, properties } = schema;
  if (typeof $ref === 'string') {
    const name = escaped($ref.slice($ref.lastIndexOf('/') + 1));
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (only !== undefined) return escaped(JSON.stringify(only));
  if (Array.isArray(values)) return values.map((value) => escaped(JSON.stringify(value))).join(' | ');
  const members = anyOf ?? oneOf ?? allOf;
  if (Array.isArray(members)) {
    return members.map((member) => typeText(member, indent)).join(allOf === undefined ? ' | ' : ' &amp; ');
  }
  if (type === 'array') return `(${typeText((items ?? {}) as Schema, indent)})[]`;
  if (properties === undefined) return escaped([type].flat().join(' | '));
  const inner = `${indent}  `;
  const isRequired = new Set(schema.required as readonly string[] | undefined);
  const fields = Object.entries(properties as { readonly [name: string]: Schema }).map(([name, field]) => {
    const comment = typeof field.description === 'string' ? `  // ${escaped(field.description)}` : '';
    return `${inner}${escaped(name)}${isRequired.has(name) ? '' : '?'}: ${typeText(field, inner)}${comment}\n`;
  });
  return fields.length === 0 ? '{}' : `{\n${fields.join('')}${indent}}`;
}

/** Text in backticks becomes code. */
const prose = (text: string): string => escaped(text).replace(/`([^`]*)`/g, '<code>$1</code>');

const ENTITIES: { readonly [letter: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => ENTITIES[letter]!);
