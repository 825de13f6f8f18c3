import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { colourDimensions, colourHistogram } from '../embedder/colour/colour-histogram.ts';
import { decodePicture } from '../embedder/pictures/decode.ts';
import type { Embedder, EmbeddingResult } from '../embedder/embedder.ts';
import { createQuery } from '../engine/engine.ts';
import { openLooksFiles } from '../learning/looks/looks-files.ts';
import { dataset, type ImportShop, many, openImportShop } from '../../test/support/import-shop.ts';

/** Embeds one channel of the mean colour: two models that disagree about similarity. */
const seeing = (model: string, channel: 0 | 2, count: () => void): Embedder => {
  const embedOne = async (bytes: Uint8Array): Promise<EmbeddingResult> => {
    count();
    const decoded = await decodePicture(bytes, 16);
    if (!decoded.ok) return decoded;
    const angle = ((decoded.pixels.data[channel] ?? 0) / 255) * (Math.PI / 2);
    const looks = Float32Array.of(Math.cos(angle), Math.sin(angle));
    return { ok: true, embedding: { looks, colour: colourHistogram(decoded.pixels) } };
  };
  return {
    model,
    looksDimensions: 2,
    colourDimensions,
    embed: (pictures) => Promise.all(pictures.map(embedOne)),
    close: () => Promise.resolve(),
  };
};

let shop: ImportShop;
let server: Server;
let embedded: number;
let downloads: number;
let base: string;
const count = () => void (embedded += 1);

/** p0 and p1 share their red, p0 and p2 their blue. */
const colours = ['#ff0000', '#ff00ff', '#000000'];

beforeEach(async () => {
  embedded = 0;
  downloads = 0;
  shop = await openImportShop(seeing('red', 0, count));
  const drawn = await Promise.all(
    colours.map((background) =>
      sharp({ create: { width: 16, height: 16, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  server = createServer(({ url }, response) => {
    downloads += 1;
    response.end(drawn[Number(url?.slice(1))]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await shop.close();
  server.close();
});

const rows = () => many(3, (place) => ({ image: `${base}/${place}` }));

/** The product most similar to p0 in the live version. */
const mostAlike = async (): Promise<string | undefined> => {
  const reader = shop.engine.products(dataset.tracker);
  const source = await reader?.source('p0');
  if (!reader || !source) throw new Error('nothing is live');
  const weights = { looks: 1, colour: 0 };
  const { hits } = await reader.search(createQuery({ kind: 'looks', source, weights }, 10));
  return hits[0]?.identifier;
};

describe('another model', () => {
  it('builds a complete version while the live one answers with the old model', async () => {
    const first = await shop.runImport(rows());
    expect([embedded, downloads]).toEqual([3, 3]);
    expect(await mostAlike()).toBe('p1');

    const seen: (string | undefined)[] = [];
    const blue = seeing('blue', 2, count);
    shop.embedder = {
      ...blue,
      // While the new vectors are computed, the old version answers.
      embed: async (pictures) => {
        const results = await blue.embed(pictures);
        seen.push(await mostAlike(), shop.engine.products(dataset.tracker)?.version);
        return results;
      },
    };
    const second = await shop.runImport(rows());
    expect(seen).toEqual(['p1', first.version]);
    expect(second.version).not.toBe(first.version);
    expect(second.pictures).toMatchObject({ ok: 3, missing: 0 });
    expect(await mostAlike()).toBe('p2');
  });

  it('embeds every picture once, without downloading it again', async () => {
    await shop.runImport(rows());
    shop.embedder = seeing('blue', 2, count);
    await shop.runImport(rows());
    expect([embedded, downloads]).toEqual([6, 3]);
  });

  it('keeps the live version if it fails', async () => {
    const { version } = await shop.runImport(rows());
    const broken = { ...seeing('blue', 2, count), embed: () => Promise.reject(new Error('no such net')) };
    shop.embedder = broken;
    await expect(shop.runImport(rows())).rejects.toThrow('no such net');
    expect(shop.engine.products(dataset.tracker)?.version).toBe(version);
    expect(await mostAlike()).toBe('p1');
  });

  it('computes nothing when switched back: the vectors of both models are kept', async () => {
    await shop.runImport(rows());
    shop.embedder = seeing('blue', 2, count);
    await shop.runImport(rows());
    shop.embedder = seeing('red', 0, count);
    await shop.runImport(rows());
    expect(embedded).toBe(6);
    expect(await mostAlike()).toBe('p1');
  });
});

describe('how many look-alikes stay', () => {
  /** Sixteen shades whose red rises while their blue jumps. */
  const shades = many(16, (place) => ({ image: `s${place}.png` }));
  const draw = async (): Promise<void> => {
    for (const place of shades.keys())
      await shop.putImage(
        `s${place}.png`,
        await sharp({
          create: {
            width: 8,
            height: 8,
            channels: 3,
            background: { r: place * 15, g: 0, b: ((place * 5) % 16) * 15 },
          },
        })
          .png()
          .toBuffer(),
      );
  };
  const read = (version: string) =>
    openLooksFiles(join(shop.folder, 'pictures'), dataset.tracker).readStability(version);

  it('is all with the same model, fewer with another, and unknown for the first version', async () => {
    await draw();
    const first = await shop.runImport(shades);
    expect(await read(first.version)).toBeNull();
    const same = await shop.runImport(shades);
    expect(await read(same.version)).toEqual({ products: 16, unchanged: 1 });
    shop.embedder = seeing('blue', 2, count);
    const other = await shop.runImport(shades);
    expect((await read(other.version))?.unchanged).toBeLessThan(1);
  });

  it('is forgotten with the version: the next import removes what was written for it', async () => {
    await draw();
    const versions: string[] = [];
    for (const _ of [1, 2, 3]) versions.push((await shop.runImport(shades)).version);
    const [, second = '', third = ''] = versions;
    expect([await read(second), await read(third)]).not.toContain(null);
    await shop.engine.discard(dataset.tracker, second);
    await shop.runImport(shades);
    expect([await read(second), await read(third)]).toEqual([null, { products: 16, unchanged: 1 }]);
  });
});

describe('the same model', () => {
  it('computes nothing again', async () => {
    await shop.runImport(rows());
    await shop.runImport(rows());
    expect([embedded, downloads]).toEqual([3, 3]);
  });
});
