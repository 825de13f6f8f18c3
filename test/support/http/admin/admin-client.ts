import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose, type Kindred } from '../../../../src/compose.ts';
import { composeServing } from '../../../../src/compose-serving.ts';
import { readConfig } from '../../../../src/config.ts';
import type { Role } from '../../../../src/domain/operator.ts';
import { createVisits } from '../../../../src/analytics/visits.ts';
import {
  countInteractions,
  createVariantList,
} from '../../../../src/service/background/count-interactions.ts';
import { createReadPhoto } from '../../../../src/service/background/photo-vectors.ts';
import { openDemoShop } from '../../../../demo/demo-shop.ts';
import { openAdmin } from '../../../../src/service/start/open-admin.ts';
import { findImagePlace } from '../../../../src/ingest/pictures/image-place.ts';
import { createImageSearch } from '../../../../src/operations/image-search.ts';
import { createRelatedKeywords } from '../../../../src/operations/related-keywords.ts';
import { createApp } from '../../../../src/http/app.ts';
import { createLogger } from '../../../../src/http/monitoring/log.ts';
import { createImportQueue } from '../../../../src/imports/queue.ts';
import { launchInThisProcess } from '../../launch-in-this-process.ts';
import { lightPasswords } from '../../store/light-passwords.ts';
import { noon } from '../shop.ts';
import { findAdminMismatches } from './check-response.ts';
import { createWebsiteFixture, type WebsiteFixture } from './website-fixture.ts';

export type AdminResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  readonly json: unknown;
};

export type AdminRequest = {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export type AdminClient = Awaited<ReturnType<typeof openAdminClient>>;

export const origin = 'http://localhost';
export const passwordOf = (email: string): string => `a long password of ${email}`;

/**
 * The whole service on real parts in a temporary folder, without a port, and a client for it. Every answer of the
 * admin API is checked against openapi.admin.json.
 */
export const openAdminClient = async (environment: NodeJS.ProcessEnv = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-admin-'));
  const config = { ...readConfig(environment), dataDir: folder, demo: false };
  const kindred = await compose(config, { passwordCost: lightPasswords });
  const log: string[] = [];
  const logger = createLogger('debug', { write: (line: string) => void log.push(line) });
  const parts = await composeServing(config, (error, message) => log.push(`${message}: ${String(error)}`));
  const { limiter } = parts;
  const clock = { nowMs: noon };
  const now = () => clock.nowMs;
  const { engine, store } = kindred;
  const imageSearchAt = (at: () => number) =>
    createImageSearch({
      products: (dataset) => engine.products(dataset),
      now: at,
      report: (part, cause) => log.push(`${part}: ${String(cause)}`),
    });
  const readPhoto = createReadPhoto({ ...kindred, folder: join(folder, 'pictures') });
  const relatedKeywords = createRelatedKeywords(engine);
  const routes = new Set<string>();
  const queue = createImportQueue({
    imports: kindred.imports,
    launch: launchInThisProcess(kindred.imports, (line) => logger.error(line)),
  });
  const admin = openAdmin(kindred, {
    queue,
    demo: openDemoShop(),
    imageSearchAt,
    readPhoto,
    relatedKeywords,
    parts,
    logger,
    now,
  });
  const app = createApp({
    directory: () => store.directory(),
    imageSearch: imageSearchAt(now),
    relatedKeywords,
    limiter,
    now,
    logger,
    publicUrl: null,
    readiness: () => ({ ready: true, waitingFor: [] }),
    liveVersions: () => [],
    imageFolder: () => null,
    applySchema: {},
    photoSearch: { readPhoto },
    productData: {
      engine,
      datasets: (websiteId) => store.datasets.list(websiteId).filter(({ kind }) => kind === 'products'),
      imagePlace: (dataset) => findImagePlace(folder, dataset),
      embedPictures: () => undefined,
      now,
    },
    appendEvents: (website, events) => kindred.behaviour.log(website).append(events),
    onEventsAccepted: countInteractions({
      store,
      counter: admin.counter,
      campaigns: (websiteId, boxId) => store.directory().campaigns(websiteId, boxId),
      visits: createVisits(now),
      listVariants: createVariantList(store, engine),
      now,
    }),
    onRoute: (method, url) => routes.add(`${method} ${url}`),
    analytics: admin.counter,
    admin: admin.needs,
    portalFolder: join(folder, 'portal'),
    storefrontFolder: join(folder, 'storefront'),
    clientsFolder: join(folder, 'clients'),
  });

  const request = async ({ method, url, body, headers = {} }: AdminRequest): Promise<AdminResponse> => {
    const sent = { method: method as 'GET', url, headers: { host: 'localhost', ...headers } };
    const hasBody = body !== undefined;
    const response = await app.inject(hasBody ? { ...sent, payload: body as object } : sent);
    const result = {
      status: response.statusCode,
      headers: response.headers as AdminResponse['headers'],
      text: response.body,
      json: parseJson(response.body),
    };
    const faults = url.startsWith('/admin/') ? findAdminMismatches(method, url, result) : [];
    if (faults.length > 0)
      throw new Error(`${method} ${url}: ${faults.join('; ')}\n${result.text.slice(0, 1000)}`);
    return result;
  };

  return {
    app,
    kindred,
    folder,
    clock,
    log,
    request,
    /** `GET /admin/websites/:website` … */
    routes,
    imports: admin.needs.imports,
    flush: () => limiter.flush(),
    close: async () => {
      await app.close();
      await queue.close();
      await admin.close();
      await parts.close();
      await kindred.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Three websites that differ in their names only. */
export const createThreeWebsites = async ({
  kindred,
  imports,
}: AdminClient): Promise<Record<'north' | 'south' | 'uplands', WebsiteFixture>> => ({
  north: await createWebsiteFixture(kindred, imports, 'north'),
  south: await createWebsiteFixture(kindred, imports, 'south'),
  uplands: await createWebsiteFixture(kindred, imports, 'uplands'),
});

/** Adds a member and returns a bearer token of theirs. */
export const addMember = async (
  { store }: Pick<Kindred, 'store'>,
  websiteId: number,
  email: string,
  role: Role,
): Promise<string> => {
  const { operatorId } = await store.operators.put(websiteId, 'test', email, role, passwordOf(email));
  return (await store.accounts.issueToken(operatorId, 'test', 'test')).clear;
};

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};
