import type { EngineProblem, KeywordReader, ProductReader } from '../../engine.ts';
import type { Database } from '../../../postgres/sql.ts';
import { createKeywordReader } from '../keywords/keyword-reader.ts';
import { type CountRows, createRowCounter } from '../search/count-rows.ts';
import { createGroupMemory } from '../search/groups.ts';
import { createRowMemory } from '../search/row-memory.ts';
import { createProductReader } from '../search/product-reader.ts';
import { type ProductGeneration, readProductAbout } from '../products/product-version.ts';

/** What is live of a dataset, as the database says it. */
export type LiveRow = {
  readonly dataset: string;
  readonly version: string;
  readonly generation: number;
  readonly kind: string;
  readonly revision: number;
  readonly about: unknown;
  readonly size: number;
  readonly current_size: number;
  readonly applied_through: number;
};

type LiveReader =
  | {
      readonly kind: 'products';
      readonly reader: ProductReader;
      readonly generation: ProductGeneration;
      readonly countRows: CountRows;
    }
  | { readonly kind: 'keywords'; readonly reader: KeywordReader };

/** Readers of what is live, in memory. */
export type LiveDatasets = {
  products(dataset: string): ProductReader | null;
  keywords(dataset: string): KeywordReader | null;
  /** The live version of a product dataset. */
  generation(dataset: string): ProductGeneration | null;
  /** Opens what is live now, unless it knows something newer. */
  take(row: LiveRow): void;
  problems(): readonly EngineProblem[];
};

export const createLiveDatasets = (database: Database, exactLimit: number): LiveDatasets => {
  const readers = new Map<string, LiveReader>();
  const revisions = new Map<string, number>();
  const memory = createRowMemory();
  const rememberGroups = createGroupMemory();
  const problems = new Map<string, EngineProblem>();
  const open = (row: LiveRow): LiveReader => {
    if (row.kind === 'keywords') return { kind: 'keywords', reader: createKeywordReader(database, row) };
    const generation: ProductGeneration = {
      version: row.version,
      generation: row.generation,
      through: row.applied_through,
      size: row.current_size,
      builtSize: row.size,
      about: readProductAbout(row.about),
    };
    const before = findProducts(row.dataset);
    const countRows =
      before?.generation.generation === row.generation
        ? before.countRows
        : createRowCounter(database, generation, exactLimit);
    const readGroup = rememberGroups(database, generation);
    const reader = createProductReader(database, generation, { countRows, readGroup, exactLimit, memory });
    return { kind: 'products', generation, reader, countRows };
  };
  const take = (row: LiveRow): void => {
    if (row.revision <= (revisions.get(row.dataset) ?? 0)) return;
    revisions.set(row.dataset, row.revision);
    try {
      readers.set(row.dataset, open(row));
      problems.delete(row.dataset);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const { dataset, version } = row;
      problems.set(dataset, { dataset, version, file: null, message, since: new Date().toISOString() });
    }
  };
  const findProducts = (dataset: string) => {
    const live = readers.get(dataset);
    return live?.kind === 'products' ? live : null;
  };
  return {
    products: (dataset) => findProducts(dataset)?.reader ?? null,
    keywords: (dataset) => {
      const live = readers.get(dataset);
      return live?.kind === 'keywords' ? live.reader : null;
    },
    generation: (dataset) => findProducts(dataset)?.generation ?? null,
    take,
    problems: () => [...problems.values()],
  };
};
