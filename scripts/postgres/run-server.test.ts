import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CannotInstall } from './install-server.ts';
import { startServer } from './run-server.ts';

it.skipIf(process.getuid?.() !== 0)('says for root that its user cannot enter the folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-closed-'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'initdb'), '#!/bin/sh\n', { mode: 0o755 });
  chmodSync(folder, 0o700);
  try {
    const started = startServer({ bin, data: join(folder, 'data') });
    await expect(started).rejects.toThrow(CannotInstall);
    await expect(started).rejects.toThrow('cannot enter');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
