import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import type { Files } from '../../files/files.ts';
import { readJson } from '../../files/read-json.ts';
import { replaceAtomically } from '../../files/replace-file.ts';

/** Keywords of a dataset that are not suggested because they are unsafe, for the operator to check. */
export const WithheldReport = Type.Object(
  {
    counts: Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer({ minimum: 0 }) }), {
      description: 'Number of withheld keywords by reason, most frequent reason first.',
    }),
    keywords: Type.Array(
      Type.Object({ keyword: Type.String(), reason: Type.String(), popularity: Type.Number() }),
      { description: 'The most searched of them.' },
    ),
  },
  { title: 'WithheldReport' },
);

export type WithheldReport = Static<typeof WithheldReport>;

/** A keyword that is not suggested because it is unsafe, and how often it was searched. */
export type WithheldKeyword = Readonly<WithheldReport['keywords'][number]>;

const withheldDefaults = { keywords: 200 } as const;

export const noWithheld: WithheldReport = { counts: [], keywords: [] };

export const summariseWithheld = (withheld: readonly WithheldKeyword[]): WithheldReport => {
  const counts = Map.groupBy(withheld, ({ reason }) => reason);
  return {
    counts: [...counts]
      .map(([reason, keywords]) => ({ reason, count: keywords.length }))
      .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
    keywords: [...withheld]
      .sort((a, b) => b.popularity - a.popularity || (a.keyword < b.keyword ? -1 : 1))
      .slice(0, withheldDefaults.keywords),
  };
};

const reportFile = (dataDir: string, tracker: string): string =>
  join(dataDir, 'keywords', `${tracker}.withheld.json`);

/** Not synced: the next build of the dataset writes it again. */
export const writeWithheld = async (
  files: Files,
  dataDir: string,
  tracker: string,
  report: WithheldReport,
): Promise<void> => {
  await files.makeFolder(join(dataDir, 'keywords'));
  await replaceAtomically(files, reportFile(dataDir, tracker), JSON.stringify(report));
};

/** Empty before the first build. */
export const readWithheld = async (files: Pick<Files, 'read'>, dataDir: string, tracker: string) =>
  (await readJson(files, reportFile(dataDir, tracker), WithheldReport)) ?? noWithheld;
