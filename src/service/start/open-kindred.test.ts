import { expect, it } from 'vitest';
import type { Website } from '../../domain/website.ts';
import type { Engine } from '../../engine/engine.ts';
import { refuseElsewhere } from './open-kindred.ts';

const south = { name: 'south' } as Website;
const whole: Pick<Engine, 'products' | 'keywords' | 'product' | 'problems'> = {
  products: () => null,
  keywords: () => null,
  product: async () => null,
  problems: () => [],
};
const engine = refuseElsewhere(whole, {
  findElsewhere: (dataset) => (dataset === 'south-catalogue' ? south : null),
});

it('refuses to read a catalogue that other nodes serve, and says which nodes do', async () => {
  const refusal = {
    code: 'misdirected',
    message: expect.stringContaining('"south"') as unknown,
    nextStep: 'Ask a node whose KINDRED_SERVE_WEBSITES names south.',
    reason: { reason: 'served-elsewhere', values: { name: 'south' } },
  };
  expect(() => engine.products('south-catalogue')).toThrow(expect.objectContaining(refusal));
  expect(() => engine.keywords('south-catalogue')).toThrow(expect.objectContaining(refusal));
  await expect(engine.product('south-catalogue', 'p1')).rejects.toMatchObject(refusal);
});

it('leaves everything else as it is', async () => {
  expect([engine.products('other'), engine.keywords('other')]).toEqual([null, null]);
  expect(await engine.product('other', 'p1')).toBeNull();
  expect(engine.problems()).toEqual([]);
});
