// Compiles src/engine/embedded/kernel/assembly/kernel.ts to kernel.wasm. Run it after a change of that file; a test compares.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'src/engine/embedded/kernel');

/** Memory is imported, and shared by threads: `allocateMemory` in kernel.ts makes it. */
const options = [
  ...['-O3', '--noAssert', '--runtime', 'stub'],
  ...['--importMemory', '--sharedMemory', '--initialMemory', '1', '--maximumMemory', '65536'],
  ...['simd', 'relaxed-simd', 'threads'].flatMap((feature) => ['--enable', feature]),
];

export const compileKernel = (target: string): void => {
  const compiler = join(root, 'node_modules/.bin/asc');
  execFileSync(compiler, ['assembly/kernel.ts', '--outFile', target, ...options], { cwd: folder });
};

if (import.meta.main) compileKernel(join(folder, 'kernel.wasm'));
