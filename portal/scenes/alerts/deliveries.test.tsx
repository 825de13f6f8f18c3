import { describe, expect, it } from 'vitest';
import type { AlertDelivery } from '../../api/types.ts';
import { render, textOf } from '../../testing/render.ts';
import { Deliveries } from './deliveries.tsx';

const delivery: AlertDelivery = {
  id: '1',
  at: '2026-11-15T12:00:00.000Z',
  kind: 'import-failed',
  subject: 'catalogue',
  text: 'The import failed. The feed is empty.',
  state: 'delivered',
  attempts: 1,
  result: 'status 200',
};
const show = (parts: Partial<AlertDelivery>, language: 'en' | 'de' = 'en') =>
  textOf(render(<Deliveries deliveries={[{ ...delivery, ...parts }]} />, language));

describe('deliveries of alerts', () => {
  it.each([
    [{ kind: 'import-failed' }, 'Import failed: catalogue', 'Import fehlgeschlagen: catalogue'],
    [
      { kind: 'import-waiting' },
      'Import waits for approval: catalogue',
      'Import wartet auf Freigabe: catalogue',
    ],
    [
      { kind: 'answers-empty', subject: 'similar' },
      'Box finds nothing: similar',
      'Box findet nichts: similar',
    ],
    [{ kind: 'test', subject: '' }, 'Test', 'Test'],
    [{ state: 'pending', attempts: 2 }, 'Trying again 2 attempts', 'Wird wiederholt 2 Versuche'],
    [
      { state: 'failed', result: 'status 404' },
      'Failed 1 attempt, status 404',
      'Fehlgeschlagen 1 Versuch, Status 404',
    ],
    [
      { state: 'pending', attempts: 0, result: null },
      'Trying again 0 attempts',
      'Wird wiederholt 0 Versuche',
    ],
  ] as const)('say what %j is', (parts, en, de) => {
    expect(show(parts)).toContain(en);
    expect(show(parts, 'de')).toContain(de);
  });

  it('say in the language of the reader what happened, and what was sent only in that of the message', () => {
    expect(show({})).toContain('The feed is empty.');
    expect(show({}, 'de')).not.toContain('The feed is empty.');
  });

  it('keep a result that is no status as it was reported', () => {
    expect(show({ result: 'the connection was refused' }, 'de')).toContain('the connection was refused');
  });

  it('are none at first', () => {
    expect(textOf(render(<Deliveries deliveries={[]} />))).toBe('Last deliveries Nothing has been sent yet.');
  });
});
