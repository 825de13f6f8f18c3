import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { findServer } from './find-server.ts';

const server = await findServer(process.env);

/** Address of a PostgreSQL with pgvector; undefined: there is none, and `withoutServer` says why. */
export const serverUrl = 'url' in server ? server.url : undefined;

export const withoutServer = 'missing' in server ? server.missing : '';

const runOnServer = async (statement: string): Promise<void> => {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** The server is the coordinator of a Citus cluster: `on-citus.ts` says so. Every version is spread over its workers. */
const isCluster = process.env['KINDRED_TEST_CITUS'] === 'true';
export const clusterOptions = isCluster ? { distributeFrom: 0 } : {};

/** A new, empty database on the server, for one test file. A cluster has one, which its workers know. */
export const createServerDatabase = async (): Promise<{ url: string; drop: () => Promise<void> }> => {
  if (isCluster) {
    await runOnServer('DROP SCHEMA IF EXISTS kindred CASCADE');
    return { url: serverUrl ?? '', drop: async () => undefined };
  }
  const name = `kindred_${randomBytes(6).toString('hex')}`;
  await runOnServer(`CREATE DATABASE ${name}`);
  const url = new URL(serverUrl ?? '');
  url.pathname = name;
  return { url: url.href, drop: () => runOnServer(`DROP DATABASE ${name} WITH (FORCE)`) };
};
