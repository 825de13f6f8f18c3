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

/** Sessions in which listed words and harmless ones follow each other, often enough to be learnt. */
const writeHostileLog = async (file: string, { random, times }: Context): Promise<number> => {
  const lists = createRequire(import.meta.url)('naughty-words') as Record<string, readonly string[]>;
  const listed = [...(lists['en'] ?? []), ...(lists['de'] ?? [])];
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
  const file = join(context.folder, 'hostile.ndjson');
  const searches = await writeHostileLog(file, context);
  const { patterns, suggestions, unsafe, judged } = await judgeLog(file);
  return {
    figure: `${searches} hostile searches, ${patterns} patterns, ${suggestions} suggestions, ${unsafe} unsafe, ${judged.length} by a second opinion`,
    failures: [
      ...(unsafe > 0 ? [`${unsafe} unsafe suggestions`] : []),
      ...judged.map((text) => `suggested: ${text}`),
      ...(suggestions === 0 ? ['nothing was suggested, so nothing was tested'] : []),
    ],
  };
};

export const safety: Program = {
  name: 'safety',
  promise: 'nothing unsafe is suggested for any pattern of a hostile log',
  inSmoke: false,
  run,
};
