import { execFile } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Context, Outcome, Program } from '../program.ts';
import { keyHeader, relatedPath, searchPath, startService, type TortureService } from '../support/service.ts';
import { createShops, type TortureShop } from '../support/shops.ts';

const kindred = join(import.meta.dirname, '..', '..', '..', 'bin', 'kindred.js');

const runCommand = (dataDir: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, [kindred, ...words], {
    env: { ...process.env, KINDRED_DATA: dataDir },
  });

const recordAnswers = async (
  { url }: TortureService,
  shop: TortureShop,
  count: number,
): Promise<string[]> => {
  const answers: string[] = [];
  for (let place = 0; place < count; place += 1) {
    const path = place % 4 === 0 ? relatedPath(shop, 'shirt') : `${searchPath(shop, `p${place}`)}&top=24`;
    answers.push(await (await fetch(url + path, { headers: keyHeader(shop.key) })).text());
  }
  return answers;
};

/** Half of the files are missing: the restore must refuse it. */
const restoresHalf = async (backup: string, folder: string): Promise<boolean> => {
  const half = join(folder, 'half');
  await cp(backup, half, { recursive: true });
  const files = readdirSync(half, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const [place, { parentPath, name }] of files.entries())
    if (place % 2 === 1 && !/manifest/i.test(name)) rmSync(join(parentPath, name));
  return runCommand(join(folder, 'restored-half'), 'restore', half).then(
    () => true,
    () => false,
  );
};

const run = async (context: Context): Promise<Outcome> => {
  const size = context.times(100_000, 200);
  const { config, shops } = await createShops(context.folder, ['north'], size);
  const [shop] = shops;
  if (shop === undefined) throw new Error('It was created above.');
  const service = await startService(config.dataDir);
  const count = context.times(1000, 40);
  const before = await recordAnswers(service, shop, count);
  const backups = join(context.folder, 'backups');
  await runCommand(config.dataDir, 'backup', backups, '--with-secret');
  await service.stop();
  const [name = ''] = readdirSync(backups);
  const restored = join(context.folder, 'restored');
  const startedAt = performance.now();
  await runCommand(restored, 'restore', join(backups, name));
  const seconds = (performance.now() - startedAt) / 1000;
  const again = await startService(restored);
  const after = await recordAnswers(again, shop, count);
  await again.stop();
  const different = before.filter((answer, place) => answer !== after[place]).length;
  const failures = [
    ...(different > 0 ? [`${different} answers differ`] : []),
    ...((await restoresHalf(join(backups, name), context.folder)) ? ['half a backup was restored'] : []),
  ];
  return {
    figure: `${size} products restored in ${seconds.toFixed(1)} s, ${count - different} of ${count} answers the same to the byte, half a backup refused: ${failures.length === 0}`,
    failures,
  };
};

export const backup: Program = {
  name: 'backup',
  promise:
    'a backup is made while serving, answers are the same to the byte after a restore, half a backup is refused',
  inSmoke: true,
  run,
};
