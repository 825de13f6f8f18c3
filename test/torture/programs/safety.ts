import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { homonyms, readHostileTexts } from '../../support/safety/corpora.ts';
import { disguise, disguises, isDisguisable } from '../../support/safety/disguises.ts';
import { type Context, type Outcome, pick, type Program } from '../program.ts';
import { judgeLog } from '../support/judge-log.ts';

/** Shops of these languages learn from a log with hostile texts of all languages. */
const languages = ['en', 'de', 'fr', 'hu', 'cs'] as const;

const colours = ['red', 'blue', 'green', 'yellow', 'brown', 'silver', 'golden', 'purple', 'orange', 'pink'];
const things = [
  'lamp',
  'sofa',
  'rug',
  'chair',
  'desk',
  'vase',
  'clock',
  'mirror',
  'shelf',
  'basket',
  'kettle',
];
const carriers = things.flatMap((thing) => colours.map((colour) => `${colour} ${thing}`));

const shoppersOfEach = 14;

type HostileLog = { readonly searches: number; readonly texts: number };

/**
 * Every hostile text that is not an ordinary word of the shop's language, as it is and in a disguise, between two harmless
 * searches of fourteen shoppers.
 */
const writeHostileLog = async (
  file: string,
  language: string,
  { random, times }: Context,
): Promise<HostileLog> => {
  const all = readHostileTexts().filter(({ text }) => !homonyms[language]?.includes(text));
  const wanted = Math.min(all.length, times(all.length, 80));
  const drawn = wanted === all.length ? all : Array.from({ length: wanted }, () => pick(random, all));
  const lines: string[] = [];
  for (const [index, hostile] of drawn.entries()) {
    const [before, after] = [carriers[index % carriers.length], carriers[(index + 1) % carriers.length]];
    const change = pick(random, Object.values(disguises));
    const queries = [
      before,
      hostile.text,
      ...(isDisguisable(hostile) ? [disguise(hostile.text, change)] : []),
      after,
    ];
    for (let shopper = 0; shopper < shoppersOfEach; shopper += 1)
      for (const [place, query] of queries.entries())
        lines.push(
          JSON.stringify({
            query_id: `q${lines.length}`,
            client_id: `c${index}-${shopper}`,
            user_query: query,
            timestamp: new Date(Date.UTC(2026, 0, 1) + (index * 60 + shopper) * 60_000 + place * 9000),
          }),
        );
  }
  await writeFile(file, lines.join('\n'));
  return { searches: lines.length, texts: drawn.length };
};

const run = async (context: Context): Promise<Outcome> => {
  const sum = { searches: 0, texts: 0, patterns: 0, suggestions: 0 };
  const failures: string[] = [];
  for (const language of languages) {
    const file = join(context.folder, `hostile-${language}.ndjson`);
    const { searches, texts } = await writeHostileLog(file, language, context);
    const { patterns, suggestions, shown } = await judgeLog(file, language, new Set(carriers));
    sum.searches += searches;
    sum.texts = Math.max(sum.texts, texts);
    sum.patterns += patterns;
    sum.suggestions += suggestions;
    if (suggestions === 0) failures.push(`${language}: nothing was suggested, so nothing was tested`);
    failures.push(...shown.map((text) => `${language}: suggested: ${text}`));
  }
  const shown = failures.filter((failure) => failure.includes('suggested: ')).length;
  return {
    figure: `${sum.texts} hostile texts, plain and disguised, in ${sum.searches} searches of shops of ${languages.length} languages: ${sum.patterns} patterns, ${sum.suggestions} suggestions, ${shown} hostile`,
    failures,
  };
};

export const safety: Program = {
  name: 'safety',
  promise: 'nothing unsafe is suggested for any pattern of a hostile log',
  inSmoke: false,
  run,
};
