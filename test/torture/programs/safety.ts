import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Context, Outcome, Program } from '../program.ts';
import { judgeLog } from '../support/judge-log.ts';

const harmless = [
  'shirt',
  'lamp',
  'red shoes',
  'blue jeans',
  'sofa',
  'coffee table',
  'rug',
  'chair',
] as const;
const minors = ['child', 'kid', 'teen', 'schoolgirl', 'kinder', 'mädchen'] as const;

/** Shops of these languages learn from a log with words of English, German and their own language. */
const languages = ['en', 'de', 'fr'] as const;
type Language = (typeof languages)[number];

/** Sessions in which listed words and harmless ones follow each other, often enough to be learnt. */
const writeHostileLog = async (
  file: string,
  language: Language,
  { random, times }: Context,
): Promise<number> => {
  const lists = createRequire(import.meta.url)('naughty-words') as Record<string, readonly string[]>;
  const listed = [...new Set(['en', 'de', language])].flatMap((each) => lists[each] ?? []);
  const draw = (words: readonly string[]): string => words[Math.floor(random() * words.length)] ?? '';
  const sessions = times(3000, 300);
  const lines: string[] = [];
  let pair: string[] = [];
  for (let session = 0; session < sessions; session += 1) {
    if (session % 6 === 0)
      pair = [draw(listed), random() < 0.6 ? draw(harmless) : `${draw(minors)} ${draw(listed)}`];
    for (const [place, query] of pair.entries())
      lines.push(
        JSON.stringify({
          query_id: `q${lines.length}`,
          client_id: `c${session}`,
          user_query: query,
          timestamp: new Date(Date.UTC(2026, 0, 1) + session * 60_000 + place * 5000).toISOString(),
        }),
      );
  }
  await writeFile(file, lines.join('\n'));
  return lines.length;
};

const run = async (context: Context): Promise<Outcome> => {
  const sum = { searches: 0, patterns: 0, suggestions: 0, unsafe: 0 };
  const failures: string[] = [];
  for (const language of languages) {
    const file = join(context.folder, `hostile-${language}.ndjson`);
    sum.searches += await writeHostileLog(file, language, context);
    const { patterns, suggestions, unsafe, judged } = await judgeLog(file, language);
    sum.patterns += patterns;
    sum.suggestions += suggestions;
    sum.unsafe += unsafe;
    if (unsafe > 0) failures.push(`${language}: ${unsafe} unsafe suggestions`);
    if (suggestions === 0) failures.push(`${language}: nothing was suggested, so nothing was tested`);
    failures.push(...judged.map((text) => `${language}: suggested: ${text}`));
  }
  const judged = failures.filter((failure) => failure.includes('suggested: ')).length;
  return {
    figure: `${sum.searches} hostile searches in shops of ${languages.length} languages, ${sum.patterns} patterns, ${sum.suggestions} suggestions, ${sum.unsafe} unsafe, ${judged} by a second opinion`,
    failures,
  };
};

export const safety: Program = {
  name: 'safety',
  promise: 'nothing unsafe is suggested for any pattern of a hostile log',
  inSmoke: false,
  run,
};
