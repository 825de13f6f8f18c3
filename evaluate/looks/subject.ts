import { boxDefaults, resolveWeights } from '../../src/domain/box.ts';
import { createQuery, type ProductReader, scanPages } from '../../src/engine/engine.ts';
import type { LooksSubject } from './evaluate-catalogue.ts';

const listPictured = async (reader: ProductReader): Promise<string[]> => {
  const identifiers: string[] = [];
  for await (const page of scanPages(reader))
    for (const { identifier } of page)
      if ((await reader.source(identifier))?.hasLooks === true) identifiers.push(identifier);
  return identifiers;
};

/** A published catalogue as evaluation asks it; `field` says what belongs together. */
export const createLooksSubject = async (
  reader: ProductReader,
  field: string | null,
): Promise<LooksSubject> => ({
  identifiers: await listPictured(reader),
  findNeighbours: async (identifier, count) => {
    const source = await reader.source(identifier);
    if (source === null) return [];
    const { hits } = await reader.search(
      createQuery(
        { kind: 'looks', source, weights: resolveWeights(boxDefaults.weights, reader.titleWeight ?? null) },
        count,
      ),
    );
    return hits.map((hit) => hit.identifier);
  },
  labelOf: async (identifier) => {
    const values = field === null ? [] : ((await reader.source(identifier))?.values(field) ?? []);
    const depth = (value: string): number => value.split('/').length;
    return values
      .map(String)
      .reduce<string | null>(
        (best, value) => (best === null || depth(value) > depth(best) ? value : best),
        null,
      );
  },
});
