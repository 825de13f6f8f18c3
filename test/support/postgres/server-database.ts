import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** Address of a PostgreSQL with pgvector; `node scripts/install-postgres.ts` installs one and prints it. */
export const serverUrl = process.env['KINDRED_TEST_DATABASE_URL'];

export const withoutServer =
  'KINDRED_TEST_DATABASE_URL is not set: node scripts/install-postgres.ts prints a value';

const runOnServer = async (statement: string): Promise<void> => {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** A new, empty database on the server, for one test file. */
export const createServerDatabase = async (): Promise<{ url: string; drop: () => Promise<void> }> => {
  const name = `kindred_${randomBytes(6).toString('hex')}`;
  await runOnServer(`CREATE DATABASE ${name}`);
  const url = new URL(serverUrl ?? '');
  url.pathname = name;
  return { url: url.href, drop: () => runOnServer(`DROP DATABASE ${name} WITH (FORCE)`) };
};
