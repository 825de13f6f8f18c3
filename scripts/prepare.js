// Runs before `npm start` and `npm test`, by whatever Node the machine has: plain JavaScript, no packages.
// Installs the dependencies when they are missing or older than the lock file, and says what it does.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'node_modules', '.kindred-installed');
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  console.log('Installing dependencies (once, and after each change of package-lock.json) …');
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  // Not `npm ci`: it refuses a lock file that lacks optional packages of platforms a registry does not carry.
  const args = [...npm.slice(1), 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const env = { ...process.env, ONNXRUNTIME_NODE_INSTALL_CUDA: 'skip' };
  const { status } = spawnSync(npm[0], args, {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  if (status !== 0) {
    console.error(
      '\nThe install failed. Check that the npm registry can be reached, then run the command again.',
    );
    process.exit(status ?? 1);
  }
  writeFileSync(stamp, lock);
}
