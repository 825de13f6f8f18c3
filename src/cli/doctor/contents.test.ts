import { expect, it } from 'vitest';
import type { Website } from '../../domain/website.ts';
import { checkGroup } from './contents.ts';

const websites = ['north', 'south', 'east'].map((name) => ({ name }) as Website);
const store = {
  websites: {
    list: () => websites,
    byName: (name: string) => websites.find((website) => website.name === name) ?? null,
  },
} as unknown as Parameters<typeof checkGroup>[0];

it('names the websites that this node is pinned to, and counts the others', () => {
  const detail = 'this node serves north, south; other nodes must serve 1 more';
  expect(checkGroup(store, ['north', 'south'])).toEqual([{ check: 'group', result: 'ok', detail }]);
});

it('warns of a name that no website has', () => {
  expect(checkGroup(store, ['nroth'])).toMatchObject([
    { result: 'warn', detail: expect.stringContaining('no website called nroth') as unknown },
  ]);
});

it('says nothing where nothing is pinned', () => {
  expect(checkGroup(store, [])).toEqual([]);
});
