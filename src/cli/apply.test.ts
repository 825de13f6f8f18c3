import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInProcess } from '../../test/support/cli/run-in-process.ts';

let folder: string;

const shop = {
  website: { name: 'shop', url: 'https://shop.example' },
  datasets: [{ name: 'catalogue', kind: 'products', source: { file: 'products.csv' } }],
  boxes: [{ name: 'similar', kind: 'search', dataset: 'catalogue' }],
};

const run = (...args: readonly string[]) => runInProcess([...args, '--data', join(folder, 'data'), '--json']);

const apply = async (items: object, ...options: readonly string[]) => {
  const file = join(folder, 'shop.json');
  await writeFile(file, JSON.stringify({ ...shop, ...items }));
  const { code, out } = await run('apply', file, ...options);
  return { code, answer: JSON.parse(out) as unknown };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-apply-'));
  const rows = ['id,title,link,price,brand', 'a,Lamp,/a,1,Acme', 'b,Lamp two,/b,2,Acme', 'c,Desk,/c,3,Best'];
  await writeFile(join(folder, 'products.csv'), rows.join('\n'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const hide = (field: string) => ({
  campaigns: [
    {
      name: 'Hidden',
      box: 'similar',
      effect: { promotion: { promotions: [{ hide: { filter: `${field} eq 'x'` } }] } },
    },
  ],
});

describe('kindred apply', () => {
  it('checks filter fields as soon as a catalogue is live', async () => {
    expect((await apply(hide('bland'))).code).toBe(0);
    expect((await run('import', 'shop/catalogue', '--no-images')).code).toBe(0);
    // Unchanged: applying the same file again must work.
    expect((await apply(hide('bland'))).code).toBe(0);
    const refused = await apply(hide('blend'));
    expect([refused.code, refused.answer]).toMatchObject([
      2,
      { error: { message: expect.stringContaining('no filter field called `blend`') as string } },
    ]);
    expect(refused.answer).toMatchObject({
      error: { nextStep: expect.stringMatching(/Nothing was changed\..*brand/) as string },
    });
    expect((await apply(hide('brand'), '--dry-run')).code).toBe(0);
    expect((await apply(hide('brand'))).code).toBe(0);
  });

  it('remarks what a campaign names that the live version does not have, in a dry run and in doctor too', async () => {
    const promotions = [
      { pin: { identifier: 'GHOST', position: 1 } },
      { boost: { identifiers: ['a'], factor: 2 } },
      { bury: { filter: "brand eq 'Bost'", factor: 0.5 } },
    ];
    const campaigns = [
      { name: 'Pins', effect: { promotion: { promotions } } },
      { name: 'Brand', when: { brand: 'Nosuchbrand' }, effect: { ads: { identifiers: ['b', 'NOPE'] } } },
      { name: 'Fine', when: { brand: 'Acme' }, effect: { ads: { identifiers: ['c'] } } },
    ];
    const remarks = [
      {
        campaign: 'Pins',
        remark: 'names nothing in the live version: product GHOST, the filter of bury',
      },
      { campaign: 'Brand', remark: 'names nothing in the live version: product NOPE, brand Nosuchbrand' },
    ];
    expect((await apply({ campaigns }, '--dry-run')).answer).toMatchObject({ remarks });
    expect((await apply({ campaigns }, '--prune')).answer).toMatchObject({ remarks });
    const { code, out } = await run('doctor');
    expect(code).toBe(0);
    const { findings } = JSON.parse(out) as { findings: { check: string; result: string; detail: string }[] };
    expect(findings.filter(({ check }) => check.startsWith('shop, campaign'))).toMatchObject(
      remarks.map(({ campaign, remark }) => ({
        check: `shop, campaign ${campaign}`,
        result: 'warn',
        detail: remark,
      })),
    );
  });

  it('stores redirects of terms, and changes nothing when one of them is no web address', async () => {
    const redirects = [{ term: 'returns', url: 'https://shop.example/returns' }];
    const website = { ...shop.website, redirects };
    expect((await apply({ website })).answer).toMatchObject({ website: { change: 'updated' } });
    expect((await apply({ website })).answer).toMatchObject({ website: { change: 'unchanged' } });
    for (const url of ['javascript:alert(1)', 'data:text/html,x', '//shop.example', 'mailto:a@b.example']) {
      const unsafe = [...redirects, { term: 'sale', url }];
      const refused = await apply({ website: { ...website, redirects: unsafe } });
      expect([url, refused.code]).toEqual([url, 2]);
      expect(JSON.stringify(refused.answer)).toContain('$.website.redirects[1].url');
    }
    expect((await apply({ website })).answer).toMatchObject({ website: { change: 'unchanged' } });
    // Left out, they stay.
    expect((await apply({})).answer).toMatchObject({ website: { change: 'unchanged' } });
  });

  it('wants an unconditional redirect confirmed by its name', async () => {
    const campaigns = [
      { name: 'Move out', state: 'published', effect: { redirect: { url: 'https://new.example' } } },
    ];
    const refused = await apply({ campaigns });
    expect(refused.code).not.toBe(0);
    expect(refused.answer).toMatchObject({
      error: {
        message: 'The redirect Move out has no condition: it sends every shopper away.',
        nextStep: expect.stringContaining('--confirm') as string,
      },
    });
    expect((await apply({ campaigns }, '--confirm', 'Another')).code).toBe(refused.code);
    expect((await apply({ campaigns }, '--confirm', 'Another', 'Move out')).code).toBe(0);
    expect((await apply({ campaigns })).code).toBe(0);
  });
});
