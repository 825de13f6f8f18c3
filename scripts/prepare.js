// Runs before `npm start` and `npm test`, by whatever Node the machine has: plain JavaScript, no packages.
// Installs exactly what package-lock.json names, when it is not installed yet, and says so:
// node scripts/prepare.js start|test
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled, listUnhashed, lockHash, readLock, root, stampFile } from './installed-packages.js';

const purpose = process.argv[2] === 'start' ? 'start' : 'test';

if (!isInstalled(root, purpose, Number(process.versions.node.split('.')[0]))) {
  console.log('Installing dependencies (once, and after each change of package-lock.json) …');
  const unhashed = listUnhashed(readLock(root), process.platform, process.arch);
  if (unhashed.length > 0)
    console.log(
      `package-lock.json has the version but no hash of these build tools: ${unhashed.join(', ')}.`,
    );
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const args = [...npm.slice(1), 'ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const env = { ...process.env, ONNXRUNTIME_NODE_INSTALL_CUDA: 'skip' };
  const { status } = spawnSync(npm[0], args, { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) {
    console.error(
      '\nThe install failed. Check that the npm registry can be reached, then run the command again.',
    );
    process.exit(status ?? 1);
  }
  // `--omit=dev` of the command line applies to `npm ci` too: such an install is recognised by its packages.
  if (!(process.env.npm_config_omit ?? '').includes('dev')) writeFileSync(stampFile(root), lockHash(root));
}
