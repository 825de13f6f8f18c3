/*
 * Are misspelt patterns understood? Learns from a log, publishes, draws 200 known patterns (seeded), makes one and two
 * edits in each, and asks the related-keywords operation. A typo counts as understood if at least four of its first
 * five suggestions are among those of the correct pattern, in any order.
 *
 *   node bench/keywords-typos.ts <log file> …
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boxDefaults } from '../src/domain/box.ts';
import { openEmbeddedEngine } from '../src/engine/embedded/embedded.ts';
import { buildKeywords } from '../src/learning/keywords/build-keywords.ts';
import { assignFold } from '../evaluate/keywords/held-out.ts';
import { createRandom } from '../src/learning/looks/decide/measure.ts';
import { misspell } from '../evaluate/keywords/misspell.ts';
import { learnDefaults } from '../src/learning/keywords/mine/learn.ts';
import { learnKeywords } from '../test/support/keywords/learn-keywords.ts';
import { createRelatedKeywords } from '../src/operations/related-keywords.ts';
import { readLogFiles } from './support/read-log-files.ts';

const settings = { patterns: 200, seed: 5, compared: 5, agree: 4, lettersAtLeast: 5 } as const;
const random = createRandom(settings.seed);

/** As in the other measurements, the last of five folds is not used. */
const events = (await readLogFiles(process.argv.slice(2))).filter(
  ({ shopper }) => assignFold(shopper, 5) !== 4,
);
const learnt = learnKeywords(events, {
  ...learnDefaults,
  halfLifeDays: null,
});
const language = 'en';
const entries = buildKeywords({ rows: [], catalogue: null, language, learnt });
const folder = await mkdtemp(join(tmpdir(), 'kindred-typos-'));
const engine = await openEmbeddedEngine({ folder });
const dataset = 'typos';
const { version } = await engine.buildKeywords(dataset, language, entries);
await engine.makeLive(dataset, version);
const relatedKeywords = createRelatedKeywords(engine);

const { cacheControl, directions } = boxDefaults;
const box = {
  ...{ id: 1, websiteId: 1, datasetId: 1, tracker: '', name: 'related', kind: 'relatedKeywords' as const },
  ...{ size: settings.compared, url: null, directions, cacheControl },
};
const getSuggestions = async (pattern: string) => {
  const { items: related, understoodAs } = await relatedKeywords({
    box,
    dataset,
    synonyms: [],
    language,
    pattern,
  });
  return { texts: related.map(({ text }) => text), understoodAs };
};
const known = entries
  .filter(({ suggestible }) => suggestible === true)
  .map(({ displayText }) => displayText.toLowerCase())
  .filter((text) => text.replace(/[^\p{L}]/gu, '').length >= settings.lettersAtLeast);

console.log(`${known.length} known patterns, ${settings.patterns} drawn`);
for (const edits of [1, 2]) {
  let understood = 0;
  const missed: string[] = [];
  for (let round = 0; round < settings.patterns; round++) {
    const right = known[Math.floor(random() * known.length)] ?? '';
    const typo = misspell(right, edits, random);
    const wanted = (await getSuggestions(right)).texts;
    const { texts, understoodAs } = await getSuggestions(typo);
    const agree = texts.filter((text) => wanted.includes(text)).length;
    if (agree >= Math.min(settings.agree, wanted.length)) understood++;
    else missed.push(`${typo} (${right}) as ${understoodAs ?? 'nothing'}`);
  }
  const share = ((100 * understood) / settings.patterns).toFixed(1);
  console.log(
    `${edits} edit(s): ${understood} of ${settings.patterns} (${share} %) get the suggestions of the right one`,
  );
  console.log(`  missed: ${missed.slice(0, 12).join(', ')}`);
}
await engine.close();
await rm(folder, { recursive: true, force: true });
