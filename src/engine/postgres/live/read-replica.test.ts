import { describe, expect, it } from 'vitest';
import { Fault } from '../../../errors.ts';
import type { Database } from '../../../postgres/database.ts';
import { sql } from '../../../postgres/sql.ts';
import { createReadReplica } from './read-replica.ts';

/* Which of two servers answers a question. */

const question = sql`SELECT 1`;

const openPair = () => {
  const state = { revision: 0, failure: null as Error | null, nowMs: 0, looks: 0 };
  const primary: Database = {
    query: async <R extends object>() => [{ by: 'primary' }] as unknown as R[],
    script: async () => undefined,
    transaction: () => Promise.reject(new Error('not asked')),
    listen: async () => undefined,
    close: async () => undefined,
  };
  const replica = {
    script: async () => undefined,
    query: async <R extends object>(statement: { texts: readonly string[] }) => {
      const isLook = statement.texts.join('').includes('max(revision)');
      state.looks += isLook ? 1 : 0;
      if (state.failure) throw state.failure;
      return [isLook ? { revision: state.revision } : { by: 'replica' }] as unknown as R[];
    },
  };
  const reads = createReadReplica({ primary, replica, pauseMs: 100, monotonicMs: () => state.nowMs });
  const ask = async (revision: number): Promise<string> => {
    const [row] = await reads.databaseFor(revision).query<{ by: string }>(question);
    return row?.by ?? '';
  };
  return { state, reads, ask };
};
const away = new Fault('unavailable', 'away');
const withCode = (code: string): Error => Object.assign(new Error(code), { code });

describe('a replica for questions', () => {
  it('is asked for what it has, and for nothing before it said so', async () => {
    const { state, reads, ask } = openPair();
    state.revision = 5;
    expect(await ask(1)).toBe('primary');
    await reads.refresh();
    expect([await ask(4), await ask(5), await ask(6)]).toEqual(['replica', 'replica', 'primary']);
    state.revision = 6;
    expect(await ask(6)).toBe('primary');
    await reads.refresh();
    expect(await ask(6)).toBe('replica');
  });

  it('answers readers that were opened before it had their revision, once it has it', async () => {
    const { state, reads } = openPair();
    const reader = reads.databaseFor(3);
    await reads.refresh();
    expect(await reader.query(question)).toEqual([{ by: 'primary' }]);
    state.revision = 3;
    await reads.refresh();
    expect(await reader.query(question)).toEqual([{ by: 'replica' }]);
  });

  it.each([
    ['it is away', away],
    ['a removal cancelled the statement', withCode('40001')],
    ['a table is not there', withCode('42P01')],
  ])('is left alone for a while when %s, and the primary server answers', async (_, failure) => {
    const { state, reads, ask } = openPair();
    state.revision = 5;
    await reads.refresh();
    state.failure = failure;
    expect(await ask(1)).toBe('primary');
    state.failure = null;
    expect(await ask(1)).toBe('primary');
    const looks = state.looks;
    await reads.refresh();
    expect(state.looks).toBe(looks);
    state.nowMs = 101;
    await reads.refresh();
    expect(await ask(1)).toBe('replica');
  });

  it('that cannot say how far it is is not asked', async () => {
    const { state, reads, ask } = openPair();
    state.revision = 5;
    await reads.refresh();
    state.failure = away;
    await reads.refresh();
    state.failure = null;
    expect(await ask(1)).toBe('primary');
  });

  it('that was restored from an older state is asked for that only', async () => {
    const { state, reads, ask } = openPair();
    state.revision = 5;
    await reads.refresh();
    state.revision = 2;
    await reads.refresh();
    expect([await ask(2), await ask(3)]).toEqual(['replica', 'primary']);
  });

  it('reports a fault of the statement itself', async () => {
    const { state, reads, ask } = openPair();
    state.revision = 5;
    await reads.refresh();
    state.failure = withCode('42601');
    await expect(ask(1)).rejects.toThrow('42601');
  });
});
