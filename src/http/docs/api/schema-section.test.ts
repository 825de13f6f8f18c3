import { describe, expect, it } from 'vitest';
import { findHostProblem } from '../../adapter/malformed-http.ts';
import { escapeHtml, jsonBlock, prose, table } from './html.ts';
import { renderSchemas, typeLink, typeName } from './schema-section.ts';

describe('HTML of the docs', () => {
  it.each([
    ['a < b & c > d', 'a &lt; b &amp; c &gt; d'],
    [`"quoted" 'text'`, '&quot;quoted&quot; &#39;text&#39;'],
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['', ''],
  ])('escapes %j', (text, expected) => {
    expect(escapeHtml(text)).toBe(expected);
  });

  it.each([
    ['Use `top` here.', 'Use <code>top</code> here.'],
    ['`<b>` is escaped', '<code>&lt;b&gt;</code> is escaped'],
    ['one ` alone', 'one ` alone'],
    [undefined, ''],
    [5, ''],
  ])('writes %j as prose', (text, expected) => {
    expect(prose(text)).toBe(expected);
  });

  it('writes tables that can be reached by keyboard, and JSON that runs nothing', () => {
    const html = table(['A', 'B'], [['1', '2']]);
    expect(html).toContain('tabindex="0"');
    expect(html).toContain('<th scope="col">A</th>');
    expect(html).toContain('<td>2</td>');
    expect(jsonBlock({ text: '</pre><script>' }, 'An "example"')).not.toContain('<script>');
    expect(jsonBlock({}, 'An "example"')).toContain('aria-label="An &quot;example&quot;"');
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
    [{ type: 'array', items: { $ref: '#/components/schemas/Filter' } }, 'array of Filter'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string, nullable'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'string or number'],
    [{ anyOf: [{ type: 'string' }, { type: 'string' }] }, 'string'],
    [{}, 'anything'],
    [{ type: 'array' }, 'array of anything'],
  ])('of %j is %s', (schema, expected) => {
    expect(typeName(schema)).toBe(expected);
  });

  it('link to named schemas, and escape all else', () => {
    expect(typeLink({ $ref: '#/components/schemas/Filter' })).toBe('<a href="#schema-Filter">Filter</a>');
    expect(typeLink({ enum: ['<b>'] })).toBe('one of &lt;b&gt;');
  });

  it('are listed by field, those that may be missing marked', () => {
    const html = renderSchemas({
      Filter: {
        description: 'A `facet`.',
        properties: {
          name: { type: 'string', description: 'Its name.' },
          order: { anyOf: [{ type: 'integer', description: 'From 0.' }, { type: 'null' }] },
        },
        required: ['name'],
      },
    });
    expect(html).toContain('<section id="schema-Filter">');
    expect(html).toContain('A <code>facet</code>.');
    expect(html).toContain('<code>name</code></td>');
    expect(html).toContain('<code>order</code> <i>optional</i>');
    expect(html).toContain('From 0.');
  });
});

describe('findHostProblem', () => {
  it.each([
    [['Host', 'a'], '1.1', null],
    [['host', 'a', 'X', 'y'], '1.1', null],
    [['Host', 'a', 'HOST', 'b'], '1.1', 'The Host header is given more than once.'],
    [['X', 'host'], '1.1', 'The Host header is missing.'],
    [[], '1.0', null],
    [['Host', 'a', 'Host', 'a'], '1.0', 'The Host header is given more than once.'],
  ])('of %j over HTTP %s is %s', (rawHeaders, httpVersion, expected) => {
    expect(findHostProblem({ rawHeaders, httpVersion })).toBe(expected);
  });
});
