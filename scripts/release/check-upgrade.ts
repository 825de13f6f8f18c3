import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRelease, type Release, type RunningRelease } from './service.ts';

/*
 * Is anything lost by an upgrade from an older release? The older program makes the demo, keys, live changes and events,
 * and uses up a part of a quota. This one starts on the same folder and must answer and list the same. Then the older one is started again: where the data format grew it
 * must refuse, and otherwise serve.
 *
 *   node scripts/release/check-upgrade.ts <commit or tag of the older release>
 */

const quota = 40;
const usedBefore = 25;
const askedProducts = 30;
const changedProducts = 10;
const sentEvents = 20;
const searchTerms = 2;

type Keys = { readonly keys: { readonly primary: string } };
type Recorded = { readonly settings: string; readonly answers: ReadonlyMap<string, string> };

/** What was found wrong; empty: nothing is lost. `say` is told each step. */
export const checkUpgrade = async (
  root: string,
  ref: string,
  say: (line: string) => void,
): Promise<string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-upgrade-'));
  const olderFolder = join(folder, 'older');
  const git = (...words: string[]) => execFileSync('git', ['-C', root, ...words], { encoding: 'utf8' });
  git('worktree', 'add', '--quiet', '--detach', olderFolder, ref);
  const install = ['ci', '--omit=dev', '--no-audit', '--no-fund'];
  execFileSync('npm', install, { cwd: olderFolder, stdio: 'ignore' });
  try {
    const dataFolder = join(folder, 'data');
    const older = openRelease(olderFolder, dataFolder);
    const newer = openRelease(root, dataFolder);
    const failures: string[] = [];

    say('the older release makes the demo, live changes, events and calls');
    const running = await older.start();
    const shopper = openShopper(older, running);
    await shopper.change();
    await shopper.sendEvents();
    await shopper.useQuota(usedBefore);
    const before = await shopper.record();
    await running.stop();
    say(`${before.answers.size} answers recorded, ${usedBefore} of ${quota} calls used`);

    const upgraded = await newer.start().catch((error: unknown) => String(error));
    if (typeof upgraded === 'string')
      return [`this release does not start on the folder of the older one: ${upgraded}`];
    const after = await shopper.on(newer, upgraded).record();
    if (after.settings !== before.settings) failures.push('what is declared and live is listed differently');
    for (const [path, answer] of before.answers)
      failures.push(...describeDifference(path, answer, after.answers.get(path) ?? ''));
    const left = await shopper.on(newer, upgraded).countUntilRefused(quota);
    if (left !== quota - usedBefore)
      failures.push(`${left} calls of the quota are left, not ${quota - usedBefore}`);
    const learnt = newer.run('learn', 'demo') as {
      readonly published: readonly { readonly searched: number }[];
    };
    const searched = learnt.published[0]?.searched;
    if (searched !== searchTerms)
      failures.push(`${searched} of ${searchTerms} search terms are learnt from events`);
    await upgraded.stop();

    say('the older release is started on the upgraded folder');
    failures.push(...(await judgeDowngrade(older, hasSameFormat(root, olderFolder))));
    return failures;
  } finally {
    git('worktree', 'remove', '--force', olderFolder);
    rmSync(folder, { recursive: true, force: true });
  }
};

/** With the place where the answers part. */
const describeDifference = (path: string, before: string, after: string): string[] => {
  if (before === after) return [];
  let at = 0;
  while (before[at] === after[at]) at += 1;
  const cut = (text: string): string => text.slice(Math.max(0, at - 40), at + 40);
  return [`another answer to ${path}: …${cut(before)}… became …${cut(after)}…`];
};

/** Null where a release did not write one. */
const readDataFormat = (folder: string): number | null => {
  const file = join(folder, 'src', 'release.ts');
  const found = existsSync(file) && /dataFormat = (\d+)/.exec(readFileSync(file, 'utf8'));
  return found ? Number(found[1]) : null;
};

const hasSameFormat = (root: string, older: string): boolean =>
  readDataFormat(root) === readDataFormat(older);

const judgeDowngrade = async (older: Release, mayServe: boolean): Promise<string[]> => {
  try {
    const running = await older.start();
    await running.stop();
    return mayServe ? [] : ['the older release starts on a data folder that it cannot read'];
  } catch (error) {
    const text = String(error);
    if (mayServe) return [`the older release does not start again: ${text}`];
    return /newer|release|schema/i.test(text)
      ? []
      : [`the older release is refused without a reason: ${text}`];
  }
};

type Shopper = {
  readonly change: () => Promise<void>;
  readonly sendEvents: () => Promise<void>;
  readonly useQuota: (calls: number) => Promise<void>;
  readonly countUntilRefused: (most: number) => Promise<number>;
  readonly record: () => Promise<Recorded>;
  /** The same caller, at another release. */
  readonly on: (release: Release, running: RunningRelease) => Shopper;
};

/** Calls the demo with keys of its own. */
const openShopper = (older: Release, started: RunningRelease): Shopper => {
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
    const get = (path: string, key: string) =>
      fetch(url + path, { headers: { 'ocp-apim-subscription-key': key } });
    const pathOf = (identifier: string): string =>
      image.replace(/identifier=[^&]*/, `identifier=${identifier}`);
    const post = async (path: string, key: string, body: unknown): Promise<void> => {
      const { status } = await fetch(url + path, {
        method: 'POST',
        headers: { 'ocp-apim-subscription-key': key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (status >= 300) throw new Error(`${path} answers ${status}.`);
    };
    const findIdentifiers = async (): Promise<string[]> => {
      const answer = (await (await get(`${image}&top=${askedProducts}`, keys.secret)).json()) as {
        readonly documents: readonly { readonly document: { readonly identifier: string } }[];
      };
      return answer.documents.map(({ document }) => document.identifier);
    };
    return {
      change: async () => {
        identifiers = await findIdentifiers();
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
      countUntilRefused: async (most) => {
        for (let call = 0; call <= most; call += 1)
          if ((await get(related, keys.limited)).status !== 200) return call;
        return most + 1;
      },
      record: async () => {
        const answers = new Map<string, string>();
        for (const path of [related, ...identifiers.map(pathOf)])
          answers.set(path, (await (await get(path, keys.secret)).text()).replaceAll(url, ''));
        const { websites } = release.run('status') as { readonly websites: unknown };
        return { settings: JSON.stringify(websites), answers };
      },
      on: create,
    };
  };
  return create(older, started);
};

if (import.meta.main) {
  const ref = process.argv[2];
  if (ref === undefined) throw new Error('Name a commit or a tag of the older release.');
  const failures = await checkUpgrade(join(import.meta.dirname, '..', '..'), ref, console.log);
  for (const failure of failures) console.log(`failed: ${failure}`);
  console.log(failures.length === 0 ? 'nothing is lost' : `${failures.length} failures`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
