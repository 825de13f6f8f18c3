import { setImmediate } from 'node:timers/promises';
import type { EngineReader, ProductReader } from '../../../engine/engine.ts';

/** Counts over a whole catalogue. */
export type CatalogueFacts = {
  readonly rows: number;
  /** Variants of one product count once. */
  readonly products: number;
  readonly withoutPicture: number;
  /** Identifiers of the first products without a picture. */
  readonly unpictured: readonly string[];
};

export const catalogueFactsDefaults = { unpictured: 1000, rowsInOneGo: 500 } as const;

/** Counted once for each version, since versions are immutable. */
export const createCatalogueFacts = (engine: Pick<EngineReader, 'products'>) => {
  const cache = new Map<string, { readonly version: string; readonly facts: Promise<CatalogueFacts> }>();
  return (dataset: string): Promise<CatalogueFacts | null> => {
    const reader = engine.products(dataset);
    if (reader === null) return Promise.resolve(null);
    const cached = cache.get(dataset);
    if (cached?.version === reader.version) return cached.facts;
    const facts = countRows(reader);
    cache.set(dataset, { version: reader.version, facts });
    facts.catch(() => cache.delete(dataset));
    return facts;
  };
};

const countRows = async (reader: ProductReader): Promise<CatalogueFacts> => {
  const families = new Set<string>();
  const unpictured: string[] = [];
  let [rows, withoutPicture] = [0, 0];
  for (const { identifier } of reader.scan()) {
    const source = await reader.source(identifier);
    const [group] = source?.values('groupId') ?? [];
    families.add(group === undefined ? `own ${identifier}` : `group ${group}`);
    rows += 1;
    if (source?.hasLooks === false) {
      withoutPicture += 1;
      if (unpictured.length < catalogueFactsDefaults.unpictured) unpictured.push(identifier);
    }
    // Yields to the event loop, so that calls of shops are answered in between.
    if (rows % catalogueFactsDefaults.rowsInOneGo === 0) await setImmediate();
  }
  return { rows, products: families.size, withoutPicture, unpictured };
};
