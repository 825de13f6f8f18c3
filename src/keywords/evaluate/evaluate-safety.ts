import type { Progress } from '../../engine/engine.ts';
import { buildKeywords, readCatalogueWords } from '../build-keywords.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { listCatalogueTerms } from '../catalogue/catalogue-terms.ts';
import { createSafetyTest } from '../guards/blocked-words.ts';
import type { BehaviourEvent } from '../log/event.ts';
import { learnKeywords, type LearnOptions } from '../mine/learn.ts';
import { summariseWithheld, type WithheldKeyword, type WithheldReport } from '../withheld.ts';
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
};

export type SafetyInputs = {
  readonly events: readonly BehaviourEvent[];
  readonly learn: LearnOptions;
  readonly catalogue: Catalogue | null;
  readonly serve: Serve;
  readonly progress?: Progress;
  readonly signal?: AbortSignal;
};

/** Asks for every search of a log as a shop would, and tests every suggestion. */
export const evaluateSafety = async ({
  events,
  learn,
  catalogue,
  serve,
  progress,
  signal,
}: SafetyInputs): Promise<SafetyReport> => {
  const { blockedWords, mining } = learn;
  const { language } = mining;
  const findUnsafe = createSafetyTest({ language, blockedWords, ...readCatalogueWords(catalogue, language) });
  const findListed = createSafetyTest({ language, blockedWords });
  const withheld: WithheldKeyword[] = [];
  const onWithheld = (keyword: WithheldKeyword): void => void withheld.push(keyword);
  const learnt = learnKeywords(events, learn);
  const entries = buildKeywords({ rows: [], catalogue, language, learnt, blockedWords, onWithheld });
  const served = await serve(language, entries);
  const patterns = new Set(events.flatMap(({ query }) => query ?? []));
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
  };
};

export const renderSafetyReport = (report: SafetyReport): string => {
  const share = (part: number): string =>
    report.catalogueWords === 0 ? '0 %' : `${((100 * part) / report.catalogueWords).toFixed(2)} %`;
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
  ].join('\n');
};
