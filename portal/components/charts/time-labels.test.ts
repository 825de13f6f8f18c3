import { describe, expect, it } from 'vitest';
import { keepLabelsApart, listTimeLabels } from './time-labels.ts';

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

  it('puts the label of a day at the first hour of it', () => {
    expect(listTimeLabels(hours, 1200).map(({ index }) => index)).toEqual([0, 24]);
    const late = hours.slice(15);
    expect(listTimeLabels(late, 1200).map(({ index }) => index)).toEqual([0, 9]);
  });

  it('has a label for a single point, and none for none', () => {
    expect(listTimeLabels(['today'], 50)).toEqual([{ index: 0, text: 'today' }]);
    expect(listTimeLabels([], 720)).toEqual([]);
  });
});

describe('keepLabelsApart', () => {
  const label = (index: number, text = '1 Nov') => ({ index, text });
  const at = (places: readonly number[], anchor: 'start' | 'middle' = 'start') => ({
    x: (index: number) => places[index] ?? 0,
    anchor: () => anchor,
  });

  it.each([
    ['keeps labels with room between them', [0, 100, 200], 'start', [0, 1, 2]],
    ['leaves out one that would touch the one before', [0, 30, 100], 'start', [0, 2]],
    ['leaves out one that the right edge would cut off', [0, 100, 290], 'start', [0, 1]],
    ['leaves out one that the left edge would cut off', [5, 100, 200], 'middle', [1, 2]],
  ] as const)('%s', (_, places, anchor, kept) => {
    const labels = places.map((_place, index) => label(index));
    expect(keepLabelsApart(labels, at(places, anchor), 300).map(({ index }) => index)).toEqual(kept);
  });

  it('measures a label by its text', () => {
    const labels = [label(0, '1 November 2026'), label(1, '2')];
    expect(keepLabelsApart(labels, at([0, 50]), 300)).toHaveLength(1);
    expect(keepLabelsApart([label(0, '1'), label(1, '2')], at([0, 50]), 300)).toHaveLength(2);
  });
});
