import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../../domain/operator.ts';
import type { Store } from '../store.ts';
import { aClock, aWebsite, openTestFolder } from '../../../test/support/store/test-shop.ts';
import { passwordMatches } from './passwords.ts';

const ann = 'ann@shop.example';
const ben = 'ben@shop.example';
const password = 'correct horse battery staple';
const from = { address: '192.0.2.1', userAgent: null };

let test: ReturnType<typeof openTestFolder>;
let store: Store;
let website: number;
let annId: number;
beforeEach(async () => {
  test = openTestFolder();
  store = await test.open(aClock().now);
  website = (await store.websites.put('test', aWebsite('luma'))).id;
  ({ operatorId: annId } = await store.operators.put(website, 'test', ann, 'owner', password));
});
afterEach(() => test.remove());

const lastOf = (websiteId: number) => store.audit.list(websiteId, 1)[0];
const fault = (code: string, message: string, details: object = {}): unknown =>
  expect.objectContaining({ code, message, ...details });

describe('a member', () => {
  it('is audited when added, changed, given a password and removed', async () => {
    expect(lastOf(website)).toMatchObject({
      actor: 'test',
      action: 'operator.create',
      subject: `operator ${ann}`,
      before: null,
      after: { email: ann, role: 'owner', password: 'set' },
    });
    await store.operators.put(website, ann, ben, 'viewer', password);
    await store.operators.setRole(website, ann, ben, 'merchandiser');
    expect(lastOf(website)).toMatchObject({
      actor: ann,
      action: 'operator.update',
      subject: `operator ${ben}`,
      before: { role: 'viewer' },
      after: { role: 'merchandiser' },
    });
    await store.operators.put(website, ann, ben, 'merchandiser', 'another long password of ben');
    expect(lastOf(website)).toMatchObject({
      action: 'operator.update',
      before: null,
      after: { password: 'set' },
    });
    await store.operators.remove(website, ann, ben);
    expect(lastOf(website)).toMatchObject({
      action: 'operator.remove',
      before: { role: 'merchandiser' },
      after: null,
    });
  });

  it('that does not change is not audited', async () => {
    const before = store.audit.list(website, 10);
    await store.operators.put(website, ann, ann, 'owner', password);
    await store.operators.setRole(website, ann, ann, 'owner');
    expect(store.audit.list(website, 10)).toEqual(before);
  });

  it('has a known role, and an address of the right form', async () => {
    const role = 'king' as Role;
    const unknownRole = {
      code: 'bad-input',
      message: expect.stringContaining(`operator ${ann}`) as string,
    };
    await expect(store.operators.put(website, 'test', ann, role, password)).rejects.toMatchObject(
      unknownRole,
    );
    await expect(() => store.operators.setRole(website, 'test', ann, role)).rejects.toThrow(
      expect.objectContaining(unknownRole),
    );
    await expect(store.operators.put(website, 'test', 'No Address', 'viewer', password)).rejects.toThrow(
      /^The settings of operator no address are not valid/,
    );
    await expect(() => store.operators.invite(website, 'test', 'No Address', 'viewer')).rejects.toThrow(
      expect.objectContaining({ code: 'bad-input' }),
    );
    expect(store.operators.list(website)).toHaveLength(1);
  });

  it('may be the first owner of a website that has none', async () => {
    const other = (await store.websites.put('test', aWebsite('other'))).id;
    expect(await store.operators.claim(other, ann, annId)).toMatchObject({ email: ann, role: 'owner' });
    expect(lastOf(other)).toMatchObject({ action: 'operator.create', after: { email: ann } });
    await expect(() => store.operators.claim(other, ann, annId)).rejects.toThrow(
      'This website has an owner already.',
    );
  });
});

describe('an account', () => {
  it('is listed in the order of creation', async () => {
    await store.operators.put(website, 'test', ben, 'viewer', password);
    expect(store.accounts.list().map(({ email }) => email)).toEqual([ann, ben]);
    expect(store.accounts.byEmail('ANN@shop.example ')?.id).toBe(annId);
    expect(store.accounts.byEmail('nobody@shop.example')).toBeNull();
  });

  it('that does not exist cannot be an administrator, be removed or get a password', async () => {
    const nobody = 'nobody@shop.example';
    const unknown = fault('not-found', `Nobody signs in with the address ${nobody}.`);
    await expect(() => store.accounts.setAdministrator('test', nobody, true)).rejects.toThrow(unknown);
    await expect(() => store.accounts.remove('test', nobody)).rejects.toThrow(unknown);
    await expect(store.accounts.password.reset('test', nobody, password)).rejects.toEqual(unknown);
    await expect(() => store.accounts.totp.begin(4711)).rejects.toThrow(
      fault('not-found', 'There is no such operator.'),
    );
  });

  it('is audited when it becomes an administrator', async () => {
    await store.accounts.setAdministrator('root', ann, true);
    expect(lastOf(0)).toMatchObject({
      actor: 'root',
      action: 'operator.update',
      subject: `operator ${ann}`,
      before: { administrator: false },
      after: { administrator: true },
    });
    await expect(() => store.accounts.remove('root', ann)).rejects.toThrow(
      fault('conflict', `${ann} is the only administrator.`, {
        nextStep: 'Give that to somebody else first.',
      }),
    );
  });

  it('loses its sessions and its second factor with a reset password', async () => {
    const result = await store.accounts.signIn({ email: ann, password }, from);
    if (!result.ok) throw new Error('The password is right.');
    await store.accounts.password.reset('root', ann, 'a new long password of ann');
    expect(await store.accounts.bySession(result.token)).toBeNull();
    expect(store.accounts.sessions(annId)).toEqual([]);
    const audited = store.audit.list(0, 5).map(({ action }) => action);
    expect(audited).toContain('password.reset');
  });
});

describe('an invitation', () => {
  it('is audited with who accepted it, and refuses the wrong password with a reason', async () => {
    const other = (await store.websites.put('test', aWebsite('other'))).id;
    const { token } = await store.operators.invite(other, 'test', ann, 'viewer');
    await expect(store.accounts.acceptInvitation(token, 'not the password', from)).rejects.toMatchObject({
      code: 'not-allowed',
      reason: { reason: 'invitation-password' },
    });
    await store.accounts.acceptInvitation(token, password, from);
    expect(lastOf(other)).toMatchObject({
      actor: ann,
      action: 'invitation.accept',
      subject: `operator ${ann}`,
      after: { role: 'viewer', password: 'kept' },
    });
  });
});

describe('a token', () => {
  it('is audited, and nothing else is taken for one', async () => {
    const { clear, id } = await store.accounts.issueToken(annId, ann, 'feeds');
    expect(lastOf(0)).toMatchObject({ actor: ann, action: 'token.create', before: null });
    expect((await store.accounts.byToken(clear))?.operator.email).toBe(ann);
    for (const wrong of ['', clear.slice(8), `x${clear}`, `${clear}x`])
      expect(await store.accounts.byToken(wrong)).toBeNull();
    await store.accounts.revokeToken(annId, ann, id);
    expect(await store.accounts.byToken(clear)).toBeNull();
  });
});

describe('the first administrator', () => {
  it('is audited, and cannot take an address that has an account', async () => {
    const token = (await store.setUp.issue()) ?? '';
    await expect(store.setUp.complete(token, ann, password, from)).rejects.toMatchObject({
      code: 'conflict',
      reason: { reason: 'address-known', values: { email: ann } },
    });
    await store.setUp.complete(token, 'first@shop.example', password, from);
    expect(lastOf(0)).toMatchObject({ action: 'set-up.complete' });
  });
});

describe('the second factor', () => {
  it('is not enabled by a wrong code, and says what to do', async () => {
    await store.accounts.totp.begin(annId);
    await expect(() => store.accounts.totp.enable(annId, ann, '000000x')).rejects.toThrow(
      fault('bad-input', 'This code is not valid.', {
        nextStep: expect.stringContaining('Scan the picture again') as string,
      }),
    );
  });
});

describe('a password', () => {
  it.each([
    '',
    'plain',
    '$argon2id$',
    '$argon2id$v=19$m=64,t=1,p=1$c2FsdA$',
    '$2b$10$abcdefghijklmnopqrstuv',
  ])('matches no stored text that is no hash: %j', async (stored) => {
    expect(await passwordMatches('', stored)).toBe(false);
    expect(await passwordMatches('plain', stored)).toBe(false);
  });
});
