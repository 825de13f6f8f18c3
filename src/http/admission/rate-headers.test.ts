import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createLimiter } from '../../limits/limiter.ts';
import { openQuotaLedger } from '../../limits/quota-ledger.ts';
import type { Rate, Subscription } from '../../domain/subscription.ts';
import { addRateHeaders, describeRates } from './rate-headers.ts';

const noon = Date.UTC(2026, 10, 15, 12, 0, 0);
const createSubscription = (rate: Rate | null, addressRate: Rate | null = null): Subscription => ({
  id: 1,
  websiteId: 1,
  name: 'shop',
  kind: 'publishable',
  state: 'active',
  rate,
  quota: null,
  addressRate,
  operations: [],
  boxIds: [],
  origins: [],
});

describe('rate headers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-rates-'));
  const limiter = createLimiter({
    ledger: openQuotaLedger(join(folder, 'usage.sqlite')),
    onFlushFailed: (error) => expect.fail(String(error)),
    flushEveryMs: 1_000_000,
    now: () => noon,
  });
  afterAll(() => {
    limiter.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const perMinute = { calls: 10, perSeconds: 60 };

  it('name the limit of the subscription and that of the address', () => {
    const both = createSubscription(perMinute, { calls: 2, perSeconds: 1 });
    limiter.admit(both, noon, '192.0.2.1');
    expect(describeRates(limiter, both, noon, '192.0.2.1')).toEqual({
      'ratelimit-policy': '"subscription";q=10;w=60, "address";q=2;w=1',
      ratelimit: '"subscription";r=9;t=60, "address";r=1;t=1',
    });
    expect(describeRates(limiter, both, noon, '192.0.2.2')?.ratelimit).toBe(
      '"subscription";r=9;t=60, "address";r=2;t=1',
    );
  });

  it('count down to the moment when the oldest calls leave the window', () => {
    const one = { ...createSubscription(perMinute), id: 2 };
    limiter.admit(one, noon, '');
    limiter.admit(one, noon + 30_000, '');
    expect(describeRates(limiter, one, noon + 50_000, '')?.ratelimit).toBe('"subscription";r=8;t=11');
    expect(describeRates(limiter, one, noon + 61_000, '')?.ratelimit).toBe('"subscription";r=9;t=30');
    expect(describeRates(limiter, one, noon + 600_000, '')?.ratelimit).toBe('"subscription";r=10;t=60');
  });

  it('are absent without a rate', () => {
    expect(describeRates(limiter, createSubscription(null), noon, '')).toBeNull();
  });

  it('are added to a copy: an answer that is cached for other callers stays as it is', () => {
    const answer = { status: 200, headers: { etag: '"1"' }, body: Buffer.alloc(0) };
    const rateHeaders = { 'ratelimit-policy': 'p', ratelimit: 'r' };
    expect(addRateHeaders(answer, rateHeaders).headers).toEqual({ etag: '"1"', ...rateHeaders });
    expect(answer.headers).toEqual({ etag: '"1"' });
    expect(addRateHeaders(answer, null)).toBe(answer);
  });
});
