/*
 * How good are the keywords of a shop without a behaviour log? Asks a published website for each query of a file.
 * Prints how many of the queries that share a term with the catalogue get at least three suggestions that find
 * products, and what the others get. The yardstick is a lookup of the exact pattern.
 *
 *   node bench/keywords-catalogue.ts <data folder> <website> <queries.tsv>
 */
import { readFile } from 'node:fs/promises';
import { compose } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import { tokenize } from '../src/domain/normal-form.ts';
import { readCatalogue } from '../src/learning/keywords/catalogue/catalogue.ts';
import { listCatalogueTerms } from '../src/learning/keywords/single-word-entries.ts';
import { createRandom } from '../src/learning/looks/decide/measure.ts';

const settings = { size: 10, wanted: 3, shown: 20, seed: 5 } as const;
const [dataDir = '', name = '', file = ''] = process.argv.slice(2);
const kindred = await compose(readConfig({ ...process.env, KINDRED_DATA: dataDir }));
const { store, engine } = kindred;
const website = store.websites.byName(name);
const keywords = store.datasets.list(website?.id ?? 0).find(({ kind }) => kind === 'keywords');
const products = store.datasets.list(website?.id ?? 0).find(({ id }) => id === keywords?.productsId);
const reader = engine.keywords(keywords?.tracker ?? '');
const productReader = engine.products(products?.tracker ?? '');
if (!website || !reader || !productReader) throw new Error(`${name} has no published keywords`);

const { language } = website;
const catalogue = await readCatalogue(productReader, language);
const terms = new Set(listCatalogueTerms(catalogue));
const common = new Set([...catalogue.words.keys()].filter((word) => !terms.has(word)));
const queries = (await readFile(file, 'utf8'))
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t')[1] ?? '');

const classifyWords = (own: readonly string[]): 'term' | 'common' | 'none' => {
  if (own.some((word) => terms.has(word))) return 'term';
  return own.some((word) => common.has(word)) ? 'common' : 'none';
};
const ask = async (query: string) => {
  const startedAt = performance.now();
  const answer = await reader.suggest({
    pattern: query,
    size: settings.size,
    directions: ['refine', 'next'],
  });
  const tookMs = performance.now() - startedAt;
  const finding = answer.suggestions.filter(
    ({ text }) => catalogue.find(tokenize(text, language)).products > 0,
  ).length;
  return { query, shares: classifyWords(tokenize(query, language)), answer, finding, tookMs };
};
const results: Awaited<ReturnType<typeof ask>>[] = [];
for (const query of queries) results.push(await ask(query));
const ofKind = (kind: string) => results.filter(({ shares }) => shares === kind);
const enough = ofKind('term').filter(({ finding }) => finding >= settings.wanted);
const exact = ofKind('term').filter(
  ({ answer }) => answer.understoodAs === null && answer.suggestions.length > 0,
);
const total = results.reduce((sum, { answer }) => sum + answer.suggestions.length, 0);
const empty = total - results.reduce((sum, { finding }) => sum + finding, 0);
const times = results.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
console.log(`${name}: ${queries.length} queries, ${catalogue.size} products, ${terms.size} terms`);
console.log(
  `share a term: ${ofKind('term').length}; with at least ${settings.wanted} suggestions that find products: ${enough.length} ` +
    `(known as they stand: ${exact.length})`,
);
console.log(
  `share only common words: ${ofKind('common').length}; answered: ${ofKind('common').filter(({ answer }) => answer.suggestions.length > 0).length}`,
);
console.log(
  `share nothing: ${ofKind('none').length}; answered: ${ofKind('none').filter(({ answer }) => answer.suggestions.length > 0).length}`,
);
console.log(`suggestions that find nothing: ${empty} of ${total}`);
console.log(
  `median ${(times[times.length >> 1] ?? 0).toFixed(3)} ms, slowest ${(times.at(-1) ?? 0).toFixed(3)} ms`,
);
for (const { query, finding } of ofKind('term')
  .filter((each) => !enough.includes(each))
  .slice(0, 10))
  console.log(`  too few (${finding}): ${query}`);
for (const { query, answer } of ofKind('none')
  .filter((each) => each.answer.suggestions.length > 0)
  .slice(0, 10))
  console.log(`  shares nothing: ${query} → ${answer.understoodAs}`);
const random = createRandom(settings.seed);
const shuffled = results.map((each) => ({ each, at: random() })).sort((a, b) => a.at - b.at);
for (const { each } of shuffled.slice(0, settings.shown)) {
  const { query, shares, answer } = each;
  const list = answer.suggestions.slice(0, 5).map(({ displayText }) => displayText);
  console.log(
    `  ${query} [${shares}${answer.understoodAs === null ? '' : `, as ${answer.understoodAs}`}]: ${list.join(' · ') || '–'}`,
  );
}
await kindred.close();
