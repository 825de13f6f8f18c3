import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { type Static, type TSchema, type TStringOptions, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Fault } from './errors.ts';
import { demoLanguages } from './domain/demo-account.ts';

const Network = Type.Refine(
  Type.String(),
  (given) => (given.includes('/') ? ipaddr.isValidCIDR(given) : ipaddr.isValid(given)),
  () => 'must be addresses or networks, such as 10.0.0.0/8',
);

/** The engines that can be chosen; compose-engine.ts has a way to open each. */
export const engineNames = ['embedded', 'postgres'] as const;

export type EngineName = (typeof engineNames)[number];

/** Where settings, accounts, audit log, limits and quotas are: in files of this machine, or shared by several. */
const storeNames = ['sqlite', 'postgres'] as const;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const mostThreads = 64;

const withoutEndSlashes = (address: string): string => address.replace(/\/+$/, '');

const readBoolean = (given: string): unknown =>
  ({ on: true, true: true, '1': true, off: false, false: false, '0': false })[given.toLowerCase()] ?? given;

const readList = (given: string): string[] =>
  given.split(',').flatMap((entry) => (entry.trim() === '' ? [] : [entry.trim()]));

/** Threads that can listen on one port: as many as there are cores, where the system spreads connections over them. */
const countCores = (): number =>
  process.platform === 'linux' ? Math.min(availableParallelism(), mostThreads) : 1;

type Read = (text: string) => unknown;

const setting = <S extends TSchema>(name: string, fallback: string, read: Read, schema: S) => ({
  name,
  fallback,
  read,
  schema,
});

const text = (name: string, fallback: string, options: TStringOptions, read: Read = String) =>
  setting(name, fallback, read, Type.String(options));

/** Null where it is not set. */
const optional = (name: string, options: TStringOptions, read: Read = String) =>
  setting(name, '', (given) => (given ? read(given) : null), Type.Union([Type.String(options), Type.Null()]));

const integer = (name: string, fallback: string, minimum: number, maximum: number) =>
  setting(name, fallback, Number, Type.Integer({ minimum, maximum }));

const number = (name: string, fallback: string, minimum: number, maximum: number) =>
  setting(name, fallback, Number, Type.Number({ minimum, maximum }));

const flag = (name: string, fallback: string) => setting(name, fallback, readBoolean, Type.Boolean());

const choice = <T extends string>(name: string, fallback: T, choices: readonly T[]) => {
  const schema = Type.Unsafe<T>(Type.Enum([...choices]));
  return setting(name, fallback, (given) => given.toLowerCase(), schema);
};

const list = (name: string, item = Type.String({ minLength: 1 })) =>
  setting(name, '', readList, Type.Array(item));

/** Environment variable, default, parser and schema of each setting. */
export const settings = {
  host: text('KINDRED_HOST', '127.0.0.1', { minLength: 1 }),
  port: integer('KINDRED_PORT', '8080', 0, 65535),
  dataDir: text('KINDRED_DATA', './data', { minLength: 1 }, (given) => given && resolve(given)),
  /** Folder of published versions that several machines see; null: the data folder. */
  sharedDir: optional('KINDRED_SHARED', {}, (given) => resolve(given)),
  /** Versions that several machines share: a bucket of S3-compatible object storage, or a folder; null: `sharedDir`. */
  objects: optional('KINDRED_OBJECTS', { pattern: '^(s3://[a-z0-9][a-z0-9.-]+(/[\\w./-]*)?|/.*)$' }),
  /** Object storage of another service than AWS; its paths begin with the bucket. */
  s3Endpoint: optional('AWS_ENDPOINT_URL_S3', { pattern: '^https?://[^/]+' }, withoutEndSlashes),
  s3Region: optional('AWS_REGION', { minLength: 1 }),
  s3AccessKeyId: optional('AWS_ACCESS_KEY_ID', { minLength: 1 }),
  s3SecretAccessKey: optional('AWS_SECRET_ACCESS_KEY', { minLength: 1 }),
  s3SessionToken: optional('AWS_SESSION_TOKEN', { minLength: 1 }),
  /** Of several nodes: names of the websites whose imports this one runs; none: all. */
  importWebsites: list('KINDRED_IMPORT_WEBSITES'),
  engine: choice('KINDRED_ENGINE', 'embedded', engineNames),
  store: choice('KINDRED_STORE', 'sqlite', storeNames),
  /** For the engine or the store `postgres`; the engine needs pgvector. It contains a password: never log it. */
  databaseUrl: optional('KINDRED_DATABASE_URL', { pattern: '^postgres(ql)?://[^/]*' }),
  /** Connections of the engine to it, divided by its threads, each of which has one. */
  databaseConnections: integer('KINDRED_DATABASE_CONNECTIONS', '10', 1, 1000),
  /** Milliseconds after which a statement of a request is cancelled. */
  databaseTimeoutMs: integer('KINDRED_DATABASE_TIMEOUT_MS', '30000', 100, 600_000),
  /** Milliseconds that a change of a shared store, or a call with a shared limit, waits for it. */
  databaseWaitMs: integer('KINDRED_DATABASE_WAIT_MS', '2000', 100, 600_000),
  demo: flag('KINDRED_DEMO', 'on'),
  /** Of the demo's products, keywords and campaigns, once it is created. */
  demoLanguage: choice('KINDRED_DEMO_LANGUAGE', 'en', demoLanguages),
  logLevel: choice('KINDRED_LOG', 'info', logLevels),
  /** URL under which shops reach the service; null: taken from each request. */
  publicUrl: optional('KINDRED_PUBLIC_URL', { pattern: '^https?://' }),
  /** Private hosts, addresses and networks that feeds and pictures may be fetched from. */
  allowPrivate: list('KINDRED_ALLOW_PRIVATE'),
  /** Hub that models named `hub:organisation/name` are downloaded from. */
  hubUrl: text(
    'KINDRED_HUB_URL',
    'https://huggingface.co',
    { pattern: '^https?://[^/]+' },
    withoutEndSlashes,
  ),
  /** Never download a model; models that were downloaded before can be used. */
  offline: flag('KINDRED_OFFLINE', 'off'),
  /** Days after which a picture at an unchanged URL is revalidated by its ETag; 0: in each import. */
  pictureRecheckDays: number('KINDRED_PICTURE_RECHECK_DAYS', '7', 0, 3650),
  /** Uploaded pictures of one website, in number and in gigabytes of disk. */
  maxPictures: integer('KINDRED_MAX_PICTURES', '300000', 1, 100_000_000),
  maxPicturesGb: number('KINDRED_MAX_PICTURES_GB', '20', 1e-6, 1_000_000),
  /** 64 hex digits; null: the key file in the data folder. */
  secretKey: optional('KINDRED_SECRET_KEY', { pattern: '^[0-9a-fA-F]{64}$' }),
  /** The new secret key during a rotation. */
  nextSecretKey: optional('KINDRED_SECRET_KEY_NEXT', { pattern: '^[0-9a-fA-F]{64}$' }),
  /** Threads that answer the two operations; all of them listen on `port`. */
  threads: integer('KINDRED_THREADS', '', 1, mostThreads),
  /** Megabytes of finished answers that are cached; 0: none. */
  cacheMegabytes: number('KINDRED_CACHE_MB', '256', 0, 65_536),
  /** Bearer token for metrics that name websites, datasets and versions; null: metrics are totals only. */
  metricsToken: optional('KINDRED_METRICS_TOKEN', { minLength: 16 }),
  /** Mail server for alerts; null: none. */
  smtpUrl: optional('KINDRED_SMTP_URL', { pattern: '^smtps?://[^\\s]+$' }),
  /** Sender of those mails. */
  smtpFrom: text('KINDRED_SMTP_FROM', 'kindred@localhost', { pattern: '^[^\\s<>@]+@[^\\s<>@]+$' }),
  /** Connections that may be open at the same time, in all and from one network. */
  maxConnections: integer('KINDRED_MAX_CONNECTIONS', '8192', 16, 1_000_000),
  maxConnectionsPerNetwork: integer('KINDRED_MAX_CONNECTIONS_PER_NETWORK', '2048', 1, 1_000_000),
  /** Seconds after which a connection is closed that neither sends nor takes a byte while one is expected. */
  stallSeconds: number('KINDRED_STALL_SECONDS', '20', 1, 3600),
  /** Proxies whose X-Forwarded-For is trusted; without any, the address of the connection is used. */
  trustedProxies: list('KINDRED_TRUSTED_PROXIES', Network),
};

export type Config = { readonly [K in keyof typeof settings]: Static<(typeof settings)[K]['schema']> };

/** Settings of earlier releases, and what to do instead. They are refused, so that nobody believes that they have an effect. */
const removedVariables: Readonly<Record<string, string>> = {
  KINDRED_SERVE_WEBSITES:
    'every node serves all websites now; unset it, and give nodes memory for all catalogues',
  KINDRED_DATABASE_READ_URL: 'questions are asked at KINDRED_DATABASE_URL now; unset it',
};

const listRemoved = (environment: NodeJS.ProcessEnv): string[] =>
  Object.entries(removedVariables)
    .filter(([name]) => (environment[name] ?? '') !== '')
    .map(([name, instead]) => `  ${name}: is gone: ${instead}`);

/** Reads, validates and freezes the configuration. Reports all problems at once. */
export const readConfig = (environment: NodeJS.ProcessEnv): Config => {
  const values: Record<string, unknown> = {};
  for (const [key, { name, fallback, read }] of Object.entries(settings))
    values[key] = read(environment[name] ?? fallback);
  const users = ['engine', 'store']
    .filter((key) => values[key] === 'postgres')
    .map((key) => `KINDRED_${key.toUpperCase()}=postgres`);
  if (!environment['KINDRED_THREADS']) values['threads'] = countCores();
  const problems = Object.entries(settings).flatMap(([key, { name, schema }]) =>
    Value.Errors(schema, values[key]).map((error) => {
      const choices = error.keyword === 'enum' ? `: ${error.params.allowedValues.join(', ')}` : '';
      return `  ${name}: ${error.message}${choices}`;
    }),
  );
  if (users.length > 0 && values['databaseUrl'] === null)
    problems.push(
      `  KINDRED_DATABASE_URL: is needed for ${users.join(' and ')}, such as postgres://user@host/name`,
    );
  if (
    String(values['objects']).startsWith('s3:') &&
    !(values['s3AccessKeyId'] && values['s3SecretAccessKey'])
  )
    problems.push('  KINDRED_OBJECTS: needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  problems.push(...listRemoved(environment));
  // Each was checked against its schema.
  if (problems.length === 0) return Object.freeze(values) as Config;
  throw new Fault('bad-input', `Wrong settings:\n${[...new Set(problems)].join('\n')}`, {
    nextStep: 'Correct or unset these environment variables and start again.',
  });
};
