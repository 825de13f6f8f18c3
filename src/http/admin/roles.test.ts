import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyDeclaration } from '../../declare/apply/apply.ts';
import type { AdminRouteId } from './contract/client-types.ts';
import type { Access } from './contract/route.ts';
import { pathParameterNames, type Route } from './contract/route.ts';
import { routeTable } from './contract/route-table.ts';
import { requestBodyFor } from '../../../test/support/http/admin/request-bodies.ts';
import {
  addMember,
  type AdminResponse,
  bearer,
  openAdminClient,
  type AdminClient,
} from '../../../test/support/http/admin/admin-client.ts';
import { createWebsiteFixture } from '../../../test/support/http/admin/website-fixture.ts';

type Who = 'nobody' | 'stranger' | 'administrator' | 'viewer' | 'merchandiser' | 'owner';

const all = <T>(outcome: T): Record<Who, T> => {
  return {
    nobody: outcome,
    stranger: outcome,
    administrator: outcome,
    viewer: outcome,
    merchandiser: outcome,
    owner: outcome,
  };
};

const website = <T extends string>(members: Record<'viewer' | 'merchandiser' | 'owner', T>) => {
  return { nobody: 'signed out', stranger: 'hidden', administrator: 'admitted', ...members } as const;
};

/** Written by hand, so that the test does not repeat the code. */
const expected: Record<Access, Record<Who, 'admitted' | 'signed out' | 'hidden' | 'refused'>> = {
  public: all('admitted'),
  operator: { ...all('admitted'), nobody: 'signed out' },
  viewer: website({ viewer: 'admitted', merchandiser: 'admitted', owner: 'admitted' }),
  merchandiser: website({ viewer: 'refused', merchandiser: 'admitted', owner: 'admitted' }),
  owner: website({ viewer: 'refused', merchandiser: 'refused', owner: 'admitted' }),
  administrator: { ...all('refused'), nobody: 'signed out', administrator: 'admitted' },
};

/**
 * What a caller who is admitted gets: every route is called with the sample body and with names that do not exist.
 * Written by hand; a route that is missing here, or answers anything else, fails. Five wrong passwords for one address
 * make the sixth sign-in a 429. Callers here have a token and no session, so they may not make tokens or enrol a factor.
 */
const admittedStatuses: Readonly<Record<number, readonly AdminRouteId[]>> = {
  200: [
    'getSession',
    'getSetup',
    'listSessions',
    'listTokens',
    'listWebsites',
    'getWebsite',
    'updateWebsite',
    'getDeclaration',
    'listDatasets',
    'listBoxes',
    'listCampaigns',
    'reviewCampaign',
    'listSubscriptions',
    'listPublishableKeys',
    'listMembers',
    'listAudit',
    'getAuditTable',
    'getAuditLines',
    'getAnalytics',
    'getAnalyticsFile',
    'getAlerts',
    'updateAlerts',
    'getSystem',
    'listBackups',
  ],
  201: ['createWebsite', 'inviteMember'],
  202: ['startBackup'],
  204: ['removeWebsite'],
  400: ['signOut', 'applyDeclaration'],
  401: ['signIn'],
  403: ['beginTotp', 'confirmTotp', 'createToken', 'changePassword', 'removeTotp'],
  404: [
    'cancelAnyImport',
    'getWithheldKeywords',
    'setUp',
    'getInvitation',
    'acceptInvitation',
    'endSession',
    'removeToken',
    'getDataset',
    'updateDataset',
    'removeDataset',
    'listFields',
    'inspectFeed',
    'listVersions',
    'makeVersionLive',
    'discardVersion',
    'startImport',
    'listImports',
    'getImport',
    'followImport',
    'cancelImport',
    'approveImport',
    'getImportFaults',
    'listImportFaults',
    'getImportDiff',
    'findProducts',
    'getProduct',
    'getProductUse',
    'getProductPicture',
    'getPicture',
    'listLiveChanges',
    'listMissingPictures',
    'addPictures',
    'removePictures',
    'getBox',
    'updateBox',
    'removeBox',
    'previewBox',
    'getCuration',
    'putCuration',
    'getCampaign',
    'updateCampaign',
    'removeCampaign',
    'publishCampaign',
    'withdrawCampaign',
    'getCampaignHistory',
    'undoCampaign',
    'getSubscription',
    'updateSubscription',
    'revealKeys',
    'rotateKey',
    'setSubscriptionState',
    'getUsage',
    'setMemberRole',
    'removeMember',
  ],
  409: ['testAlerts', 'importSample', 'createDataset', 'createBox', 'createCampaign', 'createSubscription'],
  429: ['signIn'],
};

let client: AdminClient;
const tokens = new Map<Who, string>();

beforeAll(async () => {
  client = await openAdminClient();
  const { kindred, imports } = client;
  const { id } = await createWebsiteFixture(kindred, imports, 'north');
  // With this dataset importSample is a conflict: drawing the sample takes long.
  const catalogue = { website: { name: 'north' }, datasets: [{ name: 'catalogue', kind: 'products' }] };
  applyDeclaration({ store: kindred.store, actor: 'test', baseFolder: null })(catalogue);
  const elsewhere = await createWebsiteFixture(kindred, imports, 'south');
  for (const role of ['viewer', 'merchandiser', 'owner'] as const) {
    tokens.set(role, await addMember(kindred, id, `${role}@north.example`, role));
  }
  for (const who of ['stranger', 'administrator'] as const) {
    tokens.set(who, await addMember(kindred, elsewhere.id, `${who}@south.example`, 'owner'));
  }
  kindred.store.accounts.setAdministrator('test', 'administrator@south.example', true);
});

afterAll(() => client.close());

const people: readonly Who[] = ['nobody', 'stranger', 'viewer', 'merchandiser', 'owner', 'administrator'];
// removeWebsite goes last: the other routes need the website.
const rows = [...routeTable].sort(
  (a, b) => Number(a.id === 'removeWebsite') - Number(b.id === 'removeWebsite'),
);

describe('who may call what', () => {
  it('every route that takes a body has a sample body', () => {
    const without = routeTable.filter(
      (row) => 'body' in row && requestBodyFor(row.id, 'north') === undefined,
    );
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  it('viewers change nothing; keys, members and declarations belong to owners', () => {
    const changing = routeTable.filter(({ method }) => method !== 'GET');
    const byLookers = changing.filter(({ access }) => access === 'viewer');
    expect(byLookers.map(({ id }) => id)).toEqual(['previewBox']);
    const byMerchandisers = changing.filter(({ access }) => access === 'merchandiser');
    expect(byMerchandisers.map(({ id }) => id)).not.toContain('removeDataset');
    const ofKeysAndPeople = changing.filter(({ path }) => /subscriptions|members|declaration/.test(path));
    expect(new Set(ofKeysAndPeople.map(({ access }) => access))).toEqual(new Set(['owner']));
  });

  for (const row of rows) {
    it(`${row.method} ${row.path} (${row.access})`, async () => {
      const seen: Record<string, string> = {};
      for (const who of people) {
        // The owner has removed it already; the others are removed by nobody.
        if (row.id === 'removeWebsite' && who === 'administrator')
          await createWebsiteFixture(client.kindred, client.imports, 'north');
        seen[who] = outcomeOf(row, await call(row, who));
      }
      expect(seen).toEqual(expected[row.access]);
    });
  }
});

const call = async (row: Route, who: Who): Promise<AdminResponse> => {
  const token = tokens.get(who);
  // Names that do not exist, so that an admitted call changes nothing for the next one.
  const names = Object.fromEntries(pathParameterNames(row.path).map((name) => [name, '0']));
  const url = row.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => ({ ...names, website: 'north' })[name] ?? '',
  );
  const body = requestBodyFor(row.id, 'north');
  return client.request({
    method: row.method,
    url,
    headers: token === undefined ? {} : bearer(token),
    ...(row.body !== undefined && { body }),
  });
};

const outcomeOf = ({ id }: Route, { status, json }: AdminResponse): string => {
  const { code, message } = (json ?? {}) as { code?: string; message?: string };
  if (status === 401 && message === 'Nobody is signed in.') return 'signed out';
  if (status === 404 && message === 'There is no such website.') return 'hidden';
  if (status === 403 && code === 'not-allowed' && message?.startsWith('Only ')) return 'refused';
  const isExpected = admittedStatuses[status]?.some((each) => each === id) ?? false;
  return isExpected ? 'admitted' : `unexpected ${status}`;
};
