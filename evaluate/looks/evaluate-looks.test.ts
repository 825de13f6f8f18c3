import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInProcess } from '../../test/support/cli/run-in-process.ts';
import { picture, shirt, shoe } from '../../test/support/embedder/pictures.ts';
import { readAnswers } from './kept-answers.ts';

/** Twelve shirts and shoes, six of each, in six colours; each kind is a category. */
const colours = ['#c02020', '#2040c0', '#20a040', '#c0a020', '#802080', '#202020'];
const products = colours.flatMap((colour, at) => [
  { id: `shirt${at}`, name: `Shirt ${at}`, category: 'Tops/Shirts', colour, shape: shirt },
  { id: `shoe${at}`, name: `Shoe ${at}`, category: 'Feet/Shoes', colour, shape: shoe },
]);
const declaration = {
  website: { name: 'shop', displayName: 'Shop', language: 'en', url: 'https://shop.example' },
  datasets: [
    {
      name: 'catalogue',
      kind: 'products',
      source: { file: 'products.ndjson', images: 'images' },
      fields: [{ name: 'category', type: 'path', facetable: true }],
    },
  ],
};

let folder = '';
const run = (...args: readonly string[]) => runInProcess([...args, '--data', join(folder, 'data')]);
const at = (name: string): string => join(folder, name);
const evaluate = async (...args: readonly string[]): Promise<string> => {
  const { code, out, err } = await run('evaluate', 'looks', 'shop/catalogue', ...args);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${out}${err}`);
  return out;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-looks-'));
  await mkdir(at('images'));
  for (const { id, colour, shape } of products)
    await writeFile(at(`images/${id}.png`), await picture(colour, shape).png().toBuffer());
  const rows = products.map(({ id, name, category }) => ({
    ...{ id, name, category },
    ...{ url: `/${id}`, price: 10, image: `${id}.png` },
  }));
  await writeFile(at('products.ndjson'), rows.map((row) => JSON.stringify(row)).join('\n'));
  await writeFile(at('shop.json'), JSON.stringify(declaration));
  await run('apply', at('shop.json'));
  const { code, out, err } = await run('import', 'shop/catalogue');
  if (code !== 0) throw new Error(out + err);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Result = {
  readonly measures: {
    readonly judged: { readonly products: number; readonly precision: { readonly mean: number } } | null;
    readonly comparison: { readonly unchanged: { readonly mean: number }; readonly same: number } | null;
  };
};

describe('evaluate looks', () => {
  it('counts which photos find the product that they show, and names files that are none', async () => {
    await writeFile(at('shot.jpg'), await picture('#c02020', shirt).jpeg().toBuffer());
    await writeFile(
      at('pairs.csv'),
      'photo,product\nshot.jpg,shirt0\nimages/shoe3.png,shoe3\nmissing.jpg,shoe1\n',
    );
    const text = await evaluate('--photos', at('pairs.csv'));
    expect(text).toContain('whole photo: first 2, among the first ten 2 of 3, 1 unusable');
    expect(text).toContain('part that answers most sharply: first');
    await writeFile(at('pairs.csv'), 'photo,item\nshot.jpg,shirt0\n');
    const refused = await run('evaluate', 'looks', 'shop/catalogue', '--photos', at('pairs.csv'));
    expect(refused.err).toContain('a row needs photo and product');
  });

  it('says how many products have a picture, and how answers are spread', async () => {
    const out = await evaluate('--field', 'category');
    expect(out).toContain(
      '12 of 12 products have a picture; 12 of different families were asked for, 100.0 % have ten look-alikes',
    );
    expect(out).toContain('answers with variants of one product 0; hubness ');
  });

  it('reads judgments, and measures against them', async () => {
    const graded = products.flatMap(({ id }) =>
      products.map((other) => `${id},${other.id},${other.id.startsWith(id.slice(0, 4)) ? 2 : 0}`),
    );
    await writeFile(at('judgments.csv'), ['product,other,grade', ...graded].join('\n'));
    const out = await evaluate('--judgments', at('judgments.csv'), '--json');
    const { judged } = (JSON.parse(out) as Result).measures;
    expect(judged).toMatchObject({ products: 12, judged: 1 });
    // Five of the eleven others are of the same kind, and ten are shown.
    expect(judged?.precision.mean).toBeGreaterThan(0.4);
    expect(judged?.precision.mean).toBeLessThanOrEqual(0.5);
  });

  it('keeps answers, and finds nothing changed when nothing has', async () => {
    expect(await evaluate('--save', at('before.json'))).toContain(
      `12 answers are kept in ${at('before.json')}`,
    );
    const kept = await readAnswers(at('before.json'));
    expect(kept).toMatchObject({ dataset: 'shop/catalogue', colour: 0.3 });
    expect(kept.answers.map(({ results }) => results.length)).toEqual(products.map(() => 10));
    const { comparison } = (JSON.parse(await evaluate('--against', at('before.json'), '--json')) as Result)
      .measures;
    expect(comparison).toMatchObject({ products: 12, same: 1 });
  });

  it('shows what another weight of colour changes, with a sheet of both', async () => {
    const flags = ['--colour', '5', '--field', 'category', '--sheet', at('changes.html')];
    const out = await evaluate('--against', at('before.json'), ...flags);
    expect(out).toContain('compared with the kept answers of 12 products');
    expect(out).toContain('precision at 10 then ');
    expect(out).toContain(`12 products in ${at('changes')}.html and ${at('changes')}.png`);
    const html = await readFile(at('changes.html'), 'utf8');
    expect(html).toContain('<th>kept answers</th><th>answers now</th>');
    expect(html.match(/<tr>/g)).toHaveLength(13);
    expect(html).toContain('title="shoe0: Feet/Shoes"');
    expect((await readFile(at('changes.png'))).subarray(1, 4).toString()).toBe('PNG');
  });

  it('compares by smaller vectors', async () => {
    const out = await evaluate('--small');
    expect(out).toContain('1024 numbers, 32 bits: 4096 bytes, share of the ten best that are the same 1.000');
    expect(out).toContain('11 numbers, 1 bit: 2 bytes');
  });

  it.each([
    [['--colour', 'red'], 'is not a weight'],
    [['--colour', '-1'], 'is not a weight'],
    [['--against', 'absent.json'], 'absent.json cannot be read'],
    [['--judgments', 'absent.csv'], 'absent.csv'],
  ])('refuses %j', async (args, message) => {
    const { code, err, out } = await run('evaluate', 'looks', 'shop/catalogue', ...args);
    expect(code).not.toBe(0);
    expect(out + err).toContain(message);
  });

  it('prints after the next import that look-alikes are as before', async () => {
    const { out } = await run('import', 'shop/catalogue');
    expect(out).toContain('of ten look-alikes 10.0 are those of the version before (12 products asked)');
    expect(await evaluate()).toContain('of ten look-alikes 10.0 are those of the version before');
  });
});
