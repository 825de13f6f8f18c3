import { openEngine } from '../../../src/compose.ts';
import { readFeed } from '../../../src/ingest/formats/find/find-format.ts';
import { readFeedFile } from '../../../src/ingest/formats/unpack.ts';
import { measureSafety } from '../../../evaluate/keywords/evaluate-safety.ts';
import type { Serve } from '../../../evaluate/keywords/systems.ts';
import { learnOptionsFor } from '../../../src/learning/keywords/mine/learn.ts';
import type { BehaviourEvent } from '../../../src/learning/keywords/log/event.ts';
import { readLog } from '../../../src/learning/keywords/log/read-log.ts';
import { createTrialServer } from '../../../evaluate/keywords/trial-version.ts';

export type LogVerdict = {
  readonly patterns: number;
  readonly suggestions: number;
  /** Suggestions that are none of the harmless texts. */
  readonly shown: readonly string[];
};

/**
 * Learns from a log as `kindred evaluate safety` does and asks for every search. What may be shown is known from the log:
 * the guard of the product is not asked, because it cannot miss what it does not know.
 */
export const judgeLog = async (
  file: string,
  language: string,
  harmless: ReadonlySet<string>,
): Promise<LogVerdict> => {
  const events: BehaviourEvent[] = [];
  for await (const item of readLog(readFeed(readFeedFile(file))))
    if (item.kind === 'event') events.push(item.event);
  const shown = new Set<string>();
  const createServer = createTrialServer(openEngine);
  const serve: Serve = async (...version) => {
    const served = await createServer(...version);
    const suggest: typeof served.suggest = async (pattern, size) => {
      const found = await served.suggest(pattern, size);
      for (const { displayText } of found) if (!harmless.has(displayText)) shown.add(displayText);
      return found;
    };
    return { suggest, close: () => served.close() };
  };
  const learn = learnOptionsFor(language, {}, null);
  const { patterns, suggestions } = await measureSafety({ events, learn, catalogue: null, serve });
  return { patterns, suggestions, shown: [...shown] };
};
