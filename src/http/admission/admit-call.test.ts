import { describe, expect, it } from 'vitest';
import type { Directory } from '../../domain/directory.ts';
import type { Subscription } from '../../domain/subscription.ts';
import {
  type AdmissionNeeds,
  type AdmissionRequest,
  type AdmissionRules,
  admissionRules,
  admitCall,
  prepareAdmission,
} from './admission.ts';
import type { Answer, Call } from '../call/call.ts';
import { parseQuery } from '../call/query.ts';

/* The decision by itself, without a server: `admission.test.ts` asks the whole service. */

const subscription: Subscription = {
  id: 1,
  websiteId: 1,
  name: 'shop',
  kind: 'secret',
  state: 'active',
  rate: null,
  quota: null,
  addressRate: null,
  operations: [],
  boxIds: [],
  origins: [],
};

type Case = {
  readonly key?: string;
  readonly query?: string;
  readonly origin?: string;
  readonly url?: string;
  readonly changes?: Partial<Subscription>;
  readonly rules?: AdmissionRules;
  readonly needs?: Partial<AdmissionNeeds>;
};

const buildRequest = ({ key, query = '', origin, url, changes, rules, needs }: Case) => {
  const call: Call = {
    method: 'GET',
    url: url ?? '/search/imagesearch?a=b',
    headers: {
      host: 'api.example',
      ...(key !== undefined && { 'ocp-apim-subscription-key': key }),
      ...(origin !== undefined && { origin }),
    },
    scheme: 'https',
    requestId: 'r',
    address: '192.0.2.7',
    isClosed: () => false,
    whenClosed: () => undefined,
  };
  const known = { ...subscription, ...changes };
  const directory = {
    subscriptionByKey: (given: string) => (given === 'good' ? known : null),
    website: (id: number) => (id === 1 ? { name: 'north' } : null),
  };
  const always: AdmissionNeeds = {
    limiter: { admit: () => ({ ok: true }), rates: () => [] },
    now: () => 1000,
    publicUrl: null,
    ...needs,
  };
  const request: AdmissionRequest = {
    call,
    query: parseQuery(query),
    directory: directory as unknown as Directory,
    rules: rules ?? admissionRules.imageSearch,
  };
  return [always, request] as const;
};

const admit = (given: Case) => admitCall(...buildRequest(given));

const statusOf = (given: Case): number | 'admitted' => {
  const result = admit(given);
  return 'subscription' in result ? 'admitted' : result.status;
};
const refusal = (given: Case): Answer => {
  const result = admit(given);
  if ('subscription' in result) throw new Error('It was admitted.');
  return result;
};

describe('admission of a call', () => {
  it.each<[string, Case, number | 'admitted']>([
    ['a good key', { key: 'good' }, 'admitted'],
    ['a good key in the query', { query: 'subscription-key=good' }, 'admitted'],
    ['no key', {}, 401],
    ['an unknown key', { key: 'bad' }, 401],
    ['a suspended key', { key: 'good', changes: { state: 'suspended' } }, 401],
    ['a cancelled key', { key: 'good', changes: { state: 'cancelled' } }, 401],
    ['a publishable key', { key: 'good', changes: { kind: 'publishable' } }, 'admitted'],
    ['an ingest key', { key: 'good', changes: { kind: 'ingest' } }, 401],
    ['a key for this operation', { key: 'good', changes: { operations: ['imageSearch'] } }, 'admitted'],
    ['a key for another operation', { key: 'good', changes: { operations: ['events'] } }, 401],
    [
      'a key for several operations',
      { key: 'good', changes: { operations: ['events', 'imageSearch'] } },
      'admitted',
    ],
    [
      'an origin that is not listed',
      {
        key: 'good',
        origin: 'https://b.example',
        changes: { kind: 'publishable', origins: ['https://a.example'] },
      },
      401,
    ],
    [
      'an origin that is listed',
      {
        key: 'good',
        origin: 'https://a.example',
        changes: { kind: 'publishable', origins: ['https://a.example'] },
      },
      'admitted',
    ],
    ['no origin', { key: 'good', changes: { kind: 'publishable', origins: ['https://a.example'] } }, 401],
    [
      'a secret key from any origin',
      { key: 'good', origin: 'https://b.example', changes: { origins: ['x'] } },
      'admitted',
    ],
  ])('%s', (_, given, expected) => {
    expect(statusOf(given)).toBe(expected);
  });

  it.each<[keyof typeof admissionRules, Subscription['kind'], boolean]>([
    ['imageSearch', 'ingest', false],
    ['relatedKeywords', 'secret', true],
    ['relatedKeywords', 'publishable', true],
    ['events', 'publishable', true],
    ['events', 'ingest', false],
    ['productData', 'ingest', true],
    ['productData', 'secret', false],
    ['productData', 'publishable', false],
  ])('%s with a key of kind %s: %s', (api, kind, isAdmitted) => {
    const status = statusOf({ key: 'good', changes: { kind }, rules: admissionRules[api] });
    expect(status).toBe(isAdmitted ? 'admitted' : 401);
  });

  it.each<[keyof typeof admissionRules, number | 'admitted']>([
    ['imageSearch', 401],
    ['relatedKeywords', 'admitted'],
    ['events', 401],
    ['productData', 'admitted'],
  ])('a list of operations, at %s: %s', (api, expected) => {
    const kind = api === 'productData' ? 'ingest' : 'secret';
    const changes = { kind, operations: ['relatedKeywords'] } as const;
    expect(statusOf({ key: 'good', changes, rules: admissionRules[api] })).toBe(expected);
  });

  it('tells a missing key from an invalid one, with the realm of the service', () => {
    expect(refusal({}).body.toString()).toContain('missing subscription key');
    expect(refusal({ key: 'bad' }).body.toString()).toContain('invalid subscription key');
    for (const given of [{}, { key: 'bad' }]) {
      expect(JSON.stringify(refusal(given).headers)).toContain('https://api.example/search');
      const publicUrl = 'https://public.example/base';
      expect(JSON.stringify(refusal({ ...given, needs: { publicUrl } }).headers)).toContain(
        'https://public.example/search',
      );
    }
  });

  it('counts the call of an admitted key with its time and address, and no refused one', () => {
    const counted: unknown[] = [];
    const limiter: AdmissionNeeds['limiter'] = {
      admit: (by, nowMs, address) => {
        counted.push([by.name, nowMs, address]);
        return { ok: true };
      },
      rates: () => [],
    };
    for (const given of [{}, { key: 'bad' }, { key: 'good' }]) admit({ ...given, needs: { limiter } });
    expect(counted).toEqual([['shop', 1000, '192.0.2.7']]);
  });

  it.each([
    ['rate', 429, '7'],
    ['quota', 403, '7'],
  ] as const)('over the %s: %i', (kind, status, retryAfter) => {
    const rate = { calls: 5, perSeconds: 10 };
    const limiter: AdmissionNeeds['limiter'] = {
      admit: () => ({ ok: false, kind, retryAfterSeconds: 7 }),
      rates: () => [{ of: 'subscription', rate, remaining: 0, resetSeconds: 7 }],
    };
    // Also when the key is given twice: the limit comes first.
    const answer = refusal({
      query: 'subscription-key=good&subscription-key=good',
      changes: { rate },
      needs: { limiter },
    });
    expect(answer).toMatchObject({
      status,
      headers: {
        'retry-after': retryAfter,
        'ratelimit-policy': '"subscription";q=5;w=10',
        ratelimit: '"subscription";r=0;t=7',
      },
    });
  });

  it('hands the state of the rates to the answer of an admitted call', () => {
    const rate = { calls: 5, perSeconds: 10 };
    const limiter: AdmissionNeeds['limiter'] = {
      admit: () => ({ ok: true }),
      rates: () => [{ of: 'subscription', rate, remaining: 4, resetSeconds: 2 }],
    };
    expect(admit({ key: 'good', changes: { rate }, needs: { limiter } })).toMatchObject({
      rateHeaders: { ratelimit: '"subscription";r=4;t=2' },
    });
    expect(admit({ key: 'good', needs: { limiter } })).toMatchObject({ rateHeaders: null });
  });

  it('refuses a key that is given twice in the query, unless the header has one', () => {
    const query = 'subscription-key=good&subscription-key=good';
    expect(() => admit({ query })).toThrow(expect.objectContaining({ code: 'bad-input' }));
    expect(statusOf({ key: 'good', query })).toBe('admitted');
  });
});

describe('what is awaited before an admission', () => {
  const prepare = (given: Case, limiter: Partial<AdmissionNeeds['limiter']>) => {
    const always = { admit: () => ({ ok: true }) as const, rates: () => [] };
    return prepareAdmission(...buildRequest({ ...given, needs: { limiter: { ...always, ...limiter } } }));
  };

  it('is what the limiter says, for the subscription of the key and its address', async () => {
    const asked: unknown[] = [];
    const limiter = {
      prepare: ({ name }: Subscription, address?: string) => (asked.push([name, address]), Promise.resolve()),
    };
    await prepare({ key: 'good' }, limiter);
    expect(asked).toEqual([['shop', '192.0.2.7']]);
  });

  it.each<[string, Case]>([
    ['no key', {}],
    ['an unknown key', { key: 'bad' }],
    ['a suspended key', { key: 'good', changes: { state: 'suspended' } }],
  ])('is nothing for %s, which is refused anyway', async (_, given) => {
    const limiter = {
      prepare: () => {
        throw new Error('It was asked.');
      },
    };
    await expect(prepare(given, limiter)).resolves.toBeUndefined();
  });
});
