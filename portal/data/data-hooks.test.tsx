import { act, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStreams } from '../testing/browser-parts.ts';
import { runHook } from '../testing/open-page.tsx';
import { withService } from '../testing/portal-service.ts';
import { send } from '../testing/send.ts';
import { analyticsCsvAddress, useAnalytics } from './analytics.ts';
import { auditFileAddress, useAudit } from './audit.ts';
import {
  useBox,
  useBoxes,
  useCreateBox,
  useRelatedPreview,
  useRemoveBox,
  useSearchPreview,
} from './boxes.ts';
import { useCampaign, useCampaigns, useChangeCampaign, useSaveCampaign } from './campaigns.ts';
import { useDatasets, useFields, useProducts, useProductsById } from './datasets.ts';
import { faultsAddress, useImportProgress, useImports } from './imports.ts';
import { useChangeMembers, useMembers } from './members.ts';
import { useFoundProducts, useProductUse } from './products.ts';
import { websiteKey } from './resource.ts';
import { useSession } from './session.ts';
import { useChangeSubscriptions, useSubscriptions, useUsage } from './subscriptions.ts';
import { useReady } from './system.ts';
import { useCreateWebsite } from './websites.ts';

const service = withService();

beforeEach(() => {
  service.signInAs('owner');
  service.changes.length = 0;
});

/** A query of the data, once it has loaded. */
const load = async <T,>(hook: () => { data: T | undefined; error: unknown; isError: boolean }) => {
  const run = runHook(hook);
  await waitFor(() => expect(run.result.current.data !== undefined || run.result.current.isError).toBe(true));
  return { ...run, data: run.result.current.data as T };
};

describe('the data of a shop', () => {
  it('has the session with role and shops', async () => {
    const { data } = await load(useSession);
    expect(data).toMatchObject({
      operator: { email: 'owner@shop.example', totp: false },
      websites: [{ name: 'north', displayName: 'The shop north', role: 'owner' }],
    });
  });

  it('has no session for somebody who is not signed in', async () => {
    service.signInAs(null);
    const { data } = await load(useSession);
    expect(data).toBeNull();
  });

  it('has boxes with tracker, kind and declaration', async () => {
    const { data } = await load(() => useBoxes('north'));
    expect(data.map(({ kind, dataset, tracker }) => ({ kind, dataset, tracker }))).toEqual([
      { kind: 'search', dataset: 'north-catalogue', tracker: service.north.trackers.search },
      { kind: 'relatedKeywords', dataset: 'north-searches', tracker: service.north.trackers.related },
    ]);
  });

  it('says with its status that a box does not exist, and asks once', async () => {
    const run = await load(() => useBox('north', 'gone'));
    expect(run.result.current.error).toMatchObject({ status: 404 });
  });

  it('has datasets with what is live', async () => {
    const { data } = await load(() => useDatasets('north'));
    expect(data.map(({ declaration, live }) => [declaration.name, live?.size])).toEqual([
      ['north-catalogue', 40],
      ['north-searches', 1],
    ]);
  });

  it('has fields and products only of a dataset that is known', async () => {
    const { data: fields } = await load(() => useFields('north', 'north-catalogue'));
    expect(fields.map(({ name }) => name)).toEqual(['category', 'brand', 'color', 'price', 'sale']);
    const idle = runHook(() => useFields('north', undefined));
    expect([idle.result.current.fetchStatus, idle.result.current.data]).toEqual(['idle', undefined]);
    const { data } = await load(() => useProducts('north', 'north-catalogue', 'north-p3'));
    expect(data.products.map(({ identifier }) => identifier)).toContain('north-p3');
  });

  it('has products by filter, variants as one, page by page', async () => {
    const filter = "brand eq 'Borealis'";
    const { data: first } = await load(() => useProducts('north', 'north-catalogue', '', 1, filter));
    const { data: second } = await load(() => useProducts('north', 'north-catalogue', '', 2, filter));
    expect([first.count, first.products.length, second.products.length]).toEqual([31, 24, 7]);
  });

  it('has where a product is used', async () => {
    const { data } = await load(() => useProductUse('north', 'north-catalogue', 'north-p34'));
    expect(data.variants.map(({ identifier }) => identifier)).toEqual(['north-p36']);
    expect([data.campaigns, data.changes]).toEqual([[], []]);
  });

  it('has the products that a text finds in each catalogue, and asks for none by one letter', async () => {
    const find = (text: string) => runHook(() => useFoundProducts('north', ['north-catalogue'], text));
    const run = find(' north-p17 ');
    await waitFor(() => expect(run.result.current[0]?.identifier).toBe('north-p17'));
    expect(run.result.current[0]?.dataset).toBe('north-catalogue');
    expect(find('n').result.current).toEqual([]);
    expect(runHook(() => useFoundProducts('north', [], 'lamp')).result.current).toEqual([]);
  });

  it('has the audit as files, with the filters that are set', () => {
    const none = { actor: '', subject: '' };
    expect(auditFileAddress('north', 'csv', none)).toBe('/admin/websites/north/audit.csv');
    expect(auditFileAddress('a b', 'ndjson', { actor: 'x@y', subject: 'box' })).toBe(
      '/admin/websites/a%20b/audit.ndjson?actor=x%40y&subject=box',
    );
  });

  it('has products by identifier in the given order, and an unknown one by its identifier alone', async () => {
    const run = runHook(() =>
      useProductsById('north', 'north-catalogue', ['north-p2', 'unknown', 'north-p1']),
    );
    await waitFor(() => expect(run.result.current[0]?.price).toBe(12));
    await waitFor(() => expect(run.result.current[2]?.price).toBe(11));
    expect(run.result.current.map(({ identifier }) => identifier)).toEqual([
      'north-p2',
      'unknown',
      'north-p1',
    ]);
    expect(run.result.current[1]).toEqual({
      identifier: 'unknown',
      displayText: 'unknown',
      imageUrl: null,
      price: null,
      currency: null,
    });
  });

  it('has members, keys, audit, imports and analytics', async () => {
    const { data: members } = await load(() => useMembers('north'));
    expect(members.map(({ role }) => role).toSorted()).toEqual(['merchandiser', 'owner', 'viewer']);
    const { data: keys } = await load(() => useSubscriptions('north'));
    expect(keys.map(({ name, kind }) => [name, kind])).toEqual([
      ['north-keys', 'secret'],
      ['north-feeds', 'ingest'],
    ]);
    const { data: audit } = await load(() =>
      useAudit('north', { page: 1, actor: '', subject: 'north-similar' }),
    );
    expect(audit.entries.map(({ action }) => action)).toEqual(['box.create']);
    const { data: imports } = await load(() => useImports('north', 'north-catalogue'));
    expect(imports).toHaveLength(1);
    const period = { from: '2026-01-01T00:00:00Z', to: '2026-01-08T00:00:00Z' };
    const { data: analytics } = await load(() =>
      useAnalytics('north', { ...period, compare: true, step: 'day' }),
    );
    expect(analytics.period).toBeNull();
    expect(analytics.series.map(({ calls }) => calls)).toEqual(Array(7).fill(null));
    const { data: usage } = await load(() => useUsage('north', 'north-keys', period.from, period.to));
    expect(usage).toEqual([]);
  });

  it('knows whether the service is ready', async () => {
    const { data } = await load(useReady);
    expect(data).toBe(true);
  });
});

describe('previews', () => {
  it('answer a search box with products, and a related box with suggestions', async () => {
    const { data: search } = await load(() =>
      useSearchPreview('north', 'north-similar', { identifier: 'north-p0', campaigns: 'none' }),
    );
    expect(search.documents?.length).toBeGreaterThan(0);
    const { data: related } = await load(() =>
      useRelatedPreview('north', 'north-related', { pattern: 'shirt', campaigns: 'none' }),
    );
    expect(related.suggestions?.map(({ displayText }) => displayText)).toContain('Red shirt');
  });

  it('fail when the box answers the other operation', async () => {
    const run = await load(() =>
      useSearchPreview('north', 'north-related', { pattern: 'shirt', campaigns: 'none' }),
    );
    expect(run.result.current.error).toMatchObject({
      message: 'The box north-related answers another operation.',
    });
  });

  it('wait for a box and a request', () => {
    const without = runHook(() =>
      useSearchPreview('north', undefined, { identifier: 'a', campaigns: 'none' }),
    );
    expect(without.result.current.fetchStatus).toBe('idle');
    expect(runHook(() => useSearchPreview('north', 'x', null)).result.current.fetchStatus).toBe('idle');
  });
});

describe('changes', () => {
  it('load the lists again that they change', async () => {
    const run = runHook(() => ({
      boxes: useBoxes('north'),
      create: useCreateBox('north'),
      remove: useRemoveBox('north'),
    }));
    await waitFor(() => expect(run.result.current.boxes.data).toHaveLength(2));
    await act(() =>
      run.result.current.create.mutateAsync({
        box: { name: 'third', kind: 'search', dataset: 'north-catalogue' },
      }),
    );
    await waitFor(() => expect(run.result.current.boxes.data).toHaveLength(3));
    await act(() => run.result.current.remove.mutateAsync('third'));
    await waitFor(() => expect(run.result.current.boxes.data).toHaveLength(2));
  });

  it('keep the error of a refusal', async () => {
    const run = runHook(() => useRemoveBox('north'));
    await act(() => run.result.current.mutateAsync('gone').catch(() => undefined));
    await waitFor(() => expect(run.result.current.error).toMatchObject({ status: 404 }));
  });

  it('of a campaign: created, published, withdrawn, undone and removed', async () => {
    const run = runHook(() => ({
      list: useCampaigns('north'),
      save: useSaveCampaign('north', null),
      change: useChangeCampaign('north'),
    }));
    const { ruleId } = await act(() =>
      run.result.current.save.mutateAsync({
        body: {
          name: 'hooked',
          state: 'draft',
          effect: { redirect: { url: 'https://shop.example' } },
          when: { brand: 'Acme' },
        },
      }),
    );
    const state = () => run.result.current.list.data?.find((each) => each.ruleId === ruleId)?.state;
    await waitFor(() => expect(state()).toBe('draft'));
    await act(() => run.result.current.change.publish.mutateAsync({ ruleId }));
    await waitFor(() => expect(state()).toBe('published'));
    await act(() => run.result.current.change.withdraw.mutateAsync(ruleId));
    await waitFor(() => expect(state()).toBe('paused'));
    await act(() => run.result.current.change.undo.mutateAsync(ruleId));
    await waitFor(() => expect(state()).toBe('published'));
    await act(() => run.result.current.change.remove.mutateAsync(ruleId));
    await waitFor(() => expect(state()).toBeUndefined());
    expect(runHook(() => useCampaign('north', null)).result.current.fetchStatus).toBe('idle');
  });

  it('of members and keys go to their own addresses', async () => {
    const run = runHook(() => ({
      members: useChangeMembers('north'),
      keys: useChangeSubscriptions('north'),
    }));
    await act(() =>
      run.result.current.members.setRole.mutateAsync({ email: 'viewer@shop.example', role: 'viewer' }),
    );
    await act(() =>
      run.result.current.keys.setState.mutateAsync({ name: 'north-feeds', state: 'suspended' }),
    );
    await act(() => run.result.current.keys.setState.mutateAsync({ name: 'north-feeds', state: 'active' }));
    expect(service.changes.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'PUT /admin/websites/north/members/viewer%40shop.example',
      'POST /admin/websites/north/subscriptions/north-feeds/state',
      'POST /admin/websites/north/subscriptions/north-feeds/state',
    ]);
  });

  it('of one shop leave the data of another alone', async () => {
    const run = runHook(() => useRemoveBox('north'));
    run.queries.setQueryData(websiteKey('south', 'boxes'), []);
    await send('POST', 'websites/north/boxes', {
      name: 'gone soon',
      kind: 'search',
      dataset: 'north-catalogue',
    });
    await act(() => run.result.current.mutateAsync('gone soon'));
    expect(run.queries.getQueryState(websiteKey('south', 'boxes'))?.isInvalidated).toBe(false);
  });

  it('need the right: a website is created by an administrator only', async () => {
    const run = runHook(() => useCreateWebsite());
    const body = { name: 'mine', displayName: 'Mine', language: 'en' };
    await act(() => run.result.current.mutateAsync(body).catch(() => undefined));
    await waitFor(() => expect(run.result.current.error).toMatchObject({ status: 403 }));
  });
});

describe('the progress of an import', () => {
  const address = '/admin/websites/north/datasets/north-catalogue/imports/i1/events';

  it('follows the stream until the import ends, then loads the datasets again', async () => {
    const run = runHook(() => useImportProgress('north', 'north-catalogue', 'i1'));
    run.queries.setQueryData(websiteKey('north', 'datasets'), []);
    const list = websiteKey('north', 'datasets', 'north-catalogue', 'imports');
    const queued = { state: 'queued', rows: 0 };
    run.queries.setQueryData(list, [
      { id: 'i1', ...queued },
      { id: 'i0', ...queued },
    ]);
    expect(run.result.current).toBeNull();
    act(() => openStreams.get(address)?.({ state: 'running', rows: 10 }));
    expect(run.result.current).toMatchObject({ rows: 10 });
    expect(run.queries.getQueryData(list)).toMatchObject([{ state: 'running', rows: 10 }, queued]);
    expect(run.queries.getQueryState(websiteKey('north', 'datasets'))?.isInvalidated).toBe(false);
    act(() => openStreams.get(address)?.({ state: 'published', rows: 40 }));
    expect(run.result.current).toMatchObject({ rows: 40 });
    expect(openStreams.has(address)).toBe(false);
    expect(run.queries.getQueryState(websiteKey('north', 'datasets'))?.isInvalidated).toBe(true);
  });

  it('is closed with the page, and not opened without an import', () => {
    const run = runHook(() => useImportProgress('north', 'north-catalogue', 'i1'));
    expect(openStreams.has(address)).toBe(true);
    run.unmount();
    expect(openStreams.has(address)).toBe(false);
    runHook(() => useImportProgress('north', 'north-catalogue', undefined));
    expect(openStreams.size).toBe(0);
  });
});

describe('addresses that the browser opens itself', () => {
  it('are encoded, and leave out what a download does not take', () => {
    expect(faultsAddress('north', 'a/b', 'i 1')).toBe(
      '/admin/websites/north/datasets/a%2Fb/imports/i%201/faults',
    );
    const period = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
    const request = { ...period, compare: true, step: 'day' } as const;
    const address =
      '/admin/websites/north/analytics.csv?from=2026-01-01T00%3A00%3A00Z&to=2026-01-02T00%3A00%3A00Z';
    expect(analyticsCsvAddress('north', request, 'hours')).toBe(`${address}&what=hours`);
    expect(analyticsCsvAddress('north', { ...request, box: 'a b' }, 'terms')).toBe(
      `${address}&box=a+b&what=terms`,
    );
  });
});
