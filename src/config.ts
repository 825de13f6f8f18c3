import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Fault } from './errors.ts';
import { demoLanguages } from './domain/demo-language.ts';

const isNetwork = (text: string): boolean => {
  return text.includes('/') ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text);
};

/** The engines that can be chosen; compose.ts has a way to open each. */
export const engineNames = ['embedded', 'postgres'] as const;

export type EngineName = (typeof engineNames)[number];

/** Where settings, accounts, audit log, limits and quotas are: in files of this machine, or shared by several. */
const storeNames = ['sqlite', 'postgres'] as const;

const mostThreads = 64;

const schema = Type.Object({
  host: Type.String({ minLength: 1 }),
  port: Type.Integer({ minimum: 0, maximum: 65535 }),
  dataDir: Type.String({ minLength: 1 }),
  /** Folder of published versions that several machines see; null: the data folder. */
  sharedDir: Type.Union([Type.String({ minLength: 1 }), Type.Null()]),
  /** Of several nodes: names of the websites whose imports this one runs; none: all. */
  importWebsites: Type.Array(Type.String({ minLength: 1 })),
  engine: Type.Enum([...engineNames]),
  store: Type.Enum([...storeNames]),
  /** For the engine or the store `postgres`; the engine needs pgvector. It contains a password: never log it. */
  databaseUrl: Type.Union([Type.String({ pattern: '^postgres(ql)?://[^/]*' }), Type.Null()]),
  /** Connections of the engine to it at most. */
  databaseConnections: Type.Integer({ minimum: 1, maximum: 1000 }),
  /** Milliseconds after which a statement of a request is cancelled. */
  databaseTimeoutMs: Type.Integer({ minimum: 100, maximum: 600_000 }),
  /** Milliseconds that a change of a shared store, or a call with a shared limit, waits for it. */
  databaseWaitMs: Type.Integer({ minimum: 100, maximum: 600_000 }),
  demo: Type.Boolean(),
  /** Of the demo's products, keywords and campaigns, once it is created. */
  demoLanguage: Type.Enum([...demoLanguages]),
  logLevel: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  /** URL under which shops reach the service; null: taken from each request. */
  publicUrl: Type.Union([Type.String({ pattern: '^https?://' }), Type.Null()]),
  /** Private hosts, addresses and networks that feeds and pictures may be fetched from. */
  allowPrivate: Type.Array(Type.String({ minLength: 1 })),
  /** Hub that models named `hub:organisation/name` are downloaded from. */
  hubUrl: Type.String({ pattern: '^https?://[^/]+' }),
  /** Never download a model; models that were downloaded before can be used. */
  offline: Type.Boolean(),
  /** Days after which a picture at an unchanged URL is revalidated by its ETag; 0: in each import. */
  pictureRecheckDays: Type.Number({ minimum: 0, maximum: 3650 }),
  /** Uploaded pictures of one website, in number and in gigabytes of disk. */
  maxPictures: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
  maxPicturesGb: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }),
  /** 64 hex digits; null: the key file in the data folder. */
  secretKey: Type.Union([Type.String({ pattern: '^[0-9a-fA-F]{64}$' }), Type.Null()]),
  /** The new secret key during a rotation. */
  nextSecretKey: Type.Union([Type.String({ pattern: '^[0-9a-fA-F]{64}$' }), Type.Null()]),
  /** Threads that answer the two operations; all of them listen on `port`. */
  threads: Type.Integer({ minimum: 1, maximum: mostThreads }),
  /** Megabytes of finished answers that are cached; 0: none. */
  cacheMegabytes: Type.Number({ minimum: 0, maximum: 65_536 }),
  /** Bearer token for metrics that name websites, datasets and versions; null: metrics are totals only. */
  metricsToken: Type.Union([Type.String({ minLength: 16 }), Type.Null()]),
  /** Mail server for alerts; null: none. */
  smtpUrl: Type.Union([Type.String({ pattern: '^smtps?://[^\\s]+$' }), Type.Null()]),
  /** Sender of those mails. */
  smtpFrom: Type.String({ pattern: '^[^\\s<>@]+@[^\\s<>@]+$' }),
  /** Connections that may be open at the same time, in all and from one network. */
  maxConnections: Type.Integer({ minimum: 16, maximum: 1_000_000 }),
  maxConnectionsPerNetwork: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  /** Seconds after which a connection is closed that neither sends nor takes a byte while one is expected. */
  stallSeconds: Type.Number({ minimum: 1, maximum: 3600 }),
  /** Proxies whose X-Forwarded-For is trusted; without any, the address of the connection is used. */
  trustedProxies: Type.Array(
    Type.Refine(Type.String(), isNetwork, () => 'must be addresses or networks, such as 10.0.0.0/8'),
  ),
});

export type Config = Readonly<Static<typeof schema>>;

const readBoolean = (text: string): unknown => {
  return (
    { on: true, true: true, '1': true, off: false, false: false, '0': false }[text.toLowerCase()] ?? text
  );
};

const readList = (text: string): string[] => {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
};

/** Threads that can listen on one port: as many as there are cores, where the system spreads connections over them. */
const countCores = (): number =>
  process.platform === 'linux' ? Math.min(availableParallelism(), mostThreads) : 1;

/** Environment variable, default, and parser of each setting. */
const variables: Record<keyof Config, { name: string; fallback: string; read: (text: string) => unknown }> = {
  host: { name: 'KINDRED_HOST', fallback: '127.0.0.1', read: String },
  port: { name: 'KINDRED_PORT', fallback: '8080', read: Number },
  dataDir: { name: 'KINDRED_DATA', fallback: './data', read: (text) => text && resolve(text) },
  sharedDir: { name: 'KINDRED_SHARED', fallback: '', read: (text) => (text ? resolve(text) : null) },
  importWebsites: { name: 'KINDRED_IMPORT_WEBSITES', fallback: '', read: readList },
  engine: { name: 'KINDRED_ENGINE', fallback: 'embedded', read: String },
  store: { name: 'KINDRED_STORE', fallback: 'sqlite', read: String },
  databaseUrl: { name: 'KINDRED_DATABASE_URL', fallback: '', read: (text) => text || null },
  databaseConnections: { name: 'KINDRED_DATABASE_CONNECTIONS', fallback: '10', read: Number },
  databaseTimeoutMs: { name: 'KINDRED_DATABASE_TIMEOUT_MS', fallback: '30000', read: Number },
  databaseWaitMs: { name: 'KINDRED_DATABASE_WAIT_MS', fallback: '2000', read: Number },
  demo: { name: 'KINDRED_DEMO', fallback: 'on', read: readBoolean },
  demoLanguage: { name: 'KINDRED_DEMO_LANGUAGE', fallback: 'en', read: (text) => text.toLowerCase() },
  logLevel: { name: 'KINDRED_LOG', fallback: 'info', read: String },
  publicUrl: { name: 'KINDRED_PUBLIC_URL', fallback: '', read: (text) => text || null },
  allowPrivate: { name: 'KINDRED_ALLOW_PRIVATE', fallback: '', read: readList },
  hubUrl: {
    name: 'KINDRED_HUB_URL',
    fallback: 'https://huggingface.co',
    read: (text) => text.replace(/\/+$/, ''),
  },
  offline: { name: 'KINDRED_OFFLINE', fallback: 'off', read: readBoolean },
  pictureRecheckDays: { name: 'KINDRED_PICTURE_RECHECK_DAYS', fallback: '7', read: Number },
  maxPictures: { name: 'KINDRED_MAX_PICTURES', fallback: '300000', read: Number },
  maxPicturesGb: { name: 'KINDRED_MAX_PICTURES_GB', fallback: '20', read: Number },
  secretKey: { name: 'KINDRED_SECRET_KEY', fallback: '', read: (text) => text || null },
  nextSecretKey: { name: 'KINDRED_SECRET_KEY_NEXT', fallback: '', read: (text) => text || null },
  threads: { name: 'KINDRED_THREADS', fallback: '', read: (text) => (text ? Number(text) : null) },
  cacheMegabytes: { name: 'KINDRED_CACHE_MB', fallback: '256', read: Number },
  metricsToken: { name: 'KINDRED_METRICS_TOKEN', fallback: '', read: (text) => text || null },
  smtpUrl: { name: 'KINDRED_SMTP_URL', fallback: '', read: (text) => text || null },
  smtpFrom: { name: 'KINDRED_SMTP_FROM', fallback: 'kindred@localhost', read: String },
  maxConnections: { name: 'KINDRED_MAX_CONNECTIONS', fallback: '8192', read: Number },
  maxConnectionsPerNetwork: {
    name: 'KINDRED_MAX_CONNECTIONS_PER_NETWORK',
    fallback: '2048',
    read: Number,
  },
  stallSeconds: { name: 'KINDRED_STALL_SECONDS', fallback: '20', read: Number },
  trustedProxies: { name: 'KINDRED_TRUSTED_PROXIES', fallback: '', read: readList },
};

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
  for (const [key, { name, fallback, read }] of Object.entries(variables)) {
    values[key] = read(environment[name] ?? fallback);
  }
  const users = ['engine', 'store']
    .filter((key) => values[key] === 'postgres')
    .map((key) => `KINDRED_${key.toUpperCase()}=postgres`);
  const canUseThreads = values['engine'] !== 'postgres';
  values['threads'] ??= canUseThreads ? countCores() : 1;
  const isValid = Value.Check(schema, values);
  const lacksDatabase = users.length > 0 && values['databaseUrl'] === null;
  const hasTooManyThreads = !canUseThreads && Number(values['threads']) > 1;
  const removed = listRemoved(environment);
  if (isValid && !lacksDatabase && !hasTooManyThreads && removed.length === 0) return Object.freeze(values);
  // One by one: refinements of a whole object are checked only when everything else is right.
  const problems = Object.entries(schema.properties).flatMap(([key, property]) =>
    Value.Errors(property, values[key]).map((error) => {
      const choices = error.keyword === 'enum' ? `: ${error.params.allowedValues.join(', ')}` : '';
      return `  ${variables[key as keyof Config].name}: ${error.message}${choices}`;
    }),
  );
  if (lacksDatabase)
    problems.push(
      `  KINDRED_DATABASE_URL: is needed for ${users.join(' and ')}, ` + 'such as postgres://user@host/name',
    );
  if (hasTooManyThreads)
    problems.push('  KINDRED_THREADS: must be 1 with KINDRED_ENGINE=postgres: start more nodes instead');
  problems.push(...removed);
  throw new Fault('bad-input', `Wrong settings:\n${[...new Set(problems)].join('\n')}`, {
    nextStep: 'Correct or unset these environment variables and start again.',
  });
};
