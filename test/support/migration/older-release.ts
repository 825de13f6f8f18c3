import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPackages } from '../../../scripts/release/check-upgrade.ts';
import type { ShopMaker } from './made-shop.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Its tests need packages that only development needs: those of this release will do. */
const linkOtherPackages = (theirs: string): void => {
  const ours = join(root, 'node_modules');
  for (const name of readdirSync(ours))
    if (!existsSync(join(theirs, name))) symlinkSync(join(ours, name), join(theirs, name));
};

/** An earlier release in a folder of its own, with the packages that it needs, and its ways to make a shop. */
export const openOlderRelease = async (folder: string, ref: string) => {
  const program = join(folder, 'older');
  const runGit = (...words: string[]): string =>
    execFileSync('git', ['-C', root, ...words], { encoding: 'utf8' });
  runGit('worktree', 'add', '--quiet', '--detach', program, ref);
  const remove = (): void => void runGit('worktree', 'remove', '--force', program);
  try {
    installPackages(root, program);
    linkOtherPackages(join(program, 'node_modules'));
    const load = (path: string): Promise<unknown> => import(pathToFileURL(join(program, path)).href);
    const maker = {
      ...((await load('src/compose.ts')) as Pick<ShopMaker, 'openConfiguration' | 'openEngineOf'>),
      ...((await load('src/config.ts')) as Pick<ShopMaker, 'readConfig'>),
      ...((await load('test/support/migration/small-shop.ts')) as Pick<ShopMaker, 'fillShop'>),
    };
    return {
      program,
      /** The commit. */
      name: runGit('rev-parse', '--short', ref).trim(),
      maker,
      remove,
    };
  } catch (error) {
    remove();
    throw error;
  }
};
