import type { EngineReader, EngineWriter, ProductReader } from '../engine/engine.ts';
import { Fault } from '../errors.ts';

/**
 * The live version; null when nothing was ever published. Throws if the live version cannot be read: treating
 * a damaged catalogue as an empty one would hide the damage from every comparison.
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
