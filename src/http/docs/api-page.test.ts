import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../openapi/openapi.ts';
import { productDataDocument } from '../product-data/openapi.ts';
import { typeName, writeApiPage } from './api-page.ts';
import { renderMarkdown } from './markdown.ts';

describe('the API page', () => {
  const documents = [openApiDocument(), productDataDocument()];
  const { html, sections } = renderMarkdown(writeApiPage('# API', documents), (target) => target);
  const summaries = documents.flatMap(({ paths }) =>
    Object.values(paths as Record<string, Record<string, { summary: string }>>).flatMap((methods) =>
      Object.values(methods).map(({ summary }) => summary),
    ),
  );

  it('has a section for every operation, and no heading twice', () => {
    expect(summaries.length).toBeGreaterThanOrEqual(8);
    const titles = sections.filter(({ depth }) => depth === 2).map(({ title }) => title);
    expect(titles).toEqual([...summaries, 'Field by field']);
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
  });

  it('links types to their fields', () => {
    const targets = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(40);
    expect(links.filter((id) => !targets.has(id))).toEqual([]);
  });

  it('shows every example: the first open, errors beside their status', () => {
    expect(html).toContain('<pre tabindex="0" class="json"><code>{\n');
    const count = (text: string) => html.split(text).length - 1;
    expect(count('<summary>A campaign sends the shopper to another page</summary>')).toBe(1);
    expect(count('<summary>Nothing is related to this pattern</summary>')).toBe(1);
    expect(html).toContain('Rate limit is exceeded. Try again in 8 seconds.');
  });

  it('has a form for each call that a URL is enough for', () => {
    const forms = [...html.matchAll(/<form class="try" data-path="([^"]+)"/g)].map(([, path]) => path);
    expect(forms.sort()).toEqual(['/relatedsearches/keywords', '/search/imagesearch']);
    expect(html).toContain('<label>btr <input name="btr" autocomplete="off" required></label>');
    expect(html).toContain('<label>top <input name="top" autocomplete="off"></label>');
  });

  it('marks fields that may be missing, and shows texts of schemas as text', () => {
    const properties = {
      name: { type: 'string', description: 'One of `a|b`,\nor <b onclick=x>.' },
      order: { anyOf: [{ type: 'integer', description: 'From 0.' }, { type: 'null' }] },
    };
    const schemas = { Thing: { description: 'A `facet`.', properties, required: ['name'] } };
    const page = renderMarkdown(writeApiPage('# API', [{ paths: {}, components: { schemas } }]), () => null);
    expect(page.html).toContain(
      '<details class="fold"><summary>Thing</summary><div id="thing"><p>A <code>facet</code>.</p>',
    );
    expect(page.html).toContain('<td><code>name</code></td>');
    expect(page.html).toContain('<code>a|b</code>, or &lt;b onclick=x&gt;.');
    expect(page.html).toContain('<td><code>order</code> <em>optional</em></td><td>integer, nullable</td>');
    expect(page.html).toContain('From 0.');
  });
});

describe('types', () => {
  it.each([
    [{ type: 'string' }, 'string'],
    [{ type: 'integer', format: 'int32' }, 'integer (int32)'],
    [{ type: 'integer', minimum: 1, maximum: 9 }, 'integer, 1 to 9'],
    [{ type: 'integer', minimum: 1 }, 'integer, at least 1'],
    [{ type: 'number', maximum: 0 }, 'number, at most 0'],
    [{ enum: ['asc', 'desc'] }, 'one of asc, desc'],
    [{ type: 'array', items: { type: 'string' } }, 'array of string'],
    [{ type: 'array', items: { $ref: '#/components/schemas/Filter' } }, 'array of [Filter](#filter)'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string, nullable'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'string or number'],
    [{ anyOf: [{ type: 'string' }, { type: 'string' }] }, 'string'],
    [{}, 'anything'],
    [{ type: 'array' }, 'array of anything'],
  ])('of %j is %s', (schema, expected) => {
    expect(typeName(schema)).toBe(expected);
  });
});
