import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { invitationDefaults } from './members.ts';
import type { Store } from '../store.ts';
import { aClock, aWebsite, openTestFolder } from '../../../test/support/store/test-shop.ts';

const anna = 'anna@shop.example';
const ben = 'ben@shop.example';
const password = 'correct horse battery staple';
const atWork = { address: '192.0.2.1', userAgent: null };

let test: ReturnType<typeof openTestFolder>;
let store: Store;
let clock: ReturnType<typeof aClock>;
let luma: number;
let other: number;
beforeEach(async () => {
  test = openTestFolder();
  clock = aClock();
  store = await test.open(clock.now);
  luma = (await store.websites.put('test', aWebsite('luma'))).id;
  other = (await store.websites.put('test', aWebsite('other'))).id;
  await store.operators.put(luma, 'test', anna, 'owner', password);
});
afterEach(() => test.remove());

describe('invitation', () => {
  it('creates an account with its role, once', async () => {
    const { token, expiresAt } = await store.operators.invite(luma, anna, 'Ben@shop.example', 'merchandiser');
    const offered = { websiteId: luma, email: ben, role: 'merchandiser', expiresAt };
    expect(store.operators.invitations(luma)).toEqual([offered]);
    expect(store.operators.invitations(other)).toEqual([]);
    expect(store.accounts.invitation(token)).toEqual(offered);
    await store.accounts.acceptInvitation(token, password, atWork);
    expect(store.operators.list(luma)).toMatchObject([
      { role: 'owner' },
      { email: ben, role: 'merchandiser' },
    ]);
    await expect(store.accounts.acceptInvitation(token, password, atWork)).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(store.audit.list(luma, 1)[0]).toMatchObject({ action: 'invitation.accept', from: atWork.address });
  });

  it('is void when expired, replaced or withdrawn', async () => {
    const first = await store.operators.invite(luma, anna, ben, 'viewer');
    const second = await store.operators.invite(luma, anna, ben, 'owner');
    expect(store.accounts.invitation(first.token)).toBeNull();
    expect(store.accounts.invitation(second.token)?.role).toBe('owner');
    clock.move(invitationDefaults.validForMs);
    expect(store.accounts.invitation(second.token)).toBeNull();
    const third = await store.operators.invite(luma, anna, ben, 'viewer');
    await store.operators.remove(luma, anna, ben);
    expect(store.accounts.invitation(third.token)).toBeNull();
  });

  it('asks for the existing password of an existing account', async () => {
    const { token } = await store.operators.invite(other, 'test', anna, 'viewer');
    const accept = (given: string) => store.accounts.acceptInvitation(token, given, atWork);
    await expect(accept('not the password of anna')).rejects.toMatchObject({ code: 'not-allowed' });
    const { id } = await accept(password);
    expect(store.accounts.memberships(id)).toEqual([
      { websiteId: luma, role: 'owner' },
      { websiteId: other, role: 'viewer' },
    ]);
  });
});

describe('members of a website', () => {
  it('cannot set the password of an operator of another website', async () => {
    const put = store.operators.put(other, 'test', anna, 'viewer', 'taken over by another');
    await expect(put).rejects.toMatchObject({ code: 'conflict' });
    const result = await store.accounts.signIn({ email: anna, password }, atWork);
    expect(result).toMatchObject({ ok: true });
  });

  it('cannot see, change or remove operators who are no members', async () => {
    expect(store.operators.list(other)).toEqual([]);
    await expect(() => store.operators.setRole(other, 'test', anna, 'viewer')).rejects.toThrow(/no member/);
    await expect(() => store.operators.remove(other, 'test', anna)).rejects.toThrow(/no member/);
  });

  it('always include an owner', async () => {
    await expect(() => store.operators.setRole(luma, anna, anna, 'viewer')).rejects.toThrow(/only owner/);
    await expect(() => store.operators.remove(luma, anna, anna)).rejects.toThrow(/only owner/);
    await store.operators.put(luma, anna, ben, 'owner', password);
    await store.operators.remove(luma, ben, anna);
    expect(store.operators.list(luma).map(({ email }) => email)).toEqual([ben]);
    const { id } = store.accounts.byEmail(anna) ?? { id: 0 };
    expect(store.accounts.roleIn(luma, id)).toBeNull();
  });

  it('are not written when nothing changes', async () => {
    const before = store.audit.list(luma, 100);
    await store.operators.put(luma, 'test', anna, 'owner', password);
    expect(store.audit.list(luma, 100)).toEqual(before);
  });

  it('are removed with the website, while the accounts stay', async () => {
    const { token } = await store.operators.invite(luma, anna, ben, 'viewer');
    await store.websites.remove('test', luma);
    expect(store.accounts.invitation(token)).toBeNull();
    expect(store.accounts.byEmail(anna)).not.toBeNull();
  });
});

describe('set-up link', () => {
  it('creates the first administrator once, with the newest link only', async () => {
    expect(store.setUp.isNeeded()).toBe(false);
    const old = (await store.setUp.issue()) ?? '';
    const token = (await store.setUp.issue()) ?? '';
    expect([store.setUp.isValid(old), store.setUp.isValid(token), store.setUp.isValid('x')]).toEqual([
      false,
      true,
      false,
    ]);
    const operator = await store.setUp.complete(token, 'chief@shop.example', password, atWork);
    expect(operator).toMatchObject({ email: 'chief@shop.example', administrator: true });
    expect(store.setUp.isValid(token)).toBe(false);
    expect(await store.setUp.issue()).toBeNull();
    await expect(store.setUp.complete(token, 'thief@shop.example', password, atWork)).rejects.toThrow(
      /not valid/,
    );
  });

  it('is not issued when the command line made an administrator', async () => {
    await store.accounts.setAdministrator('command line', anna, true);
    expect(await store.setUp.issue()).toBeNull();
  });
});
