import { afterAll, beforeAll } from 'vitest';
import type { Role } from '../../../../src/domain/operator.ts';
import { addMember, type AdminClient, bearer, openAdminClient } from './admin-client.ts';
import { createWebsiteFixture, type WebsiteFixture } from './website-fixture.ts';

type AdminShop = {
  readonly client: AdminClient;
  /** The shop `north`. */
  readonly shop: WebsiteFixture;
  /** Of its member ann@north.example. */
  readonly headers: Record<string, string>;
};

/** One service with the shop `north` and one member of it, for all tests of a file. */
export const withAdminShop = (role: Role, setUp: (opened: AdminShop) => void | Promise<void>): void => {
  let client: AdminClient | null = null;
  beforeAll(async () => {
    client = await openAdminClient();
    const shop = await createWebsiteFixture(client.kindred, client.imports, 'north');
    const headers = bearer(await addMember(client.kindred, shop.id, 'ann@north.example', role));
    await setUp({ client, shop, headers });
  });
  afterAll(() => client?.close());
};
