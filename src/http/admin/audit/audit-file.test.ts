import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addMember,
  type AdminClient,
  bearer,
  openAdminClient,
} from '../../../../test/support/http/admin/admin-client.ts';
import { createWebsiteFixture } from '../../../../test/support/http/admin/website-fixture.ts';
import type { AuditEntry } from '../../../store/store.ts';
import { readAllEntries } from './handlers.ts';

let client: AdminClient;
let websiteId: number;
let headers: Record<string, string>;
let lookers: Record<string, string>;

beforeAll(async () => {
  client = await openAdminClient();
  const { kindred, imports } = client;
  ({ id: websiteId } = await createWebsiteFixture(kindred, imports, 'north'));
  await createWebsiteFixture(kindred, imports, 'south');
  headers = bearer(await addMember(kindred, websiteId, 'ann@north.example', 'owner'));
  lookers = bearer(await addMember(kindred, websiteId, 'max@north.example', 'merchandiser'));
});
afterAll(() => client.close());

const read = async (file: string, as = headers) => {
  const answer = await client.request({ method: 'GET', url: `/admin/websites/north/${file}`, headers: as });
  return { status: answer.status, type: answer.headers['content-type'], text: answer.text };
};

describe('the audit as a file', () => {
  it('has every entry of the shop in each line of JSON, newest first', async () => {
    const { status, type, text } = await read('audit.ndjson');
    expect([status, type]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    const stored = client.kindred.store.audit.list(websiteId, 1000);
    const lines = text.trimEnd().split('\n');
    const entries = lines.map((line) => JSON.parse(line) as { sequence: number; subject: string });
    expect(entries.map(({ sequence }) => sequence)).toEqual(stored.map(({ sequence }) => sequence));
    expect(entries.length).toBeGreaterThan(5);
    expect(text).not.toContain('south');
  });

  it('is a table with the same entries, before and after as JSON', async () => {
    const { status, type, text } = await read('audit.csv?subject=north-similar');
    expect([status, type]).toEqual([200, 'text/csv; charset=utf-8']);
    const [head, entry = '', end, ...rest] = text.split('\r\n');
    expect(head).toBe('sequence,at,actor,address,action,subject,before,after');
    expect(entry).toMatch(/^\d+,[\d:.TZ-]+,test,,box\.create,box north-similar,,"\{/);
    expect(entry).toContain('""kind"":""search""');
    expect([end, rest]).toEqual(['', []]);
  });

  it('is filtered as the page is', async () => {
    const { text } = await read('audit.ndjson?actor=nobody');
    expect(text).toBe('');
    const { text: table } = await read('audit.csv?actor=nobody');
    expect(table.split('\r\n')).toHaveLength(2);
  });

  it.each(['audit.csv', 'audit.ndjson'])('is for owners alone: %s', async (file) => {
    expect((await read(file, lookers)).status).toBe(403);
  });
});

describe('readAllEntries', () => {
  const entry = (sequence: number) => ({ sequence }) as AuditEntry;
  const collect = async (readPage: (page: number, size: number) => readonly AuditEntry[], size: number) => {
    const found: number[] = [];
    for await (const { sequence } of readAllEntries(readPage, size)) found.push(sequence);
    return found;
  };
  const countDown = (from: number) => Array.from({ length: from }, (_, index) => entry(from - index));

  it.each([0, 1, 2, 3, 4, 7])('reads all of %i entries in pages of two', async (count) => {
    const all = countDown(count);
    const found = await collect((page, size) => all.slice((page - 1) * size, page * size), 2);
    expect(found).toEqual(all.map(({ sequence }) => sequence));
  });

  it('reads each entry that was there at the beginning once, whatever is written meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 30 }),
        fc.array(fc.nat({ max: 4 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 6 }),
        async (count, written, size) => {
          let [all, reads] = [count, 0];
          const found = await collect((page, length) => {
            all += reads === 0 ? 0 : Math.min(written[reads - 1] ?? 0, size - 1);
            reads += 1;
            return countDown(all).slice((page - 1) * length, page * length);
          }, size);
          expect(found).toEqual(countDown(count).map(({ sequence }) => sequence));
        },
      ),
    );
  });

  it('reads each entry once, although others are written meanwhile', async () => {
    const pages: number[] = [];
    const found = await collect((page, size) => {
      pages.push(page);
      const all = countDown(6 + pages.length);
      return all.slice((page - 1) * size, page * size);
    }, 2);
    expect(found).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });
});
