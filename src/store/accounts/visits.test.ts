import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aClock, aWebsite, openTestFolder } from '../../../test/support/store/test-shop.ts';
import type { Store } from '../store.ts';
import { visitDefaults } from './visits.ts';

const ada = 'ada@host.example';
const actor = { name: ada, from: '192.0.2.1' };

let test: ReturnType<typeof openTestFolder>;
let store: Store;
let clock: ReturnType<typeof aClock>;
let websiteId: number;
let operatorId: number;

beforeEach(async () => {
  test = openTestFolder();
  clock = aClock();
  store = await test.open(clock.now);
  const home = (await store.websites.put('test', aWebsite('home'))).id;
  websiteId = (await store.websites.put('test', aWebsite('luma'))).id;
  ({ operatorId } = await store.operators.put(home, 'test', ada, 'owner', 'correct horse battery staple'));
  await store.accounts.setAdministrator('test', ada, true);
});
afterEach(() => test.remove());

describe('a visit of an administrator', () => {
  it('gives the role of an owner until it ends, in every process', async () => {
    const { accounts } = await test.open(clock.now);
    expect(accounts.roleIn(websiteId, operatorId)).toBeNull();
    const { until } = await store.visits.start(websiteId, actor, operatorId, 'a broken feed');
    expect(Date.parse(until) - clock.ms()).toBe(visitDefaults.lastsMs);
    expect(accounts.roleIn(websiteId, operatorId)).toBe('owner');
    clock.move(visitDefaults.lastsMs - 1);
    expect(accounts.roleIn(websiteId, operatorId)).toBe('owner');
    clock.move(1);
    expect(accounts.roleIn(websiteId, operatorId)).toBeNull();
    expect(store.visits.list(operatorId)).toEqual([]);
    await expect(() => store.visits.end(websiteId, actor, operatorId)).rejects.toThrow(/not entered/);
  });

  it('is in the audit log of the website: who, when, why and until when', async () => {
    const { until } = await store.visits.start(websiteId, actor, operatorId, 'a broken feed');
    await store.visits.end(websiteId, actor, operatorId);
    expect(store.accounts.roleIn(websiteId, operatorId)).toBeNull();
    const details = { reason: 'a broken feed', until };
    expect(store.audit.list(websiteId, 2)).toMatchObject([
      { actor: ada, action: 'visit.end', subject: `visit ${ada}`, before: details, after: null },
      { actor: ada, from: '192.0.2.1', action: 'visit.start', before: null, after: details },
    ]);
    expect(store.audit.verify()).toBeNull();
  });

  it('is of one website, and makes nobody a member', async () => {
    const other = (await store.websites.put('test', aWebsite('other'))).id;
    await store.visits.start(websiteId, actor, operatorId, 'a broken feed');
    expect(store.accounts.roleIn(other, operatorId)).toBeNull();
    expect(store.accounts.memberships(operatorId)).toHaveLength(1);
    expect(store.operators.list(websiteId)).toEqual([]);
  });

  it('ends when the operator is no administrator any more, and does not come back', async () => {
    await store.visits.start(websiteId, actor, operatorId, 'a broken feed');
    await store.accounts.setAdministrator('test', ada, false);
    expect(store.accounts.roleIn(websiteId, operatorId)).toBeNull();
    expect(store.audit.list(websiteId, 1)).toMatchObject([{ actor: 'test', action: 'visit.end' }]);
    await store.accounts.setAdministrator('test', ada, true);
    expect(store.accounts.roleIn(websiteId, operatorId)).toBeNull();
  });

  it('begins anew when it is asked for again', async () => {
    await store.visits.start(websiteId, actor, operatorId, 'a broken feed');
    clock.move(1000);
    const again = await store.visits.start(websiteId, actor, operatorId, 'another one');
    expect(store.visits.list(operatorId)).toEqual([again]);
    expect(store.audit.list(websiteId, 9).filter(({ action }) => action === 'visit.start')).toHaveLength(2);
  });
});
