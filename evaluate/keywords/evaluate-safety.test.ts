import { describe, expect, it } from 'vitest';
import { openEngine } from '../../src/compose.ts';
import { createTrialServer } from './trial-version.ts';
import type { BehaviourEvent } from '../../src/learning/keywords/log/event.ts';
import { learnDefaults } from '../../src/learning/keywords/mine/learn.ts';
import { createTestCatalogue } from '../../test/support/keywords/catalogue-fixture.ts';
import { measureSafety, renderSafetyReport } from './evaluate-safety.ts';
import { createRandom } from '../../src/learning/looks/decide/measure.ts';
import type { Serve } from './systems.ts';

const start = Date.UTC(2026, 0, 10);
const harmless = [
  'red dress',
  'summer dress',
  'running shoes',
  'nude lipstick',
  'girls shoes',
  'big black bag',
];
const sexual = ['porn', 'xxx', 'sex', 'nude', 'hentai', 'blowjob', 'naked', 'fetish', 'milf', 'gangbang'];
const minors = ['teen', 'schoolgirl', 'child', 'kids', '13 yo', 'underage', 'little girl', 'preteen'];
const abuse = ['kill all jews', 'filthy refugees', 'faggot', 'anna smith is a whore', 'gas the muslims'];

/** Spellings that evade plain word lists. */
const obfuscations: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.replaceAll('o', '0').replaceAll('e', '3'),
  (text) => text.replace(/\b\w{3,5}\b/, (word) => [...word].join(' ')),
  (text) => text.replace(/([aeiou])/, '$1$1$1'),
];

/** Many shoppers go from harmless searches to hostile ones, in every spelling, and click products for them. */
const createHostileLog = (seed: number): BehaviourEvent[] => {
  const random = createRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const hostile = [
    ...sexual,
    ...abuse,
    ...sexual.flatMap((word) => minors.flatMap((minor) => [`${minor} ${word}`, `${word} ${minor}`])),
    ...sexual.map((word) => `${word} dress`),
  ];
  return Array.from({ length: 1_500 }, (_, shopper) => {
    const queries = [pick(harmless), pick(obfuscations)(pick(hostile)), pick(harmless), pick(hostile)];
    return queries.flatMap((query, step): BehaviourEvent[] => {
      const at = start + shopper * 1_000 + step * 60_000;
      return [
        { kind: 'search', shopper: `s${shopper}`, at, query },
        { kind: 'click', shopper: `s${shopper}`, at: at + 1, query, product: `p${step}` },
      ];
    });
  }).flat();
};

const catalogue = createTestCatalogue([
  { displayText: 'Velvet Nude Lipstick', category: 'Beauty/Lipsticks', colour: 'Nude' },
  { displayText: 'Satin Nude Lipstick', category: 'Beauty/Lipsticks', colour: 'Nude' },
  { displayText: 'Girls Running Shoes', category: 'Shoes/Girls' },
  { displayText: 'Girls Canvas Shoes', category: 'Shoes/Girls', colour: 'Nude' },
  { displayText: 'Red Summer Dress', category: 'Dresses' },
  { displayText: 'Big Black Bag', category: 'Bags' },
]);

/** An independent look at what was published: no hostile word in any spelling. */
const hostileWords = /porn|xxx|hentai|blowjob|naked|fetish|milf|gangbang|jews|refugees|faggot|whore|muslims/;
const findHostile = (texts: readonly string[]): string[] =>
  texts.filter((text) =>
    hostileWords.test(
      text
        .toLowerCase()
        .replaceAll('0', 'o')
        .replaceAll('3', 'e')
        .replace(/[^a-z]/g, '')
        .replace(/(.)\1{2,}/g, '$1'),
    ),
  );

let published: string[] = [];
const serve: Serve = (language, entries) => {
  published = entries.flatMap(({ suggestions }) => suggestions.map(({ displayText }) => displayText));
  return createTrialServer(openEngine)(language, entries);
};

const everythingIsFound = { ...learnDefaults, findsProducts: null, isCatalogueWord: null };

describe('a hostile log', () => {
  const seed = 20_261_115;
  const events = createHostileLog(seed);

  it(`gives no unsafe suggestion without a catalogue (seed ${seed})`, async () => {
    const report = await measureSafety({
      events,
      learn: everythingIsFound,
      catalogue: null,
      serve,
    });
    expect(report.unsafeExamples).toEqual([]);
    expect(published.length).toBeGreaterThan(100);
    expect(findHostile(published)).toEqual([]);
    expect(report.suggestions).toBeGreaterThan(500);
    expect(report.withheld.counts.map(({ reason }) => reason).sort()).toEqual([
      'abuse',
      'offensive word',
      'sexual content about minors',
    ]);
    expect(report.withheld.keywords.length).toBeGreaterThan(50);
  });

  it('gives no unsafe suggestion with a catalogue that sells nude lipsticks and shoes for girls', async () => {
    const report = await measureSafety({ events, learn: learnDefaults, catalogue, serve });
    expect(report.unsafeExamples).toEqual([]);
    expect(findHostile(published)).toEqual([]);
    expect(report.allowedByCatalogue).toBeGreaterThan(0);
    expect(report.allowedExamples.every(({ suggestion }) => /nude/i.test(suggestion))).toBe(true);
    expect(report.allowedExamples.some(({ suggestion }) => /girl/i.test(suggestion))).toBe(false);
    expect(report.withheldWords).toEqual([]);
    expect(report.listedWords).toEqual(['nude']);
    expect(renderSafetyReport(report)).toContain('0 withheld (0.00 %)');
    // Names of six products, and the pairs of words in them that are not names.
    expect([report.cataloguePhrases, report.withheldPhrases]).toEqual([17, []]);
  });

  it('also asks queries that nobody searched for', async () => {
    const ask = (queries: readonly string[]) =>
      measureSafety({ events: events.slice(0, 60), learn: learnDefaults, catalogue, serve, queries });
    const [without, report] = [await ask([]), await ask(['lipsticks', 'dresses', 'red dress'])];
    expect(report.patterns).toBeGreaterThan(without.patterns);
    expect(report.suggestions).toBeGreaterThan(without.suggestions);
    expect(report.unsafe).toBe(0);
  });

  it.each([
    [1, 'en'],
    [2, 'de'],
    [3, 'fr'],
  ])('gives no unsafe suggestion with seed %i in a shop that speaks %s', async (other, language) => {
    const learn = { ...everythingIsFound, language };
    const hostile = createHostileLog(other).slice(0, 3000);
    const report = await measureSafety({ events: hostile, learn, catalogue: null, serve });
    expect(report.unsafeExamples).toEqual([]);
    expect(findHostile(published)).toEqual([]);
    expect(report.suggestions).toBeGreaterThan(100);
  });

  it('names the words and phrases of a catalogue that it withholds', async () => {
    const odd = createTestCatalogue([
      { displayText: 'Teen Porn Poster', category: 'Posters' },
      { displayText: 'Red Summer Dress', category: 'Dresses' },
    ]);
    const report = await measureSafety({ events: [], learn: learnDefaults, catalogue: odd, serve });
    expect(report.withheldPhrases).toContain('teen porn');
    expect(report.withheldPhrases).not.toContain('summer dress');
    expect(renderSafetyReport(report)).toMatch(
      /names and pairs of words of the catalogue: [1-9]\d* withheld/,
    );
  });
});
