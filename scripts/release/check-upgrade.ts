import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findLost } from './find-lost.ts';
import { openRelease, type Release, type RunningRelease } from './service.ts';
import { openShopper, quota, type Recorded, searchTerms, type Shopper } from './shopper.ts';

/*
 * Is anything lost by an upgrade from an older release? The older program makes the demo, keys, live changes and events,
 * and uses up a part of a quota. This one starts on the same folder and must answer and list the same. Then the older one is started again: where the data format grew it
 * must refuse, and otherwise serve.
 *
 *   node scripts/release/check-upgrade.ts <commit or tag of the older release>
 */

const usedBefore = 25;

/** What was found wrong; empty: nothing is lost. `say` is told each step. */
export const checkUpgrade = async (
  root: string,
  ref: string,
  say: (line: string) => void,
): Promise<string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-upgrade-'));
  const olderFolder = join(folder, 'older');
  const dataFolder = join(folder, 'data');
  const git = (...words: string[]) => execFileSync('git', ['-C', root, ...words], { encoding: 'utf8' });
  git('worktree', 'add', '--quiet', '--detach', olderFolder, ref);
  const [older, newer] = [openRelease(olderFolder, dataFolder), openRelease(root, dataFolder)];
  try {
    installPackages(root, olderFolder);
    return await upgrade(older, newer, readDataFormat(root) === readDataFormat(olderFolder), say);
  } finally {
    older.close();
    newer.close();
    git('worktree', 'remove', '--force', olderFolder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};

/** Those of this release where both have the same. */
export const installPackages = (root: string, olderFolder: string): void => {
  const [ours, theirs] = [root, olderFolder].map((at) => readFileSync(join(at, 'package-lock.json'), 'utf8'));
  if (ours === theirs) return symlinkSync(join(root, 'node_modules'), join(olderFolder, 'node_modules'));
  const install = ['ci', '--omit=dev', '--no-audit', '--no-fund'];
  const env = { ...process.env, ONNXRUNTIME_NODE_INSTALL_CUDA: 'skip' };
  execFileSync('npm', install, { cwd: olderFolder, stdio: 'ignore', env });
};

const upgrade = async (
  older: Release,
  newer: Release,
  mayGoBack: boolean,
  say: (line: string) => void,
): Promise<string[]> => {
  say('the older release makes the demo, live changes, events and calls');
  const running = await startSmall(older);
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
  const failures = await compare(shopper, before, newer, upgraded);
  await upgraded.stop();

  say('the older release is started on the upgraded folder');
  return [...failures, ...(await judgeDowngrade(older, mayGoBack))];
};

/** The demo of some releases grows while it serves, and its answers change meanwhile: it stays as small as it begins. */
const startSmall = async (release: Release): Promise<RunningRelease> => {
  const running = await release.start();
  const file = join(release.dataFolder, 'demo.json');
  const text = readFileSync(file, 'utf8');
  const small = text.replace(/\n *"assortment": "whole",/, '');
  if (small === text) return running;
  await running.stop();
  writeFileSync(file, small);
  return release.start();
};

const compare = async (
  shopper: Shopper,
  before: Recorded,
  newer: Release,
  upgraded: RunningRelease,
): Promise<string[]> => {
  const caller = shopper.on(newer, upgraded);
  const after = await caller.record();
  const failures = findLost(before.settings, after.settings);
  for (const [path, answer] of before.answers)
    failures.push(...describeDifference(path, answer, after.answers.get(path) ?? ''));
  const left = await caller.countUntilRefused();
  if (left !== quota - usedBefore)
    failures.push(`${left} calls of the quota are left, not ${quota - usedBefore}`);
  const learnt = newer.run('learn', 'demo') as {
    readonly published: readonly { readonly searched: number }[];
  };
  const searched = learnt.published[0]?.searched;
  if (searched !== searchTerms)
    failures.push(`${searched} of ${searchTerms} search terms are learnt from events`);
  return failures;
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

if (import.meta.main) {
  const ref = process.argv[2];
  if (ref === undefined) throw new Error('Name a commit or a tag of the older release.');
  const failures = await checkUpgrade(join(import.meta.dirname, '..', '..'), ref, console.log);
  for (const failure of failures) console.log(`failed: ${failure}`);
  console.log(failures.length === 0 ? 'nothing is lost' : `${failures.length} failures`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
