import type { Progress } from '../../src/engine/engine.ts';
import { buildKeywords } from '../../src/learning/keywords/build-keywords.ts';
import type { Catalogue } from '../../src/learning/keywords/catalogue/catalogue.ts';
import { listCatalogueTerms } from '../../src/learning/keywords/single-word-entries.ts';
import { createSafetyTest } from '../../src/learning/keywords/guards/blocked-words.ts';
import type { BehaviourEvent } from '../../src/learning/keywords/log/event.ts';
import {
  learnFromLog,
  type LearnOptions,
  readCatalogueWords,
} from '../../src/learning/keywords/mine/learn.ts';
import {
  summariseWithheld,
  type WithheldKeyword,
  type WithheldReport,
} from '../../src/learning/keywords/withheld.ts';
import { listLength } from './measure.ts';
import type { Serve } from './systems.ts';

const evaluateSafetyDefaults = { examples: 50 } as const;

type Example = { readonly pattern: string; readonly suggestion: string; readonly reason: string };

export type SafetyReport = {
  /** Different searches of the log, each asked as it was typed. */
  readonly patterns: number;
  readonly suggestions: number;
  /** Suggestions that the safety test refuses. */
  readonly unsafe: number;
  readonly unsafeExamples: readonly Example[];
  /** Suggestions with a listed word that is allowed only because the catalogue uses it. */
  readonly allowedByCatalogue: number;
  readonly allowedExamples: readonly Example[];
  readonly withheld: WithheldReport;
  /** Words of the catalogue, and how many of them are withheld: with the catalogue known, and by the lists alone. */
  readonly catalogueWords: number;
  readonly withheldWords: readonly string[];
  readonly listedWords: readonly string[];
  /** Names of products, and pairs of words that follow each other in them: what shoppers type. */
  readonly cataloguePhrases: number;
  readonly withheldPhrases: readonly string[];
};

export type SafetyInputs = {
  readonly events: readonly BehaviourEvent[];
  readonly learn: LearnOptions;
  readonly catalogue: Catalogue | null;
  readonly serve: Serve;
  /** Asked in addition to the searches of the log. */
  readonly queries?: readonly string[];
  readonly progress?: Progress;
  readonly signal?: AbortSignal;
};

/** Asks for every search of a log as a shop would, and tests every suggestion. */
export const measureSafety = async ({
  events,
  learn,
  catalogue,
  serve,
  queries = [],
  progress,
  signal,
}: SafetyInputs): Promise<SafetyReport> => {
  const { blockedWords, language } = learn;
  const findUnsafe = createSafetyTest({ language, blockedWords, ...readCatalogueWords(catalogue, language) });
  const findListed = createSafetyTest({ language, blockedWords });
  const withheld: WithheldKeyword[] = [];
  const onWithheld = (keyword: WithheldKeyword): void => void withheld.push(keyword);
  const learnt = await learnFromLog(events, learn);
  const entries = buildKeywords({ rows: [], catalogue, language, learnt, blockedWords, onWithheld });
  const served = await serve(language, entries);
  const patterns = new Set([...events.flatMap(({ query }) => query ?? []), ...queries]);
  const [unsafe, allowed]: [Example[], Example[]] = [[], []];
  let [suggestions, done] = [0, 0];
  try {
    for (const pattern of patterns) {
      for (const { displayText } of await served.suggest(pattern, listLength)) {
        suggestions++;
        const reason = findUnsafe(displayText);
        const listed = findListed(displayText);
        if (reason !== null) unsafe.push({ pattern, suggestion: displayText, reason });
        else if (listed !== null) allowed.push({ pattern, suggestion: displayText, reason: listed });
      }
      progress?.('Asking', ++done, patterns.size);
      signal?.throwIfAborted();
    }
  } finally {
    await served.close();
  }
  const words = catalogue ? listCatalogueTerms(catalogue) : [];
  const phrases = catalogue ? listPhrases(catalogue) : [];
  const { examples } = evaluateSafetyDefaults;
  return {
    patterns: patterns.size,
    suggestions,
    unsafe: unsafe.length,
    unsafeExamples: unsafe.slice(0, examples),
    allowedByCatalogue: allowed.length,
    allowedExamples: allowed.slice(0, examples),
    withheld: summariseWithheld(withheld),
    catalogueWords: words.length,
    withheldWords: words.filter((word) => findUnsafe(word) !== null),
    listedWords: words.filter((word) => findListed(word) !== null),
    cataloguePhrases: phrases.length,
    withheldPhrases: phrases.filter((phrase) => findUnsafe(phrase) !== null),
  };
};

const listPhrases = ({ items }: Catalogue): string[] => {
  const phrases = items.flatMap(({ name }) => {
    const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word));
    return [name, ...words.slice(1).map((word, place) => `${words[place] ?? ''} ${word}`)];
  });
  return [...new Set(phrases.map((phrase) => phrase.toLowerCase()))];
};

export const renderSafetyReport = (report: SafetyReport): string => {
  const shareOf = (part: number, all: number): string =>
    all === 0 ? '0 %' : `${((100 * part) / all).toFixed(2)} %`;
  const share = (part: number): string => shareOf(part, report.catalogueWords);
  const { cataloguePhrases, withheldPhrases } = report;
  const examples = (title: string, list: readonly Example[]): string[] =>
    list.length === 0
      ? []
      : [title, ...list.slice(0, 10).map((each) => `  ${each.pattern}: ${each.suggestion} (${each.reason})`)];
  return [
    `${report.patterns} patterns, ${report.suggestions} suggestions, ${report.unsafe} unsafe`,
    ...examples('unsafe:', report.unsafeExamples),
    `${report.allowedByCatalogue} with a listed word that the catalogue uses`,
    ...examples('allowed:', report.allowedExamples),
    ...report.withheld.counts.map(({ reason, count }) => `withheld, ${reason}: ${count}`),
    `${report.catalogueWords} words of the catalogue: ${report.withheldWords.length} withheld (${share(report.withheldWords.length)}); by the lists alone ${report.listedWords.length} (${share(report.listedWords.length)})`,
    `${cataloguePhrases} names and pairs of words of the catalogue: ${withheldPhrases.length} withheld (${shareOf(withheldPhrases.length, cataloguePhrases)})`,
  ].join('\n');
};
