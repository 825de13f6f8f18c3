/**
 * What does the minimum similarity of a catalogue change? node bench/minimum-score.ts <data folder> <website>/<dataset> [--field category]
 *
 * Asks for the look-alikes of 500 products as a box with the settings of a new one does, and counts results and how many of them have the
 * same value of the field, with every score and from the minimum on that was measured at the import.
 */
import { parseArgs } from 'node:util';
import { compose } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import { boxDefaults, resolveWeights } from '../src/domain/box.ts';
import type { Scalar } from '../src/domain/filter.ts';
import { createQuery, scanPages } from '../src/engine/engine.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { field: { type: 'string', default: 'category' }, queries: { type: 'string', default: '500' } },
});
const [folder = '', name = ''] = positionals;
const [websiteName = '', datasetName = ''] = name.split('/');
const kindred = await compose({ ...readConfig({}), dataDir: folder, demo: false }, { serves: false });
const website = kindred.store.websites.byName(websiteName);
const dataset = website && kindred.store.datasets.byName(website.id, datasetName);
const reader = dataset && kindred.engine.products(dataset.tracker);
if (!reader) throw new Error(`Nothing is published for ${name}.`);

/** Of several category paths the deepest counts. */
const labelOf = (values: readonly Scalar[]): string => {
  const depth = (path: string): number => (path === '' ? 0 : path.split('/').length);
  return values.map(String).reduce((best, path) => (depth(path) > depth(best) ? path : best), '');
};

const pictured: { readonly identifier: string; readonly label: string }[] = [];
const labels = new Map<string, string>();
for await (const page of scanPages(reader))
  for (const { identifier } of page) {
    const source = await reader.source(identifier);
    const label = labelOf(source?.values(options.field) ?? []);
    labels.set(identifier, label);
    if (source?.hasLooks === true && label !== '') pictured.push({ identifier, label });
  }
const count = Math.min(Number(options.queries), pictured.length);
const asked = pictured.filter(
  (_, at) => Math.floor((at * count) / pictured.length) !== Math.floor(((at - 1) * count) / pictured.length),
);

const measure = async (minimumScore: number): Promise<string> => {
  let [results, right] = [0, 0];
  for (const { identifier, label } of asked) {
    const source = await reader.source(identifier);
    if (source === null) continue;
    const weights = resolveWeights(boxDefaults.weights, reader.titleWeight ?? null);
    const query = createQuery({ kind: 'looks', source, weights }, boxDefaults.candidates);
    const { hits } = await reader.search({ ...query, minimumScore });
    results += hits.length;
    right += hits.filter((hit) => labels.get(hit.identifier) === label).length;
  }
  return `${(results / asked.length).toFixed(1)} results a product, ${(right / Math.max(1, results)).toFixed(3)} of them right`;
};

const minimum = reader.minimumScore ?? null;
if (asked.length === 0)
  console.log(`${labels.size} products, none has a picture: there are no look-alikes to measure`);
else {
  console.log(`${asked.length} products, every score: ${await measure(0)}`);
  console.log(
    minimum === null ? 'no minimum was measured' : `from ${minimum.toFixed(2)} on: ${await measure(minimum)}`,
  );
}
await kindred.close();
