import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDeclaration } from '../../../src/declare/check/read-declaration.ts';
import type { Embedding } from '../../../src/embedder/embedder.ts';
import { openModel } from '../../../src/embedder/open/open-model.ts';
import { createQuery } from '../../../src/engine/engine.ts';
import {
  bombPng,
  picture,
  type Rectangle,
  shirt,
  shoe,
  svgWithScript,
  webPage,
} from '../../../test/support/embedder/pictures.ts';
import { createProduct } from '../../../test/support/engine/catalogue-arbitraries.ts';
import { inTemporaryFolder, publish, withEngine } from '../../../test/support/engine/temporary-engine.ts';
import { openGridEmbedder } from './grid-embedder.ts';

const embedder = openGridEmbedder();
const draw = (colour: string, parts: readonly Rectangle[]) => picture(colour, parts).png().toBuffer();
let pictures: Uint8Array[];

beforeAll(async () => {
  pictures = await Promise.all([
    draw('#c81e1e', shirt),
    draw('#1e3cc8', shirt),
    draw('#c81e1e', shoe),
    draw('#1e3cc8', shoe),
  ]);
});
afterAll(() => embedder.close());

const embed = async (bytes: readonly Uint8Array[]): Promise<Embedding[]> =>
  (await embedder.embed(bytes)).map((result) => {
    if (!result.ok) throw new Error(result.reason);
    return result.embedding;
  });
const multiply = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

describe('an embedder', () => {
  it('gives vectors of the announced sizes and of unit length', async () => {
    for (const { looks, colour } of await embed(pictures)) {
      expect([looks.length, colour.length]).toEqual([embedder.looksDimensions, embedder.colourDimensions]);
      expect(multiply(looks, looks)).toBeCloseTo(1, 5);
      expect(multiply(colour, colour)).toBeCloseTo(1, 4);
    }
  });

  it('gives the same vectors alone and in a batch, in the same order', async () => {
    const together = await embed([...pictures, ...pictures]);
    for (const [at, bytes] of pictures.entries()) {
      const [alone] = await embed([bytes]);
      expect(together[at]).toEqual(alone);
      expect(together[at + pictures.length]).toEqual(alone);
    }
  });

  it('finds the same shape more alike than another, whatever the colour', async () => {
    const [redShirt, blueShirt, redShoe] = await embed(pictures);
    if (!redShirt || !blueShirt || !redShoe) throw new Error('Three pictures were given.');
    expect(multiply(redShirt.looks, blueShirt.looks)).toBeGreaterThan(
      multiply(redShirt.looks, redShoe.looks),
    );
    expect(multiply(redShirt.colour, redShoe.colour)).toBeGreaterThan(
      multiply(redShirt.colour, blueShirt.colour),
    );
  });

  it('answers what is no picture with a reason, and embeds the others beside it', async () => {
    const [first = new Uint8Array()] = pictures;
    const results = await embedder.embed([new Uint8Array(0), webPage, first, svgWithScript, bombPng()]);
    expect(results.map(({ ok }) => ok)).toEqual([false, false, true, false, false]);
    for (const result of results) if (!result.ok) expect(result.reason.length).toBeGreaterThan(5);
    expect(results[2]).toMatchObject({ embedding: (await embed([first]))[0] });
  });

  it('has nothing to do without pictures', async () => {
    expect(await embedder.embed([])).toEqual([]);
  });
});

describe('a catalogue of its vectors', () => {
  it('is published and answers which products look alike', () =>
    inTemporaryFolder((folder) =>
      withEngine({ folder }, async (engine) => {
        const dataset = '00000000-0000-4000-8000-000000000001';
        const names = ['red-shirt', 'blue-shirt', 'red-shoe', 'blue-shoe'];
        const embeddings = await embed(pictures);
        const products = names.map((name, at) => {
          const embedding = embeddings[at];
          if (embedding === undefined) throw new Error('Each product has a picture.');
          return { product: createProduct(name), picture: { hash: String(at).repeat(64), ...embedding } };
        });
        await publish(
          engine,
          dataset,
          { fields: [], language: 'en', model: embedder.model, plans: [] },
          products,
        );
        const reader = engine.products(dataset);
        const source = await reader?.source('red-shirt');
        if (!reader || !source) throw new Error('It was published above.');
        const findBest = async (looks: number, colour: number) => {
          const seed = { kind: 'looks', source, weights: { looks, colour } } as const;
          return (await reader.search(createQuery(seed, 3))).hits[0]?.identifier;
        };
        expect(await findBest(1, 0)).toBe('blue-shirt');
        expect(await findBest(0, 1)).toBe('red-shoe');
      }),
    ));
});

describe('the places that know the kinds of embedders', () => {
  const fetch = () => Promise.reject(new Error('Nothing is fetched here.'));

  it('are openModel and the check of declarations: both refuse a prefix that they do not know', async () => {
    await expect(
      openModel('grid:8', { folder: '/nowhere', offline: true, url: 'https://hub.example', fetch }),
    ).rejects.toMatchObject({
      code: 'bad-input',
    });
    const names = {
      datasets: new Map(),
      boxes: new Set<string>(),
      feedSecrets: new Map(),
      feedFiles: new Map(),
    };
    const declaration = {
      website: { name: 'shop' },
      datasets: [{ name: 'catalogue', kind: 'products', model: 'grid:8' }],
    };
    expect(() => readDeclaration(declaration, { names, filesAllowed: true })).toThrow(
      /must be `folder:\/path`, `hub:/,
    );
  });
});
