// One import of `bench/import.ts`, in a child process as in the service. Prints its progress, and sends the
// measurement to the parent process.
import { join } from 'node:path';
import { compose } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import { applyDeclaration } from '../../src/declare/apply/apply.ts';
import type { ImportJob } from '../../src/imports/job.ts';

export type ImportMeasurement = {
  readonly seconds: number;
  /** Seconds of each step, by its name, and the most memory at its time. */
  readonly steps: Readonly<Record<string, number>>;
  readonly peaksMb: Readonly<Record<string, number>>;
  readonly vectors: number;
  readonly state: string;
};

const printEveryMs = 5_000;
const folder = process.argv[2] ?? '';

const formatProgress = ({ step, progress }: ImportJob): string => {
  const { rows, pictures, vectors, rate, etaSeconds } = progress;
  const left = etaSeconds === null ? '' : `, ${etaSeconds} s left in this step`;
  return `  ${step ?? ''}: ${rows} rows, ${pictures} pictures, ${vectors} vectors, ${rate ?? '–'}/s${left}`;
};

const declaration = {
  website: { name: 'shop', displayName: 'Shop', language: 'en', url: 'https://shop.example' },
  datasets: [
    {
      name: 'catalogue',
      kind: 'products',
      source: { file: join(folder, 'feed.ndjson'), images: join(folder, 'images') },
    },
  ],
  boxes: [
    {
      name: 'similar',
      kind: 'search',
      dataset: 'catalogue',
      facets: ['category', 'colour', 'price'],
      sameAsSource: ['category'],
    },
  ],
};

const createStopwatch = () => {
  const steps: Record<string, number> = {};
  const peaksMb: Record<string, number> = {};
  let [step, since] = ['begin', performance.now()];
  const noteMemory = (): void => {
    peaksMb[step] = Math.max(peaksMb[step] ?? 0, process.memoryUsage.rss() / 2 ** 20);
  };
  setInterval(noteMemory, 100).unref();
  const enter = (name: string): void => {
    const now = performance.now();
    noteMemory();
    steps[step] = (steps[step] ?? 0) + (now - since) / 1000;
    [step, since] = [name, now];
  };
  return { steps, peaksMb, enter };
};

const config = { ...readConfig({}), dataDir: join(folder, 'data'), demo: false };
const kindred = await compose(config, { serves: false });
try {
  const { store, imports } = kindred;
  await applyDeclaration({ store, actor: 'bench', baseFolder: folder })(declaration);
  const website = store.websites.byName('shop');
  const dataset = website && store.datasets.byName(website.id, 'catalogue');
  if (!dataset) throw new Error('it was declared a moment ago');
  const { steps, peaksMb, enter } = createStopwatch();
  const { id } = imports.open({ website, dataset }, {});
  const ticker = setInterval(() => {
    const job = imports.get(dataset, id);
    if (job !== null) console.log(formatProgress(job));
  }, printEveryMs);
  const { signal } = new AbortController();
  const job = await imports
    .run({ website, dataset }, id, { signal, progress: enter })
    .finally(() => clearInterval(ticker));
  enter('end');
  const seconds = Object.values(steps).reduce((sum, each) => sum + each, 0);
  const { vectors } = job.progress;
  const measurement: ImportMeasurement = { seconds, steps, peaksMb, vectors, state: job.state };
  process.send?.(measurement);
} finally {
  await kindred.close();
}
process.disconnect?.();
