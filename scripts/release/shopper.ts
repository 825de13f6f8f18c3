import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Release, RunningRelease } from './service.ts';

/** What a release lists and answers on a data folder. */
export type Recorded = {
  /** Declaration and kept versions. */
  readonly settings: unknown;
  readonly answers: ReadonlyMap<string, string>;
};

/** Somebody who uses the demo shop, with keys of their own. */
export type Shopper = {
  readonly change: () => Promise<void>;
  readonly sendEvents: () => Promise<void>;
  readonly useQuota: (calls: number) => Promise<void>;
  readonly countUntilRefused: () => Promise<number>;
  readonly record: () => Promise<Recorded>;
  /** The same caller, at another release. */
  readonly on: (release: Release, running: RunningRelease) => Shopper;
};

export const quota = 40;
export const searchTerms = 2;
const askedProducts = 30;
const changedProducts = 10;
const sentEvents = 20;

type Keys = { readonly keys: { readonly primary: string } };
type Status = { readonly websites: readonly { readonly datasets: readonly { readonly name: string }[] }[] };
type Versions = {
  readonly versions: readonly { readonly version: string; readonly live: boolean; readonly size: number }[];
};
type Found = { readonly documents: readonly { readonly document: { readonly identifier: string } }[] };

const keyHeaders = (key: string) => ({
  'ocp-apim-subscription-key': key,
  'content-type': 'application/json',
});

/** The declaration of the demo shop, as the portal exports it. */
const readDeclaration = async ({ dataFolder }: Release, url: string): Promise<unknown> => {
  const { portal } = JSON.parse(readFileSync(join(dataFolder, 'demo.json'), 'utf8')) as {
    readonly portal: { readonly email: string; readonly password: string };
  };
  const signedIn = await fetch(`${url}/admin/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: portal.email, password: portal.password }),
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const answer = await fetch(`${url}/admin/websites/demo/declaration`, { headers: { cookie } });
  if (!answer.ok) throw new Error(`The declaration answers ${answer.status}: ${await answer.text()}`);
  return answer.json();
};

/** Without their bytes: files that are derived from others may come and go. */
const listVersions = (release: Release): unknown =>
  (release.run('status') as Status).websites[0]?.datasets.map(({ name }) => ({
    name,
    versions: (release.run('versions', `demo/${name}`) as Versions).versions.map(
      ({ version, live, size }) => ({ version, live, size }),
    ),
  }));

/** Makes keys for a secret, a limited and an ingesting caller. */
export const openShopper = (older: Release, started: RunningRelease): Shopper => {
  const createKey = (name: string, ...options: string[]) =>
    (older.run('key', 'create', `demo/${name}`, ...options) as Keys).keys.primary;
  const keys = {
    secret: createKey('upgrade'),
    limited: createKey('upgrade-quota', '--quota', `${quota}/month`),
    ingest: createKey('upgrade-ingest', '--kind', 'ingest'),
  };
  const [image, related] = [...started.output.matchAll(/'(http[^']*\?btr=[^']*)'/g)].map(([, url]) => {
    const { pathname, search } = new URL(url ?? '');
    return pathname + search;
  });
  if (image === undefined || related === undefined) throw new Error('The older release prints no calls.');
  let identifiers: string[] = [];

  const create = (release: Release, { url }: RunningRelease): Shopper => {
    const get = (path: string, key: string) => fetch(url + path, { headers: keyHeaders(key) });
    const pathOf = (identifier: string): string =>
      image.replace(/identifier=[^&]*/, `identifier=${identifier}`);
    const post = async (path: string, key: string, body: unknown): Promise<void> => {
      const answer = await fetch(url + path, {
        method: 'POST',
        headers: keyHeaders(key),
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${path} answers ${answer.status}.`);
    };
    return {
      change: async () => {
        const { documents } = (await (
          await get(`${image}&top=${askedProducts}`, keys.secret)
        ).json()) as Found;
        identifiers = documents.map(({ document }) => document.identifier);
        for (const [place, identifier] of identifiers.slice(0, changedProducts).entries())
          await post('/productData/product', keys.ingest, { identifier, price: 1000 + place });
      },
      sendEvents: async () => {
        for (let place = 0; place < sentEvents; place += 1)
          await post('/events', keys.secret, {
            client_id: `shopper-${place % 5}`,
            action_name: 'search',
            timestamp: new Date().toISOString(),
            user_query: `rucksack ${place % searchTerms}`,
          });
      },
      useQuota: async (calls) => {
        for (let call = 0; call < calls; call += 1) await get(related, keys.limited);
      },
      countUntilRefused: async () => {
        for (let call = 0; call <= quota; call += 1)
          if ((await get(related, keys.limited)).status !== 200) return call;
        return quota + 1;
      },
      record: async () => {
        const answers = new Map<string, string>();
        for (const path of [related, ...identifiers.map(pathOf)])
          answers.set(path, (await (await get(path, keys.secret)).text()).replaceAll(url, ''));
        return {
          settings: { declaration: await readDeclaration(release, url), versions: listVersions(release) },
          answers,
        };
      },
      on: create,
    };
  };
  return create(older, started);
};
