import { describe, expect, it } from 'vitest';
import { Fault } from '../../../errors.ts';
import { readFilter } from './find-products.ts';

const fields = [
  { name: 'brand', facetable: true },
  { name: 'price', facetable: true },
  { name: 'note', facetable: false },
];

const faultOf = (text: string): Fault => {
  try {
    readFilter(text, fields);
  } catch (error) {
    if (error instanceof Fault) return error;
  }
  throw new Error(`${text} is no fault.`);
};

describe('readFilter', () => {
  it.each([undefined, '', '   '])('of %j is none', (text) => {
    expect(readFilter(text, fields)).toBeNull();
  });

  it('reads a comparison and a conjunction', () => {
    expect(readFilter("brand eq 'Acme'", fields)).toEqual({
      kind: 'compare',
      field: 'brand',
      comparison: 'eq',
      value: 'Acme',
    });
    expect(readFilter("brand eq 'Acme' and price lt 5", fields)).toMatchObject({ kind: 'and' });
  });

  it.each([
    ["brnd eq 'Acme'", ['brnd']],
    ["note eq 'x'", ['note']],
    ["brand eq 'Acme' and (colour eq 'Red' or size eq 5)", ['colour', 'size']],
  ])('refuses %s and names every field that is not there', (text, unknown) => {
    const fault = faultOf(text);
    expect([fault.code, fault.reason]).toEqual(['bad-input', { reason: 'invalid' }]);
    expect(fault.issues.map(({ path, reason }) => [path, reason])).toEqual(
      unknown.map((field) => ['$.filter', { reason: 'unknown-field', values: { field } }]),
    );
    expect(fault.nextStep).toContain('brand, price');
  });

  it.each(['brand eq', 'brand', "brand is 'Acme'", "(brand eq 'Acme'", "brand eq 'Acme' or"])(
    'refuses %s with the place of the fault',
    (text) => {
      const [issue] = faultOf(text).issues;
      expect(issue?.path).toBe('$.filter');
      expect(issue?.message).toMatch(/^at character \d+, /);
      expect(issue?.reason).toMatchObject({ reason: 'filter' });
    },
  );
});
