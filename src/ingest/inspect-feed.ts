import { join } from 'node:path';
import type { Dataset, Field } from '../domain/dataset.ts';
import { Fault } from '../errors.ts';
import type { RawRow } from './formats/feed.ts';
import type { Fetch } from './fetch/fetch.ts';
import { detectEncoding } from './formats/encoding/encoding.ts';
import { readFeed } from './formats/find-format.ts';
import { peek } from './formats/byte-chunks.ts';
import { formatLimits } from './formats/limits.ts';
import { magento } from './formats/magento/magento.ts';
import { shopify } from './formats/shopify/shopify.ts';
import { findTextFormat, decodeHead } from './formats/text-format.ts';
import { xml } from './formats/xml/xml.ts';
import { createInspection } from './mapping/inspect-columns.ts';
import { mapFields } from './mapping/map-fields.ts';
import { fetchFeed } from './sources/fetch-feed.ts';
import { readFeedFile } from './sources/read-feed-file.ts';

export const inspectFeedDefaults = { rows: 5000, examples: 10, faults: 50 } as const;

export type FeedInspection = {
  readonly format: string;
  readonly encoding: string;
  /** The mapping that an import would choose for the rows that were read. */
  readonly fields: readonly Field[];
  readonly examples: readonly RawRow[];
  readonly faults: readonly { readonly line: number; readonly reason: string }[];
};

type Needs = {
  readonly fetch: Fetch;
  /** Where a downloaded feed is stored. */
  readonly folder: string;
};

type FeedLocation = { readonly file: string | null; readonly url: string | null };

/** Reads the first rows of a feed and reports what an import would make of it. Changes nothing. */
export const inspectFeed = async (
  needs: Needs,
  dataset: Dataset,
  location: FeedLocation,
  signal: AbortSignal,
): Promise<FeedInspection> => {
  const file = await resolveFile(needs, dataset, location, signal);
  const { head } = await peek(readFeedFile(file), formatLimits.headBytes);
  const inspection = createInspection();
  const examples: RawRow[] = [];
  const faults: { line: number; reason: string }[] = [];
  for await (const item of readFeed(readFeedFile(file))) {
    signal.throwIfAborted();
    if (item.kind === 'row') {
      inspection.add(item.row);
      if (examples.length < inspectFeedDefaults.examples) examples.push(item.row);
    } else if (faults.length < inspectFeedDefaults.faults)
      faults.push({ line: item.line, reason: item.reason });
    if (inspection.rows() >= inspectFeedDefaults.rows) break;
  }
  const inspected = { rows: inspection.rows(), columns: inspection.columns() };
  const fields = mapFields(inspected, dataset.fields);
  return { ...describeFormat(head), fields, examples, faults };
};

const resolveFile = async (
  { fetch, folder }: Needs,
  { source, tracker }: Dataset,
  { file, url }: FeedLocation,
  signal: AbortSignal,
): Promise<string> => {
  const local = file ?? (url === null ? (source?.file ?? null) : null);
  if (local !== null) return local;
  const address = url ?? source?.url ?? null;
  if (address === null) {
    throw new Fault('bad-input', 'The dataset has no source, and no feed was given.', {
      nextStep: 'Give an address, or upload a file.',
      reason: { reason: 'no-source' },
    });
  }
  const downloaded = join(folder, 'imports', tracker, 'looked-into');
  const auth = address === source?.url ? source.auth : null;
  await fetchFeed(fetch, { url: address, auth, file: downloaded, signal });
  return downloaded;
};

const describeFormat = (head: Buffer): { format: string; encoding: string } => {
  const encoding = detectEncoding(head);
  const text = decodeHead(head);
  if (text.startsWith('[')) return { format: 'JSON', encoding };
  if (text.startsWith('{')) return { format: /\}\s*\n\s*\{/.test(text) ? 'NDJSON' : 'JSON', encoding };
  const format = head.length === 0 ? null : findTextFormat(text);
  const names = new Map([
    [xml, 'XML'],
    [shopify, 'Shopify CSV'],
    [magento, 'Magento CSV'],
  ]);
  return { format: format === null ? 'unknown' : (names.get(format) ?? 'CSV'), encoding };
};
