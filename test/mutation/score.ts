export type MutantStatus =
  | 'Killed'
  | 'Timeout'
  | 'Survived'
  | 'NoCoverage'
  | 'CompileError'
  | 'RuntimeError'
  | 'Ignored';

/** The part of Stryker's report that a score needs. */
export type MutationReport = {
  readonly files: Readonly<
    Record<string, { readonly mutants: readonly { readonly status: MutantStatus }[] }>
  >;
};

export type FileScore = { readonly file: string; readonly noticed: number; readonly mutants: number };

const isNoticed = (status: MutantStatus): boolean => status === 'Killed' || status === 'Timeout';
const isMissed = (status: MutantStatus): boolean => status === 'Survived' || status === 'NoCoverage';

/** Mutants that no test reaches count as missed; those that cannot run, and static ones, do not count. */
export const scoreFiles = ({ files }: MutationReport): FileScore[] =>
  Object.entries(files)
    .map(([file, { mutants }]) => {
      const noticed = mutants.filter(({ status }) => isNoticed(status)).length;
      const missed = mutants.filter(({ status }) => isMissed(status)).length;
      return { file, noticed, mutants: noticed + missed };
    })
    .filter(({ mutants }) => mutants > 0)
    .sort((a, b) => a.file.localeCompare(b.file));

export const sumScores = (file: string, scores: readonly FileScore[]): FileScore => ({
  file,
  noticed: scores.reduce((sum, { noticed }) => sum + noticed, 0),
  mutants: scores.reduce((sum, { mutants }) => sum + mutants, 0),
});

export const renderScore = ({ file, noticed, mutants }: FileScore): string =>
  `${file}: ${noticed} of ${mutants}, ${((100 * noticed) / Math.max(1, mutants)).toFixed(1)} %`;

const leastShare = 0.8;

/** Each group must reach it: a good one does not make up for another. */
export const isTooLow = ({ noticed, mutants }: FileScore): boolean => noticed < leastShare * mutants;
