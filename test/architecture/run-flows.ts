// Runs the three flows of ARCHITECTURE.md in one real service and prints which files of src ran in each, as JSON.
// Needs NODE_V8_COVERAGE: Node writes there which functions were called, in this process and in those it starts.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { takeCoverage } from 'node:v8';
import { createAdminClient } from '../portal/support/admin-client.ts';
import { importFeed } from '../portal/support/import-feed.ts';
import { openShop } from '../portal/support/open-shop.ts';

type Coverage = {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly count: number }[];
    }[];
  }[];
};

const root = join(import.meta.dirname, '..', '..');
const coverageFolder = process.env['NODE_V8_COVERAGE'] ?? '';
const read = new Set<string>();

/** Files of src of which a named function was called. Loading a module calls none. */
const listCalledFiles = ({ result }: Coverage): string[] =>
  result
    .filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
    )
    .flatMap(({ url }) => url.match(/\/(src\/.+)$/)?.[1] ?? []);

/** What ran since the last call of this function. */
const readCoverage = (): string[] => {
  takeCoverage();
  const files = readdirSync(coverageFolder).filter((file) => !read.has(file));
  for (const file of files) read.add(file);
  const called = files.flatMap((file) =>
    listCalledFiles(JSON.parse(readFileSync(join(coverageFolder, file), 'utf8')) as Coverage),
  );
  return [...new Set(called)].toSorted();
};

const shop = await openShop();
const ask = async (path: string, query: Record<string, string>, method = 'GET'): Promise<void> => {
  const response = await fetch(`${shop.url}${path}?${new URLSearchParams(query).toString()}`, {
    method,
    headers: { 'Ocp-Apim-Subscription-Key': shop.key },
  });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
};

try {
  const started = readCoverage();
  const btr = shop.trackers.search;
  await ask('/search/imagesearch', { btr, identifier: shop.products[0]?.identifier ?? '' });
  const identifier = shop.products[1]?.identifier ?? '';
  await ask('/search/imagesearch', { btr, identifier, filter: 'price gt 0' }, 'HEAD');
  const imageSearch = readCoverage();

  const admin = await createAdminClient(shop.url, shop.people.owner);
  const website = `websites/${shop.name}`;
  const products = { name: 'found', kind: 'relatedProducts', dataset: 'catalogue' };
  const { tracker } = (await admin('POST', `${website}/boxes`, products)) as { tracker: string };
  readCoverage();
  for (const pattern of ['backpack', 'bakpack', 'blue unheardof'])
    await ask('/relatedsearches/keywords', { btr: shop.trackers.related, pattern });
  await ask('/relatedsearches/keywords', { btr: tracker, pattern: 'backpack' });
  const relatedKeywords = readCoverage();

  const rows = [{ id: 'one', title: 'One', link: '/one', price: 1, category: 'A', image_link: 'one.png' }];
  await admin('POST', `${website}/datasets`, { name: 'more', kind: 'products' });
  await importFeed(admin, `${website}/datasets/more`, rows);
  const command = ['import', `${shop.name}/catalogue`];
  await promisify(execFile)(process.execPath, [join(root, 'bin', 'kindred.js'), ...command], {
    env: { ...process.env, KINDRED_DATA: shop.folder, KINDRED_DEMO: 'off' },
  });
  const publishing = [...new Set([...started, ...readCoverage()])];
  process.stdout.write(JSON.stringify({ imageSearch, relatedKeywords, publishing }));
} finally {
  await shop.close();
}
