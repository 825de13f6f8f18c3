import { availableParallelism } from 'node:os';
import { isAbsolute } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { Fault } from './errors.ts';
import { connectionDefaults } from './http/adapter/connection-limits.ts';

const readProblems = (environment: Record<string, string>): string[] => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof Fault) return error.message.split('\n').slice(1);
    throw error;
  }
  return [];
};

describe('readConfig', () => {
  it('has defaults for everything', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      demo: true,
      demoLanguage: 'en',
      logLevel: 'info',
      publicUrl: null,
      allowPrivate: [],
      offline: false,
      secretKey: null,
      trustedProxies: [],
      cacheMegabytes: 256,
      maxConnections: connectionDefaults.total,
      maxConnectionsPerNetwork: connectionDefaults.perNetwork,
      stallSeconds: connectionDefaults.stallMs / 1000,
      maxPictures: 300_000,
      maxPicturesGb: 20,
    });
    expect(isAbsolute(config.dataDir)).toBe(true);
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('reads numbers, switches and lists', () => {
    expect(
      readConfig({
        KINDRED_PORT: '0',
        KINDRED_DEMO: 'OFF',
        KINDRED_OFFLINE: '1',
        KINDRED_ALLOW_PRIVATE: ' feeds.local , ,10.0.0.0/8',
        KINDRED_TRUSTED_PROXIES: '10.0.0.1,fd00::/8',
        KINDRED_HUB_URL: 'https://hub.example//',
        KINDRED_PICTURE_RECHECK_DAYS: '0.5',
        KINDRED_SECRET_KEY: 'a'.repeat(64),
      }),
    ).toMatchObject({
      port: 0,
      demo: false,
      offline: true,
      allowPrivate: ['feeds.local', '10.0.0.0/8'],
      trustedProxies: ['10.0.0.1', 'fd00::/8'],
      hubUrl: 'https://hub.example',
      pictureRecheckDays: 0.5,
      secretKey: 'a'.repeat(64),
    });
  });

  it.each([
    ['KINDRED_PORT', '70000'],
    ['KINDRED_PORT', 'http'],
    ['KINDRED_DATA', ''],
    ['KINDRED_DEMO', 'maybe'],
    ['KINDRED_LOG', 'loud'],
    ['KINDRED_PUBLIC_URL', 'shop.example'],
    ['KINDRED_SECRET_KEY', 'short'],
    ['KINDRED_TRUSTED_PROXIES', 'proxy.local'],
    ['KINDRED_TRUSTED_PROXIES', '10.0.0.0/99'],
    ['KINDRED_PICTURE_RECHECK_DAYS', '-1'],
    ['KINDRED_MAX_CONNECTIONS', '1.5'],
    ['KINDRED_MAX_CONNECTIONS', '0'],
    ['KINDRED_MAX_CONNECTIONS_PER_NETWORK', 'many'],
    ['KINDRED_STALL_SECONDS', '0'],
    ['KINDRED_MAX_PICTURES', '0'],
    ['KINDRED_MAX_PICTURES_GB', 'much'],
  ])('refuses %s=%s and names the variable', (name, value) => {
    const problems = readProblems({ [name]: value });
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) expect(problem).toContain(`${name}: `);
  });

  it('lists a wrong proxy together with the other problems', () => {
    const problems = readProblems({ KINDRED_PORT: 'http', KINDRED_TRUSTED_PROXIES: 'proxy.local' }).join(
      '\n',
    );
    expect(problems).toContain('KINDRED_PORT: ');
    expect(problems).toContain('KINDRED_TRUSTED_PROXIES: must be addresses or networks');
  });

  it('refuses an unknown engine with the list of known ones', () => {
    expect(readConfig({}).engine).toBe('embedded');
    expect(readProblems({ KINDRED_ENGINE: 'elastic' }).join('\n')).toMatch(
      /KINDRED_ENGINE: .*: embedded, postgres$/,
    );
    expect(readProblems({ KINDRED_ENGINE: '' })).toHaveLength(1);
  });

  it.each(['en', 'de', 'hu', 'HU'])('starts the demo in %s', (language) => {
    expect(readConfig({ KINDRED_DEMO_LANGUAGE: language }).demoLanguage).toBe(language.toLowerCase());
  });

  it.each(['fr', 'english', ''])(
    'refuses the language "%s" of the demo with the list of known ones',
    (language) => {
      expect(readProblems({ KINDRED_DEMO_LANGUAGE: language }).join('\n')).toMatch(
        /KINDRED_DEMO_LANGUAGE: .*: en, de, hu$/,
      );
    },
  );

  it('needs the address of a database for the PostgreSQL engine, and only for it', () => {
    expect(readConfig({}).databaseUrl).toBeNull();
    expect(readProblems({ KINDRED_ENGINE: 'postgres' }).join('\n')).toContain(
      'KINDRED_DATABASE_URL: is needed',
    );
    const url = 'postgres://kindred:secret@db.example:5432/kindred?sslmode=require';
    const config = readConfig({ KINDRED_ENGINE: 'postgres', KINDRED_DATABASE_URL: url });
    expect(config).toMatchObject({ engine: 'postgres', databaseUrl: url, databaseConnections: 10 });
  });

  it('keeps versions in the data folder unless a shared one is named', () => {
    expect(readConfig({}).sharedDir).toBeNull();
    expect(readConfig({ KINDRED_SHARED: '/srv/shared' }).sharedDir).toBe('/srv/shared');
    expect(readConfig({ KINDRED_SHARED: 'shared' }).sharedDir).toMatch(/\/shared$/);
    expect(readConfig({}).importWebsites).toEqual([]);
    const { importWebsites } = readConfig({ KINDRED_IMPORT_WEBSITES: ' luma,,second ' });
    expect(importWebsites).toEqual(['luma', 'second']);
  });

  it('refuses settings of earlier releases, and says what to do instead', () => {
    const removed = {
      KINDRED_SERVE_WEBSITES: 'luma',
      KINDRED_DATABASE_READ_URL: 'postgres://replica.example/kindred',
    };
    expect(readProblems(removed)).toEqual([
      expect.stringMatching(/KINDRED_SERVE_WEBSITES: is gone: .*unset it/),
      expect.stringMatching(/KINDRED_DATABASE_READ_URL: is gone: .*unset it/),
    ]);
    expect(readConfig({ KINDRED_SERVE_WEBSITES: '' }).store).toBe('sqlite');
  });

  it('keeps the store in files unless it is shared, which needs the address of a database', () => {
    expect(readConfig({}).store).toBe('sqlite');
    expect(readProblems({ KINDRED_STORE: 'postgres' }).join('\n')).toContain(
      'KINDRED_DATABASE_URL: is needed for KINDRED_STORE=postgres',
    );
    const both = { KINDRED_STORE: 'postgres', KINDRED_ENGINE: 'postgres' };
    expect(readProblems(both).join('\n')).toContain('KINDRED_ENGINE=postgres and KINDRED_STORE=postgres');
    const url = 'postgres://kindred@db.example/kindred';
    expect(readConfig({ ...both, KINDRED_DATABASE_URL: url })).toMatchObject({ store: 'postgres' });
    expect(readProblems({ KINDRED_STORE: 'redis' }).join('\n')).toMatch(
      /KINDRED_STORE: .*: sqlite, postgres$/,
    );
  });

  it.each([
    ['KINDRED_DATABASE_URL', 'mysql://db.example/kindred'],
    ['KINDRED_DATABASE_CONNECTIONS', '0'],
    ['KINDRED_DATABASE_CONNECTIONS', 'many'],
    ['KINDRED_DATABASE_TIMEOUT_MS', '1'],
    ['KINDRED_DATABASE_WAIT_MS', '10'],
  ])('refuses the database setting %s=%s', (name, value) => {
    expect(readProblems({ [name]: value }).join('\n')).toContain(`${name}: `);
  });

  it('reports all problems at once', () => {
    const problems = readProblems({ KINDRED_PORT: 'x', KINDRED_LOG: 'y', KINDRED_HOST: '' }).join('\n');
    for (const name of ['KINDRED_PORT', 'KINDRED_LOG', 'KINDRED_HOST']) expect(problems).toContain(name);
  });

  it.each(['0', '65', '1.5', 'many'])('refuses %s threads', (KINDRED_THREADS) => {
    expect(readProblems({ KINDRED_THREADS }).join()).toContain('KINDRED_THREADS');
  });

  it('answers on all cores where the system spreads connections over threads', () => {
    const expected = process.platform === 'linux' ? availableParallelism() : 1;
    for (const environment of [{}, { KINDRED_THREADS: '' }])
      expect(readConfig(environment).threads).toBe(expected);
    expect(readConfig({ KINDRED_THREADS: '3' }).threads).toBe(3);
  });

  it.each(['KINDRED_ENGINE', 'KINDRED_STORE'])('answers on as many threads with %s=postgres', (name) => {
    const environment = { [name]: 'postgres', KINDRED_DATABASE_URL: 'postgres://a/b' };
    expect(readConfig(environment).threads).toBe(readConfig({}).threads);
    expect(readConfig({ ...environment, KINDRED_THREADS: '2' }).threads).toBe(2);
  });
});
