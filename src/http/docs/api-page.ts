import type { Json, JsonObject } from '../schema/json.ts';

/* The OpenAPI documents as Markdown, so that the API is a page like all others: one renderer, one search, one style. */

/** The part of OpenAPI and of JSON Schema that our own documents use. */
type Schema = {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly type?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};

type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
};

type Example = { readonly summary: string; readonly value: Json };

type Body = {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { schema: Schema; examples?: Record<string, Example> }>>;
};

type Operation = {
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
};

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** `introduction`: the text of docs/api.md. */
export const writeApiPage = (introduction: string, documents: readonly JsonObject[]): string => {
  const read = documents as unknown as readonly Document[];
  const operations = read.flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) =>
        writeOperation(method.toUpperCase(), path, operation),
      ),
    ),
  );
  const schemas = new Map(read.flatMap(({ components }) => Object.entries(components.schemas)));
  return [
    introduction,
    ...operations,
    '## Field by field',
    ...[...schemas].map(([name, schema]) => writeSchema(name, schema)),
  ].join('\n\n');
};

const writeOperation = (method: string, path: string, operation: Operation): string => {
  const { summary, description = '', parameters = [], requestBody, responses } = operation;
  return [
    `## ${summary}`,
    `\`${method} ${path}\``,
    description,
    writeBody('Takes', requestBody),
    writeParameters(parameters),
    writeForm(method, path, parameters),
    writeBody('Answers with', responses['200'] ?? responses['202']),
    fold('fold Statuses', writeStatuses(responses)),
  ].join('\n\n');
};

/** More are opened by their number: the calls of a page are read beside one another. */
const shownParameters = 6;

const writeParameters = (parameters: readonly Parameter[]): string => {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, required, schema, description }) => [
    `\`${name}\`${required ? ' **required**' : ''}`,
    typeName(schema),
    description,
  ]);
  const text = table(['Parameter', 'Type', 'Meaning'], rows);
  return parameters.length > shownParameters ? fold(`fold ${parameters.length} parameters`, text) : text;
};

/** A form to try the call, where a URL is enough for it. */
const writeForm = (method: string, path: string, parameters: readonly Parameter[]): string => {
  if (method !== 'GET' || path.includes('{')) return '';
  const fields = parameters.filter((parameter) => parameter.in === 'query');
  return fence(
    `try ${path}`,
    fields.map(({ name, required }) => (required ? `${name} required${exampleOf(name)}` : name)).join('\n'),
  );
};

/** So that the first click on Send is answered. Trackers come from the reader's own boxes. */
const examples: Readonly<Record<string, string>> = { pattern: 'running shoes', identifier: 'TR-101' };
const exampleOf = (name: string): string => (examples[name] === undefined ? '' : ` ${examples[name]}`);

/** The first example is open, the others can be opened by their titles. */
const writeBody = (verb: string, body: Body | undefined): string => {
  const [media] = Object.values(body?.content ?? {});
  if (media === undefined) return '';
  const [first, ...others] = Object.values(media.examples ?? {});
  return [
    `${verb} ${typeName(media.schema)}.`,
    ...(first === undefined ? [] : [fence('json', JSON.stringify(first.value, null, 2))]),
    ...others.map(({ summary, value }) => fence(`json ${summary}`, JSON.stringify(value, null, 2))),
  ].join('\n\n');
};

const writeStatuses = (responses: Operation['responses']): string =>
  table(
    ['Status', 'Meaning', 'Body', 'Example'],
    Object.entries(responses).map(([status, { description = '', content = {} }]) => {
      const [media] = Object.values(content);
      const examples = Number(status) < 400 ? [] : Object.values(media?.examples ?? {});
      return [
        `\`${status}\``,
        description,
        media === undefined ? 'nothing' : typeName(media.schema),
        examples.map(({ value }) => `\`\` ${JSON.stringify(value)} \`\``).join(' or '),
      ];
    }),
  );

const writeSchema = (name: string, { properties = {}, required = [], description = '' }: Schema): string => {
  const rows = Object.entries(properties).map(([field, property]) => [
    `\`${field}\`${required.includes(field) ? '' : ' *optional*'}`,
    typeName(property),
    property.description ?? property.anyOf?.[0]?.description ?? '',
  ]);
  return fold(`fields ${name}`, [description, table(['Field', 'Type', 'Meaning'], rows)].join('\n\n'));
};

/** `array of Filter, nullable`, `integer (int32)`, `one of asc, desc`; named schemas link to their fields. */
export const typeName = (schema: Schema): string => {
  const { $ref, anyOf, type = 'anything', format, items = {}, minimum, maximum } = schema;
  if ($ref !== undefined) return linkTo($ref.slice($ref.lastIndexOf('/') + 1));
  if (anyOf !== undefined) {
    const names = new Set(anyOf.filter((each) => each.type !== 'null').map(typeName));
    const isNullable = anyOf.some((each) => each.type === 'null');
    return `${[...names].join(' or ')}${isNullable ? ', nullable' : ''}`;
  }
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`;
  if (type === 'array') return `array of ${typeName(items)}`;
  return `${type}${format === undefined ? '' : ` (${format})`}${rangeText(minimum, maximum)}`;
};

const linkTo = (name: string): string => `[${name}](#${name.toLowerCase()})`;

const rangeText = (minimum: number | undefined, maximum: number | undefined): string => {
  if (minimum === undefined) return maximum === undefined ? '' : `, at most ${maximum}`;
  return maximum === undefined ? `, at least ${minimum}` : `, ${minimum} to ${maximum}`;
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map(
      (cells) =>
        `| ${cells.map((cell) => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`,
    )
    .join('\n');

/** Longer than the fences inside. */
const fold = (kind: string, text: string): string => `\`\`\`\`\`${kind}\n${text}\n\`\`\`\`\``;

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
