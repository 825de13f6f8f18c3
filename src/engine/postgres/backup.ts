import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { diskFiles } from '../../files/files.ts';
import { replaceDurably } from '../../files/replace-file.ts';
import type { EngineBackup } from '../engine.ts';

const name = 'VERSIONS-ARE-IN-POSTGRESQL.txt';

const text = `The published versions and live changes are in the PostgreSQL database (schema "kindred"), not in
this backup. Back them up with the tools of PostgreSQL, for example:

  pg_dump --schema=kindred --format=custom --file=kindred.dump "$KINDRED_DATABASE_URL"
`;

/** The database has a backup of its own; a note in the backup of the data folder says so. */
export const createPostgresBackup = (): EngineBackup => ({
  copyTo: async (target) => {
    const bytes = Buffer.from(text);
    await diskFiles.makeFolder(target);
    await replaceDurably(diskFiles, join(target, name), text);
    return [{ path: name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }];
  },
});
