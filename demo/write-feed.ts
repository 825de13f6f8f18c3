import { fork } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoLanguage } from '../src/domain/demo-account.ts';
import { Fault } from '../src/errors.ts';
import { drawProduct } from './drawing/draw-product.ts';
import type { DemoProduct } from './drawing/product.ts';
import { demoProducts } from './products.ts';
import type { Drawing, RenderProgress } from './render-pictures.ts';

export type WriteDemoFeedOptions = {
  readonly products?: readonly DemoProduct[];
  /** Called after each picture. */
  readonly onProgress?: (done: number, total: number) => void;
};

/** A folder for each language: a sample in another website must not replace the products of the demo. */
export const demoFolder = (dataDir: string, language: DemoLanguage): string =>
  join(dataDir, language === 'en' ? 'demo' : `demo-${language}`);

/** Paths of the feed and of its pictures inside its folder. */
export const demoFeedFiles = (folder: string): { readonly feed: string; readonly images: string } => ({
  feed: join(folder, 'products.ndjson'),
  images: join(folder, 'images'),
});

/** Writes the demo shop's feed and draws its pictures. Existing files are overwritten with the same content. */
export const writeDemoFeed = async (folder: string, options: WriteDemoFeedOptions = {}): Promise<void> => {
  const { products = demoProducts(), onProgress = () => undefined } = options;
  const { feed, images } = demoFeedFiles(folder);
  await mkdir(images, { recursive: true });
  const drawings = products.map((product) => ({
    file: join(images, product.imageUrl),
    svg: drawProduct(product),
  }));
  await renderDrawings(drawings, (done) => onProgress(done, drawings.length));
  const rows = products.map(({ drawing: _, features: __, ...row }) => JSON.stringify(row));
  await writeFile(feed, `${rows.join('\n')}\n`);
};

const renderDrawings = (drawings: readonly Drawing[], onDone: (done: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    let rendered = 0;
    const child = fork(join(import.meta.dirname, 'render-pictures.ts'), { execArgv: [] });
    child.on('message', ({ done }: RenderProgress) => {
      rendered = done;
      onDone(done);
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0 && rendered === drawings.length) resolve();
      else
        reject(
          new Fault('internal', `Drawing the demo pictures stopped after ${rendered} of ${drawings.length}`),
        );
    });
    child.send(drawings);
  });
