import { setImmediate } from 'node:timers/promises';
import type { Filter } from '../domain/filter.ts';

/** A product with its record: UTF-8 JSON. */
export type ProductRow = { readonly identifier: string; readonly record: Uint8Array };

export type ScanPage = {
  /** Identifier of the last row of the page before; null for the first page. */
  readonly after: string | null;
  readonly size: number;
};

/** The families of which a row passes; without a filter, all of them. */
export type FamilyQuery = { readonly filter: Filter | null; readonly skip: number; readonly size: number };

/** Of each family the first row that passes, in the order of identifiers. `count`: all such families. */
export type FamilyPage = { readonly rows: readonly ProductRow[]; readonly count: number };

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
