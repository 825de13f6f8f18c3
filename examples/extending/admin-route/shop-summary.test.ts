import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeTable } from '../../../src/http/admin/route-table.ts';
import { presentFault } from '../../../src/http/admin/core/answers.ts';
import { type AnyHandler, registerRoute } from '../../../src/http/admin/core/register.ts';
import { addMember, bearer, openAdminClient } from '../../../test/support/http/admin/admin-client.ts';
import { createWebsiteFixture } from '../../../test/support/http/admin/website-fixture.ts';
import { ShopSummary, summaryHandlers, summaryRoutes } from './shop-summary.ts';

let client: Awaited<ReturnType<typeof openAdminClient>>;
let app: FastifyInstance;
const tokens = new Map<string, string>();

/** Registers the route as the service does, beside the real store with its members. */
beforeAll(async () => {
  client = await openAdminClient();
  const { kindred, imports, folder } = client;
  const { store } = kindred;
  const north = await createWebsiteFixture(kindred, imports, 'north');
  const south = await createWebsiteFixture(kindred, imports, 'south');
  for (const role of ['viewer', 'merchandiser', 'owner'] as const)
    tokens.set(role, await addMember(kindred, north.id, `${role}@north.example`, role));
  tokens.set('stranger', await addMember(kindred, south.id, 'stranger@south.example', 'owner'));
  app = fastify();
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = presentFault(error, request.id);
    return reply.code(status).type('application/json').send(body);
  });
  const needs = {
    store,
    publicUrl: null,
    uploadFolder: join(folder, 'uploads'),
    stopping: new AbortController().signal,
    largeDeclarations: { idle: () => Promise.resolve() },
  };
  const handlers: Readonly<Record<string, unknown>> = summaryHandlers({ store });
  for (const row of summaryRoutes) registerRoute(app, needs, row, handlers[row.id] as AnyHandler);
});
afterAll(async () => {
  await app.close();
  await client.close();
});

const get = async (url: string, who?: string) => {
  const response = await app.inject({
    method: 'GET',
    url,
    headers: who === undefined ? {} : bearer(tokens.get(who) ?? ''),
  });
  return { status: response.statusCode, json: response.json<Record<string, unknown>>() };
};

describe('an admin route', () => {
  it('answers in the shape of its schema', async () => {
    const { status, json } = await get('/admin/websites/north/summary', 'merchandiser');
    expect(status).toBe(200);
    expect(Value.Check(ShopSummary, json)).toBe(true);
    expect(json).toEqual({ website: 'north', datasets: 2, boxes: 2, campaigns: 1 });
  });

  it('reads its query', async () => {
    const { json } = await get('/admin/websites/north/summary?prefix=north-s', 'merchandiser');
    expect(json).toMatchObject({ datasets: 1, boxes: 1, campaigns: 0 });
  });

  it.each([
    ['nobody', undefined, 401],
    ['a viewer', 'viewer', 403],
    ['a merchandiser', 'merchandiser', 200],
    ['an owner', 'owner', 200],
    ['an owner of another website', 'stranger', 404],
  ])('is called by %s: %s is answered with %i', async (_, who, status) => {
    expect((await get('/admin/websites/north/summary', who)).status).toBe(status);
  });

  it('does not tell a website that does not exist from one of others', async () => {
    const [other, none] = [
      await get('/admin/websites/south/summary', 'owner'),
      await get('/admin/websites/nowhere/summary', 'owner'),
    ];
    expect([other.status, none.status]).toEqual([404, 404]);
    expect(other.json['message']).toBe(none.json['message']);
  });

  it.each([
    ['?prefix=a&prefix=b', /prefix/],
    [`?prefix=${'x'.repeat(201)}`, /prefix/],
  ])('refuses the query %s', async (query, message) => {
    const { status, json } = await get(`/admin/websites/north/summary${query}`, 'owner');
    expect(status).toBe(400);
    expect(json['message']).toMatch(message);
  });

  it('has an id and an address that no route of the service has', () => {
    for (const { id, path } of summaryRoutes) {
      expect(routeTable.map((row) => row.id)).not.toContain(id);
      expect(routeTable.map((row) => row.path)).not.toContain(path);
    }
  });
});
