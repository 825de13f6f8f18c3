import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../store.ts';
import { aClock, aWebsite, openTestFolder } from '../../../test/support/store/test-shop.ts';
import { backOffDefaults } from './back-off.ts';
import { isSeparateAccount, plainEmail } from './account-rows.ts';

const boss = 'boss@victim.example';
const [stranger, own] = ['the password of a stranger', 'the own password of the boss'];
const atWork = { address: '192.0.2.1', userAgent: null };
const elsewhere = { address: '198.51.100.7', userAgent: null };

let test: ReturnType<typeof openTestFolder>;
let store: Store;
let evil: number;
let shop: number;
let third: number;

const accept = async (websiteId: number, password: string, isSeparate = false) => {
  const { token } = await store.operators.invite(websiteId, 'test', boss, 'merchandiser');
  return store.accounts.acceptInvitation(token, password, atWork, isSeparate);
};
const signIn = (password: string, from = atWork) => store.accounts.signIn({ email: boss, password }, from);
const websitesOf = async (password: string): Promise<number[]> => {
  const result = await signIn(password);
  return result.ok ? store.accounts.memberships(result.operator.id).map(({ websiteId }) => websiteId) : [];
};

beforeEach(async () => {
  test = openTestFolder();
  store = await test.open(aClock().now);
  const create = async (name: string) => (await store.websites.put('test', aWebsite(name))).id;
  [evil, shop, third] = [await create('evil'), await create('shop'), await create('third')];
  // The owner of a website keeps the link that is meant for somebody else.
  await accept(evil, stranger);
});
afterEach(() => test.remove());

describe('an address that a stranger has registered', () => {
  it('still lets its owner accept an invitation of another website, with a password of their own', async () => {
    await expect(accept(shop, own)).rejects.toMatchObject({ code: 'not-allowed' });
    const operator = await accept(shop, own, true);
    expect(operator.email).toBe(boss);
    expect(await websitesOf(own)).toEqual([shop]);
    expect(await websitesOf(stranger)).toEqual([evil]);
    expect(await websitesOf('neither of the two passwords')).toEqual([]);
  });

  it('keeps both accounts apart: sessions, tokens, roles and the list of members', async () => {
    const { id } = await accept(shop, own, true);
    const first = store.accounts.list().find((operator) => operator.id !== id);
    expect([first?.email, store.accounts.roleIn(shop, first?.id ?? 0)]).toEqual([boss, null]);
    expect(store.accounts.roleIn(evil, id)).toBeNull();
    expect(store.operators.list(shop)).toEqual([
      { operatorId: id, websiteId: shop, email: boss, role: 'merchandiser' },
    ]);
    const result = await signIn(own);
    if (!result.ok) throw new Error('It signed in above.');
    expect((await store.accounts.bySession(result.token))?.operator).toMatchObject({ id, email: boss });
    const { clear } = await store.accounts.issueToken(id, boss, 'feeds');
    expect((await store.accounts.byToken(clear))?.operator).toMatchObject({ id, email: boss });
    expect(store.accounts.sessions(first?.id ?? 0)).toEqual([]);
  });

  it('is known to a third website by the password that is given', async () => {
    const { id } = await accept(shop, own, true);
    expect((await accept(third, own)).id).toBe(id);
    expect(await websitesOf(own)).toEqual([shop, third]);
    expect(await websitesOf(stranger)).toEqual([evil]);
  });

  it('may be a member of a website once', async () => {
    await accept(shop, own, true);
    await expect(accept(shop, 'a third password of nobody', true)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect((await store.operators.setRole(shop, 'test', boss, 'owner')).role).toBe('owner');
  });

  it('changes the password of its own account only, and asks for that one again', async () => {
    const { id } = await accept(shop, own, true);
    expect(await store.accounts.password.confirm(id, stranger, atWork)).toBe(false);
    expect(await store.accounts.password.confirm(id, own, atWork)).toBe(true);
    const changed = 'yet another password of the boss';
    await store.accounts.password.change(id, boss, { current: own, password: changed, from: atWork });
    expect([await websitesOf(changed), await websitesOf(own), await websitesOf(stranger)]).toEqual([
      [shop],
      [],
      [evil],
    ]);
    expect((await store.accounts.totp.begin(id)).uri).toContain('boss');
    expect((await store.accounts.totp.begin(id)).uri).not.toContain('#');
  });

  it('gets no more accounts from a website that invites again and again', async () => {
    for (const round of [1, 2, 3]) {
      await accept(shop, `password number ${round} of somebody`, true);
      await store.operators.remove(shop, 'test', boss);
    }
    expect(store.accounts.list()).toHaveLength(1);
    await accept(shop, own, true);
    await store.operators.invite(third, 'test', boss, 'viewer');
    expect(store.accounts.list()).toHaveLength(2);
  });

  it('needs a password that is hard to guess for a further account too', async () => {
    await expect(accept(shop, 'passwordpassword', true)).rejects.toMatchObject({ code: 'bad-input' });
    expect(store.accounts.list()).toHaveLength(1);
  });

  it('delays guesses, but not from where the owner of either account signs in', async () => {
    await accept(shop, own, true);
    expect((await signIn(own)).ok).toBe(true);
    for (let guess = 0; guess <= backOffDefaults.freeForAccount; guess += 1)
      await signIn(`guess number ${guess} of many`, elsewhere);
    expect(await signIn(own, elsewhere)).toMatchObject({ ok: false, reason: 'wait' });
    expect((await signIn(own)).ok).toBe(true);
  });
});

describe('a stored address', () => {
  it.each([
    ['ann@shop.example', 'ann@shop.example', false],
    ['ann@shop.example#0f3a', 'ann@shop.example', true],
    ['a#b@shop.example', 'a#b@shop.example', false],
    ['a#b@shop.example#0f3a', 'a#b@shop.example', true],
  ])('%s is shown as %s', (stored, shown, separate) => {
    expect(plainEmail(stored)).toBe(shown);
    expect(isSeparateAccount(stored)).toBe(separate);
  });
});
