import type { EngineProblem, KeywordReader, ProductReader } from '../../engine.ts';
import { type Database, sql } from '../../../postgres/sql.ts';
import { createTurns } from '../../../files/in-turn.ts';
import { createKeywordReader } from '../keywords/keyword-reader.ts';
import { type CountRows, createRowCounter } from '../search/count-rows.ts';
import { createGroupMemory } from '../search/groups.ts';
import { createRowMemory } from '../search/row-memory.ts';
import { createProductReader } from '../search/product-reader.ts';
import { type ProductGeneration, readProductAbout } from '../products/product-version.ts';

type LiveRow = {
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

/** Readers of what is live, in memory. `refresh` reads what this and other processes made live or changed. */
export type LiveDatasets = {
  products(dataset: string): ProductReader | null;
  keywords(dataset: string): KeywordReader | null;
  /** The live version of a product dataset. */
  generation(dataset: string): ProductGeneration | null;
  refresh(): Promise<void>;
  problems(): readonly EngineProblem[];
};

export const createLiveDatasets = (database: Database, exactLimit: number): LiveDatasets => {
  const readers = new Map<string, LiveReader>();
  const memory = createRowMemory();
  const rememberGroups = createGroupMemory();
  const problems = new Map<string, EngineProblem>();
  let seenRevision = 0;
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
    try {
      readers.set(row.dataset, open(row));
      problems.delete(row.dataset);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const { dataset, version } = row;
      problems.set(dataset, { dataset, version, file: null, message, since: new Date().toISOString() });
    }
  };
  const inTurn = createTurns();
  const readNewer = async (): Promise<void> => {
    const rows = await database.query<LiveRow>(sql`
      SELECT d.dataset, v.version, v.generation::float8 AS generation, v.kind, d.revision::float8 AS revision, v.about,
        v.size, v.current_size, v.applied_through::float8 AS applied_through
      FROM kindred.dataset d JOIN kindred.version v ON v.dataset = d.dataset AND v.version = d.live
      WHERE d.revision > ${seenRevision}::bigint AND v.state = 'complete' ORDER BY d.revision`);
    for (const row of rows) {
      take(row);
      seenRevision = Math.max(seenRevision, row.revision);
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
    // One after the other, so that an older state cannot replace a newer one.
    refresh: () => inTurn(readNewer),
    problems: () => [...problems.values()],
  };
};

/** A question that is not answered for so long: the database hangs. */
const hangsAfterMs = 4_000;

/** Whether a database answers, told by questions that are asked anyway. */
export const watchLink = (monotonicMs: () => number = () => performance.now()) => {
  let failed = false;
  /** When each question was asked that has no answer yet. */
  const open = new Map<symbol, number>();
  return {
    follow: async <T>(answer: Promise<T>): Promise<T> => {
      const question = Symbol();
      open.set(question, monotonicMs());
      try {
        const result = await answer;
        failed = false;
        // Older ones hang in a connection that was lost.
        open.clear();
        return result;
      } catch (error) {
        failed = true;
        throw error;
      } finally {
        open.delete(question);
      }
    },
    isReachable: (): boolean => {
      const [oldest = Infinity] = open.values();
      return !failed && monotonicMs() - oldest < hangsAfterMs;
    },
  };
};
