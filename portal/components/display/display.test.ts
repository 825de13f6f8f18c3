import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { attributesOf, render, textOf } from '../../testing/render.ts';
import { Badge } from './badge.tsx';
import { CodeBlock } from './code-block.tsx';
import { CopyField } from './copy-field.tsx';
import { FigureTile } from './figure-tile.tsx';
import { Pagination } from './pagination.tsx';
import { DataList, Table } from './table.tsx';

describe('Table', () => {
  const rows = [
    { name: 'first', calls: 3 },
    { name: 'second', calls: 5 },
  ];
  const table = (label = 'Boxes') =>
    render(
      createElement(Table<(typeof rows)[number]>, {
        label,
        rows,
        rowKey: ({ name }) => name,
        columns: [
          { title: 'Name', cell: ({ name }) => name },
          { title: 'Calls', numeric: true, wideOnly: true, cell: ({ calls }) => String(calls) },
          { title: 'Actions', titleHidden: true, cell: () => '…' },
        ],
      }),
    );

  it('shows a cell for each column of each row', () => {
    expect(textOf(table())).toBe('Name Calls Actions first 3 … second 5 …');
  });

  it('can be reached and named by keyboard and screen reader, because it scrolls', () => {
    const markup = table('Boxes of the shop');
    expect(markup).toContain('role="group"');
    expect(markup).toContain('tabindex="0"');
    expect(attributesOf(markup, 'aria-label')).toContain('Boxes of the shop');
    expect(attributesOf(markup, 'scope')).toEqual(['col', 'col', 'col']);
  });

  it('keeps its margin on a phone also where the first column is hidden there', () => {
    expect(table()).toMatch(/role="group"[^>]*max-sm:px-3/);
    expect(table()).toMatch(/<th scope="col" class="[^"]*px-2 sm:px-4 sm:first:pl-6/);
  });

  it('hides a title from sight only, and a column only on a phone', () => {
    expect(table()).toMatch(/sr-only[^>]*>Actions/);
    expect(table()).toContain('max-sm:hidden');
  });
});

describe('DataList', () => {
  it('pairs terms and values', () => {
    const markup = render(createElement(DataList, { items: [{ term: 'Version', value: '1.2' }] }));
    expect(textOf(markup)).toBe('Version 1.2');
    expect(markup).toMatch(/<dt[^>]*>Version<\/dt>/);
  });

  it.each([
    ['an address', 'https://shop.example/p/1', 'https://<wbr/>shop.<wbr/>example/<wbr/>p/<wbr/>1'],
    ['a short word', 'a/b.c', 'a/b.c'],
    ['a sentence', 'Leather boots, e.g. for men.', 'Leather boots, e.g. for men.'],
    ['a price', '€1,146.95', '€1,146.95'],
  ])('breaks %s between its parts only where it is long', (_, value, expected) => {
    const markup = render(createElement(DataList, { items: [{ term: 'Value', value }] }));
    expect(markup).toContain(`>${expected}</dd>`);
  });
});

describe('CodeBlock', () => {
  it('shows JSON with its tokens in elements, and its text unchanged', () => {
    const code = '{"name": "a\\"b", "count": -1.5e3, "on": true, "none": null}';
    const markup = render(createElement(CodeBlock, { code, name: 'Answer', language: 'json' }));
    expect(markup).toContain('&quot;name&quot;</span>');
    const text = markup.slice(markup.indexOf('<pre') < 0 ? 0 : markup.indexOf('<pre'));
    expect(textOf(text).replaceAll(' ', '')).toContain(code.replaceAll(' ', ''));
  });

  it('never turns stored text into markup', () => {
    const code = '{"title": "<img src=x onerror=alert(1)>"}';
    expect(render(createElement(CodeBlock, { code, name: 'Answer', language: 'json' }))).not.toContain(
      '<img',
    );
    expect(render(createElement(CodeBlock, { code: '<script>', name: 'x' }))).not.toContain('<script>');
  });
});

describe('Pagination', () => {
  const page = (current: number, pages: number) =>
    render(createElement(Pagination, { page: current, pages, onChange: () => undefined }));

  it('says which page it is, and disables what leads nowhere', () => {
    expect(textOf(page(2, 3))).toContain('Page 2 of 3');
    expect(page(2, 3)).not.toContain('disabled=""');
    expect(page(1, 3).match(/disabled=""/g)).toHaveLength(1);
    expect(page(3, 3).match(/disabled=""/g)).toHaveLength(1);
  });
});

describe('small displays', () => {
  it.each(['neutral', 'accent', 'positive', 'warning', 'danger', 'info'] as const)(
    'a %s badge shows its words',
    (tone) => {
      expect(textOf(render(createElement(Badge, { tone, children: 'Live' })))).toBe('Live');
    },
  );

  it('a figure has its name, value and detail', () => {
    expect(
      textOf(render(createElement(FigureTile, { name: 'Calls', value: '12', detail: 'before: 8' }))),
    ).toBe('Calls 12 before: 8');
  });

  it('a value to copy is shown whole, with a button that names it', () => {
    const markup = render(createElement(CopyField, { label: 'Tracker', value: 'abc-123' }));
    expect(textOf(markup)).toContain('abc-123');
    expect(attributesOf(markup, 'aria-label')).toContain('Copy Tracker');
  });
});
