/**
 * What does a photo cost? node bench/photo-load.ts [--products 100000] [--lists] [--photos 40] [--seconds 10]
 *
 * A service with a generated catalogue, whose vectors are as long as those of the default model. By turns: a photo that the service has
 * not seen, until its answer is there, and decoding and one inference of it alone, here; without the cut-out and with it. With `--lists` (neighbour lists are built first):
 * 500 look-ups a second, alone and while 20 photos are searched for at once.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import sharp from 'sharp';
import { compose } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import { openDefaultEmbedder } from '../src/embedder/open/open-model.ts';
import { planNeighbours } from '../src/ingest/neighbour-plans.ts';
import { createField } from '../test/support/create-field.ts';
import { declareShop } from './support/declare-shop.ts';
import { median } from './support/run-load.ts';
import { createRandom, nameProduct } from './support/serving-shop.ts';
import { startService } from './support/start-service.ts';

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    lists: { type: 'boolean', default: false },
    photos: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '10' },
  },
});
const [products, photos, seconds] = [options.products, options.photos, options.seconds].map(Number) as [
  number,
  number,
  number,
];
const lookUps = { perSecond: 500, photosAtOnce: 20 } as const;
const folder = await mkdtemp(join(tmpdir(), 'kindred-bench-photos-'));
const draw = createRandom(7);
const embedder = await openDefaultEmbedder({ processes: 1, timeoutMs: 30_000 });

const drawVector = (length: number): Float32Array => {
  const vector = Float32Array.from({ length }, () => draw() - 0.5);
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
};

const publish = async () => {
  const kindred = await compose({ ...readConfig({}), dataDir: folder, demo: false }, { serves: false });
  const shop = await declareShop(kindred.store, { sameAsSource: [] });
  const { model, looksDimensions, colourDimensions } = embedder;
  const builder = await kindred.engine.buildProducts(shop.products.tracker, {
    fields: [createField('brand', 'text'), createField('colour', 'text'), createField('price', 'number')],
    language: 'en',
    model,
    plans: options.lists ? planNeighbours([shop.search], shop.products.id) : [],
  });
  for (let number = 0; number < products; number += 1) {
    const identifier = nameProduct(number);
    const price = Math.round(draw() * 20_000) / 100;
    const fields = { brand: `Brand ${Math.floor(draw() * 60)}`, colour: `Colour ${number % 12}`, price };
    await builder.add({
      product: {
        identifier,
        displayText: `Thing ${number}`,
        url: `https://shop.example/products/${identifier}`,
        price,
        currency: 'EUR',
        images: [],
        groupId: null,
        available: true,
        fields,
      },
      picture: {
        hash: String(number).padStart(64, '0'),
        looks: drawVector(looksDimensions),
        colour: drawVector(colourDimensions),
      },
    });
  }
  await kindred.engine.makeLive(shop.products.tracker, (await builder.finish()).version);
  await kindred.close();
  return shop;
};

/** Of 1,000 × 750 pixels, each another one. */
const drawPhoto = (): Promise<Buffer> => {
  const [width, height] = [1000, 750];
  const hue = Math.floor(draw() * 200);
  const data = Buffer.alloc(width * height * 3);
  for (let at = 0; at < data.length; at += 1) data[at] = ((at * (hue + 7)) % 251) ^ (at >> 9);
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer();
};

const shop = await publish();
const service = await startService(folder, {});
const base = `http://127.0.0.1:${service.port}/search/imagesearch?btr=${shop.search.tracker}`;
const headers = { 'Ocp-Apim-Subscription-Key': shop.key };
const send = async (body: Buffer, cutOut = true): Promise<number> => {
  const { status } = await fetch(`${base}&cutOut=${cutOut}`, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  }).then(async (response) => {
    await response.arrayBuffer();
    return response;
  });
  return status;
};

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

const compareTimes = async (cutOut: boolean): Promise<void> => {
  const [whole, alone]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < photos + 4; turn += 1) {
    const photo = await drawPhoto();
    const own = await timeOf(() => embedder.embed([photo]));
    const answered = await timeOf(() => send(photo, cutOut));
    // The first ones load models and pages.
    if (turn < 4) continue;
    whole.push(answered);
    alone.push(own);
  }
  const [a, b] = [median(whole), median(alone)];
  console.log(
    `${products} products, ${cutOut ? 'with' : 'without'} the cut-out: a photo is answered in ${a.toFixed(1)} ms, decoding and one inference alone take ${b.toFixed(1)} ms: ${(a / b).toFixed(2)} ×`,
  );
};

const loadLookUps = async (name: string): Promise<void> => {
  const paths = Array.from({ length: 2000 }, () => nameProduct(Math.floor(draw() * products)));
  const { latency, non2xx, requests } = await autocannon({
    url: base,
    connections: 16,
    duration: seconds,
    overallRate: lookUps.perSecond,
    requests: paths.map((identifier) => ({
      path: `/search/imagesearch?btr=${shop.search.tracker}&identifier=${identifier}`,
      headers,
    })),
  });
  console.log(
    `look-ups ${name}: ${requests.average.toFixed(0)} a second, p50 ${latency.p50} ms, p99 ${latency.p99} ms, ${non2xx} failed`,
  );
};

const searchPhotos = async (signal: AbortSignal): Promise<void> => {
  const statuses = new Map<number, number>();
  const body = await Promise.all(Array.from({ length: 40 }, drawPhoto));
  let sent = 0;
  const one = async (): Promise<void> => {
    while (!signal.aborted) {
      // Another byte behind the picture: the service has not seen it.
      const photo = Buffer.concat([body[sent % body.length] ?? Buffer.alloc(0), Buffer.from(String(sent))]);
      sent += 1;
      const status = await send(photo);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: lookUps.photosAtOnce }, one));
  console.log(`photos: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`);
};

if (options.lists) {
  await loadLookUps('to begin with');
  await loadLookUps('alone');
  const ended = new AbortController();
  const searched = searchPhotos(ended.signal);
  await loadLookUps(`beside ${lookUps.photosAtOnce} photos at once`);
  ended.abort();
  await searched;
  await loadLookUps('alone again');
} else for (const cutOut of [false, true]) await compareTimes(cutOut);
await service.stop();
await embedder.close();
await rm(folder, { recursive: true });
