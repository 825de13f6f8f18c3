import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDefaultEmbedder } from './open/open-model.ts';
import type { Embedder, Embedding } from './embedder.ts';
import { type Alteration, alterPicture } from './pictures/alter-picture.ts';
import { openOnnxEmbedder } from './inference/onnx-embedder.ts';
import {
  bombPng,
  picture,
  shirt,
  shoe,
  svgWithScript,
  webPage,
} from '../../test/support/embedder/pictures.ts';

/** The same bars, upright and lying, joined by one bar across. */
const upright = [
  { left: 50, top: 110, width: 140, height: 20 },
  ...[50, 80, 110, 140, 170].map((left) => ({ left, top: 50, width: 15, height: 140 })),
];
const lying = upright.map(({ left, top, width, height }) => ({
  left: top,
  top: left,
  width: height,
  height: width,
}));

describe('the default embedder', () => {
  let embedder: Embedder;
  let pictures: Uint8Array[];
  beforeAll(async () => {
    embedder = await openDefaultEmbedder();
    const drawn = [picture('#c81e1e', shirt), picture('#c81e1e', shoe), picture('#1e3cc8', shoe)];
    pictures = await Promise.all(drawn.map((drawing) => drawing.png().toBuffer()));
  });
  afterAll(() => embedder.close());

  const embed = async (bytes: readonly Uint8Array[]): Promise<Embedding[]> =>
    (await embedder.embed(bytes)).map((result) => {
      if (!result.ok) throw new Error(result.reason);
      return result.embedding;
    });
  const inner = (a: Float32Array, b: Float32Array): number =>
    a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

  it('gives vectors of the announced sizes and of unit length', async () => {
    for (const { looks, colour } of await embed(pictures)) {
      expect([looks.length, colour.length]).toEqual([embedder.looksDimensions, embedder.colourDimensions]);
      expect(inner(looks, looks)).toBeCloseTo(1, 5);
      expect(inner(colour, colour)).toBeCloseTo(1, 5);
    }
  });

  it('embeds copies of a picture, which are near to it and not the same', async () => {
    for (const bytes of pictures) {
      const [own] = await embed([bytes]);
      const copies = (await embedder.embedCopies?.(bytes)) ?? [];
      expect(copies).toHaveLength(4);
      for (const copy of copies) {
        if (!copy.ok || own === undefined) throw new Error('not embedded');
        expect(inner(copy.embedding.looks, own.looks)).toBeGreaterThan(0.5);
        expect(copy.embedding.looks).not.toEqual(own.looks);
      }
    }
  });

  it('says of copies, too, why a file cannot be used', async () => {
    const copies = (await embedder.embedCopies?.(webPage)) ?? [];
    expect(new Set(copies.map((copy) => (copy.ok ? 'ok' : copy.reason)))).toEqual(
      new Set(['a web page, not a picture']),
    );
  });

  it('gives the same vectors alone and in a batch', async () => {
    const together = await embed([...pictures, ...pictures]);
    for (const [index, bytes] of pictures.entries()) {
      const [alone] = await embed([bytes]);
      expect(together[index]).toEqual(alone);
      expect(together[index + pictures.length]).toEqual(alone);
    }
  });

  it('answers bad pictures with reasons and embeds the good ones beside them', async () => {
    const [shirtAlone] = await embed(pictures.slice(0, 1));
    const [first = new Uint8Array()] = pictures;
    const results = await embedder.embed([
      new Uint8Array(0),
      webPage,
      first,
      svgWithScript,
      bombPng(),
      first,
    ]);
    expect(results.map(({ ok }) => ok)).toEqual([false, false, true, false, false, true]);
    for (const result of results) {
      if (result.ok) expect(result.embedding).toEqual(shirtAlone);
      else expect(result.reason).not.toBe('');
    }
  });

  it('finds a red shirt nearer to a red shoe in colour, and two shoes nearer in looks', async () => {
    const [redShirt, redShoe, blueShoe] = await embed(pictures);
    if (!redShirt || !redShoe || !blueShoe) throw new Error('three pictures give three embeddings');
    expect(inner(redShirt.colour, redShoe.colour)).toBeGreaterThan(
      inner(redShirt.colour, blueShoe.colour) + 0.5,
    );
    expect(inner(blueShoe.looks, redShoe.looks)).toBeGreaterThan(inner(blueShoe.looks, redShirt.looks));
  });

  it.each<Alteration>(['re-encoded', 'border of 10 %', 'border of 20 %', 'cropped to 90 %'])(
    'gives a vector near that of the original for a copy: %s',
    async (alteration) => {
      const [original, other] = await Promise.all(
        [upright, lying].map((bars) => picture('#405070', bars).png().toBuffer()),
      );
      if (!original || !other) throw new Error('two drawings give two pictures');
      const [before, after, another] = await embed([
        original,
        await alterPicture(original, alteration),
        other,
      ]);
      if (!before || !after || !another) throw new Error('three pictures give three embeddings');
      expect(inner(before.looks, after.looks)).toBeGreaterThan(0.75);
      expect(inner(before.looks, after.looks)).toBeGreaterThan(inner(before.looks, another.looks) + 0.1);
      expect(inner(before.colour, after.colour)).toBeGreaterThan(0.9);
    },
  );

  it('includes the checksum of its weights in its name', () => {
    expect(embedder.model).toMatch(/^mobilenet-v1@[0-9a-f]{12}\.\d+$/);
  });
});

describe('opening a model with wrong weights', () => {
  const models = join(import.meta.dirname, '..', '..', 'models', 'mobilenet-v1');
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindred-model-'));
    await cp(join(models, 'model.json'), join(folder, 'model.json'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('fails when the weights are missing', async () => {
    await expect(openOnnxEmbedder(folder, 1)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('fails when the checksum of the weights differs', async () => {
    await writeFile(join(folder, 'model.onnx'), 'something else');
    await expect(openOnnxEmbedder(folder, 1)).rejects.toMatchObject({ code: 'corrupted' });
  });
});
