import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  BuildOptions,
  DraftProduct,
  Engine,
  ProductDraft,
  VersionSummary,
} from '../../../src/engine/engine.ts';
import { type EmbeddedEngineOptions, openEmbeddedEngine } from '../../../src/engine/embedded/embedded.ts';

/** Runs a test in a temporary folder, which is removed afterwards. */
export const inTemporaryFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-engine-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
};

export const withEngine = async (
  options: EmbeddedEngineOptions,
  work: (engine: Engine) => Promise<void>,
): Promise<void> => {
  const engine = await openEmbeddedEngine(options);
  try {
    await work(engine);
  } finally {
    await engine.close();
  }
};

export const publish = async (
  engine: Engine,
  dataset: string,
  draft: ProductDraft,
  products: readonly DraftProduct[],
  options: BuildOptions = {},
): Promise<VersionSummary> => {
  const builder = await engine.buildProducts(dataset, draft, options);
  for (const product of products) await builder.add(product);
  const summary = await builder.finish();
  await engine.makeLive(dataset, summary.version);
  return summary;
};
