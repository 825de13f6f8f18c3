import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compose } from '../compose.ts';
import { readConfig } from '../config.ts';
import { applyDeclaration } from '../declare/apply/apply.ts';
import { type LoopbackHub, openLoopbackHub } from '../../test/support/embedder/loopback-hub.ts';
import { drawPictures, smallProducts, writeFeed } from '../../test/support/small-shop.ts';

let folder: string;
let hub: LoopbackHub;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-hub-import-'));
  hub = await openLoopbackHub();
  await drawPictures(join(folder, 'images'));
});
afterEach(async () => {
  hub.close();
  await rm(folder, { recursive: true, force: true });
});

it('an import with a model of the hub reports its download and embeds with it', async () => {
  const settings = { KINDRED_DATA: join(folder, 'data'), KINDRED_HUB_URL: hub.url };
  const kindred = await compose(readConfig({ ...settings, KINDRED_ALLOW_PRIVATE: '127.0.0.1' }));
  try {
    const { store, imports } = kindred;
    const file = await writeFeed(folder, smallProducts(12));
    const source = { file, images: join(folder, 'images') };
    await applyDeclaration({ store, actor: 'test', baseFolder: folder })({
      website: { name: 'shop', displayName: 'Shop', language: 'en', url: 'https://shop.example' },
      datasets: [{ name: 'catalogue', kind: 'products', model: 'hub:shop/tiny-siglip', source }],
    });
    const website = store.websites.byName('shop');
    const dataset = website && store.datasets.byName(website.id, 'catalogue');
    if (!dataset) throw new Error('it was declared a moment ago');
    const steps = new Set<string>();
    const { id } = imports.open({ website, dataset }, {});
    const { signal } = new AbortController();
    const job = await imports.run({ website, dataset }, id, { signal, progress: (step) => steps.add(step) });
    expect(job).toMatchObject({ state: 'published', progress: { pictures: 12, vectors: 12 } });
    expect([...steps]).toContain('Downloading onnx/vision_model.onnx');
    expect(job.result?.pictures).toMatchObject({ ok: 12, missing: 0 });
  } finally {
    await kindred.close();
  }
});
