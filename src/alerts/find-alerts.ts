import type { Alert } from '../contract/alert.ts';

type WatchedImport = {
  readonly id: string;
  readonly dataset: string;
  readonly state: string;
  readonly finishedAt: string | null;
  readonly reason: string | null;
};

type WatchedBox = {
  readonly box: string;
  /** Of the last full hour. */
  readonly found: number;
  readonly notFound: number;
};

/** Answers run empty when most calls of an hour find nothing; a few calls say nothing. */
export const emptyAnswersDefaults = { calls: 20, share: 0.5 } as const;

/** Imports that ended badly, or wait, after `sinceMs`. */
export const findImportAlerts = (imports: readonly WatchedImport[], sinceMs: number): Alert[] =>
  imports.flatMap(({ dataset: subject, state, finishedAt, reason }): Alert[] => {
    if (finishedAt === null || Date.parse(finishedAt) <= sinceMs) return [];
    const why = reason === null ? '' : ` ${reason}`;
    if (state === 'failed') return [{ kind: 'import-failed', subject, text: `The import failed.${why}` }];
    if (state !== 'waiting') return [];
    return [{ kind: 'import-waiting', subject, text: `The import waits for approval.${why}` }];
  });

export const findEmptyAnswers = (boxes: readonly WatchedBox[]): Alert[] =>
  boxes
    .filter(({ found, notFound }) => {
      const calls = found + notFound;
      return calls >= emptyAnswersDefaults.calls && notFound / calls > emptyAnswersDefaults.share;
    })
    .map(({ box, found, notFound }) => ({
      kind: 'answers-empty',
      subject: box,
      text: `${notFound} of ${found + notFound} calls of the last hour found nothing.`,
    }));
