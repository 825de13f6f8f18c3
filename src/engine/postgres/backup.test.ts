import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inTemporaryFolder } from '../../../test/support/engine/temporary-engine.ts';
import { createPostgresBackup } from './backup.ts';

describe('a backup with the PostgreSQL engine', () => {
  it('says where the versions are, and how to back them up', async () => {
    await inTemporaryFolder(async (folder) => {
      const [file] = await createPostgresBackup().copyTo(join(folder, 'versions'));
      const content = await readFile(join(folder, 'versions', file?.path ?? ''));
      expect(content.toString()).toContain('pg_dump --schema=kindred');
      expect(file?.bytes).toBe(content.length);
      expect(file?.sha256).toBe(createHash('sha256').update(content).digest('hex'));
    });
  });
});
