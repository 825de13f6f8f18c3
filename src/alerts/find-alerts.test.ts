import { describe, expect, it } from 'vitest';
import { emptyAnswersDefaults, findEmptyAnswers, findImportAlerts } from './find-alerts.ts';

const since = Date.parse('2026-11-15T12:00:00Z');
const job = (
  state: string,
  finishedAt: string | null = '2026-11-15T12:30:00Z',
  reason: string | null = null,
) => ({
  id: 'i',
  dataset: 'catalogue',
  state,
  finishedAt,
  reason,
});

describe('findImportAlerts', () => {
  it.each([
    ['failed', 'import-failed'],
    ['waiting', 'import-waiting'],
  ])('reports one that %s', (state, kind) => {
    expect(findImportAlerts([job(state)], since)).toMatchObject([{ kind, subject: 'catalogue' }]);
  });

  it.each(['published', 'checked', 'cancelled', 'running', 'queued'])(
    'is silent about one that is %s',
    (state) => {
      expect(findImportAlerts([job(state)], since)).toEqual([]);
    },
  );

  it.each([null, '2026-11-15T11:59:59Z', '2026-11-15T12:00:00Z'])(
    'does not repeat what ended at %s',
    (finishedAt) => {
      expect(findImportAlerts([job('failed', finishedAt)], since)).toEqual([]);
    },
  );

  it('says why', () => {
    const [alert] = findImportAlerts([job('failed', undefined, 'The feed is empty.')], since);
    expect(alert?.text).toBe('The import failed. The feed is empty.');
  });
});

describe('findEmptyAnswers', () => {
  const { calls } = emptyAnswersDefaults;
  it.each([
    [0, calls, true],
    [calls / 2 - 1, calls / 2 + 1, true],
    [calls / 2, calls / 2, false],
    [calls, 0, false],
    [0, calls - 1, false],
    [0, 0, false],
  ])('with %i answered and %i not: %s', (found, notFound, expected) => {
    const alerts = findEmptyAnswers([{ box: 'similar', found, notFound }]);
    expect(alerts.length > 0).toBe(expected);
    if (expected) expect(alerts[0]).toMatchObject({ kind: 'answers-empty', subject: 'similar' });
  });

  it('names each box', () => {
    const boxes = ['a', 'b'].map((box) => ({ box, found: 1, notFound: 30 }));
    expect(findEmptyAnswers(boxes).map(({ subject, text }) => [subject, text])).toEqual([
      ['a', '30 of 31 calls of the last hour found nothing.'],
      ['b', '30 of 31 calls of the last hour found nothing.'],
    ]);
  });
});
