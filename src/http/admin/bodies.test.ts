import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addMember,
  type AdminClient,
  bearer,
  openAdminClient,
} from '../../../test/support/http/admin/admin-client.ts';
import { createWebsiteFixture } from '../../../test/support/http/admin/website-fixture.ts';
import { routeTable } from './route-table.ts';

let client: AdminClient;
let headers: Record<string, string>;
let params: Readonly<Record<string, string>>;

beforeAll(async () => {
  client = await openAdminClient();
  const { kindred, imports } = client;
  const website = await createWebsiteFixture(kindred, imports, 'north');
  params = website.params;
  headers = bearer(await addMember(kindred, website.id, 'owner@north.example', 'owner'));
  await kindred.store.accounts.setAdministrator('test', 'owner@north.example', true);
});

afterAll(() => client.close());

const nested = { a: { b: [{ c: null }] } };

/** Bodies that no route accepts. */
const bodies: Readonly<Record<string, { readonly payload?: string; readonly type?: string }>> = {
  null: { payload: 'null', type: 'application/json' },
  nothing: {},
  'an array': { payload: '[]', type: 'application/json' },
  'an array of objects': { payload: JSON.stringify([nested]), type: 'application/json' },
  'a text': { payload: '"text"', type: 'application/json' },
  'a number': { payload: '7', type: 'application/json' },
  'nested objects': {
    payload: JSON.stringify({ name: nested, email: nested, password: nested, kind: nested, website: nested }),
    type: 'application/json',
  },
  'not JSON': { payload: '{', type: 'application/json' },
  'plain text': { payload: 'hello', type: 'text/plain' },
  'a form': {
    payload: '--b\r\nContent-Disposition: form-data; name="other"\r\n\r\nx\r\n--b--\r\n',
    type: 'multipart/form-data; boundary=b',
  },
};

/** No body, or null, means the defaults. */
const takesNothing = new Set(['startImport', 'inspectFeed']);
/** An empty list is valid. */
const takesArray = new Set(['putCuration']);

const isValid = (id: string, body: string): boolean =>
  (['nothing', 'null'].includes(body) && takesNothing.has(id)) || (body === 'an array' && takesArray.has(id));

describe('a body that a route does not accept', () => {
  const rows = routeTable.filter((row) => 'body' in row);
  it.each(rows.map((row) => [row.id, row] as const))('%s answers it with a 4xx', async (id, row) => {
    const url = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? 'x'),
    );
    const statuses: Record<string, number> = {};
    for (const [name, { payload, type }] of Object.entries(bodies)) {
      if (isValid(id, name)) continue;
      const response = await client.app.inject({
        method: row.method,
        url,
        headers: { host: 'localhost', ...headers, ...(type !== undefined && { 'content-type': type }) },
        ...(payload !== undefined && { payload }),
      });
      statuses[name] = response.statusCode;
    }
    const wrong = Object.entries(statuses).filter(([, status]) => status < 400 || status >= 500);
    expect(wrong).toEqual([]);
  });
});
