import type { TSchema } from 'typebox';
import { AdminError } from './contract/field-schemas.ts';
import type { Json, JsonObject } from '../schema/json.ts';
import { namedSchemas } from '../schema/named-schemas.ts';
import { describeContact } from '../schema/openapi-responses.ts';
import { type Access, pathParameterNames, type Route, successStatus } from './contract/route.ts';
import { routeTable } from './route-table.ts';

/** Any route may answer with any of these. */
const refusals: Record<string, string> = {
  400: 'Something in the request is wrong; `faults` says what and where.',
  401: 'Not signed in.',
  403: 'Signed in, and not allowed.',
  404: 'It does not exist, or not for this operator.',
  409: 'It conflicts with what exists.',
  413: 'Too large.',
  429: 'Too many attempts; `Retry-After` says when to try again.',
  500: 'Our fault; give the request id when you report it.',
  503: 'Temporarily unavailable.',
};

const refusalReferences = Object.fromEntries(
  Object.keys(refusals).map((status) => [status, { $ref: `#/components/responses/Refusal${status}` }]),
);

const accessTexts: Record<Access, string> = {
  public: 'Anybody.',
  operator: 'Any signed-in operator.',
  viewer: 'Members of the website, and administrators who entered it.',
  merchandiser: 'Merchandisers and owners of the website, and administrators who entered it.',
  owner: 'Owners of the website, and administrators who entered it.',
  administrator: 'Administrators of the installation.',
  'owner-or-administrator': 'Owners of the website, and administrators of the installation.',
};

const tagDescriptions: Record<string, string> = {
  session: 'Signing in and out.',
  setup: 'The first operator of a new installation.',
  invitations: 'Accepting an invitation.',
  password: 'The operator’s password.',
  totp: 'Two-factor sign-in.',
  sessions: 'Where the operator is signed in.',
  tokens: 'Tokens for scripts.',
  websites: 'Shops.',
  declaration: 'Everything of a website in one document.',
  vocabulary: 'The words of a website.',
  sample: 'The sample catalogue.',
  datasets: 'Catalogues and search terms: feeds, imports, versions, products.',
  boxes: 'Search boxes and related boxes.',
  campaigns: 'Rules that change what shoppers see.',
  subscriptions: 'API keys, their limits and their use.',
  'publishable-keys': 'Keys for browsers, in full.',
  members: 'Who may work on a website.',
  visit: 'Administrators who enter a website.',
  audit: 'Who changed what.',
  analytics: 'What shoppers asked for and clicked.',
  alerts: 'Where alerts of a website are sent, and what was sent last.',
  system: 'The installation: health, backups, imports.',
};

export const adminOpenApiDocument = (): JsonObject => {
  const { schemas, referTo } = namedSchemas([AdminError, ...routeTable.flatMap(listSchemas)]);
  const paths: Record<string, JsonObject> = {};
  for (const row of routeTable) {
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: describeOperation(row, referTo) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kindred administration',
      version: '1',
      summary: 'Everything the portal does, for scripts too.',
      description:
        'Signed in by the cookie of a session, or by an operator’s token. A website that the operator is no member of answers exactly like one that does not exist; an administrator of the installation can enter it, which its audit log tells (`enterWebsite`). With a cookie, a request that changes something must come from the same origin.',
      contact: describeContact(null),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
    security: [{ session: [] }, { token: [] }],
    paths,
    components: {
      schemas: withoutDiscriminators(schemas) as JsonObject,
      responses: Object.fromEntries(
        Object.entries(refusals).map(([status, text]) => [`Refusal${status}`, describeRefusal(text)]),
      ),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-kindred' },
        token: { type: 'http', scheme: 'bearer', description: '`kdr_tok_…`' },
      },
    },
  };
};

/** In OpenAPI the values of a discriminator are names of schemas; in a declaration they are kinds of boxes. */
const withoutDiscriminators = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(withoutDiscriminators);
  if (typeof value !== 'object' || value === null) return value;
  const { discriminator: _, ...rest } = value;
  return Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, withoutDiscriminators(each)]));
};

type ReferTo = (schema: TSchema) => JsonObject;

const listSchemas = ({ body, response }: Route): TSchema[] =>
  [body, response].flatMap((schema) => schema ?? []);

const describeOperation = (row: Route, referTo: ReferTo): JsonObject => {
  return {
    operationId: row.id,
    summary: row.summary,
    description: `Who may: ${accessTexts[row.access]}`,
    tags: [pathTag(row.path)],
    ...(row.access === 'public' && { security: [] }),
    parameters: [...pathParameters(row), ...queryParameters(row)],
    ...(row.body !== undefined && { requestBody: describeRequestBody(row, row.body, referTo) }),
    responses: { [successStatus(row)]: describeSuccess(row, referTo), ...refusalReferences },
  };
};

/** `/admin/websites/{website}/boxes/{box}` → boxes. */
const pathTag = (path: string): string => {
  const fixed = path.split('/').filter((part) => part !== '' && !part.startsWith('{'));
  const [, first = '', second] = fixed;
  return first === 'websites' && second !== undefined ? second.replace(/\..*$/, '') : first;
};

const parameterDescriptions: Record<string, string> = {
  token: 'The token of the link, or the ID of a token.',
  session: 'ID of the session.',
  website: 'Short name of the website.',
  dataset: 'Name of the dataset.',
  version: 'ID of the version.',
  import: 'ID of the import.',
  identifier: 'Identifier of the product.',
  box: 'Name of the box.',
  ruleId: '`ruleId` of the campaign.',
  subscription: 'Name of the subscription.',
  email: 'E-mail address of the member.',
};

const pathParameters = ({ path }: Route): JsonObject[] => {
  return pathParameterNames(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: parameterDescriptions[name] ?? '',
    schema: { type: name === 'ruleId' ? 'integer' : 'string' },
  }));
};

const queryParameters = ({ query }: Route): JsonObject[] => {
  return Object.entries(query?.properties ?? {}).map(([name, schema]) => {
    const { description = '', ...rest } = JSON.parse(JSON.stringify(schema)) as JsonObject;
    return { name, in: 'query', required: false, description, schema: rest };
  });
};

const describeRequestBody = ({ upload }: Route, body: TSchema, referTo: ReferTo): JsonObject => {
  const json = { 'application/json': { schema: referTo(body) } };
  if (upload === undefined) return { required: true, content: json };
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const lastModified = {
    type: 'string',
    maxLength: 100,
    description:
      'When the file was written: ISO 8601, or milliseconds since 1970. Live changes after it win over a feed. Left out: the time of the upload.',
  };
  const properties = { [upload]: file, ...(upload === 'feed' && { lastModified }) };
  const form = { schema: { type: 'object', properties, required: [upload] } };
  return {
    required: false,
    content: {
      ...json,
      'multipart/form-data': form,
    },
  };
};

const describeSuccess = ({ response, media }: Route, referTo: ReferTo): JsonObject => {
  if (response === null) return { description: 'Done.' };
  return {
    description: 'The answer.',
    content: { [media ?? 'application/json']: { schema: referTo(response) } },
  };
};

const describeRefusal = (description: string): JsonObject => {
  const schema = { $ref: '#/components/schemas/AdminError' };
  return { description, content: { 'application/json': { schema } } };
};
