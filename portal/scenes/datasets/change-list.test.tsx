import { describe, expect, it } from 'vitest';
import type { DatasetField, LiveChange } from '../../api/types.ts';
import { render, textOf } from '../../testing/render.ts';
import { ChangeList } from './change-list.tsx';

const change: LiveChange = {
  at: '2026-11-16T14:53:00.000Z',
  kind: 'changed',
  identifier: 'TR-101',
  displayText: 'Canvas Trainers',
  fields: [],
  by: 'stock',
  pending: true,
};
const named = [{ name: 'price', displayName: 'Price' }] as unknown as readonly DatasetField[];
const list = (fields: LiveChange['fields'], language: 'en' | 'de' = 'en', ofOneProduct = false): string =>
  render(
    <ChangeList changes={[{ ...change, fields }]} named={named} ofOneProduct={ofOneProduct} />,
    language,
  );

describe('the list of live changes', () => {
  it.each([
    ['en', { name: 'price', value: '12.5' }, 'Price: 12.50'],
    ['de', { name: 'price', value: '12.5' }, 'Price: 12,50'],
    ['en', { name: 'price', value: 'on request' }, 'Price: on request'],
    ['en', { name: 'price', value: null }, 'Price: removed'],
    ['en', { name: 'available', value: 'false' }, 'Available: No'],
    ['de', { name: 'available', value: 'true' }, 'Lieferbar: Ja'],
    ['en', { name: 'season', value: '12.5' }, 'season: 12.5'],
  ] as const)('names the field and its value in %s: %j', (language, field, expected) => {
    expect(textOf(list([field], language))).toContain(expected);
  });

  it('has a column for the time where there is room, and says it below the product on a phone', () => {
    const markup = list([]);
    expect(markup).toMatch(/<th scope="col" class="[^"]*max-sm:hidden">Time</);
    expect(markup).toMatch(/TR-101<\/code><span class="[^"]*sm:hidden">Nov 16, 2026/);
  });

  it('keeps the column of the time where it lists one product', () => {
    const markup = list([], 'en', true);
    expect(markup).toMatch(/<th scope="col" class="[^"]*">Time</);
    expect(markup).not.toMatch(/<th scope="col" class="[^"]*max-sm:hidden">Time</);
    expect(markup).not.toContain('TR-101');
  });
});
