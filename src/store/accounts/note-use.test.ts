import { describe, expect, it } from 'vitest';
import { Fault } from '../../errors.ts';
import type { Database } from '../database/database.ts';
import { aClock, aWebsite, openTestFolder } from '../../../test/support/store/test-shop.ts';
import { noteUse } from './sessions.ts';

/** A database whose transactions end with an error. */
const failing = (error: Error) =>
  ({
    transaction: () => {
      throw error;
    },
  }) as unknown as Database;

describe('the time of last use', () => {
  it('is left as it was while the database is away or the disk is full', async () => {
    expect(await noteUse(failing(new Fault('unavailable', 'The disk is full.')), () => undefined)).toBe(
      false,
    );
  });

  it.each([new Error('a bug'), new Fault('corrupted', 'The file is damaged.')])(
    'hides no other error: %s',
    async (error) => {
      await expect(() => noteUse(failing(error), () => undefined)).rejects.toThrow(error);
    },
  );

  it('is written for sessions and tokens', async () => {
    const test = openTestFolder();
    const clock = aClock();
    const store = await test.open(clock.now);
    const website = await store.websites.put('test', aWebsite('luma'));
    const [email, password] = ['anna@shop.example', 'correct horse battery staple'];
    const { operatorId } = await store.operators.put(website.id, 'test', email, 'owner', password);
    const from = { address: '192.0.2.1', userAgent: null };
    const signedIn = await store.accounts.signIn({ email, password }, from);
    if (!signedIn.ok) throw new Error('The sign-in was refused.');
    const { clear } = await store.accounts.issueToken(operatorId, 'test', 'script');
    clock.move(10 * 60_000);
    expect((await store.accounts.bySession(signedIn.token))?.session.lastSeenAt).toBe(
      clock.now().toISOString(),
    );
    await store.accounts.byToken(clear);
    expect(store.accounts.tokens(operatorId)[0]?.lastUsedAt).toBe(clock.now().toISOString());
    test.remove();
  });
});
