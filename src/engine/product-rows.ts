import { setImmediate } from 'node:timers/promises';
import type { Filter } from '../domain/filter.ts';

/** A product with its record: UTF-8 JSON. */
export type ProductRow = { readonly identifier: string; readonly record: Uint8Array };

export type ScanPage = {
  /** Identifier of the last row of the page before; null for the first page. */
  readonly after: string | null;
  readonly size: number;
  /** Rows to leave out after `after`. Left out: 0. */
  readonly skip?: number;
};

/** Rows that pass a filter, in the order of their identifiers. */
export type RowQuery = { readonly filter: Filter; readonly skip: number; readonly size: number };

/** `count`: all rows that pass, not only those of this page. */
export type RowPage = { readonly rows: readonly ProductRow[]; readonly count: number };

type Scannable = { scan(page: ScanPage): Promise<readonly ProductRow[]> };

const scanDefaults = { pageSize: 500 } as const;

/** All rows, page by page, in the order of their identifiers. The event loop turns between two pages. */
export const scanPages = async function* (
  reader: Scannable,
  size: number = scanDefaults.pageSize,
): AsyncGenerator<readonly ProductRow[]> {
  let after: string | null = null;
  for (;;) {
    const page: readonly ProductRow[] = await reader.scan({ after, size });
    if (page.length > 0) yield page;
    after = page.at(-1)?.identifier ?? null;
    if (page.length < size || after === null) return;
    await setImmediate();
  }
};
