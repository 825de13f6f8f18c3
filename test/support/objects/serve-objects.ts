import { createRequire } from 'node:module';

/* A process that serves a folder as S3: node serve-objects.ts FOLDER PORT BUCKET. Its keys are S3RVER and S3RVER. */

type Server = { run(): Promise<{ readonly port: number }> };
type ServerOptions = {
  readonly port: number;
  readonly address: string;
  readonly silent: boolean;
  readonly directory: string;
  readonly configureBuckets: readonly { readonly name: string }[];
};

const require = createRequire(import.meta.url);
const S3rver = require('@20minutes/s3rver') as new (options: ServerOptions) => Server;
const [directory = '', port = '0', bucket] = process.argv.slice(2);
const options = { port: Number(port), address: '127.0.0.1', silent: true, directory };
const configureBuckets = bucket ? [{ name: bucket }] : [];
const server = await new S3rver({ ...options, configureBuckets }).run();
process.stdout.write(`${server.port}\n`);
