import type { HitParts, SearchResult } from '../../engine.ts';
import type { Sql } from '../../../postgres/sql.ts';

/** How rows are compared with the seed of a query. */
export type Scoring = {
  /** Whether a row has a score; its index finds these rows. */
  readonly candidate: Sql;
  /** Score in millionths, for rows that have one. */
  readonly units: Sql;
  /** Whether a fuzzy match contributed. */
  readonly fuzzied: Sql;
  /** The order that the vector index delivers; null where there is no such index. */
  readonly nearest: Sql | null;
  parts(hit: {
    readonly features: string | null;
    readonly score: number;
  }): Pick<HitParts, 'looks' | 'colour' | 'title' | 'text'>;
  trace(isFuzzied: boolean): SearchResult['text'];
};
