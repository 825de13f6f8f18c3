/**
 * Asks a running service thousands of varied questions and reads every answer as a strict client of the interface would:
 *
 *   KINDRED_KEY=… node scripts/sweep-interface.ts --search <tracker> --related <tracker> --identifier <one product> \
 *     [--url http://127.0.0.1:8080] [--calls 3000] [--seed 1] [--pattern <one search>]
 *
 * It begins with one product and one search, and goes on with what the answers name. The key needs no limit of its rate.
 */
import { parseArgs } from 'node:util';
import { createRandom } from '../test/oracle/random.ts';
import { imageSearchResult, suggestionList } from '../test/interface/interface-shapes.ts';
import { findViolations, string } from '../test/interface/strict-reader.ts';

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    search: { type: 'string' },
    related: { type: 'string' },
    identifier: { type: 'string' },
    pattern: { type: 'string', default: 'a' },
    calls: { type: 'string', default: '3000' },
    seed: { type: 'string', default: '1' },
  },
});
const { KINDRED_KEY: key } = process.env;
const { search, related, identifier } = options;
if (key === undefined || search === undefined || related === undefined || identifier === undefined)
  throw new Error('KINDRED_KEY, --search, --related and --identifier are needed.');

const random = createRandom(Number(options.seed));
const known = {
  identifiers: new Set([identifier]),
  patterns: new Set([options.pattern]),
  filters: new Set<string>(),
  sortable: new Set<string>(),
};
const statuses = new Map<string, number>();
const violations: string[] = [];

type Call = {
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly key: string | null;
  readonly status: 200 | 400 | 401;
};

const imageSearch = '/search/imagesearch';
const relatedKeywords = '/relatedsearches/keywords';
const maybe = (share: number, name: string, values: readonly string[]): [string, string][] =>
  values.length > 0 && random.chance(share) ? [[name, random.pick(values)]] : [];

/** Letters that were typed too much, too little, in another order or another case. */
const misspell = (text: string): string => {
  const letters = [...text];
  const at = random.integer(0, letters.length - 1);
  return random.pick([
    letters.toSpliced(at, 1).join(''),
    letters.toSpliced(at, 0, 'x').join(''),
    letters.toReversed().join(''),
    text.toUpperCase(),
    `  ${text} `,
    `${text} ${random.pick([...known.patterns])}`.slice(0, 200),
  ]);
};

const oddTexts = [
  '名前',
  '😀',
  "o'neil",
  '%',
  '"',
  '<b>',
  '\\',
  'ß',
  'a b',
  '0',
  'null',
  '-1',
  'x'.repeat(200),
];
const validImageSearch = (): Call => ({
  path: imageSearch,
  query: [
    ['btr', random.chance(0.1) ? search.toUpperCase() : search],
    ['identifier', random.pick(random.chance(0.1) ? oddTexts : [...known.identifiers])],
    ...maybe(0.6, 'top', ['1', '2', '7', '24', '100', '101', '2147483647', '2147483648']),
    ...maybe(0.3, 'page', ['1', '2', '3', '100000']),
    ...maybe(0.3, 'filter', [...known.filters]),
    ...maybe(0.3, 'facetFilter', [...known.filters]),
    ...maybe(
      0.2,
      'orderby',
      [...known.sortable].flatMap((name) => [name, `${name} desc`]),
    ),
    ...maybe(0.1, 'exclude', [...known.identifiers]),
    ...maybe(0.1, 'unknown', oddTexts),
  ],
  key,
  status: 200,
});

const validRelated = (): Call => {
  const pattern = random.pick(random.chance(0.15) ? oddTexts : [...known.patterns]);
  const typed = random.chance(0.4) ? misspell(pattern) : pattern;
  return {
    path: relatedKeywords,
    query: [
      ['btr', related],
      ['pattern', typed.trim() === '' ? 'a' : typed.slice(0, 200)],
    ],
    key,
    status: 200,
  };
};

const invalid = (): Call => {
  const valid = random.chance(0.5) ? validImageSearch() : validRelated();
  const isSearch = valid.path === imageSearch;
  if (random.chance(0.15)) return { ...valid, key: random.pick([null, '', 'wrong', 'ß']), status: 401 };
  const [first = '', second = ''] = ['btr', isSearch ? 'identifier' : 'pattern'];
  const replace = (name: string, value: string): Call['query'] => [
    ...valid.query.filter(([each]) => each !== name),
    [name, value],
  ];
  const missing = random.pick([first, second]);
  const query = random.pick<() => Call['query']>([
    () => valid.query.filter(([name]) => name !== missing),
    () =>
      replace(
        first,
        random.pick(['', 'x', '0', '00000000-0000-4000-8000-000000000000', isSearch ? related : search]),
      ),
    () => replace(second, random.pick(['', '   ', 'x'.repeat(201)])),
    () => [...valid.query, [first, search]],
    () =>
      isSearch
        ? replace('top', random.pick(['0', '-1', '1.5', 'many', '1e3', '0x10']))
        : replace(second, '\t'),
  ])();
  return { ...valid, query, status: 400 };
};

type Answer = {
  readonly documents?: readonly { readonly document: Record<string, unknown> }[] | null;
  readonly filters?:
    | readonly { readonly name: string; readonly values: readonly { readonly name: string }[] | null }[]
    | null;
  readonly suggestions?: readonly { readonly text: string }[] | null;
  readonly resultStatus?: string;
  readonly resultPerPage?: number;
};

const learn = ({ documents, filters, suggestions }: Answer): void => {
  for (const { document } of documents ?? []) {
    if (typeof document['identifier'] === 'string') known.identifiers.add(document['identifier']);
    if (typeof document['displayText'] === 'string')
      known.patterns.add(document['displayText'].slice(0, 200));
  }
  for (const { text } of suggestions ?? []) known.patterns.add(text);
  for (const { name, values } of filters ?? []) {
    if (values === null) known.sortable.add(name);
    if (values === null) known.filters.add(`${name} lt 50`).add(`${name} ge 20 and ${name} le 40`);
    for (const { name: value } of values ?? []) {
      const text = `${name} eq '${value.replaceAll("'", "''")}'`;
      known.filters.add(text).add(`not (${text})`);
    }
  }
};

/** What the interface says of values beside their shapes. */
const findContradictions = (answer: Answer, { query }: Call): string[] => {
  const top = Number(query.find(([name]) => name === 'top')?.[1] ?? 100);
  const { documents = null, resultStatus } = answer;
  const found: string[] = [];
  if ((documents?.length ?? 0) > Math.min(top, 100)) found.push('more documents than top');
  if (resultStatus === 'redirect' && !('redirect' in answer)) found.push('redirect without its block');
  if (resultStatus === 'resultNotFound' && documents !== null) found.push('documents that were not found');
  return found;
};

const check = async (call: Call): Promise<void> => {
  const query = new URLSearchParams(call.query.map(([...pair]) => pair)).toString();
  const address = `${options.url}${call.path}?${query}`;
  const headers = call.key === null ? {} : { 'Ocp-Apim-Subscription-Key': call.key };
  const response = await fetch(address, { headers });
  const answer = (await response.json()) as Answer;
  const shape = call.path === imageSearch ? imageSearchResult : suggestionList;
  const found = response.status === call.status ? [] : [`status ${response.status}, not ${call.status}`];
  if (response.status === 200)
    found.push(...findViolations(shape, answer), ...findContradictions(answer, call));
  if (response.status === 400 || response.status === 500) found.push(...findViolations(string, answer));
  for (const each of found) violations.push(`${address}: ${each}`);
  const summary = `${call.path} ${response.status} ${answer.resultStatus ?? ''}`.trim();
  statuses.set(summary, (statuses.get(summary) ?? 0) + 1);
  if (response.status === 200) learn(answer);
};

for (let at = 0; at < Number(options.calls); at += 1)
  await check(random.pick([validImageSearch, validImageSearch, validRelated, validRelated, invalid])());
for (const [summary, calls] of [...statuses].sort()) console.log(`${String(calls).padStart(6)}  ${summary}`);
for (const violation of violations.slice(0, 20)) console.log(violation);
console.log(
  `${options.calls} calls (seed ${options.seed}), ${known.identifiers.size} products, ${known.patterns.size} patterns, ${known.filters.size} filters: ${violations.length} violations`,
);
process.exitCode = violations.length === 0 ? 0 : 1;
