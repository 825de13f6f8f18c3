/**
 * What `npm start` runs: node --single-threaded-gc scripts/start.ts
 * The portal is built beside the service, which prepares the demo meanwhile: the first answer waits for neither in turn.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const build = spawn(process.execPath, [join(import.meta.dirname, 'build-portal.ts'), '--if-possible'], {
  stdio: 'inherit',
});
build.once('error', (error) => console.error(`The portal is not built: ${error.message}`));
build.once('exit', (code) => {
  if (code !== 0) console.error('The portal is not built; the service runs without it.');
});
// A service that is stopped does not wait for the build.
build.unref();
await import('../src/main.ts');
