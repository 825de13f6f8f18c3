import { expect, it } from 'vitest';
import { openWorkerPool } from './worker-pool.ts';

it('ends a process that takes too long, and goes on in another one', async () => {
  const file = new URL('../../../test/support/embedder/silent-worker.ts', import.meta.url);
  const limits = { processes: 1, recycleAfter: 10, timeoutMs: 20, idleMs: 60_000, memoryMb: 1024 };
  const reasons = { timeout: 'too slow', memory: 'too large', crash: 'crashed' };
  const pool = openWorkerPool({ file, settings: null }, limits, reasons);
  const results = await Promise.all([pool.work('first'), pool.work('second')]);
  expect(results).toEqual([{ reason: 'too slow' }, { reason: 'too slow' }]);
  await pool.close();
});
