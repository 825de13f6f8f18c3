import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isInstalled } from '../../../scripts/installed-packages.js';
import { root } from './read-guide.ts';

/** Folders that a clone does not contain. */
const notCloned = new Set(['node_modules', 'dist', 'data', '.git']);

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Changes that are not committed yet belong to what is tested. */
const copyChanges = (target: string): void => {
  const changed = `${git(root, 'diff', '--name-only', 'HEAD')}${git(root, 'ls-files', '-o', '--exclude-standard')}`;
  for (const file of changed.split('\n').filter((name) => name !== '')) {
    if (existsSync(join(root, file))) cpSync(join(root, file), join(target, file), { recursive: true });
    else rmSync(join(target, file), { force: true });
  }
};

/** Without git, or in a folder that git does not trust, the files themselves are copied. */
const clone = (target: string): void => {
  try {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, target], { stdio: 'pipe' });
    copyChanges(target);
  } catch {
    rmSync(target, { recursive: true, force: true });
    cpSync(root, target, { recursive: true, filter: (source) => !notCloned.has(basename(source)) });
  }
};

/**
 * A fresh clone of the working tree. Packages are those of this repository, so that no network is needed.
 * Throws when they are not a whole install of the lock file: the start would install over them.
 */
export const cloneRepository = (target: string): void => {
  clone(target);
  symlinkSync(join(root, 'node_modules'), join(target, 'node_modules'));
  if (!isInstalled(target, 'test', 0))
    throw new Error('node_modules is not what package-lock.json names. Run: npm test');
  const built = join(root, 'dist');
  if (existsSync(built)) cpSync(built, join(target, 'dist'), { recursive: true });
};

/** Commits everything in a clone, also where nothing changed. */
export const commitAll = (folder: string, message: string): void => {
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@shop.example'];
  git(folder, 'add', '--all');
  git(folder, ...author, 'commit', '--quiet', '--allow-empty', '-m', message);
};
