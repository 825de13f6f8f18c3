import { describe, expect, expectTypeOf, it } from 'vitest';
import type { AdminAddress, AdminApi, AdminApiByAddress, AdminRouteId } from './client-types.ts';
import { type AdminRoute, routeTable } from './route-table.ts';

describe('client types', () => {
  it('have every route of the table, by id and by address', () => {
    expectTypeOf<AdminRouteId>().toEqualTypeOf<AdminRoute['id']>();
    const addresses = routeTable.map(({ method, path }): AdminAddress => `${method} ${path}` as AdminAddress);
    expect(new Set(addresses).size).toBe(routeTable.length);
  });

  it('take method, path, parameters, query, body and answer from the row', () => {
    type PutBox = AdminApi['updateBox'];
    expectTypeOf<PutBox['method']>().toEqualTypeOf<'PUT'>();
    expectTypeOf<PutBox['path']>().toEqualTypeOf<'/admin/websites/{website}/boxes/{box}'>();
    expectTypeOf<PutBox['params']>().toEqualTypeOf<Readonly<Record<'website' | 'box', string>>>();
    expectTypeOf<PutBox['query']>().toEqualTypeOf<undefined>();
    expectTypeOf<PutBox['upload']>().toEqualTypeOf<false>();
    expectTypeOf<AdminApi['getSession']['body']>().toEqualTypeOf<undefined>();
    expectTypeOf<AdminApi['startImport']['upload']>().toEqualTypeOf<true>();
    expectTypeOf<AdminApi['removeBox']['answer']>().toEqualTypeOf<void>();
    expectTypeOf<AdminApi['getProductPicture']['answer']>().toEqualTypeOf<Blob>();
    expectTypeOf<AdminApi['rotateKey']['answer']>().toEqualTypeOf<{ readonly key: string }>();
    expectTypeOf<AdminApi['listAudit']['query']['page']>().toEqualTypeOf<number | undefined>();
    type BySameAddress = AdminApiByAddress['PUT /admin/websites/{website}/boxes/{box}'];
    expectTypeOf<BySameAddress>().toEqualTypeOf<PutBox>();
  });
});
