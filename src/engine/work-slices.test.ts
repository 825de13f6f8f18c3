import { describe, expect, it } from 'vitest';
import { scanPages } from './product-rows.ts';
import { createWorkSlices } from './work-slices.ts';

const workFor = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

describe('work slices', () => {
  it('are over after their time, and let the event loop turn', async () => {
    const slices = createWorkSlices(2);
    expect(slices.isOver()).toBe(false);
    workFor(3);
    expect(slices.isOver()).toBe(true);
    let turned = false;
    setImmediate(() => (turned = true));
    await slices.next();
    expect([turned, slices.isOver()]).toEqual([true, false]);
  });
});

describe('scanPages', () => {
  const rows = ['a', 'b', 'c', 'd'].map((identifier) => ({ identifier, record: new Uint8Array() }));
  const pagesOf = async (count: number, size: number) => {
    const asked: (string | null)[] = [];
    const reader = {
      scan: async ({ after, size: most }: { after: string | null; size: number }) => {
        asked.push(after);
        return rows
          .slice(0, count)
          .filter(({ identifier }) => after === null || identifier > after)
          .slice(0, most);
      },
    };
    const pages: string[] = [];
    for await (const page of scanPages(reader, size))
      pages.push(page.map(({ identifier }) => identifier).join(''));
    return { pages, asked };
  };

  it('goes on after the last identifier until a page is not full', async () => {
    expect(await pagesOf(3, 2)).toEqual({ pages: ['ab', 'c'], asked: [null, 'b'] });
    expect(await pagesOf(4, 2)).toEqual({ pages: ['ab', 'cd'], asked: [null, 'b', 'd'] });
    expect(await pagesOf(0, 2)).toEqual({ pages: [], asked: [null] });
  });
});
