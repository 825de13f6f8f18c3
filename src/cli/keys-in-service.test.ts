import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openQuotaLedger } from '../limits/quota-ledger.ts';
import type { NewSubscription } from '../store/store.ts';
import { openServedFolder, type RunningService } from '../../test/support/cli/served-folder.ts';

type Served = Awaited<ReturnType<typeof openServedFolder>>;
type Call = {
  readonly key: string;
  readonly status: number;
  readonly retryAfter: string | null;
  readonly answeredMs: number;
};

const password = 'a password that is a canary';
const desk = { address: '192.0.2.1', userAgent: 'a browser' };
/** Secrets that must appear nowhere in clear. */
const secrets: string[] = [password];
let served: Served;
let one: RunningService;
let other: RunningService;

beforeAll(async () => {
  served = await openServedFolder();
  [one, other] = await Promise.all([served.serve(), served.serve()]);
});
afterAll(() => served.close());

const subscribe = async (draft: Partial<NewSubscription> & { name: string }) => {
  const defaults = { kind: 'secret', rate: null, quota: null, boxIds: [], origins: [] } as const;
  const { subscription, keys } = await served.store.subscriptions.put(served.website.id, 'test', {
    ...defaults,
    ...draft,
  });
  if (keys === null) throw new Error('The subscription was there before.');
  secrets.push(keys.primary, keys.secondary);
  return { subscription, key: keys.primary };
};

const call = async (service: RunningService, key: string): Promise<Call> => {
  const response = await fetch(`${service.url}${served.path}`, {
    headers: { 'Ocp-Apim-Subscription-Key': key },
  });
  await response.arrayBuffer();
  const { status, headers } = response;
  return { key, status, retryAfter: headers.get('retry-after'), answeredMs: Date.now() };
};

/** `total` calls, spread over twenty connections and the given services. */
const burst = async (services: readonly RunningService[], key: string, total: number): Promise<Call[]> => {
  const calls: Call[] = [];
  const connection = async (service: RunningService): Promise<void> => {
    for (let turn = 0; turn < total / 20; turn += 1) calls.push(await call(service, key));
  };
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => connection(services[index % services.length] ?? one)),
  );
  return calls;
};

const passed = (calls: readonly Call[]): number => calls.filter(({ status }) => status === 200).length;

const randomKey = (): string => randomBytes(16).toString('hex');

describe('rate of 100 calls in 10 seconds', () => {
  it.each([
    ['by one process', 1, () => [one]],
    // An upgrade without a pause has two for a moment. Each counts by itself.
    ['by each of two processes', 2, () => [one, other]],
  ])('admits 100 of 300 calls over 20 connections, %s', async (name, processes, services) => {
    const { key } = await subscribe({ name, rate: { calls: 100, perSeconds: 10 } });
    const begunMs = Date.now();
    const calls = await burst(services(), key, 300);
    // A busy machine may need more than ten seconds for them: then the next hundred may pass as well.
    const windows = Math.ceil((Date.now() - begunMs) / 10_000);
    expect(passed(calls)).toBeGreaterThanOrEqual(99 * processes);
    expect(passed(calls)).toBeLessThanOrEqual(101 * processes * windows);
    for (const { status, retryAfter } of calls) {
      if (status === 200) continue;
      expect(status).toBe(429);
      expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
    }
  });
});

describe('key rotated by another process while in use', () => {
  it('loses no call, and stops after its grace period', async () => {
    const { key: old } = await subscribe({ name: 'rotated' });
    let key = old;
    let isOver = false;
    const calls: Call[] = [];
    const client = async (service: RunningService): Promise<void> => {
      while (!isOver) calls.push(await call(service, key));
    };
    const load = Promise.all([one, other, one, other].map(client));
    const rotated = (await served.command('key', 'rotate', 'luma/rotated', '--grace', '5s')) as {
      key: string;
    };
    secrets.push(rotated.key);
    const subscriptionId = served.store.subscriptions.byName(served.website.id, 'rotated')?.id ?? 0;
    const keys = served.store.subscriptions.keys(served.website.id, subscriptionId);
    const graceEnd = Date.parse(keys.find(({ graceUntil }) => graceUntil !== null)?.graceUntil ?? '');
    const oldStill = await call(one, old);
    if (oldStill.answeredMs < graceEnd) expect(oldStill.status).toBe(200);
    key = rotated.key;
    for (const service of [one, other]) {
      await expect.poll(async () => (await call(service, old)).status).toBe(401);
      expect(Date.now()).toBeGreaterThanOrEqual(graceEnd);
    }
    isOver = true;
    await load;
    expect(calls.length).toBeGreaterThan(50);
    // The command line may take longer than the grace to say the new key.
    const isPromised = ({ key: used, answeredMs }: Call): boolean => used !== old || answeredMs < graceEnd;
    expect(calls.filter((each) => each.status !== 200 && isPromised(each))).toEqual([]);
  });
});

/**
 * How many calls were answered more than a second before. Pauses in which the busy machine did not run the
 * service are added to that second, because the service could not flush either.
 */
const longAgo = (calls: readonly Call[], atMs: number): number => {
  const answeredMs = calls.map((call) => call.answeredMs).filter((ms) => ms <= atMs);
  const gapsMs = [...answeredMs, atMs].map((ms, place) => ms - (answeredMs[place - 1] ?? ms));
  return answeredMs.filter((ms) => ms <= atMs - 1000 - Math.max(...gapsMs)).length;
};

describe('killed service', () => {
  it('loses at most the last second of the quota', async () => {
    const { subscription, key } = await subscribe({
      name: 'quota',
      quota: { calls: 1_000_000, per: 'month' },
    });
    const victim = await served.serve();
    const calls: Call[] = [];
    let isOver = false;
    const client = async (): Promise<void> => {
      while (!isOver) calls.push(await call(victim, key));
    };
    const load = [client(), client()].map((running) => running.catch(() => undefined));
    await expect.poll(() => longAgo(calls, Date.now())).toBeGreaterThan(20);
    const killedMs = Date.now();
    await victim.kill('SIGKILL');
    isOver = true;
    await Promise.all(load);
    const ledger = openQuotaLedger(join(served.dataDir, 'usage.sqlite'));
    const used = ledger.quotaUsed(subscription, new Date());
    expect(used).toBeGreaterThanOrEqual(longAgo(calls, killedMs));
    expect(used).toBeLessThanOrEqual(calls.length + 2);
    expect(ledger.lastUsedAt(subscription.websiteId, subscription.id)).not.toBeNull();
    ledger.close();
  });
});

describe('secret key', () => {
  it('is rotated by the command line while every key keeps working', async () => {
    const { key } = await subscribe({ name: 'kept' });
    await served.command('secret', 'rotate');
    expect([(await call(one, key)).status, (await call(other, key)).status]).toEqual([200, 200]);
  });
});

describe('data folder and logs', () => {
  it('hold no key, password, token or TOTP secret', async () => {
    const { store, website } = served;
    const { operatorId } = await store.operators.put(
      website.id,
      'test',
      'anna@luma.example',
      'owner',
      password,
    );
    const signedIn = await store.accounts.signIn({ email: 'anna@luma.example', password }, desk);
    if (!signedIn.ok) throw new Error(signedIn.reason);
    secrets.push(signedIn.token, (await store.accounts.issueToken(operatorId, 'anna', 'script')).clear);
    secrets.push((await store.accounts.totp.begin(operatorId)).secret, (await store.setUp.issue()) ?? '');
    secrets.push((await store.operators.invite(website.id, 'anna', 'ben@luma.example', 'viewer')).token);
    const brought = { primary: randomKey(), secondary: randomKey() };
    const { subscription } = await subscribe({ name: 'brought' });
    await store.subscriptions.put(website.id, 'test', subscription, brought);
    secrets.push(brought.primary, brought.secondary);
    for (const query of ['subscription-key', 'Subscription-Key', 'subscription_key', 'pattern2']) {
      await fetch(`${one.url}${served.path}&${query}=${brought.primary}`);
      await fetch(`${one.url}/nowhere?${query}=${brought.primary}`);
    }
    await Promise.all([one.kill('SIGTERM'), other.kill('SIGTERM')]);
    const places = [...served.files(), { name: 'logs', bytes: served.logs() }];
    expect(places.length).toBeGreaterThan(5);
    expect(served.logs()).toContain('"status":401');
    expect(secrets.length).toBeGreaterThan(15);
    const leaks = places.flatMap(({ name, bytes }) =>
      secrets
        .filter((secret) => bytes.includes(secret))
        .map((secret) => `${secret.slice(0, 12)}… in ${name}`),
    );
    expect(leaks).toEqual([]);
  });
});
