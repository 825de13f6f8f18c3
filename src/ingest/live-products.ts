import type { EngineReader, EngineWriter, ProductReader } from '../engine/engine.ts';
import { Fault } from '../errors.ts';

/**
 * What is live now; null when nothing was ever published. A live version that cannot be read is not "nothing":
 * whoever compares with it, or builds on it, would take a damaged catalogue for an empty one.
 */
export const readLiveProducts = async (
  engine: Pick<EngineReader & EngineWriter, 'products' | 'versions'>,
  dataset: string,
): Promise<ProductReader | null> => {
  const reader = engine.products(dataset);
  if (reader !== null) return reader;
  const live = (await engine.versions(dataset)).find((version) => version.live);
  if (live === undefined) return null;
  throw new Fault('corrupted', `The live version ${live.version} cannot be read.`, {
    nextStep: 'Run `kindred doctor`; roll back, or import again with --approve to replace it.',
  });
};
