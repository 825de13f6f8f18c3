import { describe, expect, it } from 'vitest';
import { formatBytes, formatTable } from './output.ts';

describe('table', () => {
  it('aligns columns, two spaces apart, without spaces at the end', () => {
    expect(
      formatTable([
        ['live', 'a-long-name', '7'],
        ['', 'b', '12'],
      ]),
    ).toBe('live  a-long-name  7\n      b            12');
  });

  it('prints nothing for no rows', () => {
    expect(formatTable([])).toBe('');
  });
});

describe('sizes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [1_234_567, '1.2 MB'],
    [5e9, '5.0 GB'],
    [7e16, '70000.0 TB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});
