import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyDeclaration } from '../../declare/apply/apply.ts';
import { pathParameterNames, type Route } from './contract/route.ts';
import { routeTable } from './route-table.ts';
import { requestBodyFor } from '../../../test/support/http/admin/request-bodies.ts';
import {
  addMember,
  type AdminResponse,
  bearer,
  openAdminClient,
  type AdminClient,
} from '../../../test/support/http/admin/admin-client.ts';
import { createWebsiteFixture } from '../../../test/support/http/admin/website-fixture.ts';

const people = [
  'anonymous',
  'viewer',
  'merchandiser',
  'owner',
  'owner of another website',
  'administrator without membership',
  'administrator who entered',
] as const;
type Who = (typeof people)[number];

const marks = { '+': 'admitted', '-': 'asked to sign in', r: 'refused by role', h: 'hidden' } as const;
type Outcome = (typeof marks)[keyof typeof marks];

type Row = { readonly outcomes: Record<Who, Outcome>; readonly statuses: readonly number[] };

const readTable = (text: string): ReadonlyMap<string, Row> => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return new Map(
    lines.map((line) => {
      const [id = '', ...cells] = line.trim().split(/ +/);
      const outcomes = people.map((who, place) => [who, marks[cells[place] as keyof typeof marks]] as const);
      const statuses = cells.slice(people.length).map(Number);
      return [id, { outcomes: Object.fromEntries(outcomes) as Row['outcomes'], statuses }];
    }),
  );
};

/**
 * Who gets in, for each route by its id: written by hand, and not made of the route table that the service checks. The
 * columns are `people`; `h` is the answer of a website that does not exist. Behind it stands what the admitted get: every
 * route is called with the sample body and with names that do not exist. Five wrong passwords for one address make the
 * sixth sign-in a 429. Callers here have a token and no session, so they may not make tokens or enrol a factor.
 */
const expected = readTable(`
  signIn               + + + + + + +  401 429
  getSetupNeed         + + + + + + +  200
  getSetup             + + + + + + +  200
  setUp                + + + + + + +  404
  getInvitation        + + + + + + +  404
  acceptInvitation     + + + + + + +  404

  getSession           - + + + + + +  200
  signOut              - + + + + + +  400
  changePassword       - + + + + + +  403
  beginTotp            - + + + + + +  403
  confirmTotp          - + + + + + +  403
  removeTotp           - + + + + + +  403
  listSessions         - + + + + + +  200
  endSession           - + + + + + +  404
  listTokens           - + + + + + +  200
  createToken          - + + + + + +  403
  removeToken          - + + + + + +  404
  listWebsites         - + + + + + +  200

  createWebsite        - r r r r + +  201 409
  enterWebsite         - r r r r + +  403
  leaveWebsite         - r r r r + +  204 404
  getSystem            - r r r r + +  200
  startBackup          - r r r r + +  202 409
  listBackups          - r r r r + +  200
  cancelAnyImport      - r r r r + +  404

  getWebsite           - + + + h h +  200
  updateWebsite        - r r + h h +  200
  updateVocabulary     - r + + h h +  200
  removeWebsite        - r r + h + +  204
  getDeclaration       - + + + h h +  200
  applyDeclaration     - r r + h h +  400
  importSample         - r r + h h +  409

  listDatasets         - + + + h h +  200
  createDataset        - r r + h h +  409
  getDataset           - + + + h h +  404
  updateDataset        - r r + h h +  404
  removeDataset        - r r + h h +  404
  listFields           - + + + h h +  404
  inspectFeed          - r + + h h +  404
  getWithheldKeywords  - + + + h h +  404
  listVersions         - + + + h h +  404
  makeVersionLive      - r + + h h +  404
  discardVersion       - r r + h h +  404

  startImport          - r + + h h +  404
  listImports          - + + + h h +  404
  getImport            - + + + h h +  404
  followImport         - + + + h h +  404
  cancelImport         - r + + h h +  404
  approveImport        - r + + h h +  404
  getImportFaults      - + + + h h +  404
  listImportFaults     - + + + h h +  404
  getImportDiff        - + + + h h +  404

  findProducts         - + + + h h +  404
  getProduct           - + + + h h +  404
  getProductUse        - + + + h h +  404
  getProductPicture    - + + + h h +  404
  listLiveChanges      - + + + h h +  404
  listMissingPictures  - + + + h h +  404
  getPicture           - r + + h h +  404
  addPictures          - r + + h h +  404
  removePictures       - r r + h h +  404

  listBoxes            - + + + h h +  200
  createBox            - r r + h h +  409
  getBox               - + + + h h +  404
  updateBox            - r + + h h +  404
  removeBox            - r r + h h +  404
  previewBox           - + + + h h +  404
  getCuration          - + + + h h +  404
  putCuration          - r + + h h +  404

  listCampaigns        - + + + h h +  200
  createCampaign       - r + + h h +  409
  getCampaign          - + + + h h +  404
  updateCampaign       - r + + h h +  404
  removeCampaign       - r + + h h +  404
  publishCampaign      - r + + h h +  404
  withdrawCampaign     - r + + h h +  404
  reviewCampaign       - r + + h h +  200
  getCampaignHistory   - + + + h h +  404
  undoCampaign         - r + + h h +  404

  listSubscriptions    - + + + h h +  200
  listPublishableKeys  - + + + h h +  200
  createSubscription   - r r + h h +  409
  getSubscription      - + + + h h +  404
  updateSubscription   - r r + h h +  404
  revealKeys           - r r + h h +  404
  rotateKey            - r r + h h +  404
  setSubscriptionState - r r + h h +  404
  getUsage             - + + + h h +  404

  listMembers          - + + + h h +  200
  inviteMember         - r r + h h +  201
  setMemberRole        - r r + h h +  404
  removeMember         - r r + h h +  404

  listAudit            - r r + h h +  200
  getAuditTable        - r r + h h +  200
  getAuditLines        - r r + h h +  200
  getAnalytics         - + + + h h +  200
  getAnalyticsFile     - + + + h h +  200
  getAlerts            - r r + h h +  200
  updateAlerts         - r r + h h +  200
  testAlerts           - r r + h h +  409
`);

let client: AdminClient;
const tokens = new Map<Who, string>();

beforeAll(async () => {
  client = await openAdminClient();
  const { kindred, imports } = client;
  const { id } = await createWebsiteFixture(kindred, imports, 'north');
  // With this dataset importSample is a conflict: drawing the sample takes long.
  const catalogue = { website: { name: 'north' }, datasets: [{ name: 'catalogue', kind: 'products' }] };
  await applyDeclaration({ store: kindred.store, actor: 'test', baseFolder: null })(catalogue);
  const elsewhere = await createWebsiteFixture(kindred, imports, 'south');
  for (const role of ['viewer', 'merchandiser', 'owner'] as const) {
    tokens.set(role, await addMember(kindred, id, `${role}@north.example`, role));
  }
  for (const who of people.slice(4)) {
    const email = `${who.replaceAll(' ', '-')}@south.example`;
    tokens.set(who, await addMember(kindred, elsewhere.id, email, 'owner'));
    if (who.startsWith('administrator')) await kindred.store.accounts.setAdministrator('test', email, true);
  }
  await enterNorth();
});

afterAll(() => client.close());

const enterNorth = async (): Promise<void> => {
  const { store } = client.kindred;
  const operator = store.accounts.byEmail('administrator-who-entered@south.example');
  await store.visits.start(store.websites.byName('north')?.id ?? 0, 'test', operator?.id ?? 0, 'a test');
};

// These two go last: what they end is needed by the others.
const last = ['leaveWebsite', 'removeWebsite'];
const rows = [...routeTable].sort((a, b) => last.indexOf(a.id) - last.indexOf(b.id));

/** What somebody before this one ended. */
const restore = async ({ id }: Route, who: Who): Promise<void> => {
  if (id !== 'removeWebsite' || !who.startsWith('administrator')) return;
  await createWebsiteFixture(client.kindred, client.imports, 'north');
  await enterNorth();
};

describe('who may call what', () => {
  it('is written down for every route', () => {
    expect([...expected.keys()].sort()).toEqual(routeTable.map(({ id }) => id).sort());
  });

  it('every route that takes a body has a sample body', () => {
    const without = routeTable.filter(
      (row) => 'body' in row && requestBodyFor(row.id, 'north') === undefined,
    );
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  it.each(rows.map((row) => [`${row.id}: ${row.method} ${row.path}`, row] as const))('%s', async (_, row) => {
    const seen: Record<string, string> = {};
    for (const who of people) {
      await restore(row, who);
      seen[who] = outcomeOf(row, await call(row, who));
    }
    expect(seen).toEqual(expected.get(row.id)?.outcomes);
  });
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
  if (status === 401 && message === 'Nobody is signed in.') return marks['-'];
  if (status === 404 && message === 'There is no such website.') return marks.h;
  if (status === 403 && code === 'not-allowed' && message?.startsWith('Only ')) return marks.r;
  return expected.get(id)?.statuses.includes(status) ? marks['+'] : `unexpected ${status}`;
};
