import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../test/support/engine/catalogue-history.ts';
import { openCodeKernel } from './code-kernel.ts';
import { countTables, encodeTables, placeTables, writeNumbers } from './bit-tables.ts';

describe('the tables of a query', () => {
  const random = createRandom(11);
  const dimensions = 150;
  const query = Float32Array.from({ length: dimensions + 3 }, () => random() + random() - 1);
  const mean = Float64Array.from({ length: dimensions }, () => (random() - 0.5) / 4);
  const places = placeTables(16, dimensions);
  const { kernel, memory } = openCodeKernel(places.end);
  const floats = new Float32Array(memory).fill(99);
  writeNumbers(Float32Array.from(mean), 0, dimensions, floats, places.mean);
  const { least, step } = encodeTables(query, 3, dimensions, kernel, floats, places);
  const tables = new Uint8Array(memory.slice(places.tables, places.end));

  const differenceAt = (i: number): number => (i < dimensions ? (query[3 + i] ?? 0) - (mean[i] ?? 0) : 0);

  it('give the product with the signs of a row, but for the rounding of each table', () => {
    const row = Array.from({ length: countTables(dimensions) }, () => Math.floor(random() * 16));
    let [product, sum] = [0, 0];
    row.forEach((bits, table) => {
      sum += tables[table * 16 + bits] ?? 0;
      for (const bit of [0, 1, 2, 3]) product += ((bits >> bit) & 1 ? 1 : -1) * differenceAt(table * 4 + bit);
    });
    expect(Math.abs(least + step * sum - product)).toBeLessThanOrEqual((step / 2) * row.length);
  });

  it('have entries of which sixteen can be added in a byte, from 0 on', () => {
    const entries = [...tables];
    expect(Math.max(...entries)).toBe(15);
    for (let table = 0; table < countTables(dimensions); table += 1)
      expect(Math.min(...entries.slice(table * 16, table * 16 + 16))).toBe(0);
  });

  it('say nothing of a query that is the average', () => {
    writeNumbers(Float32Array.of(0.5, 0.25), 0, 2, floats, placeTables(16, 2).mean);
    const same = encodeTables(Float32Array.of(0.5, 0.25), 0, 2, kernel, floats, placeTables(16, 2));
    expect(same.step).toBe(0);
    expect(same.least).toBeCloseTo(0, 12);
  });
});
