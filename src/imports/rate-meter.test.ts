import { expect, it } from 'vitest';
import { createRateMeter } from './run-job.ts';

it('measures each step from its own start, and estimates the time left', () => {
  let now = 0;
  const meter = createRateMeter(() => now);
  expect(meter('reading', 0, 100)).toEqual({ rate: null, etaSeconds: null });
  now = 2_000;
  expect(meter('reading', 20, 100)).toEqual({ rate: 10, etaSeconds: 8 });
  expect(meter('embedding', 500, null)).toEqual({ rate: null, etaSeconds: null });
  now = 5_000;
  expect(meter('embedding', 501, null)).toEqual({ rate: 0.3, etaSeconds: null });
  expect(meter('embedding', 503, 500)).toEqual({ rate: 1, etaSeconds: 0 });
});
