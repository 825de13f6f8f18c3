import { describe, expect, it } from 'vitest';
import { listTimeLabels } from './time-labels.ts';

const hours = Array.from({ length: 48 }, (_, hour) => (hour < 24 ? '1 Nov' : '2 Nov'));

describe('listTimeLabels', () => {
  it('shows all labels where they fit', () => {
    expect(listTimeLabels(['a', 'b', 'c'], 720)).toEqual([
      { index: 0, text: 'a' },
      { index: 1, text: 'b' },
      { index: 2, text: 'c' },
    ]);
  });

  it('leaves out what does not fit', () => {
    const days = Array.from({ length: 30 }, (_, day) => String(day));
    expect(listTimeLabels(days, 1200).length).toBe(10);
    expect(listTimeLabels(days, 320).length).toBeLessThanOrEqual(4);
  });

  it('never repeats a label beside itself', () => {
    expect(listTimeLabels(hours, 1200).map(({ text }) => text)).toEqual(['1 Nov', '2 Nov']);
  });

  it('has a label for a single point, and none for none', () => {
    expect(listTimeLabels(['today'], 50)).toEqual([{ index: 0, text: 'today' }]);
    expect(listTimeLabels([], 720)).toEqual([]);
  });
});
