import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fill, valueOf } from '../../testing/actions.ts';
import { show } from '../../testing/open-page.tsx';
import { MappingEditor, type MappingEditorProps } from './mapping-editor.tsx';
import type { Override } from './mapping-rows.ts';

const field = (name: string, from: string) => ({
  name,
  displayName: name,
  from,
  type: 'text' as const,
  facetable: false,
  sortable: false,
  searchable: true,
  order: 0,
});

const fields = [
  field('identifier', 'sku'),
  field('displayText', 'title'),
  field('url', 'link'),
  field('colour', 'shade'),
];

const open = (given: Partial<MappingEditorProps> = {}, language: 'en' | 'de' = 'en') => {
  const changes: Override[][] = [];
  show(
    <MappingEditor
      fields={fields}
      overrides={[]}
      columns={['sku', 'title', 'link', 'shade', 'cost']}
      sampleOf={({ from }) => (from === 'shade' ? 'navy' : '')}
      disabled={false}
      onChange={(overrides) => void changes.push(overrides)}
      {...given}
    />,
    language,
  );
  return changes;
};

const listCards = (name = 'Mapping'): HTMLElement[] =>
  within(screen.getByRole('list', { name })).getAllByRole('listitem');

describe('the mapping', () => {
  it('has a line for each field, required ones first', () => {
    open();
    const names = listCards().map((card) => card.querySelector('code')?.textContent);
    expect(names).toEqual(['identifier', 'displayText', 'url', 'price', 'imageUrl', 'colour']);
  });

  it('has every control, with a name that includes the field', async () => {
    open();
    expect(await valueOf('Column of the feed of colour')).toBe('shade');
    expect(await valueOf('Name that shoppers read of colour')).toBe('colour');
    expect(await valueOf('Type of colour')).toBe('text');
    expect(await valueOf('Text if the column is missing of url')).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>('Text search of colour').checked).toBe(true);
    expect(listCards().at(-1)?.textContent).toContain('navy');
  });

  it('opens what has no column, and nothing else', () => {
    open();
    const opened = listCards().filter((card) => card.querySelector('details')?.open);
    expect(opened.map((card) => card.querySelector('code')?.textContent)).toEqual(['price', 'imageUrl']);
  });

  it('changes a field in place', async () => {
    const changes = open();
    await fill('Column of the feed of price', 'cost');
    await fill('Type of colour', 'list');
    fireEvent.click(screen.getByLabelText('Facet of colour'));
    expect(changes).toEqual([
      [{ name: 'price', from: 'cost' }],
      [{ name: 'colour', type: 'list' }],
      [{ name: 'colour', facetable: true }],
    ]);
  });

  it('marks a required field without a column, and says so above', () => {
    open();
    expect(screen.getByLabelText('Column of the feed of price').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText('Column of the feed of url').getAttribute('aria-invalid')).toBeNull();
    expect(screen.getByRole('status').textContent).toContain('price');
  });

  it('adds a field at the end', async () => {
    const changes = open();
    await fill('Name of the field', 'fabric');
    fireEvent.click(screen.getByRole('button', { name: 'Add a field' }));
    expect(changes).toEqual([[{ name: 'fabric', from: '' }]]);
  });

  it('can be read, and not changed, by a viewer', () => {
    open({ disabled: true });
    const controls = listCards().flatMap((card) => [
      ...card.querySelectorAll<HTMLInputElement>('input, select'),
    ]);
    expect(controls).toHaveLength(6 * 7);
    expect(controls.every(({ disabled }) => disabled)).toBe(true);
    expect(screen.queryByRole('button', { name: 'Add a field' })).toBeNull();
  });

  it('speaks German', () => {
    open({}, 'de');
    const [first] = listCards('Zuordnung');
    for (const text of ['Spalte des Feeds', 'Name für Kunden', 'Typ', 'Facette', 'Sortierung', 'Textsuche'])
      expect(first?.textContent).toContain(text);
  });
});
