import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { adminOpenApiDocument } from './openapi.ts';
import { pathParameterNames, type Route, successStatus } from './contract/route.ts';
import { routeTable } from './route-table.ts';

type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, object>> };
  readonly responses: Readonly<Record<string, object>>;
};
type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
};
type Document = {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: object; readonly responses: object };
};

const document = adminOpenApiDocument() as unknown as Document;
const operationFor = ({ path, method }: Route): Operation => {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${method} ${path} is not documented.`);
  return operation;
};

describe('the OpenAPI document of the admin API', () => {
  it('is the committed one', () => {
    const file = join(import.meta.dirname, '..', '..', '..', 'openapi.admin.json');
    expect(document).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  });

  it('has no rule for a query parameter that is not checked', () => {
    const checked = new Set([
      ...['type', 'description', 'enum', 'pattern'],
      ...['minimum', 'maximum', 'minLength', 'maxLength'],
    ]);
    const rules = routeTable.flatMap(({ id, ...row }) =>
      Object.entries((row as Partial<Route>).query?.properties ?? {}).flatMap(([name, schema]) =>
        Object.keys(schema).map((keyword) => ({ id, name, keyword })),
      ),
    );
    expect(rules.length).toBeGreaterThan(30);
    expect(rules.filter(({ keyword }) => !checked.has(keyword))).toEqual([]);
  });

  it('has exactly the operations of the table', () => {
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(ids.sort()).toEqual(routeTable.map(({ id }) => id as string).sort());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(routeTable.map((row) => [row.id, row as Route] as const))('describes %s', (id, row) => {
    const operation = operationFor(row);
    expect(operation.operationId).toBe(id);
    expect(operation.summary).toMatch(/^[A-Z].*\.$/);
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => name)).toEqual(pathParameterNames(row.path));
    expect(inPath.every(({ required }) => required)).toBe(true);
    const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
    expect(inQuery.map(({ name }) => name)).toEqual(Object.keys(row.query?.properties ?? {}));
    expect(operation.requestBody === undefined).toBe(row.body === undefined);
    if (row.upload !== undefined)
      expect(Object.keys(operation.requestBody?.content ?? {})).toContain('multipart/form-data');
    expect(Object.keys(operation.responses)).toContain(String(successStatus(row)));
    for (const status of ['400', '401', '403', '404', '500'])
      expect(operation.responses).toHaveProperty(status);
    expect(operation.security).toEqual(row.access === 'public' ? [] : undefined);
  });

  it('refers only to schemas and responses that it has', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
    expect(references.length).toBeGreaterThan(100);
    const { schemas, responses } = document.components;
    for (const [, kind, name] of references)
      expect(kind === 'schemas' ? schemas : responses).toHaveProperty(name ?? '');
  });

  it('tags an operation with its resource', () => {
    const tags = Object.fromEntries(routeTable.map((row) => [row.id, operationFor(row as Route).tags[0]]));
    expect(tags).toMatchObject({
      getBox: 'boxes',
      getAnalyticsFile: 'analytics',
      getSession: 'session',
      startBackup: 'system',
      listWebsites: 'websites',
    });
  });

  it('describes exactly the tags and path parameters that are used', () => {
    const operations = routeTable.map((row) => operationFor(row as Route));
    const used = new Set(operations.flatMap(({ tags }) => tags));
    expect(new Set(document.tags.map(({ name }) => name))).toEqual(used);
    for (const { description } of document.tags) expect(description).toMatch(/\w\.$/);
    for (const { parameters } of operations)
      for (const { description } of parameters) expect(description).toMatch(/\w/);
  });
});
