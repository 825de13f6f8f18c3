import { act, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { runHook } from '../testing/open-page.tsx';
import { withService } from '../testing/portal-service.ts';
import { send } from '../testing/send.ts';
import { type BulkAction, useBulkChange, useCampaigns } from './campaigns.ts';

const service = withService();

beforeEach(() => {
  service.signInAs('merchandiser');
  service.changes.length = 0;
});

const add = async (name: string, state = 'draft'): Promise<number> => {
  const effect = { banner: { position: 'filterTop', contents: ['Hello'] } };
  const made = await send('POST', 'websites/north/campaigns', { name, state, effect });
  service.changes.length = 0;
  return (made as { ruleId: number }).ruleId;
};

const states = async (): Promise<Map<number, string>> => {
  const all = (await send('GET', 'websites/north/campaigns')) as { ruleId: number; state: string }[];
  return new Map(all.map(({ ruleId, state }) => [ruleId, state]));
};

const change = async (action: BulkAction, ruleIds: readonly number[]) => {
  const { result } = runHook(() => useBulkChange('north'));
  return act(() => result.current.mutateAsync({ action, ruleIds }));
};

describe('changing many campaigns', () => {
  it('publishes, pauses, deletes and brings back', async () => {
    const ruleIds = [await add('Bulk 1'), await add('Bulk 2')];
    const steps: readonly (readonly [BulkAction, string | undefined])[] = [
      ['publish', 'published'],
      ['withdraw', 'paused'],
      ['remove', undefined],
      ['undo', 'paused'],
    ];
    for (const [action, expected] of steps) {
      expect(await change(action, ruleIds)).toEqual({ done: ruleIds, failed: [] });
      const now = await states();
      expect([action, ...ruleIds.map((ruleId) => now.get(ruleId))]).toEqual([action, expected, expected]);
    }
  });

  it('sends one request after the other, in the given order', async () => {
    const ruleIds = [await add('Ordered 1'), await add('Ordered 2'), await add('Ordered 3')];
    await change('publish', ruleIds.toReversed());
    expect(service.changes.map(({ url }) => Number(/(\d+)\/publish/.exec(url)?.[1]))).toEqual(
      ruleIds.toReversed(),
    );
  });

  it('goes on after a refusal, and says which one was refused and why', async () => {
    const [first, last] = [await add('Refused 1'), await add('Refused 3')];
    const { done, failed } = await change('publish', [first, 999_999, last]);
    expect(done).toEqual([first, last]);
    expect(failed.map(({ ruleId }) => ruleId)).toEqual([999_999]);
    expect(failed[0]?.error).toMatchObject({ status: 404 });
    expect((await states()).get(last)).toBe('published');
  });

  it('changes nothing for a viewer', async () => {
    const ruleId = await add('To look at');
    service.signInAs('viewer');
    const { done, failed } = await change('remove', [ruleId]);
    expect([done, failed.map((each) => each.ruleId)]).toEqual([[], [ruleId]]);
    service.signInAs('merchandiser');
    expect((await states()).has(ruleId)).toBe(true);
  });

  it('reads the list again, once', async () => {
    const ruleIds = [await add('Read again 1'), await add('Read again 2')];
    const { result, queries } = runHook(() => ({
      list: useCampaigns('north'),
      bulk: useBulkChange('north'),
    }));
    await waitFor(() => expect(result.current.list.data).toBeDefined());
    const before = result.current.list.dataUpdatedAt;
    await act(() => result.current.bulk.mutateAsync({ action: 'publish', ruleIds }));
    await waitFor(() => expect(result.current.list.dataUpdatedAt).toBeGreaterThanOrEqual(before));
    await waitFor(() =>
      expect(
        ruleIds.map((each) => result.current.list.data?.find(({ ruleId }) => ruleId === each)?.state),
      ).toEqual(['published', 'published']),
    );
    expect(queries.isFetching()).toBe(0);
  });
});
